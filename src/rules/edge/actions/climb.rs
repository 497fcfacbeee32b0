//! Climb: as far up or down a face as the metres go, where they do not take it all the way (EDG-MOVE-16).

use super::super::motion::pace::{self, Pace};
use super::doer::*;

/// Doing so.
pub(super) struct Climbing;

impl Action for Climbing {
    type Rules = Edge;
    type Plan = Pace;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        ..ActionKind::new("climb", "Climb", "As far up or down a face as its metres go; it hangs there.")
    };

    /// Listed where there is such a square.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        pace::all(doer.world, doer.id, pace::climb).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        pace::all(doer.world, doer.id, pace::climb).map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Pace, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name a neighbouring square."))?;
        pace::climb(doer.world, doer.id, at)
    }

    fn begin(&self, world: &mut World, _id: Id, pace: Pace) {
        pace::set_out(world, pace);
    }
}
