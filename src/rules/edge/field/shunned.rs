//! Where a creature had better not end a turn: places without air, and those that irradiate (EDG-SUFF-3, EDG-RAD-4).

use bevy::prelude::World;

use super::super::body::{breath, creature, radiation, rads};
use crate::battle::*;
use crate::grid::Grid;

/// How bad each square is, in thousandths of a life; nothing where none is. What the level's zones do is open to everybody.
pub(crate) fn squares(world: &World, id: Id) -> Option<Grid<u32>> {
    let map = world.resource::<Map>();
    let stifles = if creature::profile(world, id).sealed { 0 } else { breath::dread(world, id) };
    let levels = rads::levels(world, id);
    if stifles == 0 && levels.is_empty() {
        return None;
    }
    let dread = map.cells().map(|at, _| {
        let stifling = if map.airless(at) { stifles } else { 0 };
        stifling + levels.get(&at).map_or(0, |&level| radiation::dread(world, id, level))
    });
    dread.cells().iter().any(|&bad| bad > 0).then_some(dread)
}
