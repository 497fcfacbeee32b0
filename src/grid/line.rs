//! Straight lines over the board: which squares a segment passes through, and what stops it.
//!
//! Closed or open, once for all: a segment *crosses* a square when it runs through its **open inside**. Touching a side or
//! a corner, running along a side, or ending on one is not crossing. A segment between two points of one square crosses
//! that square; the squares in which a segment begins and ends are reported like any others, and callers decide whether
//! those may block.

use serde::{Deserialize, Serialize};

use super::edge::Edge;
use super::point::Point;
use super::square::Square;

/// What a segment meets on its way, in order from its first to its second point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// It runs through the open inside of this square.
    Inside(Square),
    /// It passes from one square to a diagonal neighbour exactly through their common corner, between these two other
    /// squares. The one beside in x comes first.
    Corner([Square; 2]),
    /// It runs along the side shared by these two squares, for some length. West or north comes first.
    Border([Square; 2]),
    /// Running along sides, it passes this corner (not at its end).
    Vertex(Point),
}

/// Which contacts with blocking squares stop a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineRule {
    /// Crossing the open inside of a blocking square.
    #[default]
    Interiors,
    /// Also passing exactly through a corner with a blocking square on either side of the line.
    PinchedCorners,
    /// Entering the inside of the blocking squares' union (a side shared by two of them is inside), or touching, even
    /// with an end, a corner where two of them meet only diagonally.
    SolidUnion,
}

/// Everything a segment meets, in order; see [`Crossing`].
#[derive(Clone, Debug)]
pub struct Crossings {
    next: Option<Crossing>,
    at: Square,
    step: (i16, i16),
    /// Grid lines still to pass, vertical and horizontal ones.
    left: (i32, i32),
    /// How far along the segment the next vertical and the next horizontal grid line is, in a common unit.
    until: (i64, i64),
    /// What passing one adds to the above.
    stride: (i64, i64),
    /// Set while running along sides: from the south-east square of the pair to the other one.
    along: Option<(i16, i16)>,
}

impl Crossings {
    /// Starts at `a` and runs to `b`.
    pub fn new(a: Point, b: Point) -> Self {
        const UNIT: i32 = Point::PER_SQUARE;
        let (dx, dy) = (b.x() - a.x(), b.y() - a.y());
        // On one axis: the first cell, how many grid lines lie strictly between the ends, and the distance to the first.
        let axis = |from: i32, to: i32| {
            let (first, last) = if to < from {
                ((from - 1).div_euclid(UNIT), to.div_euclid(UNIT))
            } else {
                (from.div_euclid(UNIT), (to - 1).div_euclid(UNIT).max(from.div_euclid(UNIT)))
            };
            let ahead = if to < from { from - first * UNIT } else { (first + 1) * UNIT - from };
            (first as i16, (last - first).abs(), i64::from(ahead))
        };
        let (x, columns, to_column) = axis(a.x(), b.x());
        let (y, rows, to_row) = axis(a.y(), b.y());
        let along = match (dx, dy) {
            (0, 0) => None,
            (0, _) if a.x() % UNIT == 0 => Some((-1, 0)),
            (_, 0) if a.y() % UNIT == 0 => Some((0, -1)),
            _ => None,
        };
        let at = Square::new(x, y);
        let (wide, high) = (i64::from(dx.abs()), i64::from(dy.abs()));
        let next =
            if (dx, dy) == (0, 0) { a.square().map(Crossing::Inside) } else { Some(Self::inside_or_border(at, along)) };
        Self {
            next,
            at,
            step: (dx.signum() as i16, dy.signum() as i16),
            left: (columns, rows),
            until: (to_column * high, to_row * wide),
            stride: (i64::from(UNIT) * high, i64::from(UNIT) * wide),
            along,
        }
    }

    fn inside_or_border(at: Square, along: Option<(i16, i16)>) -> Crossing {
        match along {
            Some((dx, dy)) => Crossing::Border([at.offset(dx, dy), at]),
            None => Crossing::Inside(at),
        }
    }

    /// Goes into the next square (beside a side it runs along); false at the end.
    #[inline]
    fn go_on(&mut self) -> bool {
        let (columns, rows) = self.left;
        if columns == 0 && rows == 0 {
            return false;
        }
        let x_first = columns > 0 && (rows == 0 || self.until.0 <= self.until.1);
        let y_first = rows > 0 && (columns == 0 || self.until.1 <= self.until.0);
        if x_first {
            self.at.x += self.step.0;
            self.left.0 -= 1;
            self.until.0 += self.stride.0;
        }
        if y_first {
            self.at.y += self.step.1;
            self.left.1 -= 1;
            self.until.1 += self.stride.1;
        }
        true
    }

