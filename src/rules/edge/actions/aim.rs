//! Aim: a minor action; the next attack on that target has +1 (EDG-MIN-1).

use super::super::data::{Aim, TurnUsage};
use super::super::field::sight;
use super::doer::*;

/// Aiming.
pub(super) struct Aiming;

const KIND: ActionKind = ActionKind {
    icon: "target",
    purpose: Purpose::Control,
    aimed: &[AimedAt::Creature],
    ..ActionKind::new("aim", "Aim", "+1 on the next attack on that target, if it is the next action.")
};

impl Action for Aiming {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Minor
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        doer.minor_row(&KIND, menu);
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let others = known_to(doer.world, doer.id).map(|(other, _)| other).filter(|&other| other != doer.id);
        others.map(|target| base.upon(target)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let target = act.target.filter(|&target| doer.knows(target));
        let target = target.ok_or_else(|| Refusal::new("no_target", "Name whom it aims at."))?;
        if !sight::sees(doer.world, doer.id, target) {
            return Err(Refusal::by(rule!("EDG-MIN-1"), "unseen", "It does not see that one."));
        }
        Ok(target)
    }

    fn begin(&self, world: &mut World, id: Id, at: Id) {
        world.the_mut::<TurnUsage>(id).aim = Some(Aim { at, last: false });
        let text = format!("aims at {}", world.resource::<Names>().name(at));
        world.tell(Event::note(text).actor(id).target(at).by(rule!("EDG-MIN-1")));
    }
}
