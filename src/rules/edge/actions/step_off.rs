//! Step off: over an edge, at whose foot it falls (EDG-MOVE-17).

use super::super::motion::pace::{self, Pace};
use super::doer::*;

/// Doing so.
pub(super) struct SteppingOff;

impl Action for SteppingOff {
    type Rules = Edge;
    type Plan = Pace;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        ..ActionKind::new("step_off", "Step off", "Steps over an edge and falls.")
    };

    /// Listed where there is such a square.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        pace::all(doer.world, doer.id, pace::step_off).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        pace::all(doer.world, doer.id, pace::step_off).map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Pace, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name a neighbouring square."))?;
        pace::step_off(doer.world, doer.id, at)
    }

    fn begin(&self, world: &mut World, _id: Id, pace: Pace) {
        pace::set_out(world, pace);
    }
}
