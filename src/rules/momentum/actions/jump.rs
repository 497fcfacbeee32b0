//! Jump: over a gap or hard ground, or down, for its length in metres (MOM-JUMP-1).

use super::super::motion::jump;
use super::doer::*;
use crate::grid::Square;

/// Doing so.
pub(super) struct Jump;

impl Action for Jump {
    type Rules = Momentum;
    type Plan = Square;
    const KIND: &'static ActionKind =
        &way("jump", "Jump", "In a straight line over what lies between, for its length in metres.");
    const FACTS: Option<Rule> = Some(rule!("MOM-JUMP-1"));
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "momentum.leap", jump::jump);

    /// Listed where there is something to jump over.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        jump::all(doer.world, doer.id).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        jump::all(doer.world, doer.id).map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to land in."))?;
        jump::leap(doer.world, doer.id, at)?;
        Ok(at)
    }
}
