//! The game master's overrides that only this ruleset understands (VIG-GM-1, VIG-ROLL-22).

use std::ops::RangeInclusive;
use std::sync::Arc;

use bevy::prelude::World;

use super::super::body::{breath, creature, life};
use super::super::data::bestiary::RIDERS;
use super::super::data::conditions::*;
use super::super::data::{Brings, Fixture, Grip, Hold, Nature, Profile, Resist, Score, Stats, Tracks, TurnUsage};
use super::super::field::sight;
use super::super::fight::{openings, resist};
use super::super::flow::{initiative, prefight_choices};
use crate::battle::*;
use crate::rule;

const BRITTLE: &str = "brittle";
const JOINS: &str = "joins";
const REVEALED: &str = "revealed";
const OPEN: &str = "opening";
const VS: &str = "vs";

/// What only this ruleset's game masters decide: key, what goes with it, and what it says. A Charge or a Challenge on a roll of damage
/// is one that no other one steps (VIG-ROLL-22).
pub(crate) static OVERRIDES: [(&str, &str, &str); 11] = [
    ("charge", "nothing", "A Charge on its next roll"),
    ("challenge", "nothing", "A Challenge on its next roll"),
    ("damage_charge", "nothing", "A Charge on its next damage"),
    ("damage_challenge", "nothing", "A Challenge on its next damage"),
    (BRITTLE, "nothing; of a thing that can break", "Cold has made it brittle"),
    (JOINS, "nothing", "It joins the fight from the next round"),
    (REVEALED, "nothing", "Everybody knows where it is"),
    (OPEN, "nothing", "It is open to every enemy near it"),
    (VS, "a number from 1 to 100", "Its next check must beat"),
    (CHARMED, "the name of its charmer, or nothing", "It is charmed by"),
    (PINNED, "the name of its holder beside it, or nothing", "It is held by"),
];

/// What a check can be said to have to beat.
const SAID: RangeInclusive<i32> = 1..=100;

/// VIG-COND-14, VIG-COND-8: those who could have charmed a creature, or could hold it.
fn bonds(world: &World, id: Id, key: &str) -> Vec<Id> {
    let here = space(world, id);
    let charms =
        |other: Id| creature::hostile(world, id, other) && creature::profile(world, id).nature == Nature::Living;
    let holds = |other: Id| here.steps(space(world, other)) <= 1 && !creature::incapacitated(world, other);
    let can = |&other: &Id| other != id && if key == CHARMED { charms(other) } else { holds(other) };
    on_map(world).filter(can).collect()
}

/// Those of these overrides that concern a creature, or a thing, with what can be said of it.
fn own(world: &World, id: Id, concerns: impl Fn(&str) -> bool) -> Vec<OwnOverride> {
    let names = world.resource::<Names>();
    let named = |other: Id| (Some(names.name(other).to_string()), names.name(other).to_string());
    let values = |key: &str| match key {
        VS => (5..=40).step_by(5).map(|vs: i32| (Some(vs.to_string()), vs.to_string())).collect(),
        CHARMED | PINNED => has_condition(world, id, key)
            .then(|| (None, "nobody".into()))
            .into_iter()
            .chain(bonds(world, id, key).into_iter().map(named))
            .collect(),
        _ => vec![(None, "one".into())],
    };
    let concerned = OVERRIDES.iter().filter(|(key, ..)| concerns(key));
    concerned
        .map(|(key, _, label)| OwnOverride { key: (*key).into(), label: (*label).into(), values: values(key) })
        .collect()
}

/// The number that a value stands for.
fn said(value: Option<&str>) -> Option<i32> {
    value?.parse().ok().filter(|vs| SAID.contains(vs))
}

fn refused(code: &'static str, message: impl Into<Text>) -> Result<(), Refusal> {
    Err(Refusal::by(rule!("VIG-GM-1"), code, message))
}

