//! Taking the turn that is held: between two other turns, whole (MOM-HOLD-2).

use super::super::flow::turn;
use super::doer::*;

/// Doing so.
pub(super) struct TakeTurn;

impl Solo for TakeTurn {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "end-turn",
        groups: &[Group::Free],
        price: Price::Free,
        any_time: &[Pause::BetweenTurns],
        ..ActionKind::new(
            "take_turn",
            "Take the held turn",
            "Takes the turn that it holds now, before the next one begins.",
        )
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-HOLD-1"));

    fn concerns(doer: &Doer<'_>) -> bool {
        turn::waits(doer.world, doer.id)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if !turn::takes_turn(doer.world, doer.id) {
            return Err(Refusal::by(rule!("MOM-HOLD-1"), "not_held", "It holds no turn."));
        }
        if pauses::now(doer.world) != Some(Pause::BetweenTurns) {
            let message = "A turn that is held is taken between two others.";
            return Err(Refusal::by(rule!("MOM-HOLD-2"), "not_between", message));
        }
        Ok(())
    }

    fn done(world: &mut World, id: Id) {
        turn::take(world, id);
    }
}
