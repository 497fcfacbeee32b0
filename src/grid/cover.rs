//! How much of a body hides behind what.
//!
//! The kernel draws lines from a point to the points of a body and says what stands in each line's way; a ruleset decides
//! which points a body has, what counts as one source of cover, and what a share of hidden points means.

use super::{
    Footprint, Grid, Length, Point, Ratio, Square,
    line::{LineRule, obstacle, squares_crossed},
};

/// The points of a body, square by square in rows: `points_of(footprint, Point::quarters)`.
pub fn points_of<const N: usize>(body: Footprint, in_square: impl Fn(Square) -> [Point; N]) -> Vec<Point> {
    body.squares().flat_map(in_square).collect()
}

/// Four points for each square of a body: the centres of its quarters.
pub fn body_points(body: Footprint) -> Vec<Point> {
    points_of(body, Point::quarters)
}

/// The centres of a body's squares.
pub fn centres(body: Footprint) -> Vec<Point> {
    points_of(body, |square| [Point::centre(square)])
}

/// For each point, the first blocking square in the line from `from` to it, or `None` where that line is clear.
pub fn blocked_points(
    from: Point,
    points: &[Point],
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
) -> Vec<Option<Square>> {
    points
        .iter()
        .map(|&point| obstacle(from, point, rule, &blocks))
        .collect()
}

/// How many of the points have a blocking square in the line from `from`.
pub fn count_blocked(from: Point, points: &[Point], rule: LineRule, blocks: impl Fn(Square) -> bool) -> usize {
    points
        .iter()
        .filter(|&&point| obstacle(from, point, rule, &blocks).is_some())
        .count()
}

/// A set of a body's points, by their place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PointSet([u64; 4]);

impl PointSet {
    /// The most points a set can tell apart: enough for five in each square of the largest footprint.
    pub const CAPACITY: usize = 256;

    /// Adds a point.
    ///
    /// # Panics
    /// If `point` is not below [`Self::CAPACITY`].
    pub fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: usize) -> bool {
        self.0.get(point / 64).is_some_and(|word| word >> (point % 64) & 1 == 1)
    }

    /// How many points are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The points of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

/// What one source hides of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden<S> {
    /// The source, as the caller named it.
    pub source: S,
    /// The points whose line crosses the inside of one of the source's squares.
    pub points: PointSet,
    /// The first square of the source that the first such line crosses.
    pub square: Square,
}

/// Sorts out which source hides which points from `from`. `sources_in` names the sources in a square, none or several (an
/// `Option` will do); squares of attacker and target usually hold none. The result is ordered by source.
///
/// # Panics
/// If there are more than [`PointSet::CAPACITY`] points.
pub fn hidden_by<S: Copy + Ord, I: IntoIterator<Item = S>>(
    from: Point,
    points: &[Point],
    sources_in: impl Fn(Square) -> I,
) -> Vec<Hidden<S>> {
    assert!(points.len() <= PointSet::CAPACITY, "a body has at most 256 points");
    let mut found: Vec<Hidden<S>> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        for square in squares_crossed(from, point) {
            for source in sources_in(square) {
                match found.binary_search_by_key(&source, |hidden| hidden.source) {
                    Ok(place) => found[place].points.insert(index),
                    Err(place) => {
                        let mut points = PointSet::default();
                        points.insert(index);
                        found.insert(place, Hidden { source, points, square });
                    }
                }
            }
        }
    }
    found
}

/// Numbers the groups of squares that touch by a side or a corner: 1, 2, … in the order of their first squares row by row;
/// 0 for squares that belong to none.
pub fn groups(board: (u16, u16), belongs: impl Fn(Square) -> bool) -> Grid<u32> {
    let mut labels = Grid::filled(board.0, board.1, 0);
    let mut latest = 0;
    let mut open = Vec::new();
    for first in labels.squares() {
        if labels[first] != 0 || !belongs(first) {
            continue;
        }
        latest += 1;
        labels[first] = latest;
        open.push(first);
        while let Some(square) = open.pop() {
            for next in square.neighbours() {
                if labels.get(next) == Some(&0) && belongs(next) {
                    labels[next] = latest;
                    open.push(next);
                }
            }
        }
    }
    labels
}

/// The line that decides whether one thing sees another, for rules and for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whether the line is clear.
    pub clear: bool,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What stops it.
    pub blocked_at: Option<Square>,
}

/// The first clear line from one of the points `from` to one of the points `to`, tried in the order given (all of `to` for
/// the first of `from`, and so on). If there is none, the one that crosses the most squares before it is stopped, the
/// first such in that order. `None` if there are no points.
pub fn best_line(from: &[Point], to: &[Point], rule: LineRule, blocks: impl Fn(Square) -> bool) -> Option<Sight> {
    let mut best: Option<(usize, Sight)> = None;
    for &start in from {
        for &end in to {
            let blocked_at = obstacle(start, end, rule, &blocks);
            let sight = Sight {
                clear: blocked_at.is_none(),
                from: start,
                to: end,
                blocked_at,
            };
            if sight.clear {
                return Some(sight);
            }
            let passed = squares_crossed(start, end)
                .take_while(|&square| !blocks(square))
                .count();
            if best.is_none_or(|(most, _)| passed > most) {
                best = Some((passed, sight));
            }
        }
    }
    best.map(|(_, sight)| sight)
}

