//! Holding a turn: it is taken later in the same round (MOM-HOLD-1).

use super::super::data::{Held, Timing};
use super::super::flow::turn;
use super::doer::*;

/// Doing so.
pub(super) struct HoldTurn;

impl Solo for HoldTurn {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "wait",
        family: Some("Hold"),
        groups: &[Group::Free],
        purpose: Purpose::Wait,
        price: Price::Free,
        ..ActionKind::new(
            "hold_turn",
            "Hold the turn",
            "Takes its turn later in this round: between two others, or at the end.",
        )
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-HOLD-1"));

    /// Turns to come that the holder's side does not know of do not count.
    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let (world, flow) = (doer.world, doer.world.resource::<Flow>());
        let begun = |&id: &Id| creature::points(world, id).begun;
        if world.the::<Timing>(doer.id).held != Held::Never {
            return Err(Refusal::by(rule!("MOM-HOLD-6"), "held", "A turn can be held once in a round."));
        }
        if creature::sharing(world, doer.id).iter().any(begun) {
            return Err(Refusal::by(rule!("MOM-HOLD-2"), "begun", "A turn is held as a whole."));
        }
        let own = side_of(world, doer.id);
        if !flow.order.iter().skip(flow.at + 1).any(|slot| knows(world, own, slot.creature)) {
            return Err(Refusal::by(rule!("MOM-HOLD-1"), "last", "No other turn is left in this round."));
        }
        Ok(())
    }

    fn done(world: &mut World, id: Id) {
        turn::hold(world, id);
    }
}
