//! Where actions may be aimed: orders at everybody, and at every square around.

use bevy::prelude::World;

use super::super::field::sight;
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// Orders at everybody on the map.
pub(super) fn everybody(world: &World, base: &Act) -> Vec<Act> {
    on_map(world).map(|target| base.upon(target)).collect()
}

/// Orders at every square within so many.
pub(super) fn around(world: &World, base: &Act, range: u32) -> Vec<Act> {
    let near = space(world, base.creature).around(u8::try_from(range).unwrap_or(u8::MAX));
    let map = world.resource::<Map>();
    near.filter(|&at| map.contains(at)).map(|at| base.to(at)).collect()
}

/// As [`around`], where somebody it knows of stands near enough for an area to be worth a thought.
pub(super) fn around_somebody(world: &World, base: &Act, range: u32) -> Vec<Act> {
    let mut all = around(world, base, range);
    all.retain(|act| act.at.is_some_and(|at| near_somebody(world, base.creature, at)));
    all
}

fn near_somebody(world: &World, id: Id, at: Square) -> bool {
    on_map(world)
        .any(|other| !sight::hidden_from(world, other, id) && space(world, other).steps(Footprint::single(at)) <= 1)
}
