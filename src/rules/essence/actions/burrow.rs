//! Burrowing a step through soft earth (ESS-BURROW-1, ESS-BURROW-2). Tunnels are in `burrow`.

use super::super::field::tunnels;
use super::super::field::tunnels::Hollow;
use super::super::motion::burrow;
use super::doer::*;

/// Digging.
pub(super) struct Burrow;

const DEPTH: Key = Key::new(
    "depth",
    Takes::Own("a multiple of 5"),
    "How deep it is after the step, in feet; as deep as now if absent.",
);

impl Action for Burrow {
    type Rules = Essence;
    type Plan = Hollow;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Move,
        price: Price::Way,
        aimed: &[AimedAt::Square],
        range: 1,
        options: &[DEPTH],
        ..ActionKind::new("burrow", "Burrow", "A step through soft earth, each 5 ft of a Move.")
    };
    const FACTS: Facts = Facts::InTheAir;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.digging", burrow::dig);

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (doer.world, doer.id);
        if !creature::profile(world, id).burrow && tunnels::no_tunnels(world) {
            return Vec::new();
        }
        let (here, now) = (world.the::<Position>(id).at, tunnels::depth(world, id));
        let depths = [now - 5, now, now + 5];
        let near = here.neighbours().into_iter().chain([here]);
        near.flat_map(|at| depths.map(|depth| base.to(at).set(DEPTH.key, depth))).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Hollow, Refusal> {
        let at = act.named_square()?;
        let depth = act.number(DEPTH.key);
        let depth = depth.unwrap_or_else(|| tunnels::depth(doer.world, doer.id));
        burrow::check(doer.world, doer.id, (at, depth))?;
        Ok((at, depth))
    }
}
