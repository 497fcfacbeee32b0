//! How much of a body hides behind what.
//!
//! Lines are drawn from points to the points of a body; a ruleset decides which points a body has, what stands in a line's
//! way, and what a number of stopped lines means.

use super::{
    Edge, Grid, Point, Square,
    line::{LineRule, Obstacle, obstacle, obstacle_or_edge, squares_crossed},
};

/// How many of the points have a blocking square in the line from `from`.
pub fn count_blocked(from: Point, points: &[Point], rule: LineRule, blocks: impl Fn(Square) -> bool) -> usize {
    points
        .iter()
        .filter(|&&point| obstacle(from, point, rule, &blocks).is_some())
        .count()
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
    /// The side between two squares that stops it, if it is one; then `blocked_at` is a square beside it.
    pub edge: Option<Edge>,
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
                edge: None,
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

/// As [`count_blocked`], where edges may stand in the line, too.
pub fn count_blocked_or_edge(
    from: Point,
    points: &[Point],
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) -> usize {
    points
        .iter()
        .filter(|&&point| obstacle_or_edge(from, point, rule, &blocks, &stops).is_some())
        .count()
}

/// As [`best_line`], where edges may stop it, too.
pub fn best_line_or_edge(
    from: &[Point],
    to: &[Point],
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) -> Option<Sight> {
    let mut best: Option<(usize, Sight)> = None;
    for &start in from {
        for &end in to {
            let met = obstacle_or_edge(start, end, rule, &blocks, &stops);
            let (blocked_at, edge) = match met {
                None => (None, None),
                Some(Obstacle::Square(square)) => (Some(square), None),
                Some(Obstacle::Edge(edge)) => (Some(edge.squares()[1]), Some(edge)),
            };
            let sight = Sight {
                clear: met.is_none(),
                from: start,
                to: end,
                blocked_at,
                edge,
            };
            if sight.clear {
                return Some(sight);
            }
            let behind = |square: Square| edge.is_some_and(|edge| edge.squares().contains(&square));
            let mut passed = 0;
            for square in squares_crossed(start, end) {
                if edge.is_none() && blocks(square) {
                    break;
                }
                passed += 1;
                if behind(square) {
                    break;
                }
            }
            if best.is_none_or(|(most, _)| passed > most) {
                best = Some((passed, sight));
            }
        }
    }
    best.map(|(_, sight)| sight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Footprint;

    fn at(x: i16, y: i16) -> Square {
        Square::new(x, y)
    }

    /// How many points of the target each of the attacker's squares finds blocked by these walls.
    #[track_caller]
    fn check_blocked(attacker: Footprint, walls: &[[i16; 2]], target: Footprint, wanted: &[usize]) {
        let solid = |square: Square| walls.contains(&square.into());
        let points: Vec<Point> = target.squares().flat_map(Point::quarters).collect();
        let eyes = attacker.squares().map(Point::centre);
        let counts: Vec<usize> = eyes
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
}
