//! How much of a body hides behind what.
//!
//! Lines are drawn from points to the points of a body; a ruleset decides which points a body has, what stands in a line's
//! way, and what a number of stopped lines means.

use super::{
    Edge, Grid, Point, Square,
    line::{LineRule, obstacle, obstacle_or_edge},
};

/// How many of the points have a blocking square in the line from `from`.
pub fn count_blocked(from: Point, points: &[Point], rule: LineRule, blocks: impl Fn(Square) -> bool) -> usize {
    points.iter().filter(|&&point| obstacle(from, point, rule, &blocks).is_some()).count()
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

/// Whether there is a clear line from one of the points `from` to one of the points `to`.
pub fn has_clear_line(from: &[Point], to: &[Point], rule: LineRule, blocks: impl Fn(Square) -> bool) -> bool {
    let mut pairs = from.iter().flat_map(|&start| to.iter().map(move |&end| (start, end)));
    pairs.any(|(start, end)| obstacle(start, end, rule, &blocks).is_none())
}

/// As [`count_blocked`], where edges may stand in the line, too.
pub fn count_blocked_or_edge(
    from: Point,
    points: &[Point],
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) -> usize {
    points.iter().filter(|&&point| obstacle_or_edge(from, point, rule, &blocks, &stops).is_some()).count()
}

/// As [`has_clear_line`], where edges may stand in the line, too.
pub fn has_clear_line_past_edges(
    from: &[Point],
    to: &[Point],
    rule: LineRule,
    blocks: impl Fn(Square) -> bool,
    stops: impl Fn(Edge) -> bool,
) -> bool {
    let mut pairs = from.iter().flat_map(|&start| to.iter().map(move |&end| (start, end)));
    pairs.any(|(start, end)| obstacle_or_edge(start, end, rule, &blocks, &stops).is_none())
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
        let counts: Vec<usize> = eyes.map(|from| count_blocked(from, &points, LineRule::Interiors, solid)).collect();
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
        let groups = groups((5, 3), |square| map[square.y as usize].as_bytes()[square.x as usize] == b'#');
        assert_eq!(groups.cells(), [1, 1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 0, 4]);
    }

    #[test]
    fn one_clear_line_of_all_is_enough() {
        let clear = |walls: &'static [[i16; 2]]| {
            let (from, to) = (Point::corners(at(0, 1)), Point::corners(at(3, 1)));
            has_clear_line(&from, &to, LineRule::SolidUnion, |square| walls.contains(&square.into()))
        };
        assert!(clear(&[[1, 1], [1, 2]]), "along the top edge");
        assert!(!clear(&[[1, 0], [1, 1], [1, 2]]));
        assert!(!has_clear_line(&[], &Point::corners(at(3, 1)), LineRule::SolidUnion, |_| false));
    }
}
