//! Standing up: 3 m of its movement (EDG-PRONE-2). Enemies within whose reach it gets up may strike first (EDG-PRONE-3), unless it is
//! careful and quick (EDG-PRONE-4).

use super::super::data::conditions::PRONE;
use super::super::fight::stand;
use super::doer::*;

/// Doing so.
pub(super) struct Stand;

/// With a check.
const SAFELY: Key =
    Key::new("safely", Takes::Flag, "Tries Acrobatics (16) first: if that succeeds, nobody may strike.");

impl Action for Stand {
    type Rules = Edge;
    type Plan = bool;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Posture"),
        purpose: Purpose::Move,
        price: Price::Way,
        options: &[SAFELY],
        ..ActionKind::new("stand", "Stand up", "Gets up from the ground, for 3 m of its movement.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.stands", stand::get_up);

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Metres(6)
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, PRONE)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<bool, Refusal> {
        if Action::concerns(self, doer) { Ok(act.flag(SAFELY.key)) } else { Err(Refusal::new("already", "It stands.")) }
    }
}
