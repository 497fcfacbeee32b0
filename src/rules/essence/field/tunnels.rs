//! Tunnels: where earth is open, how deep somebody is in it, what can be seen through them (ESS-BURROW rows).

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use crate::battle::*;
use crate::grid::{Footprint, Length, Point, Square, line};

/// A square of earth, so many feet below the ground (5, 10 …).
pub type Hollow = (Square, Feet);

/// Where a tunnel is open.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tunnels(pub BTreeSet<Hollow>);

/// Whether nobody has dug anywhere.
pub fn no_tunnels(world: &World) -> bool {
    world.resource::<Tunnels>().0.is_empty()
}

/// Feet a creature is below the ground; 0 above it.
pub fn depth(world: &World, id: Id) -> Feet {
    (-creature::altitude(world, id)).max(0)
}

/// Feet that a height in a square is below its ground; 0 above it.
pub fn depth_at(world: &World, at: Square, height: Length) -> Feet {
    let ground = world.resource::<Map>().ground(at);
    5 * (creature::steps_up(ground) - creature::steps_up(height)).max(0)
}

/// The height at which a creature is so many feet below the ground of a square.
pub fn height(world: &World, at: Square, deep: Feet) -> Length {
    Length(world.resource::<Map>().ground(at).0 - Length::feet(deep).0)
}

/// The earth that somebody would be in.
pub fn hollows(space: Footprint, depth: Feet) -> Vec<Hollow> {
    space.squares().map(|at| (at, depth)).collect()
}

/// Whether earth is open.
pub fn open(world: &World, hollow: Hollow) -> bool {
    world.resource::<Tunnels>().0.contains(&hollow)
}

/// Whether earth has come down upon a creature that cannot dig.
pub fn covered_up(world: &World, id: Id) -> bool {
    let depth = depth(world, id);
    world.part::<Creature>(id).is_some()
        && depth > 0
        && !creature::profile(world, id).burrow
        && !space(world, id).squares().any(|at| open(world, (at, depth)))
}

/// ESS-BURROW-3: whether open tunnel lies all the way between two that are underground.
pub fn line_through(world: &World, from: Id, to: Id) -> bool {
    let (here, there) = (depth(world, from), depth(world, to));
    if (here - there).abs() > 5 || !(here == there || space(world, from).overlaps(space(world, to))) {
        return false;
    }
    let clear = |a: Square, b: Square| {
        let mut way = line::squares_crossed(Point::centre(a), Point::centre(b)).chain([a, b]);
        way.all(|at| open(world, (at, here)) || open(world, (at, there)))
    };
    let ends: Vec<Square> = space(world, to).squares().collect();
    space(world, from).squares().any(|a| ends.iter().any(|&b| clear(a, b)))
}
