//! The game master's overrides that only this ruleset understands (VIG-GM-1, VIG-ROLL-22).

use bevy::prelude::World;

use super::body::{breath, life, who};
use super::data::{Deeds, Fixture, Tracks, conditions::*};
use crate::battle::*;
use crate::rule;

/// A Charge on the next roll of a creature, and a Challenge: key, label, steps.
pub const CHARGES: [(&str, &str, i32); 2] = [
    ("charge", "A Charge on its next roll", 1),
    ("challenge", "A Challenge on its next roll", -1),
];

/// What only this ruleset's game masters decide about a creature.
pub fn own() -> Vec<OwnOverride> {
    let own = |(key, label, _): (&str, &str, i32)| OwnOverride {
        key: key.into(),
        label: label.into(),
        values: vec![(None, "one".into())],
    };
    CHARGES.map(own).into()
}

/// A Charge or a Challenge on the next roll of a creature; the sentence that is logged.
pub fn overrule(world: &mut World, key: &str, id: Id) -> String {
    let steps = CHARGES.iter().find(|(known, ..)| *known == key).map_or(0, |own| own.2);
    world.the_mut::<Deeds>(id).charges += steps;
    format!("{}: a {key} on its next roll", world.resource::<Cast>().name(id))
}

/// Tracks are set as if they had come to be so: whoever has no Durability is Wounded, whoever has no Vigor Winded.
pub fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut fixture) = world.part_mut::<Fixture>(id) {
        fixture.durability = fixture.durability.map(|(_, most)| (value.min(most), most));
        return;
    }
    let profile = who::profile(world, id);
    let most = [profile.vigor_max(), profile.durability_max(), profile.health_max()];
    let mut tracks = world.the_mut::<Tracks>(id);
    match stat {
        "vigor" => tracks.vigor = value.min(most[0]),
        "durability" => tracks.durability = value.min(most[1]),
        _ => tracks.health = value.min(most[2]),
    }
    settle(world, id);
}

/// What follows from the tracks as they stand.
pub fn settle(world: &mut World, id: Id) {
    let tracks = *world.the::<Tracks>(id);
    let living = who::profile(world, id).health_max() > 0;
    if tracks.durability > 0 {
        who::lose(world, id, WOUNDED, rule!("VIG-LIFE-7"));
    } else if living {
        who::gain(world, id, WOUNDED, Lasts::UntilEnded, rule!("VIG-LIFE-3"));
    }
    breath::catch(world, id);
    breath::draw(world, id);
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        PRONE if !has_condition(world, id, PRONE) => life::knock_down(world, id, rule!("VIG-PRONE-1")),
        DEFENDING => return who::gain(world, id, DEFENDING, Lasts::TurnStart(id), rule!("VIG-ACT-11")),
        DAZED => return who::gain(world, id, DAZED, Lasts::TurnEnd(id), rule!("VIG-COND-12")),
        SHAKEN => return who::gain(world, id, SHAKEN, Lasts::TurnEnd(id), rule!("VIG-COND-13")),
        STUNNED => return who::gain(world, id, STUNNED, Lasts::TurnEnd(id), rule!("VIG-COND-11")),
        _ => return false,
    }
    true
}

/// Takes a condition away by key; false when it was not there.
pub fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    let given = [PRONE, DEFENDING, DAZED, SHAKEN, STUNNED]
        .into_iter()
        .find(|given| *given == key);
    given.is_some_and(|key| who::lose(world, id, key, rule!("VIG-GM-1")))
}
