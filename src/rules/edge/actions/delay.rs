//! Delay: the turn is put off behind all others, for good (EDG-INIT-6).

use super::super::flow::turn;
use super::doer::*;

/// Waiting.
pub(super) struct Delay;

impl Solo for Delay {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Wait,
        price: Price::Free,
        ..ActionKind::new("delay", "Delay", "Acts after all others, from now on.")
    };

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        turn::may_delay(doer.world, doer.id)
    }

    fn done(world: &mut World, id: Id) {
        turn::delay(world, id);
    }
}
