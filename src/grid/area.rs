//! Which squares an effect covers.
//!
//! Every function gives a list of squares without regard to the board's edge (keep those on it with
//! [`Grid::contains`](super::Grid::contains)) and to walls (see [`cut_by_walls`] and [`ray`]). Lengths are in the unit of
//! the metric or, where a [`Shape`] is asked for, of its `square`. Lists are in row-major order unless said otherwise.
//! No area reaches further than [`MAX_REACH`] squares, so that no number in a file can ask for endless ones.

use super::{
    Direction, Footprint, Length, LineRule, Metric, Point, Square,
    line::{is_clear, squares_crossed},
};

/// The furthest that an area reaches, in squares; more counts as this.
pub const MAX_REACH: u16 = 512;

/// All squares within `radius` of any square of the block by this metric, the block included.
pub fn burst(origin: impl Into<Footprint>, radius: i32, metric: Metric) -> Vec<Square> {
    let origin = origin.into();
    let cheapest = metric.straight.min(metric.diagonal).max(1);
    let reach = (radius.max(0) / cheapest).min(i32::from(MAX_REACH)) as i16;
    around(origin, reach)
        .filter(|&square| metric.apart(origin, square.into()) <= radius)
        .collect()
}

/// The squares that lie within `radius` squares of a grid corner on both axes: a block of `2 * radius` squares a side. The
/// corner is the north-west one of `corner`.
pub fn burst_at_corner(corner: Square, radius: u16) -> Vec<Square> {
    let radius = radius.min(MAX_REACH) as i16;
    (-radius..radius)
        .flat_map(|dy| (-radius..radius).map(move |dx| corner.offset(dx, dy)))
        .collect()
}

fn around(block: Footprint, reach: i16) -> impl Iterator<Item = Square> {
    let far = i16::from(block.side) + reach;
    (-reach..far).flat_map(move |dy| (-reach..far).map(move |dx| block.at.offset(dx, dy)))
}

/// Length and width of an area that points somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How far it reaches from the centre of the origin square, to the centres of squares.
    pub length: i32,
    /// The edge of a square in the same unit.
    pub square: i32,
    /// How far it spreads sideways.
    pub spread: Spread,
}

/// How far an area spreads to each side of its axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// Growing with the distance along the axis: `(1, 2)` is half of it to each side, `(1, 1)` all of it.
    Growing(i32, i32),
    /// In all this wide, half of it to each side.
    Even(i32),
}

/// A cone or beam from the centre of `origin` in the direction `(dx, dy)`, which need not be one of the eight: the squares
/// whose centre has a distance along the axis above 0 and up to the length, and a distance from the axis within the
/// spread. Distances are Euclidean and compared exactly. Empty for the direction `(0, 0)`.
pub fn pointed(origin: Square, (dx, dy): (i16, i16), shape: Shape) -> Vec<Square> {
    let (ux, uy) = (i128::from(dx), i128::from(dy));
    let axis_squared = ux * ux + uy * uy;
    let (length, edge) = (i128::from(shape.length), i128::from(shape.square));
    if axis_squared == 0 || length <= 0 || edge <= 0 {
        return Vec::new();
    }
    let inside = |square: Square| {
        let (x, y) = (i128::from(square.x - origin.x), i128::from(square.y - origin.y));
        // Both in units of squares times the axis vector's length.
        let along = x * ux + y * uy;
        let aside = (x * uy - y * ux).abs();
        let near = along > 0 && along * along * edge * edge <= length * length * axis_squared;
        let within = match shape.spread {
            Spread::Growing(num, den) => aside * i128::from(den) <= along * i128::from(num),
            Spread::Even(width) => {
                let twice = 2 * aside * edge;
                width >= 0 && twice * twice <= i128::from(width) * i128::from(width) * axis_squared
            }
        };
        near && within
    };
    // The far corners are no further off than length and full spread together.
    let sideways = match shape.spread {
        Spread::Growing(num, den) => length * i128::from(num.max(0)) / i128::from(den.max(1)),
        Spread::Even(width) => i128::from(width.max(0)),
    };
    let reach = ((length + sideways) / edge + 1).min(i128::from(MAX_REACH)) as i16;
    around(origin.into(), reach).filter(|&square| inside(square)).collect()
}

