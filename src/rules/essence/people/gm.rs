//! The game master's overrides that only this ruleset understands (ESS-GM-1).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{conditions, stats::*};
use super::super::field::sight;
use super::super::fight::{harm, waiting};
use super::super::motion::{bonds, square_effects};
use super::lexicon::OVERRIDES;
use crate::battle::*;
use crate::dice::Expression;
use crate::grid::Length;
use crate::rule;

/// Somebody on the map.
fn by_name(world: &World, name: &str) -> Option<Id> {
    let found = world.resource::<Names>().find(name);
    found.filter(|&id| is_on_map(world, id))
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    if !is_on_map(world, id) {
        return false;
    }
    let rule = rule!("ESS-GM-1");
    match key {
        "unconscious" => harm::knock_out(world, id, rule),
        "prone" => harm::fall_prone(world, id, rule),
        "hidden" => sight::start_hidden(world, id, false),
        "undetected" => sight::start_hidden(world, id, true),
        "poisoned" => poison(world, id),
        _ => {
            let known = conditions::ALL.0.iter().find(|word| word.given && word.key == key);
            return known.is_some_and(|word| harm::gain(world, id, &word.key, rule));
        }
    }
    true
}

/// Puts Poison into a creature.
fn poison(world: &mut World, id: Id) {
    world.the_mut::<Poisons>(id).0.push(Dose { level: 1, damage: Expression::dice(1, 4), turns: 3 });
    harm::gain(world, id, condition::POISONED, rule!("ESS-POIS-1"));
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == "hidden" || key == "undetected" {
        let there = !world.the::<Hiding>(id).from.is_empty();
        sight::reveal(world, id, &rule!("ESS-GM-1"));
        world.the_mut::<Hiding>(id).undetected = false;
        return there;
    }
    if key == "poisoned" {
        world.the_mut::<Poisons>(id).0.clear();
    }
    lose(world, id, key.to_owned(), [rule!("ESS-GM-1")])
}

/// ESS-DEAD-1: dies if its Hit Points are as many below 0 as it has at most.
fn dies_of_too_few(world: &mut World, id: Id) {
    if world.the::<Vitals>(id).hp <= -creature::profile(world, id).hp_max {
        harm::die(world, id, rule!("ESS-DEAD-1"));
    }
}

/// Its Hit Points are no more than it has at most now.
fn hp_within(world: &mut World, id: Id, max: i32) {
    let hp = world.the::<Vitals>(id).hp;
    world.the_mut::<Vitals>(id).hp = hp.min(max);
    dies_of_too_few(world, id);
}

/// What only this ruleset's game masters decide about a creature: that what it waits for has come, and who brought it about.
pub(crate) fn own_overrides(world: &World, id: Id) -> Vec<OwnOverride> {
    let nobody = (None, "by nobody".to_string());
    let others = on_map(world).filter(|&other| other != id).map(|other| {
        let name = world.resource::<Names>().name(other).to_string();
        (Some(name.clone()), format!("by {name}"))
    });
    vec![OwnOverride {
        key: OVERRIDES[0].0.into(),
        label: "What it waited for has come".into(),
        values: std::iter::once(nobody).chain(others).collect(),
    }]
}

/// Whether somebody waits for something, and whoever is said to have brought it about is there.
///
/// # Errors
/// Why not.
pub(crate) fn may_overrule(world: &World, owner: Id, by: Option<&str>) -> Result<(), Refusal> {
    if world.the::<TurnUsage>(owner).ready.is_none() {
        let message = "It has readied nothing.";
        return Err(Refusal::by(rule!("ESS-READY-7"), "nothing_ready", message));
    }
    match by {
        Some(name) if by_name(world, name).is_none() => {
            Err(Refusal::new("no_such_creature", format!("`{name}` is not on the map.")))
        }
        _ => Ok(()),
    }
}

/// What somebody waited for has come; the sentence that is logged.
pub(crate) fn overrule(world: &mut World, owner: Id, by: Option<&str>) -> String {
    let against = by.and_then(|name| by_name(world, name));
    waiting::told(world, owner, against);
    format!("what {} waited for has come", world.resource::<Names>().name(owner))
}

