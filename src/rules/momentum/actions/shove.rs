//! Shove: moves a creature a square (MOM-SHOVE-1).

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Shoving;

impl Action for Shoving {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(1),
        range: 1,
        ..ActionKind::new("shove", "Shove", "Moves a creature a square, if its Skill Check comes higher.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-SHOVE-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        Contest::against(doer.world, doer.id, act.target, About::Place)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Shove");
    }
}
