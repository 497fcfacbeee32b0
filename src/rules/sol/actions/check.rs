//! Whether a complete order is legal, and the rule that stands against it.

use bevy::prelude::World;

use super::super::{attack, items, lexicon, moves, stats::*};
use super::complete::{at_square, special_acts, square_fits};
use super::{
    Means, READY_TRIGGERS, attack_ready, basic_ready, can_help, may_knock_out, readiable, special_of, used_key,
};
use crate::battle::*;
use crate::rule;

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let known = [
        "attack", "ready", "help", "use", "interact", "drop", "sprint", "hide", "search",
    ];
    if !known.contains(&act.action.as_str()) {
        return moves::check(world, act);
    }
    let allowed = lexicon::options(&act.action);
    let known = |option: &str| allowed.iter().any(|known| known.key == option);
    if let Some(option) = act.options.keys().find(|option| !known(option)) {
        return Err(Refusal::new(
            "no_such_option",
            format!("{} has no option `{option}`.", act.action),
        ));
    }
    match act.action.as_str() {
        "attack" => check_attack(world, act),
        "sprint" | "hide" | "search" => {
            no_target(act)?;
            with_nothing(act)?;
            basic_ready(&Means::of(world, id), &act.action)
        }
        "ready" => {
            no_target(act)?;
            basic_ready(&Means::of(world, id), "ready")?;
            let with = act.with.as_deref().unwrap_or_default();
            if !readiable(&Means::of(world, id)).iter().any(|key| key == with) {
                if let Some(attack) = attack::of(world, id, with) {
                    attack_ready(&Means::of(world, id), attack)?;
                }
                return Err(Refusal::by(
                    rule!("SOL-ACT-6"),
                    "not_readiable",
                    format!("`{with}` cannot be readied."),
                ));
            }
            match act.word("trigger") {
                Some(word) if READY_TRIGGERS.iter().any(|(known, ..)| *known == word) => Ok(()),
                _ => Err(Refusal::by(
                    rule!("SOL-ACT-6"),
                    "no_trigger",
                    format!("Name the trigger: {}.", super::TRIGGER_WORDS.join(" or ")),
                )),
            }
        }
        "help" => {
            with_nothing(act)?;
            basic_ready(&Means::of(world, id), "help")?;
            let friend = act
                .target
                .ok_or_else(|| Refusal::new("no_target", "Name the friend."))?;
            if act.at.is_some() {
                return Err(Refusal::new(
                    "no_square_wanted",
                    "Help is given to a friend, not to a square.",
                ));
            }
            can_help(world, id, friend)
        }
        "interact" => {
            basic_ready(&Means::of(world, id), "interact")?;
            if items::interactions(world, id).contains(act) {
                Ok(())
            } else {
                Err(Refusal::by(
                    rule!("SOL-ACT-12"),
                    "not_to_hand",
                    "That is not to hand within 5 ft.",
                ))
            }
        }
        "use" => check_special(world, act),
        "drop" => {
            no_target(act)?;
            match &act.with {
                Some(key) if world.the::<Held>(id).0.contains(key) => Ok(()),
                _ => Err(Refusal::by(rule!("SOL-ACT-14"), "not_held", "It does not hold that.")),
            }
        }
        _ => unreachable!("the action is one of the known ones"),
    }
}

fn with_nothing(act: &Act) -> Result<(), Refusal> {
    match &act.with {
        Some(with) => Err(Refusal::new(
            "nothing_used",
            format!("{} is done with nothing, not with `{with}`.", act.action),
        )),
        None => Ok(()),
    }
}

fn no_target(act: &Act) -> Result<(), Refusal> {
    if act.target.is_some() || act.at.is_some() {
        return Err(Refusal::new(
            "no_target_wanted",
            format!("{} is aimed at nothing.", act.action),
        ));
    }
    Ok(())
}

fn check_attack(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let key = act.with.as_deref().unwrap_or_default();
    let with = attack::of(world, id, key)
        .ok_or_else(|| Refusal::new("no_such_attack", format!("It has no attack `{key}`.")))?;
    attack_ready(&Means::of(world, id), with)?;
    if with.burst_ft.is_some() {
        let (None, Some(at)) = (act.target, act.at) else {
            return Err(Refusal::by(
                rule!("SOL-AREA-1"),
                "no_spot",
                "An area is aimed at a square: give `at`.",
            ));
        };
        if act.flag("knock_out") {
            return Err(Refusal::by(
                rule!("SOL-KO-2"),
                "not_melee",
                "Only a melee attack can knock out.",
            ));
        }
        return attack::aims_at_spot(world, id, with, at);
    }
    let (Some(target), None) = (act.target, act.at) else {
        return Err(Refusal::by(
            rule!("SOL-ATK-1"),
            "no_target",
            "Name the target of the attack.",
        ));
    };
    if world.entity_of(target).is_none() {
        return Err(Refusal::new(
            "no_such_creature",
            format!("There is nothing with the identity {target}."),
        ));
    }
    attack::aims_at(world, id, with, target)?;
    if let Some(only) = attack::must_attack(world, id, with)
        && !only.contains(&target)
    {
        return Err(Refusal::by(
            rule!("SOL-COND-4"),
            "mad",
            "Mad: it must attack the nearest creature it sees.",
        ));
    }
    match act.options.get("knock_out") {
        Some(Setting::Flag(true)) => may_knock_out(world, with, target),
        Some(_) => Err(Refusal::new("bad_option", "knock_out is true or absent.")),
        None => Ok(()),
    }
}

fn check_special(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let special = special_of(world, id, act.with.as_deref())
        .ok_or_else(|| Refusal::new("no_such_action", "It has no such action."))?;
    Means::of(world, id).pay(
        &used_key("use", Some(&special.key)),
        special.cost_dice,
        special.repeatable,
    )?;
    let base = Act {
        with: act.with.clone(),
        ..Act::new(id, "use")
    };
    let known = match act.at {
        Some(at) if at_square(&special) => {
            let plain = act.target.is_none() && act.options.is_empty();
            plain && square_fits(world, id, &special, at)
        }
        _ if at_square(&special) => false,
        _ => special_acts(world, id, &base).contains(act),
    };
    if known {
        return Ok(());
    }
    let dead = act.target.is_some_and(|target| world.part::<Dead>(target).is_some());
    if dead {
        return Err(Refusal::by(rule!("SOL-HEAL-6"), "dead", "The dead cannot be healed."));
    }
    Err(Refusal::by(
        rule!("SOL-TURN-10"),
        "bad_target",
        format!("{} cannot be used like that.", special.name),
    ))
}
