//! Grab: holds a creature with a free hand (MOM-GRAB-1).

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Grabbing;

impl Action for Grabbing {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        range: 1,
        ..ActionKind::new("grab", "Grab", "Holds a creature with a free hand, if its Skill Check comes higher.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-GRAB-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        if hands::free(doer.world, doer.id) < 1 {
            return Err(Refusal::by(rule!("MOM-GRAB-1"), "no_hand", "It takes a free hand."));
        }
        Contest::against(doer.world, doer.id, act.target, About::Hold)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Grab");
    }
}
