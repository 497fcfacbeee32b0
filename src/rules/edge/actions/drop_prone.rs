//! Dropping prone: free, on its own turn (EDG-PRONE-1).

use super::super::body::life;
use super::super::data::conditions::PRONE;
use super::doer::*;

/// Doing so.
pub(super) struct DropProne;

impl Solo for DropProne {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "crawl",
        family: Some("Posture"),
        groups: &[Group::Free],
        purpose: Purpose::Move,
        price: Price::Free,
        ..ActionKind::new("drop_prone", "Drop prone", "Lies down, for nothing.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        !has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if has_condition(doer.world, doer.id, PRONE) {
            Err(Refusal::new("already", "It lies there already."))
        } else {
            Ok(())
        }
    }

    fn done(world: &mut World, id: Id) {
        life::knock_down(world, id, rule!("EDG-PRONE-1"));
    }
}
