//! Sprint: twice the speed of this turn (SOL-ACT-3).

use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(super) struct Sprint;

const KIND: ActionKind =
    ActionKind { purpose: Purpose::Sprint, ..ActionKind::new("sprint", "Sprint", "Doubles this turn's speed.") };

impl Solo for Sprint {
    type Rules = Sol;
    const KIND: &'static ActionKind = &KIND;

    fn may(means: &Doer<'_>) -> Result<(), Refusal> {
        means.pay(Some(KIND.key), 1)
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-3"));
        spend(world, id, KIND.key, 1);
        world.the_mut::<TurnUsage>(id).sprinted = true;
        sight::reveal(world, id, rule!("SOL-ACT-3"));
    }
}
