//! Somebody who has come somewhere in one go: noted where it happens, and told to those who waited for it by `fight/ready` (ESS-READY-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::TurnUsage;
use crate::battle::*;
use crate::grid::{Footprint, Length};

/// By what somebody has come somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Means {
    /// By its own power: it moves.
    Own,
    /// It is pushed, carried, or falls: it comes there, and takes no step (R67).
    Other,
}

/// Somebody who has come somewhere in one go, until everything else that comes of it is settled: then those are asked who waited for it.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Brought {
    /// Who.
    pub mover: Id,
    /// Where it was before.
    pub from: Place,
    /// By what it came.
    pub means: Means,
    /// As high as it had come then.
    pub height: Length,
}

impl Brought {
    /// Somebody who has come to where it is now.
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
