//! Movement: what a step costs, where one gets to, postures, jumps, faces, falls.
//!
//! Reading order: `mover` (a creature on its way), `tiles` (the ground around it), `price` (one step), `reach`, `acts`, `fall`.

mod acts;
mod fall;
mod mover;
mod price;
mod reach;
mod tiles;

pub use acts::{acts, begin, check, offers};
pub use fall::{displaced, fall_prone, ground_changed};
pub use reach::{reach, step, take_step, walk};

use bevy::prelude::World;

use crate::battle::*;
use crate::rule;
use mover::{Mode, Mover};

/// Registers the state of movement. All of it is in the creature's own components.
pub fn install(_engine: &mut Engine) {}

/// Feet left this turn on foot (SOL-MOVE-1).
pub fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let mover = Mover::of(world, id);
    ((mover.limit(Mode::Walk) - mover.moved).max(0), "ft")
}

/// SOL-OCC-6: inside another creature's space nothing can be done.
pub fn stranded(world: &World, id: Id) -> Option<Refusal> {
    let here = space(world, id);
    let shared = on_map(world).any(|other| other != id && space(world, other).overlaps(here));
    shared.then(|| Refusal::by(rule!("SOL-OCC-6"), "stranded", "It stands in another creature's space."))
}
