//! Who and what is where: creatures on the map, things and doors in squares, the height one stands at.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::board_index::{laid, laid_at, lay};
use crate::battle::values::{Body, ById, DoorState, Id, Ids, Place, Placement, Position, SideId, Thing};
use crate::grid::{Footprint, Length, Square};
use crate::level::Door;

/// Everything that is not a creature, by identity.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Inventory(pub Vec<Id>);

/// Tells whether a thing still exists and has a component, which is looked up only once for all of them.
fn having<T: Component>(world: &World) -> impl Fn(Id) -> bool + '_ {
    let part = world.component_id::<T>();
    move |id| part.is_some_and(|part| world.look(id).is_some_and(|thing| thing.contains_id(part)))
}

/// Creatures on the map, by identity.
pub fn on_map(world: &World) -> impl Iterator<Item = Id> + '_ {
    world.resource::<Ids>().present().iter().copied()
}

/// Whether a creature is on the map.
pub fn is_on_map(world: &World, id: Id) -> bool {
    world.resource::<Ids>().is_present(id)
}

/// Whether something can be aimed at: a creature on the map or an object.
pub fn is_there(world: &World, id: Id) -> bool {
    is_on_map(world, id) || world.part::<Thing>(id).is_some()
}

/// Where a creature stands, and whose it is.
pub fn stand(world: &World, id: Id) -> Placement {
    let stand = world.resource::<Ids>().stand(id);
    stand.expect("a creature should exist and have a place")
}

/// The side of a creature.
pub fn side_of(world: &World, id: Id) -> SideId {
    stand(world, id).side
}

/// Whether a creature has a condition.
pub fn has_condition(world: &World, id: Id, key: &str) -> bool {
    world.resource::<Ids>().has_condition(world, id, key)
}

/// The space of a creature.
pub fn space(world: &World, id: Id) -> Footprint {
    stand(world, id).space
}

/// All creatures on the map with where they stand, by identity, known or not. What a mover plans goes by
/// [`known_to`](crate::battle::known_to).
pub fn all_stands(world: &World) -> impl Iterator<Item = (Id, Placement)> + '_ {
    world.resource::<Ids>().all_stands()
}

/// Puts something at a height, over the square where it is.
pub fn lift_to(world: &mut World, id: Id, height: Length) {
    let at = world.the::<Position>(id).at;
    world.put(id, Position { at, height });
}

/// Gives a creature a space of so many squares along its edge.
pub fn grow_to(world: &mut World, id: Id, side: u8) {
    let tall = world.the::<Body>(id).tall;
    world.put(id, Body { side, tall });
}

/// What would hold if a creature were in another place, as where it came from.
pub fn as_if_at<R>(world: &mut World, id: Id, place: Place, look: impl FnOnce(&World) -> R) -> R {
    let now = Place::of(world, id);
    let put = |world: &mut World, Place { space, height }: Place| {
        world.put(id, Position { at: space.at, height });
        if world.the::<Body>(id).side != space.side {
            grow_to(world, id, space.side);
        }
    };
    put(world, place);
    let found = look(world);
    put(world, now);
    found
}

/// The creature that stands in a square.
pub fn creature_at(world: &World, at: Square) -> Option<Id> {
    all_stands(world).find(|(_, stand)| stand.space.contains(at)).map(|(id, _)| id)
}

/// Objects that still exist, by identity.
pub fn things(world: &World) -> impl Iterator<Item = Id> + '_ {
    let present = having::<Thing>(world);
    let inventory = world.resource::<Inventory>().0.iter().copied();
    inventory.filter(move |&id| present(id))
}

/// An object, looked up once for all that is asked of it.
pub struct Object<'w> {
    /// Its identity.
    pub id: Id,
    /// What it is.
    pub thing: &'w Thing,
    /// Its other components.
    pub parts: EntityRef<'w>,
}

/// Objects that still exist with what they are, by identity.
pub fn objects(world: &World) -> impl Iterator<Item = Object<'_>> + '_ {
    let inventory = world.resource::<Inventory>().0.iter();
    inventory.filter_map(|&id| {
        let parts = world.look(id)?;
        let thing = parts.get()?;
        Some(Object { id, thing, parts })
    })
}

/// The objects that stand in a square.
pub(in crate::battle) fn objects_at(world: &World, at: Square) -> impl Iterator<Item = Id> + '_ {
    let here = laid(world).iter().filter(move |laid| laid.space.contains(at));
    let stands = move |id: &Id| world.part::<Thing>(*id).is_some_and(|thing| thing.squares.contains(&at));
    here.map(|laid| laid.id).filter(stands)
}

/// The object that stands in a square.
pub fn thing_at(world: &World, at: Square) -> Option<Id> {
    objects_at(world, at).next()
}

/// Whether a closed door stands in a square.
pub fn closed_door_at(world: &World, at: Square) -> bool {
    let closed = |id| world.part::<DoorState>(id).is_some_and(|door| door.0 != Door::Open);
    objects_at(world, at).any(closed)
}

/// The top of an object above the level's zero; `None` for one of full height.
pub fn top_of(world: &World, thing: Id) -> Option<Length> {
    laid_at(world, thing).expect("a thing should be among those of the map").top
}

/// The height one would stand at in a space: on the highest of its squares.
pub fn floor_of(world: &World, space: Footprint) -> Length {
    let footing = &lay(world).1.footing;
    let heights = space.squares().filter_map(|square| footing.get(square));
    heights.map(|there| there.height).max().unwrap_or_default()
}

/// The height one would stand at in a square: the ground, or the top of an object that must be climbed.
pub fn floor(world: &World, at: Square) -> Length {
    floor_of(world, at.into())
}

impl Place {
    /// Where a creature stands now.
    pub fn of(world: &World, creature: Id) -> Self {
        let stand = stand(world, creature);
        Self { space: stand.space, height: stand.height }
    }

    /// Its position there.
    pub const fn position(&self) -> Position {
        Position { at: self.space.at, height: self.height }
    }

    /// A square, as high as one would stand there.
    pub fn at(world: &World, at: Square) -> Self {
        Self {
            space: Footprint::single(at),
            height: lay(world).1.footing.get(at).map_or(Length(0), |footing| footing.height),
        }
    }
}
