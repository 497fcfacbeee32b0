//! What a creature can do on its turn. May enter: the list, the complete orders, their check and the deed. Never: how an
//! attack or a move goes on once it is in flight.
//!
//! Reading order: this file (what everything costs), `list` (what is offered), `complete` (every order an offer stands for),
//! `check`, `deed`, `draw`.

mod check;
mod complete;
mod deed;
mod draw;
mod list;

pub use check::check;
pub use complete::acts;
pub use deed::begin;
pub use draw::draw;
pub use list::{describe, offers, words};

use bevy::prelude::World;

use super::{attack, items, moves, reactions, sight, stats::*, turn};
use crate::battle::*;
use crate::rule;

/// What a readied action may wait for, and what that means.
pub const READY_TRIGGERS: [(&str, ReadyTrigger, &str); 2] = [
    (
        "enemy_in_sight",
        ReadyTrigger::EnemyInSight,
        "An enemy becomes a target: it comes into sight, or within range.",
    ),
    (
        "enemy_attacked",
        ReadyTrigger::EnemyAttacked,
        "An enemy is attacked by somebody else.",
    ),
];

/// The words alone.
pub const TRIGGER_WORDS: [&str; 2] = [READY_TRIGGERS[0].0, READY_TRIGGERS[1].0];

/// The key under which an action counts as used.
fn used_key(action: &str, with: Option<&str>) -> String {
    match (action, with) {
        ("attack" | "use", Some(with)) => format!("{action}:{with}"),
        _ => action.to_string(),
    }
}

/// What a creature has to act with, looked up once for a whole list.
struct Means<'w> {
    world: &'w World,
    id: Id,
    profile: &'w Profile,
    done: &'w Done,
    /// Why it can use no action at all.
    barred: Option<Refusal>,
    dice: i32,
}

impl<'w> Means<'w> {
    fn of(world: &'w World, id: Id) -> Self {
        let who = world.look(id).expect("whoever acts should exist");
        let conditions: &Conditions = who.get().expect("a creature should have conditions or none");
        let surprised = conditions.has(condition::SURPRISED);
        let barred = if surprised {
            let message = "Surprised: no actions on this turn.";
            Some(Refusal::by(rule!("SOL-SURP-5"), "surprised", message))
        } else {
            moves::stranded(world, id)
        };
        Self {
            world,
            id,
            profile: &who.get::<Stats>().expect("a creature should have a profile").0,
            done: who.get().expect("a creature should have done something or nothing"),
            barred,
            dice: who.get::<Pool>().expect("a creature should have dice").dice(),
        }
    }

    /// Whether it can use actions at all, and this one for its dice.
    fn pay(&self, key: &str, dice: i32, repeatable: bool) -> Result<(), Refusal> {
        if let Some(refusal) = &self.barred {
            return Err(refusal.clone());
        }
        if !repeatable && self.done.actions.contains(key) {
            return Err(Refusal::by(rule!("SOL-TURN-5"), "used", "Used on this turn already."));
        }
        if self.dice < dice {
            let rule = if self.dice == 0 {
                rule!("SOL-TURN-2")
            } else {
                rule!("SOL-POOL-3")
            };
            let message = format!(
                "It costs {}; {} left.",
                reactions::dice_text(dice),
                reactions::dice_text(self.dice)
            );
            return Err(Refusal::by(rule, "dice", message));
        }
        Ok(())
    }
}

/// SOL-TURN-3, SOL-TURN-4, SOL-ACT-9: the attack actions of a turn; one that is readied is one of them.
fn attack_left(means: &Means) -> Result<(), Refusal> {
    let extra = means.profile.extra_attacks;
    if means.done.attacks > extra {
        let readied = means.done.ready.as_ref().is_some_and(|ready| ready.with != "interact");
        let rule = if readied {
            rule!("SOL-ACT-9")
        } else if extra > 0 {
            rule!("SOL-TURN-4")
        } else {
            rule!("SOL-TURN-3")
        };
        return Err(Refusal::by(
            rule,
            "attack_used",
            "No attack action is left on this turn.",
        ));
    }
    Ok(())
}

