//! What is always true in a battle under Vigor, Edge and Momentum, looked at after every order of random fights: by what their sheets
//! show, not by the rules that should keep it so.

use battlemat::battle::{
    Battle, ById, Conditions, Creature, Dead, Id, Lasts, Names, Position, has_condition, is_on_map, on_map, space,
};
use battlemat::grid::Length;

/// Checks what holds under the ruleset of a battle.
pub(crate) fn check(battle: &Battle, rests: bool) {
    let world = battle.world();
    for (id, name) in world.resource::<Names>().iter() {
        if world.part::<Creature>(id).is_none() || !is_on_map(world, id) {
            continue;
        }
        clocks_go_on(battle, id, name);
        if rests {
            states_follow_from_gauges(battle, id, name);
            who_holds_is_there(battle, id, name);
            stands_alone(battle, id, name);
        }
    }
}

/// What the sheet says of a gauge or counter.
fn gauge(battle: &Battle, id: Id, key: &str) -> Option<i32> {
    let sheet = battle.ruleset().sheet(battle.world(), id);
    let gauge = sheet.gauges.iter().chain(&sheet.pips).find(|gauge| gauge.key == key);
    gauge.map(|gauge| gauge.now)
}

/// What lasts until a turn of a creature lasts no longer than that creature has turns. Under Edge the place of a creature that is gone
/// comes round all the same (EDG-DUR-3), and ends it then.
fn clocks_go_on(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    if battle.ruleset().key() == "edge" {
        return;
    }
    for one in &world.the::<Conditions>(id).0 {
        if let Lasts::TurnStart(whose) | Lasts::TurnEnd(whose) = one.lasts
            && battle.outcome().is_none()
        {
            assert!(
                world.part::<Dead>(whose).is_none() || battle.active() == Some(whose),
                "{name} is {} until a turn of {}, who is dead",
                one.key,
                battle.name(whose)
            );
        }
    }
}

/// Whoever is out of breath or blood is so in every way.
fn states_follow_from_gauges(battle: &Battle, id: Id, name: &str) {
    let ails = |key: &str| has_condition(battle.world(), id, key);
    let empty = |key: &str| gauge(battle, id, key).is_some_and(|now| now <= 0);
    match battle.ruleset().key() {
        "vigor" => {
            assert!(!empty("vigor") || ails("winded"), "{name} has no Vigor and is not Winded");
            assert_eq!(empty("durability"), ails("wounded"), "{name}: Durability and Wounded");
            assert!(!empty("health") || ails("shock"), "{name} has no Health and lives on");
            assert!(!ails("shock") || ails("unconscious"), "{name} is in Shock and awake");
        }
        "edge" => assert!(!empty("vp") || ails("unconscious"), "{name} has no Vitality and is awake"),
        "momentum" => assert_eq!(empty("vitality"), ails("down"), "{name}: Vitality and down"),
        _ => {}
    }
}

/// Whoever is held by somebody is held by one who is there, awake and beside it.
fn who_holds_is_there(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    let holds = |key: &str| ["pinned", "grappled", "held"].contains(&key);
    for one in world.the::<Conditions>(id).0.iter().filter(|one| holds(&one.key)) {
        let Some(source) = one.source else { continue };
        assert!(is_on_map(world, source), "{name} is {} by one who is gone", one.key);
        let steps = space(world, source).steps(space(world, id));
        // A large body's arms reach over a square.
        let far = if battle.ruleset().key() == "edge" { 4 } else { 1 };
        assert!(steps <= far, "{name} is {} by one {steps} squares away", one.key);
    }
}

/// Nobody stays where another stands at the same height, but for the smallest and whoever lies there.
fn stands_alone(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    let size = |id: Id| {
        let sheet = battle.ruleset().sheet(world, id);
        let size = sheet.stats.iter().find(|stat| stat.key == "size");
        size.map(|stat| stat.value.to_lowercase())
    };
    // Whoever lies in a pit is under the feet of a large one at its brim, and those who fall into one without room share its bottom.
    let height = |id: Id| world.the::<Position>(id).height;
    let level = |other: Id| (height(other).0 - height(id).0).abs() < Length::feet(5).0 && height(id).0 >= 0;
    let shares =
        on_map(world).find(|&other| other != id && level(other) && space(world, other).overlaps(space(world, id)));
    if let Some(other) = shares {
        let tiny = [id, other].into_iter().any(|one| size(one).as_deref() == Some("tiny"));
        let lies =
            [id, other].into_iter().any(|one| ["unconscious", "down"].iter().any(|key| has_condition(world, one, key)));
        let may = battle.ruleset().may_share(world, id, other);
        assert!(
            tiny || lies || may,
            "{name} shares a square with {}: {}",
            battle.name(other),
            crate::invariants::last_told(battle)
        );
    }
}
