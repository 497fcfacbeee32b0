//! Movement: what a step costs, where one gets to, postures, jumps, faces, falls.
//!
//! Reading order: `mover` (a creature on its way), `tiles` (the ground around it), `place` (where a step leads), `price` (what it
//! costs), `reach`, `stroll`, `feats` and `faces` (jumps and climbs ordered by name), `fall`, `room` (who must make way).

mod collide;
mod faces;
mod fall;
mod feats;
mod mover;
mod place;
mod price;
mod reach;
mod room;
mod stroll;
mod tiles;

pub(super) use collide::collide;
pub(super) use faces::{Face, faces};
pub(super) use fall::{fall_prone, keeps_afloat, settle, stand_up};
pub(super) use feats::{Feat, begin as begin_feat, half_done, jumps, why_no_jump};
pub(super) use mover::{Mode, Mover};
pub(super) use reach::{go_along, reach, step, take_step, walk};
pub(super) use room::{displaced, ground_changed};
pub(super) use stroll::stroll;
pub(super) use tiles::Tiles;

use bevy::prelude::*;

use crate::battle::*;
use crate::grid::Length;
use crate::rule;

/// Registers the state of movement, as far as it is not in the creature's own components, and its systems.
pub(super) fn install(engine: &mut Engine) {
    engine.save::<Feat>("sol.feat");
    engine.asks::<room::Displacements>("sol.crowded");
    engine.in_pieces::<Feat>();
    engine.in_flight::<Feat>(Stage::Movement, feats::perform);
    engine.later::<fall::Drops>("sol.drops");
    engine.in_flight::<room::Displacements>(Stage::Movement, room::make_room);
}

/// Feet left this turn on foot (SOL-MOVE-1).
pub(super) fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let mover = Mover::of(world, id);
    ((mover.limit(Mode::Walk) - mover.moved).max(0), "ft")
}

/// SOL-CLIMB-7: what it steps over without climbing.
pub(super) fn stride(world: &World, id: Id) -> Length {
    Mover::of(world, id).stride()
}

/// SOL-OCC-6: inside another creature's space nothing can be done.
pub(super) fn stranded(world: &World, id: Id) -> Option<Refusal> {
    let here = Place::of(world, id);
    let shared = on_map(world).any(|other| other != id && collide(here, Place::of(world, other)));
    shared.then(|| Refusal::by(rule!("SOL-OCC-6"), "stranded", "It stands in another creature's space."))
}