fn attack_ready(means: &Means, with: &Attack) -> Result<(), Refusal> {
    attack_left(means)?;
    means.pay(&used_key("attack", Some(&with.key)), with.cost_dice, with.repeatable)?;
    attack::usable(means.world, means.id, with)
}

/// Whether a basic action could be done with something.
fn basic_ready(means: &Means, action: &str) -> Result<(), Refusal> {
    let (world, id) = (means.world, means.id);
    let nothing = |message: &'static str, rule: Rule| Refusal::by(rule, "nothing", message);
    means.pay(action, 1, false)?;
    match action {
        "ready" => {
            if let Some((why, rule)) = turn::barred_from_reacting(world, id) {
                return Err(Refusal::by(rule, "cannot_react", why));
            }
            if readiable(means).is_empty() {
                let rule = if attack_left(means).is_err() {
                    rule!("SOL-ACT-9")
                } else {
                    rule!("SOL-ACT-6")
                };
                return Err(nothing("Nothing can be readied.", rule));
            }
        }
        "help" => {
            if turn::mad(world, id) {
                return Err(nothing("The mad help nobody.", rule!("SOL-COND-5")));
            }
            if !on_map(world).any(|friend| can_help(world, id, friend).is_ok()) {
                return Err(nothing("No friend within 5 ft needs a die.", rule!("SOL-ACT-10")));
            }
        }
        "interact" => {
            if !items::hands(world, id) {
                return Err(nothing("It cannot use its hands.", rule!("SOL-ZERO-2")));
            }
            if items::interactions(world, id).is_empty() {
                return Err(nothing("Nothing to hand within 5 ft.", rule!("SOL-ACT-12")));
            }
        }
        _ => {}
    }
    Ok(())
}

fn can_help(world: &World, id: Id, friend: Id) -> Result<(), Refusal> {
    if world.part::<Creature>(friend).is_none() || !is_on_map(world, friend) || !turn::friendly(world, id, friend) {
        return Err(Refusal::by(
            rule!("SOL-ACT-10"),
            "no_friend",
            "That is no friend on the map.",
        ));
    }
    if sight::distance(world, id, friend) > 5 {
        return Err(Refusal::by(
            rule!("SOL-ACT-10"),
            "range",
            "That friend is more than 5 ft away.",
        ));
    }
    if world.the::<Pool>(friend).helped {
        return Err(Refusal::by(
            rule!("SOL-ACT-11"),
            "helped",
            "That friend holds a helped die already.",
        ));
    }
    Ok(())
}

/// What can be readied: attacks that could be paid and used, and Interact.
fn readiable(means: &Means) -> Vec<String> {
    let mut out: Vec<String> = means
        .profile
        .attacks
        .iter()
        .filter(|with| with.burst_ft.is_none() && attack_ready(means, with).is_ok())
        .map(|with| with.key.clone())
        .collect();
    if items::hands(means.world, means.id) && !means.done.actions.contains("interact") {
        out.push("interact".into());
    }
    out
}

/// SOL-KO-1, SOL-KO-2.
fn may_knock_out(world: &World, with: &Attack, target: Id) -> Result<(), Refusal> {
    if with.kind != AttackKind::Melee {
        return Err(Refusal::by(
            rule!("SOL-KO-2"),
            "not_melee",
            "Only a melee attack can knock out.",
        ));
    }
    let hp = world.part::<Wounds>(target).map(|wounds| wounds.hp);
    if hp != Some(0) || world.part::<Creature>(target).is_none() {
        return Err(Refusal::by(
            rule!("SOL-KO-1"),
            "not_at_zero",
            "Only a creature at 0 hit points can be knocked out.",
        ));
    }
    Ok(())
}

fn special_of(world: &World, id: Id, key: Option<&str>) -> Option<Special> {
    let key = key?;
    world
        .the::<Stats>(id)
        .0
        .actions
        .iter()
        .find(|special| special.key == key)
        .cloned()
}
