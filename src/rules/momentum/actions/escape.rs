//! Escape: gets free of a Grab, or of what binds it (MOM-ACT-27).

use super::super::data::conditions::{GRABBED, RESTRAINED};
use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Escaping;

const KIND: ActionKind = ActionKind {
    icon: "run",
    purpose: Purpose::Move,
    price: Price::Points(2),
    aimed: &[AimedAt::Nothing, AimedAt::Creature],
    ..ActionKind::new("escape", "Escape", "Tries to get free of what holds it.")
};

/// Those who hold a creature.
fn holders(world: &World, id: Id) -> Vec<Id> {
    let all = world.the::<Conditions>(id).0.iter().filter(|one| one.key == GRABBED);
    all.filter_map(|one| one.source).collect()
}

impl Action for Escaping {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-27"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        [GRABBED, RESTRAINED].into_iter().any(|key| has_condition(doer.world, doer.id, key))
    }

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost { frees: true, ..Cost::with(&KIND, None) }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let bound = has_condition(doer.world, doer.id, RESTRAINED).then(|| base.clone());
        holders(doer.world, doer.id).into_iter().map(|id| base.upon(id)).chain(bound).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let held = holders(doer.world, doer.id);
        match act.target {
            Some(holder) if held.contains(&holder) => Ok(Contest::new(doer.id, holder, About::Freedom)),
            None if has_condition(doer.world, doer.id, RESTRAINED) => Ok(Contest::new(doer.id, doer.id, About::Bonds)),
            None if held.len() == 1 => Ok(Contest::new(doer.id, held[0], About::Freedom)),
            _ => Err(Refusal::by(rule!("MOM-ACT-27"), "no_target", "Name what holds it.")),
        }
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, KIND.label);
    }
}
