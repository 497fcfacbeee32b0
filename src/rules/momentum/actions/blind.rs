//! Blind: takes a creature's sight until the end of its next turn (MOM-BLIND-1).

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Blinding;

impl Action for Blinding {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        range: 1,
        ..ActionKind::new(
            "blind",
            "Blind",
            "Blinds a creature until the end of its next turn, if its Skill Check comes higher.",
        )
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-BLIND-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        Contest::against(doer.world, doer.id, act.target, About::Eyes)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Blind");
    }
}
