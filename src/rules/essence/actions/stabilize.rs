//! Stabilizing after tumbling in free fall (ESS-ZG-9).

use super::super::fight::harm;
use super::doer::*;

/// Coming to rest.
pub(super) struct Stabilize;

impl Solo for Stabilize {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Posture"),
        purpose: Purpose::Move,
        ..ActionKind::new("stabilize", "Stabilize", "Stops tumbling.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        creature::weightless(doer.world)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        needs(doer.has(condition::DESTABILISED), rule!("ESS-ZG-9"), "It is steady.")
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, "Stabilize", None, rule!("ESS-ZG-9"));
        harm::lose(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
    }
}