/// A cone over whole squares: those with a forward distance of 1 to `length` and a sideways offset of no more than it. For
/// a diagonal direction these are the squares of the quarter between its two neighbours, up to `length` away.
pub fn quarter_cone(origin: Square, direction: Direction, length: u16) -> Vec<Square> {
    let length = length.min(MAX_REACH) as i16;
    let (fx, fy) = direction.delta();
    around(origin.into(), length)
        .filter(|square| {
            let (dx, dy) = (square.x.saturating_sub(origin.x), square.y.saturating_sub(origin.y));
            if direction.is_diagonal() {
                (dx, dy) != (0, 0) && dx * fx >= 0 && dy * fy >= 0
            } else {
                let forward = dx * fx + dy * fy;
                forward > 0 && (dx * fy - dy * fx).abs() <= forward
            }
        })
        .collect()
}

/// The squares crossed by the ray from the centre of `origin` through the centre of `through`, up to `length` king's moves
/// away, in order along the ray and without the origin. It ends before the first solid square. Empty if both squares are the
/// same.
pub fn ray(origin: Square, through: Square, length: u16, solid: impl Fn(Square) -> bool) -> Vec<Square> {
    let (dx, dy) = (
        i32::from(through.x) - i32::from(origin.x),
        i32::from(through.y) - i32::from(origin.y),
    );
    let stride = dx.abs().max(dy.abs());
    if stride == 0 {
        return Vec::new();
    }
    let length = i32::from(length.min(MAX_REACH));
    let times = length / stride + 1;
    let start = Point::centre(origin);
    let end = Point::new(
        start.x() + dx * times * Point::PER_SQUARE,
        start.y() + dy * times * Point::PER_SQUARE,
    );
    squares_crossed(start, end)
        .skip(1)
        .take_while(|&square| square.steps_to(origin) <= length && !solid(square))
        .collect()
}

/// A block of `side` squares that touches the origin block on the side or corner of that direction. On a side it is
/// centred as well as whole squares allow, half a square towards north or west otherwise.
pub fn cube(origin: impl Into<Footprint>, direction: Direction, side: u8) -> Vec<Square> {
    let origin = origin.into();
    let (dx, dy) = direction.delta();
    let (own, side) = (i16::from(origin.side), i16::from(side));
    let start = |delta: i16| match delta {
        1 => own,
        -1 => -side,
        _ => (own - side).div_euclid(2),
    };
    let first = origin.at.offset(start(dx), start(dy));
    (0..side)
        .flat_map(|y| (0..side).map(move |x| first.offset(x, y)))
        .collect()
}

/// Squares with a range of heights above them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cylinder {
    /// The squares of its base.
    pub squares: Vec<Square>,
    /// Its lower end.
    pub bottom: Length,
    /// Its upper end.
    pub top: Length,
}

impl Cylinder {
    /// A burst that reaches from `base` up by `height` (down if that is negative).
    pub fn new(origin: impl Into<Footprint>, radius: i32, metric: Metric, base: Length, height: Length) -> Self {
        Self {
            squares: burst(origin, radius, metric),
            bottom: base.min(base + height),
            top: base.max(base + height),
        }
    }

    /// Whether something in that square at that height (its lowest point) is inside, both ends included.
    pub fn covers(&self, square: Square, height: Length) -> bool {
        (self.bottom..=self.top).contains(&height) && self.squares.binary_search(&square).is_ok()
    }
}

/// Drops the squares to whose centre no clear line leads from `origin`. The squares around `origin` and the one looked at
/// never block.
pub fn cut_by_walls(origin: Point, squares: &mut Vec<Square>, rule: LineRule, solid: impl Fn(Square) -> bool) {
    cut_by_walls_to(origin, squares, rule, |square| [Point::centre(square)], solid);
}

