//! The game master's overrides that only this ruleset understands (VIG-GM-1, VIG-ROLL-22).

use std::ops::RangeInclusive;
use std::sync::Arc;

use bevy::prelude::World;

use super::body::{breath, life, who};
use super::data::{
    Brings, Fixture, Grip, Hold, Nature, Profile, Resist, Score, Stats, Tracks, TurnUsage, bestiary::RIDERS,
    conditions::*,
};
use super::field::sight;
use super::fight::{exposed, resist};
use super::{order, wishes};
use crate::battle::*;
use crate::rule;

/// A Charge on the next roll of a creature, and a Challenge: key, label, steps.
pub(super) const CHARGES: [(&str, &str, i32); 2] = [
    ("charge", "A Charge on its next roll", 1),
    ("challenge", "A Challenge on its next roll", -1),
];

/// The same on its next roll of damage, which no other one steps (VIG-ROLL-22).
pub(super) const DAMAGE_CHARGES: [(&str, &str, i32); 2] = [
    ("damage_charge", "A Charge on its next damage", 1),
    ("damage_challenge", "A Challenge on its next damage", -1),
];

/// A thing is brittle with cold: key, label.
pub(super) const BRITTLE: (&str, &str) = ("brittle", "Cold has made it brittle");

/// Somebody who stayed out joins: key, label.
pub(super) const JOINS: (&str, &str) = ("joins", "It joins the fight from the next round");

/// Somebody who hides is known to all: likewise.
pub(super) const REVEALED: (&str, &str) = ("revealed", "Everybody knows where it is");

/// Somebody is open to those near it: likewise.
pub(super) const OPEN: (&str, &str) = ("opening", "It is open to every enemy near it");

/// What its next check must beat: likewise, and what can be said.
pub(super) const VS: (&str, &str) = ("vs", "Its next check must beat");
const SAID: RangeInclusive<i32> = 1..=100;

/// Who has charmed it, and who holds it: likewise; without a name nobody does.
pub(super) const CHARMED_BY: (&str, &str) = ("charmed", "It is charmed by");
/// Likewise.
pub(super) const PINNED_BY: (&str, &str) = ("pinned", "It is held by");

/// VIG-COND-14, VIG-COND-8: those who could have charmed a creature, or could hold it.
fn bonds(world: &World, id: Id, key: &str) -> Vec<Id> {
    let here = space(world, id);
    let charms = |other: Id| who::hostile(world, id, other) && who::profile(world, id).nature == Nature::Living;
    let holds = |other: Id| here.steps(space(world, other)) <= 1 && !who::incapacitated(world, other);
    let can = |&other: &Id| {
        other != id
            && if key == CHARMED_BY.0 {
                charms(other)
            } else {
                holds(other)
            }
    };
    on_map(world).filter(can).collect()
}

/// What only this ruleset's game masters decide about a creature.
pub(super) fn own(world: &World, id: Id) -> Vec<OwnOverride> {
    let own = |(key, label): (&str, &str)| OwnOverride {
        key: key.into(),
        label: label.into(),
        values: vec![(None, "one".into())],
    };
    let charges = [CHARGES, DAMAGE_CHARGES].concat();
    let charges = charges.into_iter().map(|(key, label, _)| (key, label));
    let said = |vs: i32| (Some(vs.to_string()), vs.to_string());
    let vs = OwnOverride {
        key: VS.0.into(),
        label: VS.1.into(),
        values: (5..=40).step_by(5).map(said).collect(),
    };
    let names = world.resource::<Names>();
    let bond = |(key, label): (&str, &str)| {
        let named = |other: Id| (Some(names.name(other).to_string()), names.name(other).to_string());
        OwnOverride {
            key: key.into(),
            label: label.into(),
            values: has_condition(world, id, key)
                .then(|| (None, "nobody".into()))
                .into_iter()
                .chain(bonds(world, id, key).into_iter().map(named))
                .collect(),
        }
    };
    let alone = charges.chain([JOINS, REVEALED, OPEN]).map(own);
    let bonds = [CHARMED_BY, PINNED_BY].map(bond);
    alone.chain([vs]).chain(bonds).collect()
}

/// VIG-TYPE-14: what they decide about a thing that can break.
pub(super) fn of_thing(world: &World, id: Id) -> Vec<OwnOverride> {
    let breaks = world
        .part::<Fixture>(id)
        .is_some_and(|fixture| fixture.durability.is_some());
    let brittle = OwnOverride {
        key: BRITTLE.0.into(),
        label: BRITTLE.1.into(),
        values: vec![(None, "one".into())],
    };
    breaks.then_some(brittle).into_iter().collect()
}

