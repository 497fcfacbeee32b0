//! Objects that events of the level put down, break, light and put out.

use bevy::prelude::World;

use super::{readied, spawn, waves};
use crate::battle::board::{Map, all_stands, closed_door_at, thing_at};
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Event, Id, Lamp, Names, Placement, Tell, Thing};
use crate::grid::Length;
use crate::level::Object;

/// Puts an object down, under its name or that name with the next number. Where there is no room for it, it is left out, and that is told.
pub(super) fn place(world: &mut World, spec: &Object) {
    let spec = Object { name: waves::free_name(world, &spec.name), ..spec.clone() };
    let map = world.resource::<Map>();
    let taken = |&at: &_| map.solid(at) || thing_at(world, at).is_some() || closed_door_at(world, at);
    let full = spec.squares.iter().any(taken);
    let stands = |stand: Placement| spec.blocks && spec.squares.iter().any(|&at| stand.space.contains(at));
    let there: Vec<Id> = all_stands(world).filter(|&(_, stand)| stands(stand)).map(|(id, _)| id).collect();
    if full || !there.is_empty() {
        let note = Event::note(format!("There is no room for {}.", spec.name));
        // A side that does not know of the creature in the way is not told.
        world.tell(if full { note } else { there.into_iter().fold(note, Event::about) });
        return;
    }
    readied::changing(world, |world| {
        let thing = match spawn::object(world, &spec) {
            Ok(thing) => thing,
            Err(message) => return world.tell(Event::note(message)),
        };
        let at = spec.squares.first().copied().unwrap_or_default();
        world.tell(Event::note(format!("{} stands at {},{} now.", spec.name, at.x, at.y)));
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, &spec.squares);
        ruleset.put_down(world, thing);
    });
}

/// Breaks the objects of these names that still stand somewhere.
pub(super) fn break_down(world: &mut World, names: &[String]) {
    for name in names {
        let thing = world.resource::<Names>().find(name).filter(|&id| world.part::<Thing>(id).is_some());
        if let Some(thing) = thing {
            spawn::wreck(world, thing);
        }
    }
}

/// Lets an object give light so far, or none.
pub(super) fn light(world: &mut World, name: &str, reach: Length) {
    let Some(thing) = world.resource::<Names>().find(name).filter(|&id| world.part::<Thing>(id).is_some()) else {
        return;
    };
    let now = world.part::<Lamp>(thing).map_or(Length::ZERO, |lamp| lamp.0);
    if now == reach {
        return;
    }
    readied::changing(world, |world| {
        let Some(entity) = world.entity_of(thing) else { return };
        if reach.0 > 0 {
            world.entity_mut(entity).insert(Lamp(reach));
        } else {
            world.entity_mut(entity).remove::<Lamp>();
        }
        world.resource_mut::<Map>().things_changed();
        let name = world.resource::<Names>().name(thing).to_owned();
        let text = if reach.0 > 0 { format!("{name} gives light.") } else { format!("{name} goes out.") };
        world.tell(Event::note(text));
        let ruleset = world.resource::<Rules>().0;
        ruleset.air_changed(world);
    });
}
