//! Areas against their definitions, and their symmetry.

use battlemat::grid::Direction;
use battlemat::grid::{
    Footprint, LineRule, Metric, Point, Square,
    area::{Shape, Spread, burst, cut_by_walls, pointed, quarter_cone, ray},
    line::segment_crosses,
};
use proptest::prelude::*;

use super::{slow, solid_in, walls};

fn spread() -> impl Strategy<Value = Spread> {
    prop_oneof![
        (0..4_i32, 1..4_i32).prop_map(|(num, den)| Spread::Growing(num, den)),
        (0..12_i32).prop_map(Spread::Even),
    ]
}

fn turned(squares: &[Square]) -> Vec<Square> {
    let mut turned: Vec<Square> = squares.iter().map(|square| Square::new(-square.y, square.x)).collect();
    turned.sort_unstable();
    turned
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn bursts_hold_what_lies_within_the_radius(
        x in -5..5_i16, y in -5..5_i16, side in 1..=4_u8, radius in -1..30_i32,
        metric in prop::sample::select(vec![Metric::SQUARES, Metric::new(5, 5), Metric::new(3, 4)]),
    ) {
        let origin = Footprint::new(Square::new(x, y), side);
        let wide = (0..90 * 90).map(|n| Square::new(n % 90 - 45, n / 90 - 45));
        let wanted: Vec<Square> = wide.filter(|&square| metric.apart(origin, square.into()) <= radius).collect();
        prop_assert_eq!(burst(origin, radius, metric), wanted);
    }

    #[test]
    fn pointed_areas_turn_with_their_direction(dx in -5..=5_i16, dy in -5..=5_i16, length in 0..30_i32, spread in spread()) {
        let shape = Shape { length, square: 3, spread };
        let origin = Square::default();
        let area = pointed(origin, (dx, dy), shape);
        prop_assert_eq!(turned(&area), pointed(origin, (-dy, dx), shape));
        let longer = pointed(origin, (dx, dy), Shape { length: length + 3, ..shape });
        prop_assert!(area.iter().all(|square| longer.contains(square)));
        prop_assert!(area.iter().all(|square| i32::from(square.x) * i32::from(dx) + i32::from(square.y) * i32::from(dy) > 0));
    }

    #[test]
    fn eight_cones_fill_the_burst(length in 1..8_u16) {
        let origin = Square::new(3, -2);
        let mut all: Vec<Square> = Direction::ALL.into_iter().flat_map(|way| quarter_cone(origin, way, length)).collect();
        all.sort_unstable();
        all.dedup();
        let mut wanted = burst(origin, i32::from(length), Metric::SQUARES);
        wanted.retain(|&square| square != origin);
        prop_assert_eq!(all, wanted);
    }

    #[test]
    fn rays_cross_their_squares_and_end_at_walls(map in walls(12, 10), x in 0..12_i16, y in 0..12_i16, length in 0..12_u16) {
        let (origin, through) = (Square::new(4, 5), Square::new(x, y));
        let full = ray(origin, through, length, |_| false);
        let cut = ray(origin, through, length, solid_in(&map));
        prop_assert_eq!(&full[..cut.len()], &cut[..]);
        prop_assert!(full.get(cut.len()).is_none_or(|&square| solid_in(&map)(square)));
        prop_assert!(cut.iter().all(|&square| !solid_in(&map)(square)));
        let far = Point::new(
            Point::centre(origin).x() + 40 * 13 * i32::from(x - 4),
            Point::centre(origin).y() + 40 * 13 * i32::from(y - 5),
        );
        let mut wanted = burst(origin, i32::from(length), Metric::SQUARES);
        wanted.retain(|&square| square != origin && segment_crosses(Point::centre(origin), far, square));
        let mut sorted = full;
        sorted.sort_unstable();
        prop_assert_eq!(sorted, wanted);
    }

    #[test]
    fn what_walls_leave_has_a_clear_line(map in walls(11, 20)) {
        let origin = Square::new(3, 3);
        let all = burst(origin, 6, Metric::SQUARES);
        let mut left = all.clone();
        cut_by_walls(Point::centre(origin), &mut left, LineRule::Interiors, solid_in(&map));
        for square in all {
            let blocks = |at: Square| at != origin && at != square && solid_in(&map)(at);
            let clear = slow::is_clear(Point::centre(origin), Point::centre(square), LineRule::Interiors, blocks);
            prop_assert_eq!(left.contains(&square), clear);
        }
    }
}
