//! Trip: knocks a creature down (MOM-TRIP-1).

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Tripping;

impl Action for Tripping {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        range: 1,
        ..ActionKind::new("trip", "Trip", "Knocks a creature down, if its Skill Check comes higher.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-TRIP-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        Contest::against(doer.world, doer.id, act.target, About::Feet)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Trip");
    }
}
