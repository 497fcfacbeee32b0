//! Creatures that come late: reinforcements of a round and those that an event brings.

use super::places::free_place;
use super::{carriables, readied};
use crate::battle::board::floor_of;
use crate::battle::engine::{Flow, creatures};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{Arrives, Body, ById, Event, Id, OnMap, Position, Tell, What};
use crate::grid::Footprint;
use bevy::prelude::World;

/// Brings in the creatures that are due this round.
pub(in crate::battle) fn arrive(world: &mut World, round: u32) {
    let due: Vec<Id> = creatures(world)
        .into_iter()
        .filter(|&id| world.part::<Arrives>(id).is_some_and(|arrives| arrives.round <= round))
        .collect();
    for id in due {
        bring_in(world, id);
    }
}

/// Puts a waiting creature on the map, on the free place nearest to its own, and into the order.
///
/// A hidden creature hides from those already there: the newcomer's side knows of every creature as soon as the newcomer is there. So
/// that the newcomer keeps clear of them all tells its side nothing.
pub fn bring_in(world: &mut World, id: Id) {
    readied::changing(world, |world| {
        let wanted = world.the::<Position>(id).at;
        let side = world.the::<Body>(id).side;
        let Some(at) = free_place(world, id, wanted, side) else {
            finds_no_room(world, id);
            return;
        };
        let height = floor_of(world, Footprint { at, side });
        world.put(id, Position { at, height });
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).remove::<Arrives>().insert(OnMap);
        let event = Event::new(What::Arrives { at }).target(id).citing(world, SharedFact::Arrives);
        world.tell(event);
        let ruleset = world.resource::<Rules>().0;
        ruleset.arrive(world, id);
        carriables::take_up(world, id);
    });
}

/// A creature for which there is no room comes as soon as there is, at the start of a round. That is told once.
fn finds_no_room(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    let due = world.part::<Arrives>(id).filter(|arrives| !arrives.waits_for_a_call()).map(|arrives| arrives.round);
    if due.is_some_and(|due| due < round) {
        return;
    }
    if due.is_none() {
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).insert(Arrives { round });
    }
    let text = "finds no room and waits until there is some";
    let told = Event::note(text).actor(id);
    world.tell(told.citing(world, SharedFact::Arrives));
}
