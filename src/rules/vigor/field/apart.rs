//! The squares that things take up, and how far they are apart (VIG-GRID-2, VIG-FALL-4).

use bevy::prelude::World;

use super::super::data::SQUARE;
use crate::battle::*;
use crate::grid::{Length, Square};

/// The squares that something takes up: one space of a creature, all squares of an object.
pub(crate) fn squares_of(world: &World, id: Id) -> Vec<Square> {
    match world.part::<Thing>(id) {
        // What stands between two squares is as near as the nearer one.
        Some(thing) if thing.squares.is_empty() => {
            edge_of(world, id).map_or_else(Vec::new, |edge| edge.squares().to_vec())
        }
        Some(thing) => thing.squares.clone(),
        None => space(world, id).squares().collect(),
    }
}

/// VIG-GRID-2: squares between two on the map, nearest to nearest, however high they are.
pub(crate) fn on_the_level(world: &World, a: Id, b: Id) -> i32 {
    let (here, there) = (squares_of(world, a), squares_of(world, b));
    let all = here
        .iter()
        .flat_map(|&one| there.iter().map(move |&other| one.steps_to(other)));
    all.min().unwrap_or(i32::MAX)
}

/// How many squares of 6 ft one height is from another, a part of one counted whole (VIG-FALL-4).
pub(crate) fn levels(one: Length, other: Length) -> i32 {
    let square = Length::feet(SQUARE).0;
    ((one.0 - other.0).abs() + square - 1) / square
}

/// VIG-FALL-4: how many squares one stands above the other.
pub(crate) fn levels_apart(world: &World, a: Id, b: Id) -> i32 {
    let height = |id: Id| {
        world
            .part::<Position>(id)
            .map_or(Length::ZERO, |position| position.height)
    };
    levels(height(a), height(b))
}

/// VIG-GRID-2: how far apart two are, in squares: along the ground or up, whichever is more.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> i32 {
    on_the_level(world, a, b).max(levels_apart(world, a, b))
}
