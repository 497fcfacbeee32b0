//! Ways that a creature goes out of its turn's order, with a length of their own.

use super::super::data::{HalfMetres, TurnUsage};
use crate::battle::*;
use crate::grid::Square;

/// A creature goes along a way at once, with so many half-metres and no more; what else it has left is kept.
pub(super) fn walk(world: &mut World, id: Id, mut way: Vec<Square>, halves: HalfMetres) {
    way.reverse();
    world.the_mut::<TurnUsage>(id).spare = Some(halves);
    launch(world, Moving { creature: id, rest: way, stride: StepPhase::Ready });
}

/// It has gone as far as it wanted.
pub(super) fn has_walked(world: &mut World, id: Id) {
    if is_on_map(world, id) {
        world.the_mut::<TurnUsage>(id).spare = None;
    }
}
