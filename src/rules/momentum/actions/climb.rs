//! Climb: gets onto the back of a larger creature (MOM-CLIMB-1).

use super::super::fight::check::{About, Contest};
use super::super::fight::ride;
use super::doer::*;

/// Doing so.
pub(super) struct Climbing;

impl Action for Climbing {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "climb",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        range: 1,
        ..ActionKind::new("climb", "Climb", "Gets onto the back of a larger creature, if its Skill Check comes higher.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-CLIMB-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let target = act.named_target()?;
        if is_on_map(doer.world, target) {
            let size = |id: Id| creature::profile(doer.world, id).size;
            if size(target).above(size(doer.id)) < 1 {
                return Err(Refusal::by(rule!("MOM-CLIMB-1"), "too_small", "It must be larger than the climber."));
            }
            if ride::host(doer.world, doer.id) == Some(target) {
                return Err(Refusal::by(rule!("MOM-CLIMB-3"), "already", "It is on its back already."));
            }
            if ride::seats(doer.world, doer.id, target).is_empty() {
                return Err(Refusal::by(rule!("MOM-CLIMB-14"), "taken", "No place is left on its back."));
            }
        }
        if !doer.profile.climb_handless && hands::free(doer.world, doer.id) < 1 {
            return Err(Refusal::by(rule!("MOM-CLIMB-2"), "no_hand", "It takes a free hand."));
        }
        Contest::against(doer.world, doer.id, act.target, About::Back)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Climb");
    }
}