/// As [`cut_by_walls`], with the points of a square of which any one must be reached.
pub fn cut_by_walls_to<const N: usize>(
    origin: Point,
    squares: &mut Vec<Square>,
    rule: LineRule,
    points: impl Fn(Square) -> [Point; N],
    solid: impl Fn(Square) -> bool,
) {
    let own = origin.square();
    squares.retain(|&target| {
        let blocks = |square: Square| Some(square) != own && square != target && solid(square);
        points(target)
            .into_iter()
            .any(|point| is_clear(origin, point, rule, blocks))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const O: Square = Square::new(0, 0);
    /// Half metres: 3 straight, 4 diagonal.
    const HALF_METRES: Metric = Metric::new(3, 4);

    fn pairs(squares: &[Square]) -> Vec<[i16; 2]> {
        squares.iter().copied().map(Into::into).collect()
    }

    #[test]
    fn bursts_follow_the_metric() {
        assert_eq!(burst(O, 2, Metric::SQUARES).len(), 25);
        assert_eq!(
            [6, 9, 12].map(|radius| burst(O, radius, HALF_METRES).len()),
            [13, 29, 53]
        );
        assert_eq!(burst(Footprint::new(O, 2), 1, Metric::SQUARES).len(), 16);
        assert_eq!(burst(O, -1, Metric::SQUARES), []);
        let corner = burst_at_corner(Square::new(2, 2), 2);
        assert_eq!((corner.len(), corner[0], corner[15]), (16, O, Square::new(3, 3)));
    }

    #[test]
    fn euclidean_cones_widen_with_distance() {
        let cone = Shape {
            length: 12,
            square: 3,
            spread: Spread::Growing(1, 2),
        };
        let east = pointed(O, (1, 0), cone);
        let per_column = [1, 2, 3, 4, 5].map(|x| east.iter().filter(|square| square.x == x).count());
        assert_eq!(per_column, [1, 3, 3, 5, 0]);
        assert_eq!(pointed(O, (1, 1), cone).len(), 8);
        assert_eq!(pointed(O, (-7, -7), cone).len(), 8);
        assert_eq!(pointed(O, (0, 0), cone), []);
    }

    #[test]
    fn beams_have_an_even_width() {
        let beam = |length, width| Shape {
            length,
            square: 3,
            spread: Spread::Even(width),
        };
        let line = pointed(O, (1, 0), beam(18, 3));
        assert_eq!(pairs(&line), [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0]]);
        assert_eq!(pointed(O, (0, 1), beam(9, 6)).len(), 9);
    }

    #[test]
    fn quarter_cones_are_counted_in_squares() {
        let cone = quarter_cone(O, Direction::East, 2);
        let mut wanted = vec![[1, -1], [1, 0], [1, 1], [2, -2], [2, -1], [2, 0], [2, 1], [2, 2]];
        wanted.sort_unstable_by_key(|&[x, y]| (y, x));
        assert_eq!(pairs(&cone), wanted);
        assert_eq!(quarter_cone(O, Direction::NorthWest, 2).len(), 8);
    }

    #[test]
    fn rays_run_on_past_the_aimed_square_and_stop_at_walls() {
        let through = Square::new(2, 1);
        let wanted = [[1, 0], [1, 1], [2, 1], [3, 1], [3, 2], [4, 2], [5, 2], [5, 3], [6, 3]];
        assert_eq!(pairs(&ray(O, through, 6, |_| false)), wanted);
        assert_eq!(
            pairs(&ray(O, through, 6, |square| square == Square::new(3, 2))),
            wanted[..4]
        );
        assert_eq!(ray(O, Square::new(9, 0), 6, |_| false).len(), 6);
        assert_eq!(ray(O, O, 6, |_| false), []);
    }

    #[test]
    fn cubes_touch_their_origin() {
        let east = cube(Square::new(0, 2), Direction::East, 3);
        assert_eq!(
            (east.len(), east[0], east[8]),
            (9, Square::new(1, 1), Square::new(3, 3))
        );
        for direction in Direction::ALL {
            for side in 1..5 {
                let block = Footprint::new(cube(Footprint::new(O, 2), direction, side)[0], side);
                assert_eq!(block.steps(Footprint::new(O, 2)), 1, "{direction:?} {side}");
            }
        }
    }

    #[test]
    fn cylinders_end_above_and_below() {
        let cylinder = Cylinder::new(O, 6, HALF_METRES, Length::ZERO, Length::metres(4));
        assert!(cylinder.covers(Square::new(1, 1), Length::metres(3)));
        assert!(!cylinder.covers(Square::new(1, 1), Length::metres(6)));
        assert!(!cylinder.covers(Square::new(3, 0), Length::ZERO));
        let shaft = Cylinder::new(O, 0, HALF_METRES, Length::ZERO, Length::metres(-4));
        assert!(shaft.covers(O, Length::metres(-4)) && !shaft.covers(O, Length::metres(1)));
    }

    #[test]
    fn walls_cut_areas() {
        let wall = |square: Square| square.x == 1 && square.y.abs() <= 1;
        let mut squares = burst(O, 2, Metric::SQUARES);
        cut_by_walls(Point::centre(O), &mut squares, LineRule::Interiors, wall);
        assert!(squares.contains(&Square::new(1, 0)), "the wall itself is reached");
        assert!(!squares.contains(&Square::new(2, 0)) && !squares.contains(&Square::new(2, 1)));
        assert_eq!(squares.len(), 18);
        let mut squares = burst(O, 2, Metric::SQUARES);
        cut_by_walls_to(
            Point::centre(O),
            &mut squares,
            LineRule::SolidUnion,
            Point::corners,
            wall,
        );
        assert!(!squares.contains(&Square::new(2, 0)));
    }
}
