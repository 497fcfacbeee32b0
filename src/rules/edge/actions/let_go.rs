//! Lets go of a creature that is held: free (EDG-GRAP-3).

use super::super::fight::contest;
use super::doer::*;

/// Doing so.
pub(super) struct LetGo;

impl Action for LetGo {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Other,
        price: Price::Free,
        aimed: &[AimedAt::Creature],
        ..ActionKind::new("let_go", "Let go", "Lets go of a creature that it holds.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !creature::held_by(doer.world, doer.id).is_empty()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let held = act.target.filter(|&target| creature::held_by(doer.world, doer.id).contains(&target));
        held.ok_or_else(|| Refusal::by(rule!("EDG-GRAP-3"), "not_held", "It does not hold it."))
    }

    fn begin(&self, world: &mut World, id: Id, held: Id) {
        contest::let_go(world, id, held, rule!("EDG-GRAP-3"));
    }
}
