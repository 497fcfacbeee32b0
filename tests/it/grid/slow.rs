//! Lines once more, point by point in exact fractions: slow and plain.

use battlemat::grid::{Edge, LineRule, Point, Square};

const UNIT: i64 = Point::PER_SQUARE as i64;

/// A point on the plane as a fraction of fortieths: `(x, y) / den`.
#[derive(Clone, Copy)]
struct Place {
    x: i64,
    y: i64,
    den: i64,
}

impl Place {
    /// Where the segment from `a` to `b` is after `num / den` of its way.
    fn on(a: Point, b: Point, num: i64, den: i64) -> Self {
        let along = |from: i32, to: i32| i64::from(from) * den + i64::from(to - from) * num;
        Self { x: along(a.x(), b.x()), y: along(a.y(), b.y()), den }
    }

    /// All squares that hold this place in their inside, on a side or in a corner.
    fn squares(self) -> Vec<Square> {
        let one_axis = |value: i64| {
            let unit = UNIT * self.den;
            let cell = value.div_euclid(unit) as i16;
            if value.rem_euclid(unit) == 0 { vec![cell - 1, cell] } else { vec![cell] }
        };
        let columns = one_axis(self.x);
        one_axis(self.y).into_iter().flat_map(|y| columns.iter().map(move |&x| Square::new(x, y))).collect()
    }
}

/// Places on the segment, in order: its ends, its meetings with grid lines, and one between any two of these.
fn places(a: Point, b: Point) -> Vec<Place> {
    let mut stops = vec![(0, 1), (1, 1)];
    for (from, to) in [(a.x(), b.x()), (a.y(), b.y())] {
        let (from, to) = (i64::from(from), i64::from(to));
        for line in from.min(to)..=from.max(to) {
            if line % UNIT == 0 && from != to {
                let (num, den) = (line - from, to - from);
                stops.push((num * den.signum(), den.abs()));
            }
        }
    }
    stops.sort_by_key(|&(num, den)| num * (1 << 40) / den);
    stops.dedup_by(|one, other| one.0 * other.1 == other.0 * one.1);
    let mut all = Vec::new();
    for pair in stops.windows(2) {
        let [(n0, d0), (n1, d1)] = [pair[0], pair[1]];
        all.push(Place::on(a, b, n0, d0));
        all.push(Place::on(a, b, n0 * d1 + n1 * d0, 2 * d0 * d1));
    }
    all.push(Place::on(a, b, 1, 1));
    all
}

/// The squares whose inside holds some place of the segment, in order.
pub(crate) fn squares_crossed(a: Point, b: Point) -> Vec<Square> {
    let mut crossed: Vec<Square> = places(a, b)
        .into_iter()
        .filter_map(|place| match place.squares()[..] {
            [inside] => Some(inside),
            _ => None,
        })
        .collect();
    crossed.dedup();
    crossed
}

/// Whether the segment is clear under the rule.
pub(crate) fn is_clear(a: Point, b: Point, rule: LineRule, solid: impl Fn(Square) -> bool) -> bool {
    let places = places(a, b);
    let last = places.len() - 1;
    let slanted = a.x() != b.x() && a.y() != b.y();
    !places.into_iter().enumerate().any(|(index, place)| {
        let squares = place.squares();
        let inside_square = squares.len() == 1 && solid(squares[0]);
        let inside_union = squares.iter().all(|&square| solid(square));
        let [north_west, north_east, south_west, south_east] = match squares[..] {
            [a, b, c, d] => [a, b, c, d].map(&solid),
            _ => [false; 4],
        };
        let falls = (a.x() < b.x()) == (a.y() < b.y());
        let beside = if falls { north_east && south_west } else { north_west && south_east };
        let passed_between = slanted && index != 0 && index != last && beside;
        let only_diagonally = (north_west && south_east && !north_east && !south_west)
            || (north_east && south_west && !north_west && !south_east);
        match rule {
            LineRule::Interiors => inside_square,
            LineRule::PinchedCorners => inside_square || passed_between,
            LineRule::SolidUnion => inside_union || only_diagonally,
        }
    })
}

/// The places of the segment at which it meets a grid line with its inside, its ends left out.
fn on_lines(a: Point, b: Point) -> Vec<Place> {
    let places = places(a, b);
    let last = places.len() - 1;
    let inner = places.into_iter().enumerate().filter(|&(index, _)| index != 0 && index != last);
    inner.map(|(_, place)| place).filter(|place| place.squares().len() > 1).collect()
}

/// Whether an edge or, at joints, an edge and squares stop the segment: at a place inside of one, or at a joint that it cannot pass
/// whether it is moved by next to nothing to the one side or to the other.
pub(crate) fn stopped_by_edges(
    a: Point,
    b: Point,
    solid: impl Fn(Square) -> bool,
    stands: impl Fn(Edge) -> bool,
) -> bool {
    if a.x() == b.x() && a.x() % 40 == 0 || a.y() == b.y() && a.y() % 40 == 0 {
        return false; // Along a side it crosses none.
    }
    let (dx, dy) = ((b.x() - a.x()).signum(), (b.y() - a.y()).signum());
    on_lines(a, b).into_iter().any(|place| match place.squares()[..] {
        [one, other] => Edge::between(one, other).is_some_and(&stands),
        [_, _, _, south_east] => {
            // Which of the four squares it comes out of, and which it goes into.
            let square = |x: i32, y: i32| south_east.offset((x.min(0)) as i16, (y.min(0)) as i16);
            if dx == 0 || dy == 0 {
                return false;
            }
            let (before, after) = (square(-dx, -dy), square(dx, dy));
            let mut met = 0;
            let shut = |beside: Square, met: &mut usize| {
                let edges = [before, after].map(|other| Edge::between(beside, other).expect("they share a side"));
                let stopping = edges.into_iter().filter(|&edge| stands(edge)).count();
                *met += stopping;
                stopping > 0 || solid(beside)
            };
            let left = shut(square(dx, -dy), &mut met);
            let right = shut(square(-dx, dy), &mut met);
            left && right && met > 0
        }
        _ => false,
    })
}
