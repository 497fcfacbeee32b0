//! Straight ways of bodies that are moved: which way, and what stands beside a step askew (MOM-PUSH-14, MOM-PUSH-15).

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::level::Door;

/// MOM-PUSH-14: straight away from one space, as seen by another.
pub(crate) fn away(from: Footprint, to: Footprint) -> (i16, i16) {
    let (dx, dy) = from.gap(to);
    let (large, small) = (dx.max(dy), dx.min(dy));
    let sign = |one: i16, other: i16, gap: i32| if gap > 0 { (other - one).signum() } else { 0 };
    let both = 2 * small >= large;
    (
        if both || dx == large { sign(from.at.x, to.at.x, dx) } else { 0 },
        if both || dy == large { sign(from.at.y, to.at.y, dy) } else { 0 },
    )
}

/// MOM-PUSH-15: whether a step askew of a creature that is moved leads between two squares that are blocked.
pub(crate) fn pinched(world: &World, id: Id, to: Footprint) -> bool {
    is_pinched(world, space(world, id), to)
}

/// The same of a body in a space.
pub(super) fn is_pinched(world: &World, from: Footprint, to: Footprint) -> bool {
    let corners = corners(from, to);
    !corners.is_empty() && corners.iter().all(|&at| blocks(world, at))
}

/// The two squares beside a step askew, of the square that leads it.
pub(super) fn corners(from: Footprint, to: Footprint) -> Vec<Square> {
    let (dx, dy) = (to.at.x - from.at.x, to.at.y - from.at.y);
    if dx == 0 || dy == 0 {
        return Vec::new();
    }
    let ahead = |at: Square| !from.contains(at.offset(dx, 0)) && !from.contains(at.offset(0, dy));
    let lead = from.squares().find(|&at| ahead(at));
    lead.map(|at| vec![at.offset(dx, 0), at.offset(0, dy)]).unwrap_or_default()
}

/// Whether a wall or a thing stands in a square that stops what is moved.
fn blocks(world: &World, at: Square) -> bool {
    world.resource::<Map>().solid(at) || thing_at(world, at).is_some_and(|thing| stops(world, thing))
}

/// Whether a thing stops what is moved into it: all but what can be walked through.
pub(super) fn stops(world: &World, thing: Id) -> bool {
    match world.part::<DoorState>(thing) {
        Some(door) => door.0 != Door::Open,
        None => world.the::<Thing>(thing).blocks,
    }
}
