//! Standing up, for 1 AP (MOM-ACT-26).

use super::super::data::conditions::PRONE;
use super::doer::*;

/// Doing so.
pub(super) struct Stand;

impl Solo for Stand {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Posture"),
        purpose: Purpose::Move,
        ..ActionKind::new("stand", "Stand up", "Gets up from the ground.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-26"));

    fn concerns(doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) { Ok(()) } else { Err(Refusal::new("already", "It stands.")) }
    }

    fn done(world: &mut World, id: Id) {
        lose(world, id, PRONE, [rule!("MOM-ACT-26")]);
    }
}
