//! Dropping to the ground, for nothing (VIG-PRONE-9).

use super::super::data::conditions::PRONE;
use super::doer::*;

/// Doing so.
pub(super) struct DropProne;

impl Solo for DropProne {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "crawl",
        family: Some("Posture"),
        groups: &[Group::Free],
        purpose: Purpose::Move,
        price: Price::Free,
        ..ActionKind::new(
            "drop_prone",
            "Drop prone",
            "Lies down, for nothing: harder to shoot at, slow to move and to dodge.",
        )
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        !has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) { Ok(()) } else { Err(Refusal::new("already", "It lies there already.")) }
    }

    fn done(world: &mut World, id: Id) {
        creature::gain(world, id, PRONE, Lasts::UntilEnded, rule!("VIG-PRONE-9"));
    }
}
