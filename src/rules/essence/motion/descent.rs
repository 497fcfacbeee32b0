//! How somebody comes to fall: what no longer holds it up, and what catches it at once (ESS-FALL-7, ESS-CLIMB-2, ESS-FLY-9).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::terrain;
use super::room;
use super::support::{Support, air_under, floor_under, support};
use crate::battle::*;
use crate::grid::{Length, Square};
use crate::rule;

/// A fall in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fall {
    /// Who falls.
    pub creature: Id,
    /// Feet that a jump takes off.
    pub jump: Feet,
    /// Feet after which wings catch it again (ESS-TRIP-2).
    pub caught_after: Option<Feet>,
    /// Feet that count as fallen besides (ESS-TRIP-3).
    pub extra: Feet,
    /// Whether Grab has been settled.
    pub asked: bool,
    /// Whether its rider has had its own chance to hold on.
    pub rider_asked: bool,
    /// Whether it only falls with its mount, from which it may Grab hold of something.
    pub seated: bool,
    /// What it fell, once it has: nothing before, and nothing where it did not come to fall.
    pub fell: Option<Fell>,
}

/// A stretch that somebody has fallen, before it is known what that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fell {
    /// All of the fall so far.
    pub whole: Feet,
    /// Whether there is air left to fall through.
    pub goes_on: bool,
    /// Who fell with it, on its back.
    pub rider: Option<Id>,
    /// From how high.
    pub from: Length,
}

/// ESS-FALL-7: falls if nothing holds it up; else its feet come to the floor. So does whoever is in a grapple with it.
pub(crate) fn settle(world: &mut World, id: Id) {
    settle_with(world, id, 0, None, 0);
}

/// As [`settle`], with what a jump takes off, what wings catch, and what counts besides.
pub(crate) fn settle_with(world: &mut World, id: Id, jump: Feet, caught_after: Option<Feet>, extra: Feet) {
    let tied = creature::tied(world, id);
    come_down(world, id, jump, caught_after, extra);
    // Whoever is pushed in the saddle takes its mount over the edge with it.
    let mount = creature::mount_of(world, id);
    for other in tied.into_iter().chain(mount) {
        come_down(world, other, 0, caught_after, 0);
    }
}

fn come_down(world: &mut World, id: Id, jump: Feet, caught_after: Option<Feet>, extra: Feet) {
    if !is_on_map(world, id) || creature::weightless(world) {
        return;
    }
    let stance = world.the::<Stance>(id);
    // Between the stages of a long fall nothing new begins (ESS-FALL-8).
    if stance.tumbling || (stance.fallen > 0 && air_under(world, id) > 0) {
        return;
    }
    if caught_after.is_some() && air_under(world, id) > 0 && creature::mount_of(world, id).is_none() {
        begin(world, id, jump, caught_after, extra);
        return;
    }
    match support(world, id) {
        Some(Support::Ground) => stand(world, id),
        // With its feet on the ground it hangs no more; only the edge of broken ice is no higher than the water.
        Some(Support::Surface) if air_under(world, id) == 0 && !terrain::water_at(world, id) => {
            world.the_mut::<Stance>(id).climbing = false;
            stand(world, id);
        }
        Some(_) => {}
        None => begin(world, id, jump, caught_after, extra),
    }
}

/// Its feet come to the floor.
fn stand(world: &mut World, id: Id) {
    let at = world.the::<Position>(id).at;
    let height = floor_under(world, id);
    move_with_attached(world, id, Position { at, height }, MoveKind::Falls);
    world.the_mut::<Stance>(id).falls_no_more();
}

/// ESS-ICE-6: falls 0 ft, into the water; it may Grab the edge of the ice all the same.
pub(crate) fn through_ice(world: &mut World, id: Id) {
    if !creature::weightless(world) && !super::super::field::cover::buried(world, id) {
        begin(world, id, 0, None, 0);
    }
}

pub(crate) fn begin(world: &mut World, id: Id, jump: Feet, caught_after: Option<Feet>, extra: Feet) {
    world.the_mut::<Stance>(id).tumbling = true;
    let fall = Fall {
        creature: id,
        jump,
        caught_after,
        extra,
        asked: false,
        rider_asked: false,
        seated: creature::mount_of(world, id).is_some(),
        fell: None,
    };
    launch(world, fall);
}