/// The number that a value stands for.
fn said(value: Option<&str>) -> Option<i32> {
    value?.parse().ok().filter(|vs| SAID.contains(vs))
}

/// Whether an override can be brought about with its value.
///
/// # Errors
/// What a check is to beat that is no number that can be said; that somebody is in the fight or known already, or has no such bond;
/// somebody who cannot have charmed or hold the creature.
pub(super) fn may_overrule(world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
    let refused = |code, message: &'static str| Err(Refusal::by(rule!("VIG-GM-1"), code, message));
    if let Some((key, _)) = [CHARMED_BY, PINNED_BY].into_iter().find(|(known, _)| *known == key) {
        let by = value.and_then(|name| world.resource::<Names>().find(name));
        let can = by.is_some_and(|by| is_on_map(world, id) && bonds(world, id, key).contains(&by));
        return match value {
            None if !has_condition(world, id, key) => refused("already", "Nobody does."),
            Some(_) if !can && key == CHARMED_BY.0 => refused(
                "bad_value",
                "The `value` is the name of an enemy on the map, of somebody living.",
            ),
            Some(_) if !can => refused(
                "bad_value",
                "The `value` is the name of somebody beside it who can hold it.",
            ),
            Some(_) if who::proof(world, id, key) => Err(Refusal::by(
                rule!("VIG-ABIL-7"),
                "immune",
                format!("It is never {key}."),
            )),
            _ => Ok(()),
        };
    }
    if let Some(fixture) = world.part::<Fixture>(id) {
        let whole = fixture.durability.is_some_and(|(left, _)| left > 0);
        return match (key == BRITTLE.0, fixture.brittle) {
            (false, _) => refused("no_creature", "That is no creature."),
            (true, _) if !whole => refused("bad_value", "It cannot break, so it cannot be brittle."),
            (true, true) => refused("already", "It is brittle already."),
            (true, false) => Ok(()),
        };
    }
    if key == BRITTLE.0 {
        return refused("bad_value", "Only a thing can be brittle.");
    }
    if key == JOINS.0 && world.resource::<Flow>().place(id).is_some() {
        return refused("already", "It has its place in the order of turns already.");
    }
    if key == JOINS.0 && !is_on_map(world, id) {
        return refused("not_on_map", "It has yet to come, so it joins when it does.");
    }
    if key == REVEALED.0 && !sight::is_hidden(world, id) {
        return refused("not_there", "It hides from nobody, so there is nothing to reveal.");
    }
    if key == VS.0 && said(value).is_none() {
        let (least, most) = (SAID.start(), SAID.end());
        let message = format!("The `value` is what its next check must beat, from {least} to {most}.");
        return Err(Refusal::by(rule!("VIG-GM-1"), "bad_value", message));
    }
    Ok(())
}

