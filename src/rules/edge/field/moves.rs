//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{TurnUsage, conditions::PRONE};
use super::super::ruleset::Edge;
use super::ground::{Ground, Mover};
use crate::battle::*;

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
    bring(world, id, step.position(), Going::ByItself);
}
