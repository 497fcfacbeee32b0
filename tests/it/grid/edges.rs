//! What stands between squares against the slow versions: lines, and what a block passes with a step.

use std::collections::BTreeSet;

use battlemat::grid::{
    Direction, Edge, Footprint, LineRule, Point, Square,
    line::{Obstacle, obstacle, obstacle_or_edge},
};
use proptest::prelude::*;

use super::{slow, solid_in, walls};

/// Some of the sides around the first squares of a board.
fn edges(side: i16) -> impl Strategy<Value = BTreeSet<Edge>> {
    let one = (0..=side, 0..=side, any::<bool>()).prop_map(|(x, y, north)| {
        let square = Square::new(x, y);
        if north { Edge::north(square) } else { Edge::west(square) }
    });
    prop::collection::btree_set(one, 0..40)
}

fn point() -> impl Strategy<Value = Point> {
    let coordinate = || {
        let part = prop::sample::select(vec![0, 4, 10, 20, 30, 36, 7]);
        (0..7, part).prop_map(|(square, part)| square * 40 + part)
    };
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_line_is_stopped_where_some_place_of_it_is(
        map in walls(7, 15), edges in edges(7), a in point(), b in point(),
    ) {
        let solid = solid_in(&map);
        let stands = |edge: Edge| edges.contains(&edge);
        for rule in [LineRule::Interiors, LineRule::PinchedCorners] {
            let met = obstacle_or_edge(a, b, rule, solid, stands);
            let slow = !slow::is_clear(a, b, rule, solid) || slow::stopped_by_edges(a, b, solid, stands);
            prop_assert_eq!(met.is_some(), slow, "{:?}", rule);
            prop_assert_eq!(obstacle_or_edge(b, a, rule, solid, stands).is_some(), slow, "backwards, {:?}", rule);
            match met {
                Some(Obstacle::Square(square)) => prop_assert!(solid(square)),
                Some(Obstacle::Edge(edge)) => prop_assert!(stands(edge)),
                None => {}
            }
            // Without edges it is what it always was.
            let plain = obstacle_or_edge(a, b, rule, solid, |_| false);
            prop_assert_eq!(plain, obstacle(a, b, rule, solid).map(Obstacle::Square));
        }
    }

    #[test]
    fn whatever_parts_two_squares_stops_every_line_between_their_insides(x in 0_i16..5, y in 0_i16..5, a in 1..40, b in 1..40) {
        // A long wall has no gap at its joints.
        let wall = |edge: Edge| !edge.runs_across() && edge.ends()[0].x == 3;
        let (from, to) = (Point::within(Square::new(x.min(2), y), a, b), Point::within(Square::new(3 + x, 4 - y), b, a));
        prop_assert!(obstacle_or_edge(from, to, LineRule::Interiors, |_| false, wall).is_some());
    }

    #[test]
    fn a_block_passes_what_its_squares_pass(side in 1_u8..4, towards in 0_usize..8) {
        let from = Footprint::new(Square::new(4, 4), side);
        let direction = Direction::ALL[towards];
        let to = from.step(direction);
        let passed: BTreeSet<Edge> = Edge::passed(from, to.at).collect();
        // Step by step along the board, all squares of the block at once: what lies between a square left and one entered.
        let (dx, dy) = direction.delta();
        let legs = if dx != 0 && dy != 0 { vec![[(dx, 0), (0, dy)], [(0, dy), (dx, 0)]] } else { vec![[(dx, dy), (0, 0)]] };
        let mut slow = BTreeSet::new();
        for leg in legs {
            let mut here = from;
            for (dx, dy) in leg {
                let there = Footprint::new(here.at.offset(dx, dy), side);
                for square in here.squares() {
                    let next = square.offset(dx, dy);
                    if !here.contains(next) {
                        slow.extend(Edge::between(square, next));
                    }
                }
                here = there;
            }
        }
        prop_assert_eq!(passed, slow);
    }
}