/// A Charge or a Challenge on the next roll of a creature, or something else that only this ruleset knows; the sentence that is logged.
pub(super) fn overrule(world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
    let name = world.resource::<Names>().name(id).to_string();
    if let Some(vs) = said(value).filter(|_| key == VS.0) {
        world.the_mut::<TurnUsage>(id).vs = Some(vs);
        return format!("{name}: its next check must beat {vs}");
    }
    if key == JOINS.0 {
        if !wishes::join_before_the_order(world, id) {
            order::arrive(world, id);
        }
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
    if key == CHARMED_BY.0 || key == PINNED_BY.0 {
        let by = value.and_then(|value| world.resource::<Names>().find(value));
        bind(world, id, if key == CHARMED_BY.0 { CHARMED } else { PINNED }, by);
        return format!("{name} is {key} by {}", value.unwrap_or("nobody"));
    }
    if key == BRITTLE.0 {
        world.the_mut::<Fixture>(id).brittle = true;
        return format!("{name} is brittle with cold");
    }
    if let Some((_, _, steps)) = DAMAGE_CHARGES.iter().find(|(known, ..)| *known == key) {
        world.the_mut::<TurnUsage>(id).damage_charges += steps;
        let what = if *steps > 0 { "Charge" } else { "Challenge" };
        return format!("{name}: a {what} on its next damage");
    }
    let steps = CHARGES.iter().find(|(known, ..)| *known == key).map_or(0, |own| own.2);
    world.the_mut::<TurnUsage>(id).charges += steps;
    format!("{name}: a {key} on its next roll")
}

/// VIG-COND-14, VIG-COND-8: somebody is charmed or held by another, and by nobody else.
fn bind(world: &mut World, id: Id, key: &'static str, by: Option<Id>) {
    who::lose(world, id, key, rule!("VIG-GM-1"));
    let Some(by) = by else { return };
    if key == CHARMED {
        let until = who::to_its_next_turn(world, id);
        who::gain_from(world, id, CHARMED, Some(by), until, rule!("VIG-COND-14"));
    } else {
        let hold = Hold {
            grip: Grip::Pinned,
            by: Some(by),
            within: 1,
            resist: Resist::usual(Score::Strength, Brings::Pinned),
        };
        who::hold_fast(world, id, hold, rule!("VIG-COND-8"));
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

/// Whether a stat can be set to a value: who has no Mana at all has no gauge of it either.
///
/// # Errors
/// How much it can hold.
pub(super) fn may_set(world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
    if stat != "mana" || world.part::<Fixture>(id).is_some() {
        return Ok(());
    }
    let most = who::profile(world, id).mana_max();
    if value > most {
        let message = format!("Its Mana is at most {most}, so it is not set to {value}.");
        return Err(Refusal::by(rule!("VIG-GM-1"), "bad_value", message));
    }
    Ok(())
}

/// Tracks are set as if they had come to be so: whoever has no Durability is Wounded, or destroyed if it does not live; whoever has no
/// Vigor is Winded; whoever has no Health in Shock.
pub(super) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
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
    let profile = who::profile(world, id);
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

/// What follows from the tracks as they stand.
pub(super) fn settle(world: &mut World, id: Id) {
    let tracks = *world.the::<Tracks>(id);
    if tracks.durability > 0 {
        who::lose(world, id, WOUNDED, rule!("VIG-LIFE-7"));
    } else if who::profile(world, id).nature == Nature::Living {
        who::gain(world, id, WOUNDED, Lasts::UntilEnded, rule!("VIG-LIFE-3"));
    } else {
        return life::die(world, id, rule!("VIG-OBJ-6"));
    }
    breath::catch(world, id);
    breath::draw(world, id);
}

/// Conditions that are nothing but a track that has run out, with its stat and how much of it ends them.
const OF_TRACKS: [(&str, &str, i32); 3] = [
    (WINDED, "vigor", breath::ENOUGH),
    (WOUNDED, "durability", 1),
    (SHOCK, "health", 1),
];

/// Whether somebody can be given a condition: what lasts to its next turn can come once more, and last anew or be worse.
///
/// # Errors
/// That it has it already; that only the living can; that there is nobody to be Hidden from.
pub(super) fn may_gain(world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
    if matches!(condition, WOUNDED | SHOCK) && who::profile(world, id).nature != Nature::Living {
        return Err(Refusal::by(
            rule!("VIG-OBJ-6"),
            "not_living",
            "Only the living can be that.",
        ));
    }
    if who::proof(world, id, condition) {
        return Err(Refusal::by(rule!("VIG-ABIL-7"), "immune", "It is never that."));
    }
    if condition == HIDDEN {
        return sight::may_hide_from_all(world, id);
    }
    already(condition, has && !matches!(condition, DAZED | SHAKEN | STUNNED))
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(super) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    if let Some((key, stat, _)) = OF_TRACKS.iter().find(|(of, ..)| *of == key) {
        let lives = who::profile(world, id).nature == Nature::Living;
        let can = !has_condition(world, id, key) && (*key == WINDED || lives);
        if can {
            set(world, id, stat, 0);
        }
        return can;
    }
    if let Some(key) = RIDERS.into_iter().find(|known| *known == key)
        && who::withstands(world, id, key)
    {
        return true;
    }
    let next = who::to_its_next_turn(world, id);
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
        who::gain_from(world, id, key, None, lasts, rule);
        return true;
    }
    let new = who::gain(world, id, key, lasts, rule);
    if key == BOUND && new {
        resist::is_held(world, id);
    }
    new
}

/// Takes a condition away by key; false when it was not there.
pub(super) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
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
    if key == UNCONSCIOUS && !who::counts(world, id) {
        set(world, id, "health", 1);
        return true;
    }
    let given = [
        PRONE,
        DEFENDING,
        DAZED,
        SHAKEN,
        STUNNED,
        AMBUSHED,
        BOUND,
        UNCONSCIOUS,
        PROTECTED,
    ]
    .into_iter()
    .find(|given| *given == key);
    given.is_some_and(|key| who::lose(world, id, key, rule!("VIG-GM-1")))
}
