//! How creatures stand to each other, for those who look at the board: who is in whose back, which way each faces, what a watch takes in.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Facing, conditions::UNCONSCIOUS};
use super::{compass, sight};
use crate::battle::*;
use crate::grid::Footprint;
use crate::rule;

/// From how many squares away somebody in the back is worth a word who does nothing by that alone.
const NEAR: i32 = 4;

/// VIG-AWARE-2, VIG-AWARE-3, VIG-AWARE-5: who is behind whom, and to whom that lays one open.
pub(crate) fn ties(world: &World, id: Id) -> Vec<PairEffect> {
    let mut out = Vec::new();
    for other in on_map(world).filter(|&other| creature::hostile(world, id, other)) {
        out.extend(back(world, id, other));
        out.extend(back(world, other, id));
    }
    out
}

/// One who has another in its back.
fn back(world: &World, who: Id, to: Id) -> Option<PairEffect> {
    let knocked_out = has_condition(world, who, UNCONSCIOUS);
    let behind = compass::behind(world, who, to);
    let open = knocked_out || (behind && sight::unaware(world, who, to));
    let near = space(world, who).steps(space(world, to)) <= NEAR;
    let at_its_back = behind && near;
    if !(open || at_its_back) {
        return None;
    }
    let (label, why, bearing, rule) = match (open, knocked_out) {
        (true, true) => ("open", "unconscious", Bearing::Open, rule!("VIG-AWARE-7")),
        (true, false) => ("open", "unaware, from behind", Bearing::Open, rule!("VIG-AWARE-2")),
        (false, _) => ("open behind", "aware", Bearing::Behind, rule!("VIG-AWARE-3")),
    };
    Some(PairEffect {
        who,
        to: Some(to),
        by: None,
        key: "behind".into(),
        label: label.into(),
        why: why.into(),
        bearing,
        rule,
    })
}

/// VIG-AWARE-6, VIG-AMB-7: the way it faces, and until the first round is over what its watch takes in.
pub(crate) fn course(world: &World, id: Id) -> ForcedMovement {
    let mut out = ForcedMovement::default();
    if !is_on_map(world, id) || !creature::conscious(world, id) {
        return out;
    }
    let own = space(world, id);
    let &Facing(x, y) = world.the::<Facing>(id);
    let beyond = |step: i16| if step > 0 { i16::from(own.side) } else { step };
    let ahead = own.at.offset(beyond(x), beyond(y));
    out.ways.push(Bound { way: vec![own.at, ahead], label: "faces this way".into(), carried: false });
    let first = world.resource::<Flow>().round <= 1;
    if let Some(heading) = creature::profile(world, id).over_watch.filter(|_| first) {
        let map = world.resource::<Map>();
        let taken_in = |at| compass::expected(heading, compass::offset(own, Footprint::single(at)));
        out.watch = Some(Watch {
            squares: map.cells().squares().filter(|&at| taken_in(at)).collect(),
            label: "Over Watch".into(),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::battle::{Battle, Bearing, Id, Names};
    use crate::grid::Square;

    /// Vera looks east; one stands before her, one in her back; and she keeps a watch that way.
    const FACING: &str = r#"
name = "Facing"
ruleset = "vigor"
map = '''
############
#..........#
#..b.v..f..#
#..........#
############
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera", vigor = { facing = "e", over_watch = "e" } }
"b" = { creature = "brute", side = "red", name = "Bo", vigor = { facing = "w" } }
"f" = { creature = "brute", side = "red", name = "Fox", vigor = { facing = "w" } }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

    fn battle() -> (Battle, impl Fn(&Battle, &str) -> Id) {
        let (level, _) = crate::rules::read_level(FACING, "facing").expect("a sound level");
        let ruleset = crate::rules::by_key("vigor").expect("a known ruleset");
        let battle = Battle::new(Arc::new(level), ruleset, 1).expect("a playable level");
        let find = |battle: &Battle, name: &str| {
            let names = battle.world().resource::<Names>();
            names.find(name).expect("somebody of that name")
        };
        (battle, find)
    }

    #[test]
    fn who_stands_in_whose_back_is_told() {
        let (battle, find) = battle();
        let (vera, bo, fox) = (find(&battle, "Vera"), find(&battle, "Bo"), find(&battle, "Fox"));
        let ties = battle.ruleset().ties(battle.world(), vera);
        let back = |who, to| ties.iter().find(|tie| (tie.who, tie.to) == (who, Some(to)));
        assert_eq!(back(vera, bo).map(|tie| tie.bearing), Some(Bearing::Behind));
        assert_eq!(back(vera, fox), None, "he stands before her");
        assert_eq!(back(bo, vera).map(|tie| tie.bearing), Some(Bearing::Behind));
        assert_eq!(back(fox, vera), None);
    }

    #[test]
    fn the_way_it_faces_and_its_watch_are_told() {
        let (battle, find) = battle();
        let vera = find(&battle, "Vera");
        let course = battle.ruleset().course(battle.world(), vera, crate::battle::SideId(0));
        assert_eq!(course.ways[0].way, [Square::new(5, 2), Square::new(6, 2)]);
        let watch = course.watch.expect("she keeps one");
        assert!(watch.squares.contains(&Square::new(8, 2)) && watch.squares.contains(&Square::new(7, 3)));
        assert!(!watch.squares.contains(&Square::new(6, 3)) && !watch.squares.contains(&Square::new(3, 2)));
    }
}
