//! Letting go of what one holds, for nothing (MOM-GRAB-4).

use super::super::fight::contest;
use super::doer::*;

/// Doing so.
pub(super) struct LettingGo;

impl Action for LettingGo {
    type Rules = Momentum;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "interact",
        groups: &[Group::Free],
        purpose: Purpose::Gear,
        price: Price::Free,
        aimed: &[AimedAt::Creature],
        ..ActionKind::new("let_go", "Let go", "Lets go of a creature that it holds.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-GRAB-4"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !hands::grabs(doer.world, doer.id).is_empty()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let held = act.target.filter(|held| hands::grabs(doer.world, doer.id).contains(held));
        held.ok_or_else(|| Refusal::by(rule!("MOM-GRAB-4"), "no_target", "Name one that it holds."))
    }

    fn begin(&self, world: &mut World, id: Id, held: Id) {
        contest::let_go(world, id, held, rule!("MOM-GRAB-4"));
    }
}
