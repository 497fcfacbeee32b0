//! Segments against the slow versions.

use battlemat::grid::{
    LineRule, Point, Square,
    line::{obstacle, squares_crossed},
};
use proptest::prelude::*;

use super::{slow, solid_in, walls};

const RULES: [LineRule; 3] = [LineRule::Interiors, LineRule::PinchedCorners, LineRule::SolidUnion];

/// A coordinate over some squares, often one that rules use: corners, quarters, tenths, centres.
fn coordinate(squares: i32) -> impl Strategy<Value = i32> {
    let squares = 0..squares;
    prop_oneof![
        squares.clone().prop_map(|square| square * 40),
        squares.clone().prop_map(|square| square * 40 + 20),
        (squares.clone(), prop::sample::select(vec![4, 10, 30, 36])).prop_map(|(square, part)| square * 40 + part),
        (squares, 0..40).prop_map(|(square, part)| square * 40 + part),
    ]
}

fn point(squares: i32) -> impl Strategy<Value = Point> {
    (coordinate(squares), coordinate(squares)).prop_map(|(x, y)| Point::new(x - 80, y - 80))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn crossed_squares_are_those_with_a_place_of_the_segment_inside(a in point(9), b in point(9)) {
        let crossed: Vec<Square> = squares_crossed(a, b).collect();
        prop_assert_eq!(&crossed, &slow::squares_crossed(a, b));
    }

    #[test]
    fn lines_are_clear_when_no_place_of_them_is_blocked(map in walls(7, 25), a in point(9), b in point(9)) {
        let solid = solid_in(&map);
        for rule in RULES {
            let clear = obstacle(a, b, rule, solid).is_none();
            prop_assert_eq!(clear, slow::is_clear(a, b, rule, solid), "{:?}", rule);
            prop_assert_eq!(clear, obstacle(b, a, rule, solid).is_none(), "backwards, {:?}", rule);
            if let Some(square) = obstacle(a, b, rule, solid) {
                prop_assert!(solid(square));
            }
        }
    }

    #[test]
    fn stricter_rules_never_clear_a_line(map in walls(7, 40), a in point(9), b in point(9)) {
        let solid = solid_in(&map);
        let [open, pinched, union] = RULES.map(|rule| obstacle(a, b, rule, solid).is_none());
        prop_assert!(open || !pinched);
        prop_assert!(pinched || !union);
    }
}
