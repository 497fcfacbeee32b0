//! Grapple, from hold to release (ESS-GRAP rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{clock, harm, stats::*, who};
use crate::battle::{Answer, Event, *};
use crate::rule;

/// ESS-GRAP-1: whether it can grapple with this weapon's Reach at all.
///
/// # Errors
/// No free hand and no natural weapon, or it has its arm in a grapple already.
pub fn possible(world: &World, id: Id) -> Result<(), Refusal> {
    let natural = world
        .the::<Gear>(id)
        .0
        .iter()
        .any(|item| item.weapon.natural && item.weapon.key != "unarmed");
    if who::free_hands(world, id) == 0 && !natural {
        return Err(Refusal::by(
            rule!("ESS-GRAP-1"),
            "no_hand",
            "It needs a free hand or a natural weapon.",
        ));
    }
    Ok(())
}

fn link(world: &mut World, id: Id, key: &'static str, other: Id, rule: Rule) {
    let link = Condition {
        key: key.into(),
        source: Some(other),
        lasts: Lasts::UntilEnded,
        amount: 0,
    };
    world.change::<Conditions, _>(id, |all| all.0.push(link));
    world.tell(Event::new(What::gains(world, key)).target(id).by(rule));
}

/// ESS-GRAP-2 to ESS-GRAP-7: takes hold.
pub fn begin(world: &mut World, grappler: Id, target: Id, with: &Weapon, critical: bool) {
    if who::partner(world, grappler).is_some() || who::partner(world, target).is_some() {
        who::note(world, grappler, "that hold is taken already", rule!("ESS-GRAP-2"));
        return;
    }
    link(world, grappler, condition::GRAPPLING, target, rule!("ESS-GRAP-2"));
    link(world, target, condition::GRAPPLED, grappler, rule!("ESS-GRAP-2"));
    let larger = who::sizes_above(world, grappler, target);
    let (comes, stays, rule) = match larger {
        1.. => (target, grappler, rule!("ESS-GRAP-3")),
        0 => (grappler, target, rule!("ESS-GRAP-4")),
        _ => (grappler, target, rule!("ESS-GRAP-3")),
    };
    let to = *world.the::<Position>(stays);
    let from = *world.the::<Position>(comes);
    world.put(comes, to);
    world.tell(
        Event::new(What::Step {
            from: from.at,
            to: to.at,
            height: (from.height, to.height),
            motion: Motion::Walk,
            how: "grapples".into(),
        })
        .actor(comes)
        .by(rule),
    );
    for id in [grappler, target] {
        who::note(world, id, "lacks one arm or natural weapon", rule!("ESS-GRAP-6"));
        let speed = who::speed(world, id);
        let mut event = Event::new(What::Number).actor(id).trace(speed).by(rule!("ESS-GRAP-7"));
        if larger != 0 {
            event = event.by(rule!("ESS-GRID-6"));
        }
        world.tell(event);
        harm::halt(world, id);
    }
    if critical {
        slow(world, target);
    }
    take_arms(world, grappler, target, with);
    super::moves::entered(world, comes);
}

/// Somebody grappled about to say which arm it cannot use.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pinned(pub Id);

/// ESS-GRAP-6: the grappler holds on with the hand or natural weapon it used; the other chooses, when no hand is empty.
fn take_arms(world: &mut World, grappler: Id, target: Id, with: &Weapon) {
    let natural = |weapon: &Weapon| weapon.natural && weapon.key != "unarmed";
    let first = world
        .the::<Gear>(grappler)
        .0
        .iter()
        .map(|item| &item.weapon)
        .find(|weapon| natural(weapon));
    let grip = if natural(with) {
        LostArm::Natural(with.key.clone())
    } else {
        match first {
            Some(weapon) if who::free_hands(world, grappler) == 0 => LostArm::Natural(weapon.key.clone()),
            _ => LostArm::Hand,
        }
    };
    world.the_mut::<Stance>(grappler).lost_arm = Some(grip);
    let mut arms = arms(world, target);
    if arms.len() > 1 {
        launch(world, Pinned(target));
    } else {
        world.the_mut::<Stance>(target).lost_arm = arms.pop().map(|(_, arm)| arm);
    }
}

/// What somebody grappled can do without: an empty hand if it has one, else what it holds or bites with.
fn arms(world: &World, id: Id) -> Vec<(Choice, LostArm)> {
    let hands = who::profile(world, id).hands;
    let gear = &world.the::<Gear>(id).0;
    let held = || gear.iter().filter(|item| item.held && !item.weapon.natural);
    let full: u8 = held().map(|item| item.weapon.hands).sum();
    if full < hands {
        return vec![(Choice::new("hand", "An empty hand"), LostArm::Hand)];
    }
    let mut out: Vec<(Choice, LostArm)> = Vec::new();
    let natural = gear
        .iter()
        .filter(|item| item.weapon.natural && item.weapon.key != "unarmed");
    for item in natural.chain(held()) {
        let weapon = &item.weapon;
        let arm = match (weapon.natural, weapon.hands) {
            (true, _) => LostArm::Natural(weapon.key.clone()),
            (false, 0 | 1) => LostArm::Holding(weapon.key.clone()),
            (false, _) => LostArm::Hand,
        };
        if !out.iter().any(|(_, known)| *known == arm) {
            let choice = Choice::new(weapon.key.clone(), weapon.name.clone()).by(rule!("ESS-GRAP-6"));
            out.push((choice, arm));
        }
    }
    out
}

