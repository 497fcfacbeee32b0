//! Search: a look around for those who hide (EDG-ACT-13, EDG-HIDE-5).

use super::super::data::{ALERTNESS, INSPECTION};
use super::super::fight::stealth;
use super::doer::*;

/// Doing so.
pub(super) struct Searching;

/// By the other skill.
const ALERT: Key = Key::new("alert", Takes::Flag, "By Alertness in place of Inspection.");

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Search,
    options: &[ALERT],
    ..ActionKind::new("search", "Search", "Perception against the totals of those who hide from it.")
};

impl Action for Searching {
    type Rules = Edge;
    type Plan = bool;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.searches", |world, id, alert| {
        stealth::search(world, id, if alert { ALERTNESS } else { INSPECTION });
    });

    fn parse(&self, _doer: &Doer<'_>, act: &Act) -> Result<bool, Refusal> {
        Ok(act.flag(ALERT.key))
    }
}
