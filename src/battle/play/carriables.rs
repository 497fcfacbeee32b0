//! Portable things: a creature that comes onto the square of one takes it along, and it lies where its carrier falls. A thing whose carrier
//! leaves the fight is carried out. All that costs nothing and needs no hand, under every ruleset.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::{Inventory, Map, is_on_map, side_of};
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Dead, Event, Fled, Id, Ids, Names, Position, SideId, Tell, Thing, saved_form};
use crate::grid::Square;

/// A portable thing that a creature carries: it stands nowhere, and is no [`Thing`] of the map.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carried {
    /// The creature.
    pub by: Id,
    thing: Thing,
}

/// What a portable thing is the key of: doors, by name.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unlocks(pub(super) Vec<String>);

/// Where the portable things are.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carriables {
    lying: BTreeSet<Id>,
    carried: BTreeSet<Id>,
    /// Those that were carried out, and the side that did.
    #[serde(with = "saved_form::pairs")]
    out: BTreeMap<Id, SideId>,
}

/// Notes that a thing is portable.
pub(super) fn note(world: &mut World, thing: Id) {
    world.resource_mut::<Carriables>().lying.insert(thing);
}

/// Forgets a thing that is no more.
pub(super) fn forget(world: &mut World, thing: Id) {
    if world.resource::<Carriables>().lying.contains(&thing) {
        world.resource_mut::<Carriables>().lying.remove(&thing);
    }
}

/// A creature that stands on the squares of portable things takes them along.
pub(super) fn take_up(world: &mut World, creature: Id) {
    let lying = &world.resource::<Carriables>().lying;
    let (ids, map, ruleset) = (world.resource::<Ids>(), world.resource::<Map>(), world.resource::<Rules>().0);
    let Some(stand) = ids.stand(creature).filter(|_| !lying.is_empty() && ids.is_present(creature)) else {
        return;
    };
    if !ruleset.standing(world, creature) {
        return;
    }
    let on = |&at: &Square| stand.space.contains(at) && stand.height <= map.ground(at);
    let here = |thing: &Id| world.part::<Thing>(*thing).is_some_and(|thing| thing.squares.iter().any(on));
    let here: Vec<Id> = lying.iter().copied().filter(here).collect();
    for thing in here {
        give(world, thing, creature);
        let name = world.resource::<Names>().name(thing).to_owned();
        world.tell(Event::note(format!("takes {name} along")).actor(creature));
    }
}

/// Gives a creature a thing that lies somewhere.
pub(super) fn give(world: &mut World, thing: Id, by: Id) {
    let Some(entity) = world.entity_of(thing) else { return };
    let Some(was) = world.entity_mut(entity).take::<Thing>() else { return };
    world.entity_mut(entity).insert(Carried { by, thing: was });
    world.resource_mut::<Inventory>().0.retain(|&known| known != thing);
    let mut all = world.resource_mut::<Carriables>();
    all.lying.remove(&thing);
    all.carried.insert(thing);
    world.resource_mut::<Map>().things_changed();
}

/// Lays down what creatures carry that have fallen, and notes what was carried out of the fight.
pub(super) fn let_go(world: &mut World) {
    let carried: Vec<Id> = world.resource::<Carriables>().carried.iter().copied().collect();
    for thing in carried {
        let Some(&Carried { by, .. }) = world.part::<Carried>(thing) else { continue };
        let ruleset = world.resource::<Rules>().0;
        if world.part::<Fled>(by).is_some() {
            let side = side_of(world, by);
            let mut all = world.resource_mut::<Carriables>();
            all.carried.remove(&thing);
            all.out.insert(thing, side);
            let name = world.resource::<Names>().name(thing).to_owned();
            world.tell(Event::note(format!("carries {name} out")).actor(by));
        } else if world.part::<Dead>(by).is_some() || (is_on_map(world, by) && !ruleset.standing(world, by)) {
            lay_down(world, thing, by);
        }
    }
}

/// Lays a carried thing down where its carrier lies.
fn lay_down(world: &mut World, thing: Id, by: Id) {
    let Some(entity) = world.entity_of(thing) else { return };
    let Some(Carried { thing: mut was, .. }) = world.entity_mut(entity).take::<Carried>() else { return };
    let stand = world.resource::<Ids>().stand(by).expect("a carrier should have a place");
    let map = world.resource::<Map>();
    let open = |at: &Square| map.contains(*at) && !map.solid(*at);
    let at = stand.space.squares().find(open).unwrap_or(stand.space.at);
    let height = map.ground(at);
    was.squares = vec![at];
    let name = was.name.clone();
    world.entity_mut(entity).insert(was);
    world.put(thing, Position { at, height });
    // The inventory is in order of identity.
    let mut inventory = world.resource_mut::<Inventory>();
    let place = inventory.0.partition_point(|&known| known < thing);
    inventory.0.insert(place, thing);
    let mut all = world.resource_mut::<Carriables>();
    all.carried.remove(&thing);
    all.lying.insert(thing);
    world.resource_mut::<Map>().things_changed();
    world.tell(Event::note(format!("lets {name} fall")).actor(by));
}

/// The things that a creature carries, by identity.
pub fn carried_by(world: &World, creature: Id) -> impl Iterator<Item = Id> + '_ {
    let carried = world.resource::<Carriables>().carried.iter().copied();
    carried.filter(move |&thing| world.part::<Carried>(thing).is_some_and(|carried| carried.by == creature))
}

/// The creature that carries the thing of this name.
pub fn carrier_of(world: &World, name: &str) -> Option<Id> {
    let mut carried = world.resource::<Carriables>().carried.iter().copied();
    let thing = carried.find(|&thing| world.resource::<Names>().name(thing) == name)?;
    world.part::<Carried>(thing).map(|carried| carried.by)
}

/// The side that has carried the thing of this name out of the fight.
pub fn carried_out_by(world: &World, name: &str) -> Option<SideId> {
    let mut out = world.resource::<Carriables>().out.iter();
    out.find(|(thing, _)| world.resource::<Names>().name(**thing) == name).map(|(_, &side)| side)
}

/// The squares where the portable thing of this name lies.
pub fn lies_at(world: &World, name: &str) -> Vec<Square> {
    let mut lying = world.resource::<Carriables>().lying.iter().copied();
    let thing = lying.find(|&thing| world.resource::<Names>().name(thing) == name);
    thing.and_then(|thing| world.part::<Thing>(thing)).map(|thing| thing.squares.clone()).unwrap_or_default()
}

/// Whether a creature carries the key of a door.
pub fn has_key(world: &World, creature: Id, door: Id) -> bool {
    let fits = |key: Id| {
        let name = world.resource::<Names>().name(door);
        world.part::<Unlocks>(key).is_some_and(|unlocks| unlocks.0.iter().any(|known| known == name))
    };
    carried_by(world, creature).any(fits)
}
