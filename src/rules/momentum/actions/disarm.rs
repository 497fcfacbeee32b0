//! Disarm: makes a creature drop what it holds (MOM-DISARM-1).

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// Doing so.
pub(super) struct Disarming;

impl Action for Disarming {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        range: 1,
        ..ActionKind::new("disarm", "Disarm", "Makes a creature drop what it holds, if its Skill Check comes higher.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-DISARM-1"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let target = act.named_target()?;
        if is_on_map(doer.world, target) && !holds_anything(doer.world, target) {
            return Err(Refusal::by(rule!("MOM-DISARM-4"), "empty", "It holds nothing."));
        }
        Contest::against(doer.world, doer.id, act.target, About::Hands)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Disarm");
    }
}

/// Whether a creature holds anything that it could drop.
fn holds_anything(world: &World, id: Id) -> bool {
    let Some(_) = world.part::<super::super::data::Stats>(id) else { return false };
    hands::items(creature::profile(world, id)).iter().any(|item| hands::holds(world, id, item.key()))
}
