//! Getting about: steps and their cost, walking, flying, digging, drifting, falling, riding, coming to stand somewhere.
//!
//! Reading order: `support`, `placing`, `unbind`, `bonds`, `room`, `descent`, `moves`, `stride`, `slide`, `carry`, `walk`, `fly`, `drift`, `course`, `burrow`, `ice`,
//! `fall`, `ride`, `place`.

pub(super) mod bonds;
pub(super) mod burrow;
pub(super) mod carry;
pub(super) mod course;
pub(super) mod descent;
pub(super) mod drift;
pub(super) mod fall;
pub(super) mod fly;
pub(super) mod ice;
pub(super) mod moves;
pub(super) mod place;
pub(super) mod placing;
pub(super) mod ride;
pub(super) mod room;
pub(super) mod slide;
pub(super) mod stride;
pub(super) mod support;
pub(super) mod unbind;
pub(super) mod walk;

use bevy::prelude::World;

use super::body::who;
use super::ruleset::Essence;
use crate::battle::*;
use crate::grid::Square;

impl Movement for Essence {
    /// ESS-COVER-5: an illusion is Cover and stops no body.
    fn is_solid(&self, world: &World, thing: Id) -> bool {
        !who::illusory(world, thing)
    }

    fn reach(&self, world: &World, creature: Id) -> Reach {
        walk::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        walk::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        walk::walk(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        walk::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        walk::before_step(world, creature, step);
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        walk::after_step(world, creature, before.space);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        walk::movement_left(world, creature)
    }

    fn carrier(&self, world: &World, creature: Id) -> Option<Id> {
        who::mount_of(world, creature)
    }

    fn goes_along(&self, world: &World, creature: Id, going: Going) -> Vec<(Id, Rule)> {
        bonds::goes_along(world, creature, going)
    }

    fn course(&self, world: &World, creature: Id, side: SideId) -> ForcedMovement {
        course::course(world, creature, side)
    }
}
