//! Disengage: its own movement provokes nobody for the rest of the turn (EDG-ACT-6).

use super::super::data::TurnUsage;
use super::doer::*;

/// Doing so.
pub(super) struct Disengage;

impl Solo for Disengage {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "walk",
        purpose: Purpose::Move,
        ..ActionKind::new(
            "disengage",
            "Disengage",
            "For the rest of the turn nobody strikes at it for leaving their reach.",
        )
    };

    fn done(world: &mut World, id: Id) {
        world.the_mut::<TurnUsage>(id).disengaged = true;
        world.note(id, "disengages", rule!("EDG-ACT-6"));
    }
}
