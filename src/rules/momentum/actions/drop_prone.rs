//! Dropping Prone: free, on its own turn (MOM-ACT-26).

use super::super::body::life;
use super::super::data::conditions::PRONE;
use super::doer::*;

/// Doing so.
pub(super) struct DropProne;

impl Solo for DropProne {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "crawl",
        family: Some("Posture"),
        groups: &[Group::Free],
        purpose: Purpose::Move,
        price: Price::Free,
        ..ActionKind::new("drop_prone", "Drop Prone", "Lies down, for nothing.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-26"));

    fn concerns(doer: &Doer<'_>) -> bool {
        !has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) { Ok(()) } else { Err(Refusal::new("already", "It lies there already.")) }
    }

    fn done(world: &mut World, id: Id) {
        life::knock_down(world, id, rule!("MOM-ACT-26"));
    }
}
