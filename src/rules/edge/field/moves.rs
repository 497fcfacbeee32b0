//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{TurnUsage, conditions::PRONE};
use super::ground::{Ground, Mover};
use crate::battle::*;
use crate::grid::Square;

impl Mover {
    /// The creature as it is now.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        let stand = stand(world, id);
        let able = who::able(world, id).is_ok();
        Self {
            id,
            size: who::profile(world, id).size,
            space: stand.space,
            height: stand.height,
            crawls: has_condition(world, id, PRONE),
            left: if able { who::metres_left(world, id) } else { 0 },
            gone: 0,
        }
    }
}

/// The ground around a creature, and itself on it.
fn setting_out(world: &World, id: Id) -> (Ground<'_>, Mover) {
    let mover = Mover::of(world, id);
    (Ground::of(world, &mover), mover)
}

/// Every square that it could get to now.
pub(crate) fn reach(world: &World, id: Id) -> Reach {
    let (ground, mover) = setting_out(world, id);
    ground.reach(world, mover)
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let (ground, mover) = setting_out(world, id);
    ground.next(&mover, to).map(|(_, step)| step)
}

/// A whole way, step by step.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop where the way ends.
pub(crate) fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    let (ground, mover) = setting_out(world, id);
    ground.way(mover, path)
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    world.the_mut::<TurnUsage>(id).moved += step.cost.value;
    bring(world, id, step.position(), Going::ByItself);
}
