//! Which creatures hang together: one on another's back, one in another's hold (MOM-CLIMB-4, MOM-GRAB-2).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::hands;
use crate::battle::*;

/// A creature that has climbed onto another.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Riding(pub Option<Id>);

/// Whom it rides.
pub(crate) fn host(world: &World, rider: Id) -> Option<Id> {
    world.part::<Riding>(rider).and_then(|riding| riding.0).filter(|&host| is_on_map(world, host))
}

/// Who rides it.
pub(crate) fn riders(world: &World, host: Id) -> Vec<Id> {
    on_map(world).filter(|&id| self::host(world, id) == Some(host)).collect()
}

/// Whether one of two rides or holds the other, so that both know where the other is.
pub(crate) fn tied(world: &World, one: Id, other: Id) -> bool {
    let by = |one: Id, other: Id| host(world, one) == Some(other) || hands::is_held_by(world, other, one);
    by(one, other) || by(other, one)
}