/// Whether somebody can be given a condition: without weight nobody lies Prone (ESS-ZG-10). A Poison comes beside others (ESS-POIS-2).
///
/// # Errors
/// That there is none, or that it is so already; that there is nobody it could be Hidden from.
pub(crate) fn may_gain(world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
    if condition == condition::PRONE && creature::weightless(world) {
        let message = "Where nothing has weight nobody falls Prone.";
        return Err(Refusal::by(rule!("ESS-ZG-10"), "weightless", message));
    }
    let hides = matches!(condition, "hidden" | "undetected");
    if hides && sight::enemies_of(world, id).next().is_none() {
        let message = "No Enemy of it is on the map, so there is nobody to be Hidden from.";
        return Err(Refusal::by(rule!("ESS-HID-1"), "nobody", message));
    }
    let again = match condition {
        "hidden" => sight::enemies_of(world, id).all(|enemy| creature::hidden_from(world, id, enemy)),
        "undetected" => has && sight::enemies_of(world, id).all(|enemy| creature::hidden_from(world, id, enemy)),
        "poisoned" => false,
        _ => has,
    };
    already(condition, again)
}

/// Whether a stat can be set so: a Bleed Penalty is one of somebody who bleeds, and heights go in steps (ESS-GRID-10).
///
/// # Errors
/// What is in the way.
pub(crate) fn may_set(world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
    match stat {
        "bleed_penalty" if !has_condition(world, id, condition::BLEEDING) => {
            let message = "It does not bleed, so there is no Bleed Penalty to set.";
            Err(Refusal::by(rule!("ESS-GM-1"), "not_there", message))
        }
        "altitude" if Length::feet(value).0 % creature::square().0 != 0 => {
            let message = "Heights go in steps of 5 ft.";
            Err(Refusal::by(rule!("ESS-GRID-10"), "bad_value", message))
        }
        "altitude" if !is_on_map(world, id) => {
            let message = "It has yet to come, so it is nowhere above the ground.";
            Err(Refusal::by(rule!("ESS-GM-1"), "not_on_map", message))
        }
        _ => Ok(()),
    }
}

/// Sets a stat, and sees to what follows.
pub(crate) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut sturdy) = world.part_mut::<ObjectHealth>(id) {
        sturdy.hp = value.min(sturdy.hp_max);
        return;
    }
    match stat {
        "hp" => {
            let max = creature::profile(world, id).hp_max;
            let before = world.the::<Vitals>(id).hp;
            world.the_mut::<Vitals>(id).hp = value.min(max);
            if before > 0 && value <= 0 {
                harm::incapacitate(world, id);
            }
            dies_of_too_few(world, id);
            harm::wake(world, id);
        }
        "energy" => world.the_mut::<Vitals>(id).energy = value,
        "actions" => {
            let allowed = creature::allowance(world, id).value;
            world.the_mut::<TurnUsage>(id).used = allowed - value;
        }
        "reactions" => {
            let (allowed, _) = creature::reactions_allowed(world, id);
            let mut turn = world.the_mut::<TurnUsage>(id);
            turn.reactions = allowed - value;
            turn.had_turn = true;
        }
        "bleed_penalty" => {
            world.change::<Conditions, _>(id, |all| {
                if let Some(bleeding) = all.0.iter_mut().find(|one| one.key == condition::BLEEDING) {
                    bleeding.amount = value;
                }
            });
        }
        "altitude" => {
            let at = world.the::<Position>(id).at;
            let ground = world.resource::<Map>().ground(at);
            let height = Length(ground.0 + Length::feet(value).0);
            bonds::go(world, id, Position { at, height }, MoveKind::Placed);
            world.the_mut::<Stance>(id).falls_no_more();
            square_effects::displaced(world, id);
        }
        _ => {
            let speed = creature::speed(world, id).value;
            let mut stats = world.the_mut::<Stats>(id);
            let profile = std::sync::Arc::make_mut(&mut stats.0);
            let place = match stat {
                "hp_max" => &mut profile.hp_max,
                "speed" => &mut profile.speed_ft,
                "pd" => &mut profile.pd,
                "md" => &mut profile.md,
                "str" => &mut profile.str,
                "dex" => &mut profile.dex,
                "ess" => &mut profile.ess,
                _ => &mut profile.level,
            };
            *place = value;
            creature::speed_changes(world, id, speed);
            if stat == "hp_max" {
                hp_within(world, id, value);
            }
        }
    }
}
