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

/// Where a creature comes by no power of its own; launched before anything else that comes of it.
pub(crate) fn shoved(world: &mut World, mover: Id, before: Footprint) {
    came(world, mover, level_with(world, mover, before), Means::Other);
}

/// As [`shoved`], for who may have come down, or up, as well.
pub(crate) fn fell(world: &mut World, mover: Id, from: Place) {
    came(world, mover, from, Means::Other);
}

/// Where a creature comes by its own power in one go, such as by a leap; likewise launched first.
pub(crate) fn went(world: &mut World, mover: Id, from: Place) {
    came(world, mover, from, Means::Own);
}

fn came(world: &mut World, mover: Id, from: Place, means: Means) {
    let waits = |id: Id| world.part::<TurnUsage>(id).is_some_and(|turn| turn.ready.is_some());
    if on_map(world).any(waits) {
        launch(world, Brought::now(world, mover, from, means));
    }
}
