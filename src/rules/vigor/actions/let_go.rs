//! Letting go of somebody whom one Pins, for nothing (VIG-COND-8).

use super::doer::*;

/// Doing so.
pub(super) struct LettingGo;

impl Action for LettingGo {
    type Rules = Vigor;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "help",
        groups: &[Group::Free],
        purpose: Purpose::Gear,
        price: Price::Free,
        aimed: &[AimedAt::Creature],
        ..ActionKind::new("let_go", "Let go", "Lets go of somebody whom it holds Pinned, for nothing.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::pinned_by(doer.world, doer.id).next().is_some()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let whom = creature::pinned_by(doer.world, doer.id).find(|&id| act.target == Some(id));
        let whom = whom.ok_or_else(|| Refusal::by(rule!("VIG-COND-8"), "not_held", "Name somebody whom it Pins."))?;
        Ok(whom)
    }

    fn begin(&self, world: &mut World, id: Id, whom: Id) {
        world.note(id, "lets go", rule!("VIG-COND-8"));
        creature::release(world, id, Some(whom));
    }
}