    fn advance(&mut self) -> Option<Crossing> {
        let before = self.at;
        if !self.go_on() {
            return None;
        }
        let both = self.at.x != before.x && self.at.y != before.y;
        Some(if both {
            Crossing::Corner([Square::new(self.at.x, before.y), Square::new(before.x, self.at.y)])
        } else if self.along.is_some() {
            Crossing::Vertex(Point::corner(before.max_by_axes(self.at)))
        } else {
            Crossing::Inside(self.at)
        })
    }
}

impl Square {
    /// The larger of both columns and of both rows.
    fn max_by_axes(self, other: Self) -> Self {
        Self::new(self.x.max(other.x), self.y.max(other.y))
    }
}

impl Iterator for Crossings {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        let crossing = self.next?;
        self.next = match crossing {
            Crossing::Corner(_) | Crossing::Vertex(_) => Some(Self::inside_or_border(self.at, self.along)),
            Crossing::Inside(_) | Crossing::Border(_) => self.advance(),
        };
        Some(crossing)
    }
}

/// The squares whose open inside the segment crosses, in order from `a` to `b`.
pub fn squares_crossed(a: Point, b: Point) -> impl Iterator<Item = Square> {
    let mut way = Crossings::new(a, b);
    let mut next = match way.next {
        Some(Crossing::Inside(square)) => Some(square),
        _ => None, // along sides it runs through no inside
    };
    std::iter::from_fn(move || {
        let here = next?;
        next = way.go_on().then_some(way.at);
        Some(here)
    })
}

/// The first blocking square that stops the segment on its way from `a` to `b`, `None` if it is clear. Where two squares
/// stop it together (a corner or a shared side), one of them.
pub fn obstacle(a: Point, b: Point, rule: LineRule, blocks: impl Fn(Square) -> bool) -> Option<Square> {
    if rule == LineRule::SolidUnion
        && let Some(square) = pinched_at(a, &blocks)
    {
        return Some(square);
    }
    let both = |[one, other]: [Square; 2]| (blocks(one) && blocks(other)).then_some(one);
    let met = Crossings::new(a, b).find_map(|crossing| match (crossing, rule) {
        (Crossing::Inside(square), _) => blocks(square).then_some(square),
        (Crossing::Corner(pair), LineRule::PinchedCorners | LineRule::SolidUnion)
        | (Crossing::Border(pair), LineRule::SolidUnion) => both(pair),
        (Crossing::Vertex(corner), LineRule::SolidUnion) => pinched_at(corner, &blocks),
        _ => None,
    });
    if met.is_none() && rule == LineRule::SolidUnion {
        pinched_at(b, &blocks).or_else(|| if a == b { surrounded_at(a, &blocks) } else { None })
    } else {
        met
    }
}

/// What stops a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A square.
    Square(Square),
    /// The side between two.
    Edge(Edge),
}

/// As [`obstacle`], where edges may stop the segment, too. It crosses an edge when it runs through its open inside. Running
/// exactly through the point where edges end, it is stopped if they part the squares it passes between: if on either way
/// round that point, left and right, something stops it, an edge or a blocking square, and an edge at least once. So it
/// slips past the end of one edge, but neither through the joint of two nor into the corner of a room.
///
/// Along an edge nothing is crossed.
pub fn obstacle_or_edge(
    a: Point,
    b: Point,
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) -> Option<Obstacle> {
    let mut met = None;
    edges_met(a, b, |meeting| {
        met = meeting.stopped_by(&blocks, &stops);
        met.is_some()
    });
    let Some((edge, before)) = met else {
        return obstacle(a, b, rule, blocks).map(Obstacle::Square);
    };
    let square = obstacle(a, b, rule, blocks);
    match square {
        Some(square) if comes_first(a, b, square, before) => Some(Obstacle::Square(square)),
        _ => Some(Obstacle::Edge(edge)),
    }
}

/// Whether the segment runs through one square before it leaves the other.
fn comes_first(a: Point, b: Point, one: Square, other: Square) -> bool {
    squares_crossed(a, b).find(|&square| square == one || square == other).is_some_and(|first| first == one)
}

/// Where a segment meets the sides between squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// It runs through the open inside of this one, out of this square.
    Across(Edge, Square),
    /// It runs from a square to a diagonal neighbour through their common corner. Two ways lead round that corner, each over two edges
    /// and a square.
    Joint {
        /// The square it comes out of.
        from: Square,
        /// The two ways, each by its edges and the square between them.
        ways: [([Edge; 2], Square); 2],
    },
}

