//! Ways of going to a neighbouring square that are no ordinary steps (EDG-MOVE-16, EDG-MOVE-17): of each only what it is.

use std::marker::PhantomData;

use super::super::motion::pace::{self, Pace};
use super::doer::*;
use crate::grid::Square;

/// What all of them have in common.
const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Move,
    price: Price::Way,
    aimed: &[AimedAt::Square],
    ..ActionKind::new("", "", "")
};

/// One of them.
pub(super) trait Paced: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;

    /// How it is gone to a square.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn pace(world: &World, id: Id, to: Square) -> Result<Pace, Refusal>;
}

/// Climb: as far up or down a face as the metres go, where they do not take it all the way (EDG-MOVE-16).
pub(super) struct Climbing;

impl Paced for Climbing {
    const KIND: &'static ActionKind = &ActionKind {
        key: "climb",
        icon: "climb",
        label: "Climb",
        help: "As far up or down a face as its metres go; it hangs there.",
        ..KIND
    };

    fn pace(world: &World, id: Id, to: Square) -> Result<Pace, Refusal> {
        pace::climb(world, id, to)
    }
}

/// Step off: over an edge, at whose foot it falls (EDG-MOVE-17).
pub(super) struct SteppingOff;

impl Paced for SteppingOff {
    const KIND: &'static ActionKind = &ActionKind {
        key: "step_off",
        icon: "step_off",
        label: "Step off",
        help: "Steps over an edge and falls.",
        ..KIND
    };

    fn pace(world: &World, id: Id, to: Square) -> Result<Pace, Refusal> {
        pace::step_off(world, id, to)
    }
}

/// One of them as a row of the bar.
pub(super) struct Pacing<P>(PhantomData<P>);

impl<P> Pacing<P> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<P: Paced> Action for Pacing<P> {
    type Rules = Edge;
    type Plan = Pace;
    const KIND: &'static ActionKind = P::KIND;

    /// Listed where there is such a square.
    fn concerns(&self, doer: &Doer<'_>) -> bool {
        pace::all(doer.world, doer.id, P::pace).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        pace::all(doer.world, doer.id, P::pace).map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Pace, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name a neighbouring square."))?;
        P::pace(doer.world, doer.id, at)
    }

    fn begin(&self, world: &mut World, _id: Id, pace: Pace) {
        pace::set_out(world, pace);
    }
}