/// Whether a creature can be charmed or held by somebody of that name, or by nobody any more.
fn may_bind(world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
    let by = value.and_then(|name| world.resource::<Names>().find(name));
    let can = by.is_some_and(|by| is_on_map(world, id) && bonds(world, id, key).contains(&by));
    match value {
        None if !has_condition(world, id, key) => refused("already", "Nobody does."),
        Some(_) if !can && key == CHARMED => {
            refused("bad_value", "The `value` is the name of an enemy on the map, of somebody living.")
        }
        Some(_) if !can => refused("bad_value", "The `value` is the name of somebody beside it who can hold it."),
        Some(_) if creature::proof(world, id, key) => {
            Err(Refusal::by(rule!("VIG-ABIL-7"), "immune", format!("It is never {key}.")))
        }
        _ => Ok(()),
    }
}

/// What only this ruleset's game masters decide about a creature.
pub(crate) fn own_overrides(world: &World, creature: Id) -> Vec<OwnOverride> {
    own(world, creature, |key| key != BRITTLE)
}

/// VIG-TYPE-14: what they decide about a thing that can break.
pub(crate) fn object_overrides(world: &World, thing: Id) -> Vec<OwnOverride> {
    let breaks = world.part::<Fixture>(thing).is_some_and(|fixture| fixture.durability.is_some());
    own(world, thing, |key| breaks && key == BRITTLE)
}

/// Whether what a game master decides would do anything.
///
/// # Errors
/// Why not.
pub(crate) fn may_overrule(world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
    if let Some(fixture) = world.part::<Fixture>(id).filter(|_| !matches!(key, CHARMED | PINNED)) {
        let whole = fixture.durability.is_some_and(|(left, _)| left > 0);
        return match (key == BRITTLE, fixture.brittle) {
            (false, _) => refused("no_creature", "That is no creature."),
            (true, _) if !whole => refused("bad_value", "It cannot break, so it cannot be brittle."),
            (true, true) => refused("already", "It is brittle already."),
            (true, false) => Ok(()),
        };
    }
    match key {
        CHARMED | PINNED => may_bind(world, key, id, value),
        BRITTLE => refused("bad_value", "Only a thing can be brittle."),
        JOINS if world.resource::<Flow>().place(id).is_some() => {
            refused("already", "It has its place in the order of turns already.")
        }
        JOINS if !is_on_map(world, id) => refused("not_on_map", "It has yet to come, so it joins when it does."),
        REVEALED if !sight::is_hidden(world, id) => {
            refused("not_there", "It hides from nobody, so there is nothing to reveal.")
        }
        VS if said(value).is_none() => {
            let (least, most) = (SAID.start(), SAID.end());
            let message = format!("The `value` is what its next check must beat, from {least} to {most}.");
            refused("bad_value", message)
        }
        _ => Ok(()),
    }
}

/// Does what a game master has decided; the sentence that is logged.
pub(crate) fn overrule(world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
    let name = world.resource::<Names>().name(id).to_string();
    let step = if key.ends_with("charge") { 1 } else { -1 };
    match key {
        VS => {
            let vs = said(value);
            world.the_mut::<TurnUsage>(id).vs = vs;
            format!("{name}: its next check must beat {}", vs.unwrap_or_default())
        }
        JOINS => {
            if !prefight_choices::join_before_the_order(world, id) {
                initiative::arrive(world, id);
            }
            format!("{name} joins the fight")
        }
        REVEALED => {
            sight::reveal(world, id, None, rule!("VIG-GM-1"));
            format!("{name} is known to all")
        }
        OPEN => {
            openings::declare(world, id, openings::Act::Step);
            format!("{name} is open to those near it")
        }
        CHARMED | PINNED => {
            let by = value.and_then(|value| world.resource::<Names>().find(value));
            bind(world, id, if key == CHARMED { CHARMED } else { PINNED }, by);
            format!("{name} is {key} by {}", value.unwrap_or("nobody"))
        }
        BRITTLE => {
            world.the_mut::<Fixture>(id).brittle = true;
            format!("{name} is brittle with cold")
        }
        "damage_charge" | "damage_challenge" => {
            world.the_mut::<TurnUsage>(id).damage_charges += step;
            let what = if step > 0 { "Charge" } else { "Challenge" };
            format!("{name}: a {what} on its next damage")
        }
        _ => {
            world.the_mut::<TurnUsage>(id).charges += step;
            format!("{name}: a {key} on its next roll")
        }
    }
}