impl Meeting {
    /// Every edge that stops a segment here. At a corner that is closed on both ways round, these are the edges of both ways: no
    /// direction goes before another.
    pub fn all_that_stop(
        self,
        blocks: &impl Fn(Square) -> bool,
        stops: &impl Fn(Edge) -> bool,
    ) -> impl Iterator<Item = (Edge, Square)> {
        let (edges, from) = match self {
            Self::Across(edge, from) => ([Some(edge), None, None, None], from),
            Self::Joint { from, ways: [(one, beside), (other, across)] } => {
                let closed = |edges: [Edge; 2], square| edges.into_iter().any(stops) || blocks(square);
                let edges = [one[0], one[1], other[0], other[1]].map(Some);
                (if closed(one, beside) && closed(other, across) { edges } else { [None; 4] }, from)
            }
        };
        edges.into_iter().flatten().filter(|&edge| stops(edge)).map(move |edge| (edge, from))
    }

    /// An edge that stops a segment here, and the square it runs through before.
    #[inline]
    pub fn stopped_by(self, blocks: &impl Fn(Square) -> bool, stops: &impl Fn(Edge) -> bool) -> Option<(Edge, Square)> {
        match self {
            Self::Across(edge, from) => stops(edge).then_some((edge, from)),
            Self::Joint { from, ways } => {
                let stopping = ways.map(|(edges, _)| edges.into_iter().find(|&edge| stops(edge)));
                let edge = stopping[0].or(stopping[1])?;
                let closed = |way: usize| stopping[way].is_some() || blocks(ways[way].1);
                (closed(0) && closed(1)).then_some((edge, from))
            }
        }
    }
}

/// Hands over where a segment meets the sides between squares, in order, until it is told to stop. A segment along a side of squares
/// meets none.
#[inline]
pub fn edges_met(a: Point, b: Point, mut stop: impl FnMut(Meeting) -> bool) {
    let mut way = Crossings::new(a, b);
    if way.along.is_some() || way.next.is_none() {
        return;
    }
    loop {
        let before = way.at;
        if !way.go_on() {
            return;
        }
        let after = way.at;
        let meeting = match Edge::between(before, after) {
            Some(edge) => Meeting::Across(edge, before),
            None => {
                let beside = [Square::new(after.x, before.y), Square::new(before.x, after.y)];
                let ways = beside.map(|square| {
                    let share = "squares beside a corner share a side with those that meet there";
                    let edges = [before, after].map(|other| Edge::between(square, other).expect(share));
                    (edges, square)
                });
                Meeting::Joint { from: before, ways }
            }
        };
        if stop(meeting) {
            return;
        }
    }
}

/// A blocking square of a pair that meets only diagonally in this point.
fn pinched_at(point: Point, blocks: &impl Fn(Square) -> bool) -> Option<Square> {
    let squares = point.meeting()?;
    match squares.map(blocks) {
        [true, false, false, true] => Some(squares[0]),
        [false, true, true, false] => Some(squares[1]),
        _ => None,
    }
}

