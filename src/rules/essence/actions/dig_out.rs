//! Digging out who is buried (ESS-BURROW-4).

use super::super::field::tunnels;
use super::super::fight::harm;
use super::super::motion::burrow;
use super::doer::*;

/// Digging.
pub(super) struct DigOut;

impl Action for DigOut {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Ways"),
        purpose: Purpose::Aid,
        price: Price::Points(2),
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new("dig_out", "Dig out", "Frees who is buried, itself or beside it.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.dug_out", burrow::come_out);

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let target = act.named_target()?;
        let there = is_on_map(world, target) && world.part::<Creature>(target).is_some();
        if there && tunnels::covered_up(world, target) && creature::at_hand(world, id, target) {
            return Ok(target);
        }
        let message = "Nobody is buried there.";
        Err(Refusal::by(rule!("ESS-BURROW-4"), "not_buried", message))
    }

    fn begin(&self, world: &mut World, id: Id, target: Id) {
        told(world, id, "Dig out", Some(target), rule!("ESS-BURROW-4"));
        harm::lose(world, target, condition::ENTANGLED, rule!("ESS-BURROW-4"));
        Self::defer(world, id, target);
    }
}
