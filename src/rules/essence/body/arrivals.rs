//! A creature that has come somewhere in one go. It is noted where that happens; `fight/ready` then tells the owners of readied actions
//! who waited for it (ESS-READY-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::TurnUsage;
use crate::battle::*;
use crate::grid::{Footprint, Length};

/// By what means a creature has come somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Means {
    /// By its own power: it moves.
    Own,
    /// It is pushed, carried, or falls: it comes there, and takes no step (R67).
    Other,
}

/// A creature that has come somewhere in one go. It stays in flight until everything else that follows from its coming is settled; then
/// the owners who waited for it are asked.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Brought {
    /// The creature.
    pub mover: Id,
    /// Its space before it came.
    pub from: Place,
    /// By what it came.
    pub means: Means,
    /// As high as it had come then.
    pub height: Length,
}

impl Brought {
    /// A creature that has come to where it is now.
    pub(crate) fn now(world: &World, mover: Id, from: Place, means: Means) -> Self {
        let height = world.the::<Position>(mover).height;
        Self { mover, from, means, height }
    }
}

/// A space, as high as a creature is now.
pub(crate) fn level_with(world: &World, mover: Id, space: Footprint) -> Place {
    let height = world.the::<Position>(mover).height;
    Place { space, height }
}

/// Where a creature has come from a place, and by what; launched before anything else that comes of it.
pub(crate) fn came(world: &mut World, mover: Id, from: Place, going: MoveKind) {
    let means = if going == MoveKind::ByItself { Means::Own } else { Means::Other };
    let waits = |id: Id| world.part::<TurnUsage>(id).is_some_and(|turn| turn.ready.is_some());
    if on_map(world).any(waits) {
        launch(world, Brought::now(world, mover, from, means));
    }
}

/// R67: however it comes there. A fall has told of itself.
pub(crate) fn arrives(world: &mut World, creature: Id, before: Place, going: MoveKind) {
    if going != MoveKind::Falls {
        came(world, creature, before, going);
    }
}