/// For a segment without length on a side or corner: a blocking square, if all squares that meet there block.
fn surrounded_at(point: Point, blocks: &impl Fn(Square) -> bool) -> Option<Square> {
    let (x, y) = (point.x(), point.y());
    let south_east = Square::new(x.div_euclid(Point::PER_SQUARE) as i16, y.div_euclid(Point::PER_SQUARE) as i16);
    let west = if x % Point::PER_SQUARE == 0 { -1 } else { 0 };
    let north = if y % Point::PER_SQUARE == 0 { -1 } else { 0 };
    let all =
        [(0, 0), (west, 0), (0, north), (west, north)].into_iter().all(|(dx, dy)| blocks(south_east.offset(dx, dy)));
    all.then_some(south_east)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Footprint;

    fn centre(x: i16, y: i16) -> Point {
        Point::centre(Square::new(x, y))
    }

    fn corner(x: i16, y: i16) -> Point {
        Point::corner(Square::new(x, y))
    }

    #[track_caller]
    fn check_crossed(a: Point, b: Point, wanted: &[[i16; 2]]) {
        let crossed = |a, b| squares_crossed(a, b).map(<[i16; 2]>::from).collect::<Vec<_>>();
        assert_eq!(crossed(a, b), wanted);
        let mut back = crossed(b, a);
        back.reverse();
        assert_eq!(back, wanted, "backwards");
    }

    #[test]
    fn squares_come_in_order_and_touching_does_not_count() {
        check_crossed(centre(0, 0), centre(3, 0), &[[0, 0], [1, 0], [2, 0], [3, 0]]);
        check_crossed(centre(0, 0), centre(2, 2), &[[0, 0], [1, 1], [2, 2]]);
        check_crossed(centre(0, 0), centre(2, 1), &[[0, 0], [1, 0], [1, 1], [2, 1]]);
        check_crossed(centre(0, 0), corner(2, 1), &[[0, 0], [1, 0]]);
        check_crossed(corner(0, 0), corner(2, 0), &[]);
        check_crossed(corner(1, 1), corner(-1, -1), &[[0, 0], [-1, -1]]);
        check_crossed(centre(1, 1), centre(1, 1), &[[1, 1]]);
        check_crossed(corner(1, 1), corner(1, 1), &[]);
    }

    #[test]
    fn a_ray_of_slope_one_half_visits_nine_squares_in_six_columns() {
        check_crossed(
            centre(0, 0),
            centre(6, 3),
            &[[0, 0], [1, 0], [1, 1], [2, 1], [3, 1], [3, 2], [4, 2], [5, 2], [5, 3], [6, 3]],
        );
    }

    #[test]
    fn corners_and_borders_are_told_apart() {
        let met: Vec<_> = Crossings::new(centre(0, 0), centre(1, 1)).collect();
        let [a, b, right, below] = [[0, 0], [1, 1], [1, 0], [0, 1]].map(Square::from);
        assert_eq!(met, [Crossing::Inside(a), Crossing::Corner([right, below]), Crossing::Inside(b)]);
        let met: Vec<_> = Crossings::new(corner(1, 0), corner(1, 2)).collect();
        let along = [Crossing::Border([a, right]), Crossing::Vertex(corner(1, 1)), Crossing::Border([below, b])];
        assert_eq!(met, along);
        let met: Vec<_> = Crossings::new(corner(1, 2), corner(1, 0)).collect();
        assert_eq!(met, [along[2], along[1], along[0]]);
    }

    #[track_caller]
    fn check_clear(a: Point, b: Point, walls: &[[i16; 2]], wanted: [bool; 3]) {
        let solid = |square: Square| walls.contains(&square.into());
        let rules = [LineRule::Interiors, LineRule::PinchedCorners, LineRule::SolidUnion];
        assert_eq!(rules.map(|rule| obstacle(a, b, rule, solid).is_none()), wanted);
        assert_eq!(rules.map(|rule| obstacle(b, a, rule, solid).is_none()), wanted, "backwards");
    }

    #[test]
    fn the_rule_decides_about_corners_and_sides() {
        // Between two walls that touch at a corner, and past one of them.
        check_clear(centre(0, 0), centre(1, 1), &[[1, 0], [0, 1]], [true, false, false]);
        check_clear(centre(0, 0), centre(1, 1), &[[1, 0]], [true, true, true]);
        // Along the side of one wall, and between two.
        check_clear(corner(0, 1), corner(3, 1), &[[1, 1]], [true, true, true]);
        check_clear(corner(0, 1), corner(3, 1), &[[1, 1], [1, 0]], [true, true, false]);
        // Along sides past a pinched corner, and ending on one.
        check_clear(corner(0, 1), corner(2, 1), &[[0, 0], [1, 1]], [true, true, false]);
        check_clear(corner(1, 1), corner(2, 1), &[[1, 0], [0, 1]], [true, true, false]);
        check_clear(corner(1, 1), corner(1, 1), &[[1, 0], [0, 1]], [true, true, false]);
        check_clear(Point::new(40, 20), Point::new(40, 20), &[[1, 0], [0, 0]], [true, true, false]);
        // Without length, on a side: between two walls, and beside one.
        let (upright, level) = (Point::new(40, 20), Point::new(20, 40));
        check_clear(upright, upright, &[[1, 0]], [true, true, true]);
        check_clear(upright, upright, &[[0, 0]], [true, true, true]);
        check_clear(level, level, &[[0, 0], [0, 1]], [true, true, false]);
        check_clear(level, level, &[[0, 1]], [true, true, true]);
        check_clear(level, level, &[[0, 0]], [true, true, true]);
    }

    #[test]
    fn the_nearest_blocking_square_is_named() {
        let walls = [[2, 0], [4, 0]];
        let solid = |square: Square| walls.contains(&square.into());
        let rule = LineRule::Interiors;
        assert_eq!(obstacle(centre(0, 0), centre(6, 0), rule, solid), Some(Square::new(2, 0)));
        assert_eq!(obstacle(centre(6, 0), centre(0, 0), rule, solid), Some(Square::new(4, 0)));
        let here = Footprint::new(Square::new(2, 0), 3);
        let beside = |square| !here.contains(square) && solid(square);
        assert_eq!(obstacle(centre(0, 0), centre(6, 0), rule, beside), None);
    }
}
