//! The slope sweep against one line for every square.

use battlemat::grid::{Grid, LineRule, Point, Square, line::is_clear, view::View};
use proptest::prelude::*;

use super::{solid_in, walls};

fn slow_view(map: &Grid<bool>, from: Square, rule: LineRule) -> Grid<bool> {
    map.map(|square, _| {
        let blocks = |at: Square| at != from && at != square && map.get(at) == Some(&true);
        is_clear(Point::centre(from), Point::centre(square), rule, blocks)
    })
}

fn check_view(map: &Grid<bool>, pick: prop::sample::Index) -> Result<(), TestCaseError> {
    let from = map.square_at(pick.index(map.cells().len()));
    let mut view = View::new(map.size());
    for rule in [LineRule::Interiors, LineRule::PinchedCorners, LineRule::SolidUnion] {
        view.look(from, rule, solid_in(map));
        prop_assert_eq!(view.grid(), &slow_view(map, from, rule), "{:?} from {}", rule, from);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn small_crowded_maps(map in walls(9, 30), pick: prop::sample::Index) {
        check_view(&map, pick)?;
    }

    #[test]
    fn wider_maps_with_few_walls(map in walls(24, 6), pick: prop::sample::Index) {
        check_view(&map, pick)?;
    }

    #[test]
    fn seeing_is_mutual(map in walls(12, 20), one: prop::sample::Index, other: prop::sample::Index) {
        let [one, other] = [one, other].map(|pick| map.square_at(pick.index(map.cells().len())));
        for rule in [LineRule::Interiors, LineRule::PinchedCorners] {
            let sees = |from, to| {
                let mut view = View::new(map.size());
                view.look(from, rule, solid_in(&map));
                view.sees(to)
            };
            prop_assert_eq!(sees(one, other), sees(other, one));
        }
    }

    #[test]
    fn several_eyes_see_what_each_of_them_sees(map in walls(10, 20), picks: [prop::sample::Index; 3]) {
        let eyes = picks.map(|pick| map.square_at(pick.index(map.cells().len())));
        let mut together = View::new(map.size());
        for eye in eyes {
            together.look_also(eye, LineRule::Interiors, solid_in(&map));
        }
        let alone = eyes.map(|eye| slow_view(&map, eye, LineRule::Interiors));
        let union = map.map(|square, _| alone.iter().any(|view| view[square]));
        prop_assert_eq!(together.grid(), &union);
    }
}
