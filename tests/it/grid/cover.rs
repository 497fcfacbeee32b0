//! Cover, groups and deciding lines against brute force.

use std::collections::BTreeSet;

use battlemat::grid::{
    Footprint, Grid, LineRule, Point, Square,
    cover::{count_blocked, groups, has_clear_line},
};
use proptest::prelude::*;

use super::{slow, solid_in, walls};

fn block(side: i16) -> impl Strategy<Value = Footprint> {
    (0..side, 0..side, 1..=4_u8).prop_map(|(x, y, side)| Footprint::new(Square::new(x, y), side))
}

/// Groups by letting the lowest number spread until nothing changes.
fn slow_groups(map: &Grid<bool>) -> Grid<u32> {
    let mut labels =
        map.map(|square, &solid| if solid { map.index_of(square).map_or(0, |at| at as u32 + 1) } else { 0 });
    loop {
        let spread = labels.map(|square, &own| {
            let around = square.neighbours().into_iter().filter_map(|next| labels.get(next).copied());
            around.filter(|&label| label != 0 && own != 0).fold(own, u32::min)
        });
        if spread == labels {
            break;
        }
        labels = spread;
    }
    let firsts: BTreeSet<u32> = labels.cells().iter().copied().filter(|&label| label != 0).collect();
    labels.map(|_, &label| firsts.iter().position(|&first| first == label).map_or(0, |place| place as u32 + 1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn blocked_points_are_those_without_a_clear_line(map in walls(10, 15), from in block(10), target in block(10)) {
        let wall = solid_in(&map);
        let solid = |square| !from.contains(square) && !target.contains(square) && wall(square);
        let points: Vec<Point> = target.squares().flat_map(Point::quarters).collect();
        for eye in from.squares().map(Point::centre) {
            let blocked = points.iter().filter(|&&point| !slow::is_clear(eye, point, LineRule::Interiors, solid));
            prop_assert_eq!(blocked.count(), count_blocked(eye, &points, LineRule::Interiors, solid));
        }
    }

    #[test]
    fn groups_are_what_spreading_joins(map in walls(12, 35)) {
        prop_assert_eq!(groups(map.size(), solid_in(&map)), slow_groups(&map));
    }

    #[test]
    fn a_clear_line_is_found_whenever_there_is_one(map in walls(8, 35), from in block(8), target in block(8)) {
        let solid = solid_in(&map);
        for rule in [LineRule::Interiors, LineRule::PinchedCorners, LineRule::SolidUnion] {
            let (eyes, points) = (Point::corners(from.at), Point::corners(target.at));
            let any = eyes.iter().any(|&eye| points.iter().any(|&point| slow::is_clear(eye, point, rule, solid)));
            prop_assert_eq!(has_clear_line(&eyes, &points, rule, solid), any);
            prop_assert_eq!(has_clear_line(&points, &eyes, rule, solid), any, "sight is mutual");
        }
    }
}
