//! Stabilize: a First Aid Check against 8 ends a creature's Bleeding (MOM-ACT-11).

use super::super::data::conditions::BLEEDING;
use super::super::field::distance;
use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Stabilize;

impl Action for Stabilize {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "heal",
        purpose: Purpose::Mend,
        price: Price::Points(3),
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new("stabilize", "Stabilize", "First Aid against 8: ends the Bleeding of somebody within 1 m.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-11"));

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        // Itself comes last.
        let others = known_to(doer.world, doer.id).map(|(other, _)| other).filter(|&other| other != doer.id);
        others.chain([doer.id]).map(|target| base.upon(target)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let (world, actor) = (doer.world, doer.id);
        let near = |&target: &Id| {
            target == actor
                || (known_to(world, actor).any(|(id, _)| id == target) && distance::beside(world, actor, target))
        };
        let target = act.target.filter(near).filter(|&target| has_condition(world, target, BLEEDING));
        let target = target
            .ok_or_else(|| Refusal::by(rule!("MOM-ACT-11"), "no_target", "Name somebody within 1 m who bleeds."))?;
        Ok(Contest::new(actor, target, About::Blood))
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Stabilize");
    }
}
