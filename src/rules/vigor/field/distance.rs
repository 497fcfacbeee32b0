//! The squares that things take up, and how far they are apart (VIG-GRID-2, VIG-FALL-4).

use bevy::prelude::World;

use super::super::data::SQUARE;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};

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
    let ids = world.resource::<Ids>();
    match (ids.stand(a), ids.stand(b)) {
        (Some(here), Some(there)) => here.space.steps(there.space),
        (Some(here), None) => nearest(world, here.space, b),
        (None, _) => {
            let there = squares_of(world, b);
            let gaps = |at: Square| there.iter().map(move |&to| at.steps_to(to));
            squares_of(world, a).into_iter().flat_map(gaps).min().unwrap_or(i32::MAX)
        }
    }
}

/// How far an object is from a space.
fn nearest(world: &World, space: Footprint, object: Id) -> i32 {
    let of = |squares: &[Square]| {
        let all = squares.iter().map(|&at| space.steps(Footprint::single(at)));
        all.min().unwrap_or(i32::MAX)
    };
    match world.part::<Thing>(object) {
        Some(thing) if !thing.squares.is_empty() => of(&thing.squares),
        _ => edge_of(world, object).map_or(i32::MAX, |edge| of(&edge.squares())),
    }
}

/// How many squares of 6 ft one height is from another, a part of one counted whole (VIG-FALL-4).
pub(crate) fn levels(one: Length, other: Length) -> i32 {
    let square = Length::feet(SQUARE).0;
    ((one.0 - other.0).abs() + square - 1) / square
}

/// VIG-FALL-4: how many squares one stands above the other.
pub(crate) fn levels_apart(world: &World, a: Id, b: Id) -> i32 {
    let height = |id: Id| world.part::<Position>(id).map_or(Length::ZERO, |position| position.height);
    levels(height(a), height(b))
}

/// VIG-GRID-2: how far apart two are, in squares: along the ground or up, whichever is more.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> i32 {
    on_the_level(world, a, b).max(levels_apart(world, a, b))
}
