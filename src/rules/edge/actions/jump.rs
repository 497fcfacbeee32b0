//! Jump: over a gap, hard ground or something low, straight or askew (EDG-JUMP-4).

use super::super::motion::jump;
use super::doer::*;
use crate::grid::Square;

/// The word by which an order names it.
pub(super) const KEY: &str = "jump";

/// Doing so.
pub(super) struct Jump;

impl Action for Jump {
    type Rules = Edge;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        ..ActionKind::new(
            KEY,
            "Jump",
            "In a straight line over what lies between, for what the squares cost; farther and higher by a check.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "edge.jumps", jump::jump);

    /// Listed where there is something to jump over.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !jump::all(doer.world, doer.id).is_empty()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        jump::all(doer.world, doer.id).into_iter().map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to land in."))?;
        jump::leap(doer.world, doer.id, at)?;
        Ok(at)
    }
}
