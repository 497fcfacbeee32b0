//! Blink: from one place to another without a way between (EDG-MOVE-14).

use super::super::motion::pace;
use super::doer::*;
use crate::grid::Square;

/// Doing so.
pub(super) struct Blink;

impl Action for Blink {
    type Rules = Edge;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "teleport",
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        ..ActionKind::new("blink", "Blink", "To a square that it sees, without a way between; nobody strikes at it.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "edge.blinks", pace::blink);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.blink_m > 0
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        pace::blinks_to(doer.world, doer.id).into_iter().map(|at| base.to(at)).collect()
    }

    /// All of them are squares that it gets to, which are looked for once: what stands against the first stands against all.
    fn orders(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        all_or_none(self, doer, Action::candidates(self, doer, offer, base))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to be in."))?;
        if pace::blinks_to(doer.world, doer.id).contains(&at) {
            Ok(at)
        } else {
            Err(Refusal::by(rule!("EDG-MOVE-14"), "out_of_reach", "It does not see a free square there in range."))
        }
    }
}
