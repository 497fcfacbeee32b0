//! Giving way: of several of a side with the same initiative another acts first, from now on (EDG-INIT-3, EDG-INIT-4).

use super::super::flow::put_off;
use super::doer::*;

/// Doing so.
pub(super) struct GivingWay;

impl Action for GivingWay {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Wait,
        price: Price::Free,
        aimed: &[AimedAt::Creature],
        ..ActionKind::new(
            "give_way",
            "Let act first",
            "One of its side with the same initiative acts before it, from now on.",
        )
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        on_map(doer.world).any(|other| put_off::may_give_way(doer.world, doer.id, other).is_ok())
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let to = act.target.ok_or_else(|| Refusal::new("no_target", "Name who is to act first."))?;
        put_off::may_give_way(doer.world, doer.id, to)?;
        Ok(to)
    }

    fn begin(&self, world: &mut World, id: Id, to: Id) {
        put_off::give_way(world, id, to);
    }
}
