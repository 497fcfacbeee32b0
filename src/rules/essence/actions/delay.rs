//! Delay: the Turn is put off (ESS-TURN-7).

use super::super::body::controller;
use super::super::flow::turn;
use super::doer::*;

/// Waiting.
pub(super) struct Delay;

impl Solo for Delay {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Wait,
        price: Price::Free,
        ..ActionKind::new("delay", "Delay", "Takes the Turn later.")
    };

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let turn = doer.world.the::<TurnUsage>(doer.id);
        let fresh = turn.used == 0 && !turn.delaying && !controller::bound(doer.world, doer.id);
        needs(fresh, rule!("ESS-TURN-7"), "Only at the start of its Turn.")
    }

    fn done(world: &mut World, id: Id) {
        turn::delay(world, id);
    }
}
