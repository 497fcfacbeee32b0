//! Delay: the turn is put off behind all others, for good (EDG-INIT-6).

use super::super::flow::put_off;
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
        put_off::may_delay(doer.world, doer.id)
    }

    fn done(world: &mut World, id: Id) {
        put_off::delay(world, id);
    }
}
