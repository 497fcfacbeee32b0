//! Swim: half of its Speed towards a square (ESS-SKILL-3, ESS-SWIM-1).

use super::super::field::skills;
use super::super::field::terrain;
use super::super::fight::strike::compare;
use super::super::motion::carry::{self, Carry};
use super::super::motion::room;
use super::doer::*;
use super::places;

/// Swimming.
pub(super) struct Swim;

impl Action for Swim {
    type Rules = Essence;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 3,
        ..ActionKind::new("swim", "Swim", "Half of the Speed through deep water.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.stroke", swim);

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        places::around(doer.world, &base, 2)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let at = way_to(doer, act)?;
        let away = space(world, id).steps(Footprint::single(at)) >= 1;
        needs(swims(doer) && away, rule!("ESS-SWIM-1"), "It is not in deep water.")?;
        Ok(at)
    }
}

/// The check, and the way through the water.
fn swim(world: &mut World, id: Id, to: Square) {
    let at = world.the::<Position>(id).at;
    let dc = if terrain::current_at(world, at).is_some() { 15 } else { 10 };
    let mut rolled = skills::check(world, id, Skill::Swim, "Swim");
    let (success, _) = compare(&mut rolled.total, rolled.kept, dc, "DC");
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-3"));
    if !success {
        return;
    }
    let far = skills::half_speed(world, id);
    carry::begin(world, id, Carry::Stroke(to), far);
}

/// Whether it is down in the water.
pub(super) fn swims(doer: &Doer<'_>) -> bool {
    terrain::water_at(doer.world, doer.id) && !room::above_water(doer.world, doer.id)
}