/// No more hold on a surface, no more wings: falls, unless another holds it (ESS-CLIMB-2, ESS-FLY-9).
pub(crate) fn lose_hold(world: &mut World, id: Id) {
    let stance = world.the::<Stance>(id);
    if !stance.climbing && !stance.aloft {
        return;
    }
    // A pair that climbs hangs by the one as by the other; each may Grab for itself (ESS-GRAP-19).
    let tied = if stance.climbing { creature::tied(world, id) } else { Vec::new() };
    let_loose(world, id);
    for other in tied {
        if world.the::<Stance>(other).climbing {
            let_loose(world, other);
        }
    }
    if air_under(world, id) == 0 {
        room::out_of_the_way(world, id, &rule!("ESS-FALL-11"));
        room::douse_in_water(world, id);
        touch_down(world, id);
    }
    settle(world, id);
}

/// Less than 5 ft up is no fall: without wings one stands on what is below.
fn touch_down(world: &mut World, id: Id) {
    let Position { at, height } = *world.the::<Position>(id);
    let floor = floor_under(world, id);
    let rides = world.the::<Stance>(id).riding.is_some();
    if height > floor && !rides && !creature::weightless(world) {
        move_with_attached(world, id, Position { at, height: floor }, MoveKind::Falls);
    }
}

fn let_loose(world: &mut World, id: Id) {
    let mut stance = world.the_mut::<Stance>(id);
    stance.folds_wings();
    if std::mem::take(&mut stance.climbing) {
        world.note(id, "loses its hold", rule!("ESS-CLIMB-2"));
    }
}

/// ESS-FLY-9, ESS-GRAP-9: who would lie Prone in the air goes down instead, with those in a grapple with it; true if it does.
pub(crate) fn plummet(world: &mut World, id: Id) -> bool {
    let stance = world.the::<Stance>(id);
    if stance.climbing {
        lose_hold(world, id);
        return true;
    }
    let in_the_air = air_under(world, id) > 0 && stance.riding.is_none() && !stance.tumbling && stance.fallen == 0;
    if !in_the_air {
        if stance.aloft {
            let_loose(world, id);
            touch_down(world, id);
        }
        return false;
    }
    let tied = creature::tied(world, id);
    for one in tied.into_iter().chain([id]) {
        if one != id && world.the::<Stance>(one).aloft {
            world.note(one, "goes down with it", rule!("ESS-GRAP-9"));
        }
        let_loose(world, one);
    }
    settle(world, id);
    true
}

/// Nothing is beside a climber any more that it could hang on.
pub(crate) fn check_hold(world: &mut World, id: Id) {
    let hangs = world.the::<Stance>(id).climbing && air_under(world, id) > 0;
    if hangs && surface(world, id).is_none() {
        lose_hold(world, id);
    }
}

/// ESS-FALL-2: the DC of a surface or edge within 5 ft to hold on to.
pub(crate) fn surface(world: &World, id: Id) -> Option<i32> {
    let map = world.resource::<Map>();
    let here = space(world, id);
    let height = world.the::<Position>(id).height;
    let low = floor_under(world, id);
    // Whoever breaks through ice falls no way at all, from an edge that is no higher (ESS-ICE-6).
    let into_water = air_under(world, id) == 0 && terrain::water_at(world, id);
    let dc = |at: Square| {
        let terrain = map.terrain(at).filter(|terrain| !terrain.sheer)?;
        let top = floor(world, at);
        let edge = top > low && creature::steps_up(top) + 1 >= creature::steps_up(height);
        let shore = into_water && !terrain::deep(world, at) && creature::steps_up(top) == creature::steps_up(height);
        (terrain.solid || edge || shore).then(|| terrain::climb_dc(world, at))
    };
    here.rim().filter_map(dc).min()
}

/// What has weight again falls, if nothing holds it up.
pub(crate) fn weight_returns(world: &mut World) {
    let all: Vec<Id> = on_map(world).collect();
    settle_all(world, all);
}

/// As [`settle`], of several at once: whoever is lowest falls first, so that nobody comes down on one who is yet to fall (R68).
pub(crate) fn settle_all(world: &mut World, ids: Vec<Id>) {
    for id in highest_first(world, ids) {
        settle(world, id);
    }
}

/// In the order in which several begin to fall: what is launched last falls first. Of those equally high that is the first in the order.
pub(crate) fn highest_first(world: &World, ids: Vec<Id>) -> Vec<Id> {
    let mut ids = in_order(world, |id, _| ids.contains(&id));
    ids.sort_by_key(|&id| world.the::<Position>(id).height);
    ids.reverse();
    ids
}
