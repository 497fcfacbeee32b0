//! The battle as one side knows it: creatures of whom it does not know are left out. What a player is shown, offered and foretold is
//! asked of this. So nothing of it tells where a creature hides.

use super::event_visibility::knows;
use super::ruleset::Rules;
use crate::battle::board::{all_stands, at_odds, is_bystander, side_of, win_together};
use crate::battle::values::{Id, Ids, Placement, SideId};
use bevy::prelude::World;

/// Whether two creatures are enemies: their sides fight each other, and neither is a bystander.
pub(crate) fn hostile(world: &World, one: Id, other: Id) -> bool {
    at_odds(world, side_of(world, one), side_of(world, other))
        && !is_bystander(world, one)
        && !is_bystander(world, other)
}

/// Whether two creatures are on the same side or on allied ones; no creature is its own ally, and an object has no allies.
pub(crate) fn allied(world: &World, one: Id, other: Id) -> bool {
    let ids = world.resource::<Ids>();
    let of = |id: Id| ids.stand(id).map(|stand| stand.side);
    let (Some(own), Some(theirs)) = (of(one), of(other)) else {
        return false;
    };
    one != other && win_together(world, own, theirs)
}

/// The creatures on the map of whom a creature's side knows, itself among them, with where they stand. What the creature plans, is
/// offered and is refused goes by these.
pub fn known_to(world: &World, id: Id) -> impl Iterator<Item = (Id, Placement)> + '_ {
    known_to_side(world, side_of(world, id))
}

/// The creatures on the map of whom a side knows, with where they stand, by identity.
pub fn known_to_side(world: &World, side: SideId) -> impl Iterator<Item = (Id, Placement)> + '_ {
    let ruleset = world.resource::<Rules>().0;
    let doubtful = ruleset.doubtful(world);
    let known = move |id: Id, stand: Placement| {
        stand.side == side || doubtful.is_some_and(|doubtful| !doubtful.contains(&id)) || ruleset.knows(world, side, id)
    };
    all_stands(world).filter(move |&(id, stand)| known(id, stand))
}

/// The creatures on the map that a side does not know of and for which `there` is true. Example: those in the space that a mover enters.
pub fn strangers(world: &World, side: SideId, there: impl Fn(Id, Placement) -> bool) -> Vec<Id> {
    let met = world.resource::<Ids>().all_stands();
    met.filter(|&(id, stand)| there(id, stand) && !knows(world, side, id)).map(|(id, _)| id).collect()
}
