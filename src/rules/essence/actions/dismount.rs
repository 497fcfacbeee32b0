//! Dismounting (ESS-CMD-8).

use super::super::motion::{ride, room};
use super::doer::*;

/// Getting down.
pub(super) struct Dismount;

impl Action for Dismount {
    type Rules = Essence;
    /// Where it gets down.
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 1,
        ..ActionKind::new("dismount", "Dismount", "Down beside it.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.dismounting", ride::dismount);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::mount_of(doer.world, doer.id).is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let mount = creature::mount_of(doer.world, doer.id);
        let landings = mount.map(|mount| ride::landings(doer.world, doer.id, mount));
        landings.into_iter().flatten().map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let (world, rider) = (doer.world, doer.id);
        let at = act.named_square()?;
        let mount = creature::mount_of(world, rider);
        let mount = mount.ok_or_else(|| Refusal::by(rule!("ESS-CMD-8"), "on_foot", "It rides nothing."))?;
        let (here, to) = (space(world, mount), ride::down_at(world, rider, at));
        let fits = to.space.steps(here) == 1 && room::may_go(world, rider, to);
        needs(fits, rule!("ESS-CMD-8"), "Only to a free square beside the mount.")?;
        room::check_way_beside(world, rider, here, at)?;
        Ok(at)
    }

    fn begin(&self, world: &mut World, rider: Id, at: Square) {
        let mount = creature::mount_of(world, rider);
        told(world, rider, "Dismount", mount, rule!("ESS-CMD-8"));
        Self::defer(world, rider, at);
    }
}
