//! Grapple, from hold to release (ESS-GRAP rows).

use bevy::prelude::World;

use super::{clock, harm, stats::*, who};
use crate::battle::{Event, *};
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
    world.the_mut::<Conditions>(id).0.push(Condition {
        key: key.into(),
        source: Some(other),
        lasts: Lasts::UntilEnded,
        amount: 0,
    });
    world.tell(Event::new(What::Gains { condition: key.into() }).target(id).by(rule));
}

/// ESS-GRAP-2 to ESS-GRAP-7: takes hold.
pub fn begin(world: &mut World, grappler: Id, target: Id, critical: bool) {
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
    *world.the_mut::<Position>(comes) = to;
    world.tell(
        Event::new(What::Step {
            from: from.at,
            to: to.at,
            height: (from.height, to.height),
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
    super::moves::entered(world, comes);
}

/// ESS-GRAP-5: Slowed for a Round.
fn slow(world: &mut World, id: Id) {
    harm::gain(world, id, condition::SLOWED, Lasts::UntilEnded, rule!("ESS-GRAP-5"));
    clock::start(world, clock::Timed::Condition(id, condition::SLOWED.into()), 1);
}

/// ESS-GRAP-13: the grappled turns the tables.
pub fn reverse(world: &mut World, winner: Id, loser: Id, critical: bool) {
    unlink(world, winner, loser, &rule!("ESS-GRAP-13"));
    link(world, winner, condition::GRAPPLING, loser, rule!("ESS-GRAP-13"));
    link(world, loser, condition::GRAPPLED, winner, rule!("ESS-GRAP-13"));
    if critical {
        slow(world, loser);
    }
}

/// Ends the bond between two, wherever they then stand.
pub fn unlink(world: &mut World, one: Id, other: Id, rule: &Rule) {
    for (id, of) in [(one, other), (other, one)] {
        let Some(mut conditions) = world.part_mut::<Conditions>(id) else {
            continue;
        };
        let mut lost = Vec::new();
        conditions.0.retain(|condition| {
            let bond = condition.key == condition::GRAPPLED || condition.key == condition::GRAPPLING;
            let ends = (bond && condition.source == Some(of)) || condition.key == condition::CHOKED;
            if ends {
                lost.push(condition.key.clone());
            }
            !ends
        });
        for condition in lost {
            world.tell(Event::new(What::Loses { condition }).target(id).by(rule.clone()));
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
    if stance.climbing || stance.tumbling || world.part::<OnMap>(leaves).is_none() {
        return;
    }
    if super::moves::out_of_the_way(world, leaves, &rule!("ESS-GRAP-16")) {
        super::moves::entered(world, leaves);
    }
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