/// Whether a stat can be set to a value: who has no Mana at all has no gauge of it either.
///
/// # Errors
/// How much it can hold.
pub(crate) fn may_set(world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
    if stat != "mana" || world.part::<Fixture>(id).is_some() {
        return Ok(());
    }
    let most = creature::profile(world, id).mana_max();
    if value > most {
        let message = format!("Its Mana is at most {most}, so it is not set to {value}.");
        return Err(Refusal::by(rule!("VIG-GM-1"), "bad_value", message));
    }
    Ok(())
}

/// Whether somebody can be given a condition: what lasts to its next turn can come once more, and last anew or be worse.
///
/// # Errors
/// That it has it already; that only the living can; that there is nobody to be Hidden from.
pub(crate) fn may_gain(world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
    if matches!(condition, WOUNDED | SHOCK) && creature::profile(world, id).nature != Nature::Living {
        return Err(Refusal::by(rule!("VIG-OBJ-6"), "not_living", "Only the living can be that."));
    }
    if creature::proof(world, id, condition) {
        return Err(Refusal::by(rule!("VIG-ABIL-7"), "immune", "It is never that."));
    }
    if condition == HIDDEN {
        return sight::may_hide_from_all(world, id);
    }
    already(condition, has && !matches!(condition, DAZED | SHAKEN | STUNNED))
}

/// Tracks are set as if they had come to be so: whoever has no Durability is Wounded, or destroyed if it does not live; whoever has no
/// Vigor is Winded; whoever has no Health in Shock.
pub(crate) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut fixture) = world.part_mut::<Fixture>(id) {
        fixture.durability = fixture.durability.map(|(_, most)| (value.min(most), most));
        return;
    }
    let before = *world.the::<Tracks>(id);
    write(Arc::make_mut(&mut world.the_mut::<Stats>(id).0), stat, value);
    let mut tracks = world.the_mut::<Tracks>(id);
    match stat {
        "vigor" => tracks.vigor = value,
        "durability" => tracks.durability = value,
        "mana" => tracks.mana = value,
        "health" => tracks.health = value,
        _ => {}
    }
    let profile = creature::profile(world, id);
    let most = Tracks {
        vigor: profile.vigor_max(),
        durability: profile.durability_max(),
        health: profile.health_max(),
        mana: profile.mana_max(),
    };
    let mut tracks = world.the_mut::<Tracks>(id);
    tracks.vigor = tracks.vigor.min(most.vigor);
    tracks.durability = tracks.durability.min(most.durability);
    tracks.health = tracks.health.min(most.health);
    tracks.mana = tracks.mana.min(most.mana);
    let health = (before.health, tracks.health);
    settle(world, id);
    match health {
        (1.., 0) => life::fall_into_shock(world, id),
        (0, 1..) => life::revive(world, id),
        _ => {}
    }
}

/// VIG-COND-14, VIG-COND-8: somebody is charmed or held by another, and by nobody else.
fn bind(world: &mut World, id: Id, key: &'static str, by: Option<Id>) {
    creature::lose(world, id, key, rule!("VIG-GM-1"));
    let Some(by) = by else { return };
    if key == CHARMED {
        let until = creature::to_its_next_turn(world, id);
        creature::gain_from(world, id, CHARMED, Some(by), until, rule!("VIG-COND-14"));
    } else {
        let hold = Hold {
            grip: Grip::Pinned,
            by: Some(by),
            within: 1,
            resist: Resist::usual(Score::Strength, Brings::Pinned),
        };
        creature::hold_fast(world, id, hold, rule!("VIG-COND-8"));
        resist::is_held(world, id);
    }
}

