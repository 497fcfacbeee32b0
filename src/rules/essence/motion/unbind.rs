//! Ties between two: a hold, a seat; and how they end (ESS-GRAP-14 to ESS-GRAP-17, ESS-CMD-8 to ESS-CMD-10).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::place_choice;
use crate::battle::{Event, *};
use crate::rule;

/// Ends the bond between two, wherever they then stand; whom it kept in the air falls, when what comes of it is settled.
pub(crate) fn unlink(world: &mut World, one: Id, other: Id, rule: &Rule) {
    unhold(world, vec![one, other]);
    let speeds = [one, other].map(|id| (id, creature::speed(world, id).value));
    for (id, of) in [(one, other), (other, one)] {
        let bond = [condition::GRAPPLED, condition::GRAPPLING, condition::CHOKED];
        let lost: Option<Vec<_>> = world.change::<Conditions, _>(id, |all| {
            let ends = |one: &Condition| bond.contains(&&*one.key) && one.source == Some(of);
            let (lost, left) = std::mem::take(&mut all.0).into_iter().partition(ends);
            all.0 = left;
            lost
        });
        let Some(lost) = lost else { continue };
        if let Some(mut stance) = world.part_mut::<Stance>(id) {
            stance.lost_arms.remove(&of);
        }
        for condition in lost {
            let loses = What::loses(world, condition.key);
            world.tell(Event::new(loses).target(id).by(rule.clone()));
        }
    }
    for (id, before) in speeds {
        unseat(world, id);
        creature::speed_changes(world, id, before);
    }
}

/// Every grapple that a creature is in ends without a Push.
pub(crate) fn dissolve(world: &mut World, id: Id, rule: Rule) {
    for other in creature::partners(world, id) {
        dissolve_pair(world, id, other, rule.clone());
    }
}

/// ESS-GRAP-16: a grapple ends without a Push; who came in stands beside.
pub(crate) fn dissolve_pair(world: &mut World, id: Id, other: Id, rule: Rule) {
    let (grappler, held) = if creature::grapples(world, id, other) { (id, other) } else { (other, id) };
    unlink(world, id, other, &rule);
    let steps = creature::sizes_above(world, grappler, held);
    let leaves = if steps > 0 { held } else { grappler };
    let stays = if leaves == id { other } else { id };
    let hangs = |id: Id| world.the::<Stance>(id).climbing;
    if hangs(leaves) && hangs(stays) && place_choice::shares(world, leaves, stays) {
        return squeeze_together(world, leaves, stays);
    }
    if hangs(leaves) || world.the::<Stance>(leaves).tumbling || !is_on_map(world, leaves) {
        return;
    }
    place_choice::beside(world, leaves, stays);
}

/// ESS-GRAP-16: two stay in one space, since there is no other place.
pub(crate) fn squeeze_together(world: &mut World, one: Id, other: Id) {
    for (id, with) in [(one, other), (other, one)] {
        world.the_mut::<Stance>(id).crowded = Some(with);
        world.note(id, "squeezes: there is no other place", rule!("ESS-GRAP-16"));
    }
}

/// ESS-GRAP-14, ESS-GRAP-17: it lets go of whom it holds, because it wants to or because it can do nothing. Who holds it, holds on.
pub(crate) fn let_go(world: &mut World, id: Id, rule: &Rule) {
    while let Some(held) = creature::held_by(world, id) {
        dissolve_pair(world, id, held, rule.clone());
    }
}

/// Those in the space of a creature take up all of it, however wide that is now: its rider, and smaller ones in a grapple with it
/// (ESS-GRAP-3, ESS-GRAP-18).
pub(crate) fn seat(world: &mut World, id: Id) {
    let smaller = |&other: &Id| creature::sizes_above(world, id, other) > 0;
    let held = creature::partners(world, id).into_iter().filter(smaller);
    let inside: Vec<Id> = creature::rider_of(world, id).into_iter().chain(held).collect();
    let Body { side, .. } = *world.the::<Body>(id);
    for other in inside {
        let shares = world.the::<Position>(other) == world.the::<Position>(id);
        if shares && world.the::<Body>(other).side != side {
            grow_to(world, other, side);
            seat(world, other);
        }
    }
}

/// Where nobody else's space is its own any more, it has its own again.
fn unseat(world: &mut World, id: Id) {
    let larger = |&other: &Id| creature::sizes_above(world, other, id) > 0;
    let whose = creature::mount_of(world, id).or_else(|| creature::partners(world, id).into_iter().find(larger));
    let own = creature::profile(world, id).size.edge();
    let alone = if world.the::<Stance>(id).squeezing { own.div_ceil(2) } else { own };
    let side = whose.map_or(alone, |other| world.the::<Body>(other).side);
    if side < world.the::<Body>(id).side {
        grow_to(world, id, side);
        seat(world, id);
    }
}

/// The rider is no rider any more; it stays where it is.
pub(crate) fn part(world: &mut World, rider: Id) {
    if world.the_mut::<Stance>(rider).riding.take().is_some() {
        let side = creature::profile(world, rider).size.edge();
        grow_to(world, rider, side);
    }
}

/// Whoever was put elsewhere by no movement of its own leaves its mount, or its rider.
pub(crate) fn keep_together(world: &mut World, id: Id) {
    let (rider, mount) = match (creature::mount_of(world, id), creature::rider_of(world, id)) {
        (Some(mount), _) => (id, mount),
        (None, Some(rider)) => (rider, id),
        (None, None) => return,
    };
    if world.the::<Position>(rider) != world.the::<Position>(mount) {
        part(world, rider);
    }
}

/// ESS-CMD-10: the mount goes down; its rider is thrown.
pub(crate) fn throw(world: &mut World, mount: Id) {
    if let Some(rider) = creature::rider_of(world, mount) {
        world.note(rider, "is thrown off", rule!("ESS-CMD-10"));
        part(world, rider);
        place_choice::thrown(world, rider, mount);
    }
}

/// Those whom something held up, or may have, until now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Unheld(pub Vec<Id>);

/// A hold has ended: once what follows on that is settled, whoever it kept in the air falls.
pub(crate) fn unhold(world: &mut World, ids: Vec<Id>) {
    launch(world, Unheld(ids));
}
