//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{TurnUsage, conditions::PRONE};
use super::super::ruleset::Edge;
use super::ground::{Ground, Mover};
use crate::battle::*;

impl Mover {
    /// The creature as it is now.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        let stand = stand(world, id);
        let able = creature::able(world, id).is_ok();
        Self {
            id,
            size: creature::profile(world, id).size,
            space: stand.space,
            height: stand.height,
            crawls: has_condition(world, id, PRONE),
            left: if able { creature::metres_left(world, id) } else { 0 },
            gone: 0,
        }
    }
}

impl OnFoot for Edge {
    type Ground<'w> = Ground<'w>;

    fn set_out(world: &World, creature: Id) -> (Ground<'_>, Mover) {
        let mover = Mover::of(world, creature);
        (Ground::of(world, &mover), mover)
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    world.the_mut::<TurnUsage>(id).moved += step.cost.value;
    move_with_attached(world, id, step.position(), MoveKind::ByItself);
}
