//! The game master's overrides that only this ruleset understands (VIG-GM-1, VIG-ROLL-22).

use std::ops::RangeInclusive;

use bevy::prelude::World;

use super::body::{breath, life, who};
use super::data::{Fixture, Tracks, TurnUsage, conditions::*};
use super::field::sight;
use super::fight::exposed;
use super::turn;
use crate::battle::*;
use crate::rule;

/// A Charge on the next roll of a creature, and a Challenge: key, label, steps.
pub const CHARGES: [(&str, &str, i32); 2] = [
    ("charge", "A Charge on its next roll", 1),
    ("challenge", "A Challenge on its next roll", -1),
];

/// Somebody who stayed out joins: key, label.
pub const JOINS: (&str, &str) = ("joins", "It joins the fight from the next round");

/// Somebody who hides is known to all: likewise.
pub const REVEALED: (&str, &str) = ("revealed", "Everybody knows where it is");

/// Somebody is open to those near it: likewise.
pub const OPEN: (&str, &str) = ("opening", "It is open to every enemy near it");

/// What its next check must beat: likewise, and what can be said.
pub const VS: (&str, &str) = ("vs", "Its next check must beat");
const SAID: RangeInclusive<i32> = 1..=100;

/// What only this ruleset's game masters decide about a creature.
pub fn own() -> Vec<OwnOverride> {
    let own = |(key, label): (&str, &str)| OwnOverride {
        key: key.into(),
        label: label.into(),
        values: vec![(None, "one".into())],
    };
    let charges = CHARGES.map(|(key, label, _)| (key, label));
    let said = |vs: i32| (Some(vs.to_string()), vs.to_string());
    let vs = OwnOverride {
        key: VS.0.into(),
        label: VS.1.into(),
        values: (5..=40).step_by(5).map(said).collect(),
    };
    let alone = charges.into_iter().chain([JOINS, REVEALED, OPEN]).map(own);
    alone.chain([vs]).collect()
}

/// The number that a value stands for.
fn said(value: Option<&str>) -> Option<i32> {
    value?.parse().ok().filter(|vs| SAID.contains(vs))
}

/// Whether an override can be brought about with its value.
///
/// # Errors
/// What a check is to beat that is no number that can be said.
pub fn may_overrule(key: &str, value: Option<&str>) -> Result<(), Refusal> {
    if key == VS.0 && said(value).is_none() {
        let (least, most) = (SAID.start(), SAID.end());
        let message = format!("The `value` is what its next check must beat, from {least} to {most}.");
        return Err(Refusal::by(rule!("VIG-GM-1"), "bad_value", message));
    }
    Ok(())
}

/// A Charge or a Challenge on the next roll of a creature, or something else that only this ruleset knows; the sentence that is logged.
pub fn overrule(world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
    let name = world.resource::<Names>().name(id).to_string();
    if let Some(vs) = said(value).filter(|_| key == VS.0) {
        world.the_mut::<TurnUsage>(id).vs = Some(vs);
        return format!("{name}: its next check must beat {vs}");
    }
    if key == JOINS.0 {
        turn::arrive(world, id);
        return format!("{name} joins the fight");
    }
    if key == REVEALED.0 {
        sight::reveal(world, id, None, rule!("VIG-GM-1"));
        return format!("{name} is known to all");
    }
    if key == OPEN.0 {
        exposed::declare(world, id, exposed::Act::Step);
        return format!("{name} is open to those near it");
    }
    let steps = CHARGES.iter().find(|(known, ..)| *known == key).map_or(0, |own| own.2);
    world.the_mut::<TurnUsage>(id).charges += steps;
    format!("{name}: a {key} on its next roll")
}

/// Tracks are set as if they had come to be so: whoever has no Durability is Wounded, whoever has no Vigor Winded.
pub fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut fixture) = world.part_mut::<Fixture>(id) {
        fixture.durability = fixture.durability.map(|(_, most)| (value.min(most), most));
        return;
    }
    let profile = who::profile(world, id);
    let mana = profile.mana_max();
    let most = [profile.vigor_max(), profile.durability_max(), profile.health_max()];
    let mut tracks = world.the_mut::<Tracks>(id);
    match stat {
        "vigor" => tracks.vigor = value.min(most[0]),
        "durability" => tracks.durability = value.min(most[1]),
        "mana" => tracks.mana = value.min(mana),
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
    let next = who::to_its_next_turn(world, id);
    let (key, lasts, rule) = match key {
        PRONE if !has_condition(world, id, PRONE) => {
            life::knock_down(world, id, rule!("VIG-PRONE-1"));
            return true;
        }
        UNCONSCIOUS if !has_condition(world, id, UNCONSCIOUS) => {
            life::faint(world, id);
            return true;
        }
        DEFENDING => (DEFENDING, Lasts::TurnStart(id), rule!("VIG-ACT-11")),
        DAZED => (DAZED, next, rule!("VIG-COND-12")),
        SHAKEN => (SHAKEN, next, rule!("VIG-COND-13")),
        STUNNED => (STUNNED, next, rule!("VIG-COND-11")),
        BOUND => (BOUND, Lasts::UntilEnded, rule!("VIG-COND-7")),
        PROTECTED => (PROTECTED, Lasts::UntilEnded, rule!("VIG-GM-1")),
        HIDDEN if !has_condition(world, id, HIDDEN) => return sight::hide_from_all(world, id, rule!("VIG-GM-1")),
        _ => return false,
    };
    if has_condition(world, id, key) && matches!(key, DAZED | SHAKEN | STUNNED) {
        who::gain_from(world, id, key, None, lasts, rule);
        return true;
    }
    let new = who::gain(world, id, key, lasts, rule);
    if key == BOUND && new {
        life::halt(world, id, rule!("VIG-COND-1"));
    }
    new
}

/// Takes a condition away by key; false when it was not there.
pub fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == HIDDEN {
        let hides = has_condition(world, id, HIDDEN);
        sight::reveal(world, id, None, rule!("VIG-GM-1"));
        return hides;
    }
    let given = [PRONE, DEFENDING, DAZED, SHAKEN, STUNNED, BOUND, UNCONSCIOUS, PROTECTED]
        .into_iter()
        .find(|given| *given == key);
    given.is_some_and(|key| who::lose(world, id, key, rule!("VIG-GM-1")))
}
