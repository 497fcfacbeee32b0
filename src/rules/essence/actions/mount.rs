//! Mounting a willing creature (ESS-CMD-8). What it is to ride is in `ride`.

use super::super::motion::ride;
use super::doer::*;

/// Taking a seat.
pub(super) struct Mount;

impl Action for Mount {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new("mount", "Mount", "Onto a willing creature a Size larger.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.mounting", ride::mount);

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let target = act.named_target()?;
        ride::check_mount(doer.world, doer.id, target)?;
        Ok(target)
    }

    fn begin(&self, world: &mut World, id: Id, target: Id) {
        told(world, id, "Mount", Some(target), rule!("ESS-CMD-8"));
        Self::defer(world, id, target);
    }
}
