//! Shaking off a creature that has climbed up (MOM-CLIMB-6).

use super::super::fight::check::{About, Contest};
use super::super::fight::ride;
use super::doer::*;

/// Doing so.
pub(super) struct ShakingOff;

impl Action for ShakingOff {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        price: Price::Points(2),
        ..ActionKind::new("shake_off", "Shake off", "Throws off a creature on its back, unless that holds on.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-CLIMB-6"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !ride::riders(doer.world, doer.id).is_empty()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        let rider = act.target.filter(|&id| ride::host(doer.world, id) == Some(doer.id));
        let rider = rider.ok_or_else(|| Refusal::by(rule!("MOM-CLIMB-6"), "no_target", "Name one that rides it."))?;
        Ok(Contest::new(doer.id, rider, About::Off))
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, "Shake off");
    }
}
