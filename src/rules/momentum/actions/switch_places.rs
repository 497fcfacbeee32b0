//! Switch Places: with an ally next to it, who spends a reaction on it (MOM-ACT-13).

use super::super::data::conditions::{GRABBED, RESTRAINED};
use super::super::fight::swap::Swapping;
use super::doer::*;

/// Doing so.
pub(super) struct SwitchPlaces;

impl Action for SwitchPlaces {
    type Rules = Momentum;
    type Plan = Swapping;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "walk",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new("switch_places", "Switch Places", "Changes places with an ally, who spends 1 RP.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-13"));

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Swapping, Refusal> {
        let (world, actor) = (doer.world, doer.id);
        let ally = act.target.filter(|&id| is_on_map(world, id) && creature::allied(world, actor, id));
        let ally = ally.filter(|&ally| space(world, actor).steps(space(world, ally)) <= 1);
        let ally = ally.ok_or_else(|| Refusal::by(rule!("MOM-ACT-13"), "no_target", "Name an ally next to it."))?;
        let same = space(world, ally).side == space(world, actor).side;
        let bound = |id: Id| [GRABBED, RESTRAINED].into_iter().any(|key| has_condition(world, id, key));
        if !same || bound(actor) || bound(ally) || !creature::acts(world, ally) {
            let message = "Only somebody of the same size who can react changes places with it.";
            return Err(Refusal::by(rule!("MOM-ACT-15"), "unlike", message));
        }
        if !leads_straight(world, actor, space(world, ally).at) {
            let message = "Something they cannot get through stands between them.";
            return Err(Refusal::by(rule!("MOM-TERR-6"), "solid", message));
        }
        Ok(Swapping { actor, ally })
    }

    fn begin(&self, world: &mut World, _id: Id, plan: Swapping) {
        launch(world, plan);
    }
}
