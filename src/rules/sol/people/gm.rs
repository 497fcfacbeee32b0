//! The game master's overrides that only this ruleset understands (SOL-FLOW-10).

use bevy::prelude::World;

use super::super::body::{creature, pool};
use super::super::data::stats::*;
use super::super::field::{cover, sight};
use super::super::fight::{ability_loss, strike, wound};
use super::super::motion;
use super::lexicon::OVERRIDES;
use crate::battle::{Event, *};
use crate::rule;

/// Why somebody cannot be given a posture, or another than it has: nobody has one in deep water (SOL-POST-7), and whoever is unconscious
/// (SOL-COND-3) or squeezes (SOL-SQZ-7) lies.
fn posture_stays(world: &World, id: Id) -> Result<(), Refusal> {
    if motion::keeps_afloat(world, id) {
        let message = "In deep water it has no posture.";
        return Err(Refusal::by(rule!("SOL-POST-7"), "no_posture", message));
    }
    if !creature::awake(world, id) {
        return Err(Refusal::by(rule!("SOL-COND-3"), "unconscious", "The unconscious lie."));
    }
    if world.the::<Stance>(id).squeezing {
        return Err(Refusal::by(rule!("SOL-SQZ-7"), "squeezing", "Whoever squeezes lies."));
    }
    Ok(())
}

/// Gives a condition by key; false when the key is unknown, it is there already or cannot be.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    if !is_on_map(world, id) {
        return false;
    }
    match key {
        condition::UNCONSCIOUS => wound::knock_out(world, id),
        condition::PRONE => motion::fall_prone(world, id, rule!("SOL-COND-2")),
        "hidden" => sight::hide_by_hand(world, id),
        "crouching" => {
            if world.the::<Stance>(id).posture == Posture::Crouching || posture_stays(world, id).is_err() {
                return false;
            }
            motion::stand_up(world, id, Posture::Crouching, rule!("SOL-COND-2"));
            world.tell(Event::new(What::gains(world, key.to_string())).target(id));
            motion::settle(world, id);
        }
        "sneaking" => {
            if !std::mem::replace(&mut world.the_mut::<Stance>(id).sneaking, true) {
                world.tell(Event::new(What::gains(world, key.to_string())).target(id));
            }
        }
        "helped" => pool::help(world, id),
        _ if super::super::data::conditions::ALL.known(key) => {
            let lasts = if key == condition::SURPRISED { Lasts::RoundEnd } else { Lasts::UntilEnded };
            return gain(world, id, key.to_string(), lasts, []);
        }
        _ => return false,
    }
    true
}

/// Takes a condition away by key; false when it was not there, or stays.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    let there = match key {
        "hidden" => {
            let there = !world.the::<Hiding>(id).from.is_empty();
            sight::reveal(world, id, rule!("SOL-SEE-9"));
            return there;
        }
        condition::PRONE => {
            let lies = world.the::<Stance>(id).posture == Posture::Prone && posture_stays(world, id).is_ok();
            if lies {
                world.the_mut::<Stance>(id).posture = Posture::Standing;
                world.change::<Conditions, _>(id, |all| all.remove(condition::PRONE));
            }
            lies
        }
        "crouching" => {
            let mut stance = world.the_mut::<Stance>(id);
            let crouches = stance.posture == Posture::Crouching;
            if crouches {
                stance.posture = Posture::Standing;
            }
            crouches
        }
        "sneaking" => std::mem::take(&mut world.the_mut::<Stance>(id).sneaking),
        "helped" => {
            let mut pool = world.the_mut::<Pool>(id);
            pool.helped_fades = false;
            std::mem::take(&mut pool.helped)
        }
        _ => {
            let there = lose(world, id, key.to_string(), []);
            if key == condition::UNCONSCIOUS {
                // Whoever wakes in deep water swims.
                motion::settle(world, id);
            }
            return there;
        }
    };
    if there {
        world.tell(Event::new(What::loses(world, key.to_string())).target(id));
    }
    there
}

/// What only this ruleset's game masters decide about a creature: the cover that its next attack meets.
pub(crate) fn own_overrides() -> Vec<OwnOverride> {
    let words = [
        ("none", "no cover"),
        ("half", "half cover"),
        ("three_quarters", "three-quarters cover"),
        ("full", "full cover"),
    ];
    vec![OwnOverride {
        key: OVERRIDES[0].0.into(),
        label: "Its next attack meets".into(),
        values: words.map(|(word, label)| (Some(word.into()), label.into())).into(),
    }]
}

/// Whether the word of an override is one of cover.
///
/// # Errors
/// What would be one.
pub(crate) fn may_overrule(value: Option<&str>) -> Result<(), Refusal> {
    let known = value.and_then(cover::Level::by_word).map(drop);
    known.ok_or_else(|| Refusal::new("no_such_cover", "Cover is none, half, three_quarters or full."))
}

/// The next attack of a creature meets such cover; the sentence that is logged.
pub(crate) fn overrule(world: &mut World, id: Id, value: Option<&str>) -> String {
    let word = value.unwrap_or_default();
    let level = cover::Level::by_word(word).expect("a checked cover should be known");
    world.put(id, strike::CoverSet(level));
    format!("{}'s next attack meets {word} cover", world.resource::<Names>().name(id))
}

/// Whether somebody can be given a condition: not everybody can take a posture, and whoever has a clear view is not fooled (SOL-SEE-8).
///
/// # Errors
/// What keeps it from the posture; that it is so already; that there is nobody it could be hidden from.
pub(crate) fn may_gain(world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
    if !has && matches!(condition, condition::PRONE | "crouching") {
        posture_stays(world, id)?;
    }
    if condition == "hidden" {
        return sight::may_hide_by_hand(world, id);
    }
    already(condition, has)
}

/// Whether somebody can be rid of a condition: it may have to lie.
///
/// # Errors
/// Why it does.
pub(crate) fn may_lose(world: &World, id: Id, condition: &str) -> Result<(), Refusal> {
    if condition == condition::PRONE {
        posture_stays(world, id)?;
    }
    Ok(())
}

/// Sets a stat, and sees to what follows.
pub(crate) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut sturdy) = world.part_mut::<ObjectHealth>(id) {
        sturdy.hp = value.min(sturdy.hp_max);
        return;
    }
    let before = world.the::<Wounds>(id).clone();
    match stat {
        "hp" => {
            let max = world.the::<Stats>(id).0.hp_max;
            world.the_mut::<Wounds>(id).hp = value.min(max);
        }
        "pool" => world.the_mut::<Pool>(id).now = value,
        "moved" => world.the_mut::<TurnUsage>(id).moved = value,
        "hp_max" => {
            std::sync::Arc::make_mut(&mut world.the_mut::<Stats>(id).0).hp_max = value;
            let hp = before.hp.min(value);
            world.the_mut::<Wounds>(id).hp = hp;
        }
        "speed" => std::sync::Arc::make_mut(&mut world.the_mut::<Stats>(id).0).speed_ft = value,
        _ => {
            let ability = Ability::ALL.into_iter().find(|ability| ability.key() == stat);
            let ability = ability.expect("a checked stat should be known");
            world.the_mut::<Wounds>(id).abilities[ability as usize] = value;
            ability_loss::lift_burden(world, id, ability, before.score(ability));
            // Of one yet to come they are looked at when it comes.
            if is_on_map(world, id) {
                ability_loss::consequences(world, id, &before);
            }
        }
    }
}
