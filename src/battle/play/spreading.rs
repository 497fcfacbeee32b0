//! Ground that spreads: fire over grass, water through a hold.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::battle::board::{CEILING, closed_door_at, lay};
use crate::grid::{Edge, Square};
use crate::level::Spread;

/// The squares that the ground of a kind spreads to next: those that share a side with a square of it and have ground that it takes.
/// Nothing spreads through what reaches the ceiling: a wall between squares, a closed door.
pub(super) fn next(world: &World, spread: &Spread) -> Vec<Square> {
    let (map, lay) = lay(world);
    let is = |at: Square| map.terrain(at).is_some_and(|terrain| terrain.key == spread.terrain);
    let takes = |at: Square| {
        map.terrain(at).is_some_and(|terrain| match &spread.over {
            Some(over) => over.contains(&terrain.key),
            None => !terrain.solid && terrain.water.0 == 0 && terrain.pit.0 == 0,
        })
    };
    let within = |at: &Square| spread.within.as_ref().is_none_or(|squares| squares.contains(at));
    let walled = |from: Square, to: Square| {
        let between = lay.between.as_ref();
        let edge = Edge::between(from, to);
        between.zip(edge).is_some_and(|(between, edge)| between.at(edge).step == CEILING)
    };
    let mut found: BTreeSet<Square> = BTreeSet::new();
    for from in map.cells().squares().filter(|&at| is(at)) {
        for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            let to = from.offset(dx, dy);
            if map.contains(to) && !is(to) && takes(to) && within(&to) && !walled(from, to) {
                found.insert(to);
            }
        }
    }
    found.into_iter().filter(|&at| !closed_door_at(world, at)).collect()
}
