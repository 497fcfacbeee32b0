//! The battle as one side knows it: those of whom it does not know are not there. What a player is shown, offered and foretold is asked
//! of this, so that nothing of it tells where somebody hides.

use super::event_visibility::knows;
use crate::battle::board::{LevelRes, side_of};
use crate::battle::values::{Id, Ids, Placement, SideId};
use bevy::prelude::World;

/// Whether two sides fight each other: neutral ones fight nobody.
pub fn at_odds(world: &World, one: SideId, other: SideId) -> bool {
    let sides = &world.resource::<LevelRes>().0.sides;
    one != other && !sides[one.0 as usize].neutral && !sides[other.0 as usize].neutral
}

/// Whether two creatures are enemies: their sides fight each other.
pub(crate) fn hostile(world: &World, one: Id, other: Id) -> bool {
    at_odds(world, side_of(world, one), side_of(world, other))
}

/// Whether two creatures are on the same side; nobody is its own ally.
pub(crate) fn allied(world: &World, one: Id, other: Id) -> bool {
    one != other && side_of(world, one) == side_of(world, other)
}

/// Those whom a side does not know of, among those on the map who are where somebody looks.
pub fn strangers(world: &World, side: SideId, there: impl Fn(Id, Placement) -> bool) -> Vec<Id> {
    let met = world.resource::<Ids>().stands();
    met.filter(|&(id, stand)| there(id, stand) && !knows(world, side, id)).map(|(id, _)| id).collect()
}
