//! Standing up: 3 m of its movement (EDG-PRONE-2).

use super::super::data::conditions::PRONE;
use super::doer::*;

/// Doing so.
pub(super) struct Stand;

impl Action for Stand {
    type Rules = Edge;
    type Plan = ();
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        ..ActionKind::new("stand", "Stand up", "Gets up from the ground, for 3 m of its movement.")
    };

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Metres(6)
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, PRONE)
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        if Action::concerns(self, doer) { Ok(()) } else { Err(Refusal::new("already", "It stands.")) }
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        lose(world, id, PRONE, [rule!("EDG-PRONE-2")]);
    }
}