/// The share of a body that an object covers: from the ground the body stands on up to the object's top, over the body's
/// height; at least 0, at most 1. A body without height is covered by whatever rises above its ground.
pub fn covered_fraction(object_top: Length, body_ground: Length, body_height: Length) -> Ratio {
    let above = i64::from(object_top.0) - i64::from(body_ground.0);
    let height = i64::from(body_height.0);
    if above <= 0 {
        Ratio::ZERO
    } else if above >= height {
        Ratio::ONE
    } else {
        Ratio::new(above, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Square {
        Square::new(x, y)
    }

    /// How many points of the target each of the attacker's squares finds blocked by these walls.
    #[track_caller]
    fn check_blocked(attacker: Footprint, walls: &[[i16; 2]], target: Footprint, wanted: &[usize]) {
        let solid = |square: Square| walls.contains(&square.into());
        let points = body_points(target);
        let counts: Vec<usize> = centres(attacker)
            .into_iter()
            .map(|from| count_blocked(from, &points, LineRule::Interiors, solid))
            .collect();
        assert_eq!(counts, wanted);
    }

    #[test]
    fn cover_fades_to_the_side_of_a_lone_wall() {
        let (attacker, wall) = (at(0, 0).into(), [[3, 1]]);
        for (target, wanted) in [((5, 1), 3), ((5, 2), 4), ((5, 3), 2), ((5, 4), 0)] {
            check_blocked(attacker, &wall, at(target.0, target.1).into(), &[wanted]);
        }
    }

    #[test]
    fn a_large_target_is_hidden_by_its_points() {
        check_blocked(at(0, 0).into(), &[[2, 0]], Footprint::new(at(4, 0), 2), &[15]);
        check_blocked(at(0, 0).into(), &[[2, 0]], at(3, 0).into(), &[4]);
    }

    #[test]
    fn each_square_of_a_large_attacker_has_its_own_view() {
        check_blocked(Footprint::new(at(0, 0), 2), &[[3, 0]], at(5, 0).into(), &[4, 4, 3, 2]);
    }

    #[test]
    fn separate_sources_hide_separate_points() {
        let groups = groups((7, 3), |square| [at(2, 0), at(4, 2)].contains(&square));
        let points = body_points(at(6, 2).into());
        let hidden = hidden_by(Point::centre(at(0, 0)), &points, |square| {
            groups.get(square).copied().filter(|&group| group != 0)
        });
        assert_eq!(
            hidden
                .iter()
                .map(|one| (one.source, one.points.len()))
                .collect::<Vec<_>>(),
            [(1, 2), (2, 2)]
        );
        assert_eq!(hidden[0].points.union(&hidden[1].points).len(), 4);
        assert_eq!((hidden[0].square, hidden[1].square), (at(2, 0), at(4, 2)));
        assert!((0..4).all(|point| hidden[0].points.contains(point) != hidden[1].points.contains(point)));
    }

    #[test]
    fn walls_that_touch_by_a_corner_are_one_group() {
        let map = ["##..#", "..#..", "#...#"];
        let groups = groups((5, 3), |square| {
            map[square.y as usize].as_bytes()[square.x as usize] == b'#'
        });
        assert_eq!(groups.cells(), [1, 1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 0, 4]);
    }

    #[test]
    fn the_deciding_line_is_the_first_clear_one_or_the_one_that_gets_furthest() {
        let solid = |walls: &'static [[i16; 2]]| move |square: Square| walls.contains(&square.into());
        let (from, to) = (Point::corners(at(0, 1)), Point::corners(at(3, 1)));
        let rule = LineRule::SolidUnion;
        let sight = best_line(&from, &to, rule, solid(&[[1, 1], [1, 2]])).expect("points");
        assert!(sight.clear && sight.blocked_at.is_none());
        assert_eq!((sight.from.y(), sight.to.y()), (40, 40), "along the top edge");
        let sight = best_line(&from, &to, rule, solid(&[[1, 0], [1, 1], [1, 2]])).expect("points");
        assert!(!sight.clear);
        assert_eq!(sight.blocked_at.map(|square| square.x), Some(1));
        assert_eq!(best_line(&[], &to, rule, solid(&[])), None);
    }

    #[test]
    fn low_things_cover_a_share_of_the_body() {
        let share =
            |top, ground, height| covered_fraction(Length::feet(top), Length::feet(ground), Length::feet(height));
        assert_eq!(share(4, 0, 5), Ratio::new(4, 5));
        assert_eq!(share(4, 0, 6), Ratio::new(2, 3));
        assert_eq!(share(4, 0, 3), Ratio::ONE);
        assert_eq!(share(4, 4, 6), Ratio::ZERO);
        assert_eq!(share(4, 6, 6), Ratio::ZERO);
        assert_eq!(share(1, 0, 0), Ratio::ONE);
    }
}