/// What is written of a creature, as opposed to what is left of it: whether there is anything of that name.
fn write(profile: &mut Profile, stat: &str, value: i32) {
    match stat {
        "strength" => profile.strength = value,
        "agility" => profile.agility = value,
        "speed" => profile.speed = value,
        "stamina" => profile.stamina = value,
        "reason" => profile.reason = value,
        "resolve" => profile.resolve = value,
        "soul" => profile.soul = value,
        "vigor_max" => profile.vigor_max = Some(value),
        "durability_max" => profile.durability_max = Some(value),
        "health_max" => profile.health_max = Some(value),
        "mana_max" => profile.mana_max = Some(value),
        "turn_actions" => profile.actions = value,
        "guard_bonus" => profile.guard_bonus = value,
        _ => {}
    }
}

/// What follows from the tracks as they stand.
pub(crate) fn settle(world: &mut World, id: Id) {
    let tracks = *world.the::<Tracks>(id);
    if tracks.durability > 0 {
        creature::lose(world, id, WOUNDED, rule!("VIG-LIFE-7"));
    } else if creature::profile(world, id).nature == Nature::Living {
        creature::gain(world, id, WOUNDED, Lasts::UntilEnded, rule!("VIG-LIFE-3"));
    } else {
        return life::die(world, id, rule!("VIG-OBJ-6"));
    }
    breath::catch(world, id);
    breath::draw(world, id);
}

/// Conditions that are nothing but a track that has run out, with its stat and how much of it ends them.
const OF_TRACKS: [(&str, &str, i32); 3] =
    [(WINDED, "vigor", breath::ENOUGH), (WOUNDED, "durability", 1), (SHOCK, "health", 1)];

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    if let Some((key, stat, _)) = OF_TRACKS.iter().find(|(of, ..)| *of == key) {
        let lives = creature::profile(world, id).nature == Nature::Living;
        let can = !has_condition(world, id, key) && (*key == WINDED || lives);
        if can {
            set(world, id, stat, 0);
        }
        return can;
    }
    if let Some(key) = RIDERS.into_iter().find(|known| *known == key)
        && creature::withstands(world, id, key)
    {
        return true;
    }
    let next = creature::to_its_next_turn(world, id);
    let (key, lasts, rule) = match key {
        AMBUSHED => (AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-1")),
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
        HIDDEN => return sight::hide_from_all(world, id, rule!("VIG-GM-1")),
        _ => return false,
    };
    if has_condition(world, id, key) && matches!(key, DAZED | SHAKEN | STUNNED) {
        creature::gain_from(world, id, key, None, lasts, rule);
        return true;
    }
    let new = creature::gain(world, id, key, lasts, rule);
    if key == BOUND && new {
        resist::is_held(world, id);
    }
    new
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == HIDDEN {
        let hides = has_condition(world, id, HIDDEN);
        sight::reveal(world, id, None, rule!("VIG-GM-1"));
        return hides;
    }
    if let Some((key, stat, enough)) = OF_TRACKS.iter().find(|(of, ..)| *of == key) {
        let had = has_condition(world, id, key);
        if had {
            set(world, id, stat, *enough);
        }
        return had;
    }
    // Whoever has no Health does not come to itself before it has some.
    if key == UNCONSCIOUS && !creature::counts(world, id) {
        set(world, id, "health", 1);
        return true;
    }
    let given = [PRONE, DEFENDING, DAZED, SHAKEN, STUNNED, AMBUSHED, BOUND, UNCONSCIOUS, PROTECTED]
        .into_iter()
        .find(|given| *given == key);
    given.is_some_and(|key| creature::lose(world, id, key, rule!("VIG-GM-1")))
}