/// ESS-GRAP-6: asks whoever is grappled, with its hands full, what it goes without.
pub(super) fn ask_arm(world: &mut World) {
    let Some((flight, &Pinned(id))) = topmost::<Pinned>(world) else {
        return;
    };
    if world.part::<Decision>(flight).is_some() {
        return;
    }
    let arms = arms(world, id);
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    let answer = world.entity_mut(entity).take::<Answer>();
    if answer.is_some() || who::partner(world, id).is_none() || arms.is_empty() {
        let named = |Answer(word): Answer| arms.iter().find(|(choice, _)| *choice.key == *word).cloned();
        let arm = answer.and_then(named).or_else(|| arms.first().cloned());
        land(world);
        if let Some((choice, arm)) = arm.filter(|_| who::partner(world, id).is_some()) {
            world.the_mut::<Stance>(id).lost_arm = Some(arm);
            who::note(
                world,
                id,
                format!("goes without: {}", choice.label),
                rule!("ESS-GRAP-6"),
            );
        }
        return;
    }
    let name = world.resource::<Cast>().name(id);
    let decision = Decision {
        side: side_of(world, id),
        creature: id,
        kind: "lost_arm".into(),
        prompt: format!("Which arm can {name} not use while it is grappled?").into(),
        number: None,
        against: who::grappler_of(world, id),
        choices: arms.into_iter().map(|(choice, _)| choice).collect(),
    };
    let (side, kind) = (decision.side, decision.kind.clone());
    world.tell(
        Event::new(What::Asked { side, kind })
            .target(id)
            .by(rule!("ESS-GRAP-6")),
    );
    world.entity_mut(entity).insert(decision);
}

/// ESS-GRAP-5: Slowed for a Round.
fn slow(world: &mut World, id: Id) {
    harm::gain(world, id, condition::SLOWED, Lasts::UntilEnded, rule!("ESS-GRAP-5"));
    clock::start(world, clock::Timed::Condition(id, condition::SLOWED.into()), 1);
}

/// ESS-GRAP-13: the grappled turns the tables.
pub fn reverse(world: &mut World, winner: Id, loser: Id, with: &Weapon, critical: bool) {
    unlink(world, winner, loser, &rule!("ESS-GRAP-13"));
    link(world, winner, condition::GRAPPLING, loser, rule!("ESS-GRAP-13"));
    link(world, loser, condition::GRAPPLED, winner, rule!("ESS-GRAP-13"));
    take_arms(world, winner, loser, with);
    if critical {
        slow(world, loser);
    }
}

/// Ends the bond between two, wherever they then stand.
pub fn unlink(world: &mut World, one: Id, other: Id, rule: &Rule) {
    for (id, of) in [(one, other), (other, one)] {
        let mut lost = Vec::new();
        let let_go = world.change::<Conditions, _>(id, |all| {
            all.0.retain(|condition| {
                let bond = condition.key == condition::GRAPPLED || condition.key == condition::GRAPPLING;
                let ends = (bond && condition.source == Some(of)) || condition.key == condition::CHOKED;
                if ends {
                    lost.push(condition.key.clone());
                }
                !ends
            });
        });
        if let_go.is_none() {
            continue;
        }
        if let Some(mut stance) = world.part_mut::<Stance>(id) {
            stance.lost_arm = None;
        }
        for condition in lost {
            world.tell(Event::new(What::loses(world, condition)).target(id).by(rule.clone()));
        }
    }
}

/// ESS-GRAP-16: a grapple ends without a Push; who came in stands beside.
pub fn dissolve(world: &mut World, id: Id, rule: Rule) {
    let Some(other) = who::partner(world, id) else { return };
    let (grappler, held) = if who::held_by(world, id) == Some(other) {
        (id, other)
    } else {
        (other, id)
    };
    unlink(world, id, other, &rule);
    let steps = who::sizes_above(world, grappler, held);
    let leaves = if steps > 0 { held } else { grappler };
    let stance = world.the::<Stance>(leaves);
    if stance.climbing || stance.tumbling || !is_on_map(world, leaves) {
        return;
    }
    let stays = if leaves == id { other } else { id };
    super::place::beside(world, leaves, stays);
}

/// ESS-GRAP-17: a grappler that can do nothing loses its hold.
pub fn hold_slips(world: &mut World, id: Id) {
    if who::held_by(world, id).is_some() {
        dissolve(world, id, rule!("ESS-GRAP-17"));
    }
}

/// ESS-GRAP-15: chokes whom it holds for the next Round.
pub fn choke(world: &mut World, grappler: Id) {
    if let Some(target) = who::held_by(world, grappler) {
        harm::gain(
            world,
            target,
            condition::CHOKED,
            Lasts::UntilEnded,
            rule!("ESS-GRAP-15"),
        );
        clock::start(world, clock::Timed::Condition(target, condition::CHOKED.into()), 1);
    }
}
