//! Leaning out of full cover towards a square, and straightening up again, for nothing (MOM-LEAN-1, MOM-LEAN-4).

use super::super::body::life;
use super::super::data::{
    Leaning,
    conditions::{LEANING, PRONE},
};
use super::super::field::sight;
use super::doer::*;
use crate::grid::Square;

/// Doing so.
pub(super) struct Lean;

/// MOM-LEAN-1, MOM-LEAN-10: the squares towards which a creature can lean: next to it, free of what is solid, with something beside it
/// that gives full cover.
fn squares(world: &World, id: Id) -> Vec<Square> {
    let own = space(world, id);
    let tall = creature::profile(world, id).size.tall();
    let map = world.resource::<Map>();
    let solid = |at: Square| map.contains(at) && (map.solid(at) || closed_door_at(world, at));
    let covers = |at: Square| {
        let things = thing_at(world, at).and_then(|thing| world.part::<GivesCover>(thing));
        solid(at) || things.is_some_and(|gives| gives.height.is_none_or(|height| height >= tall))
    };
    let walled = lay(world)
        .1
        .between
        .as_ref()
        .is_some_and(|between| crate::grid::Edge::around(own).any(|edge| between.at(edge).is_wall()));
    let around: Vec<Square> = own.around(1).collect();
    if !walled && !around.iter().any(|&at| covers(at)) {
        return Vec::new();
    }
    let free = |at: &Square| map.contains(*at) && !covers(*at) && !parted(world, own, (*at).into());
    around.into_iter().filter(free).collect()
}

impl Action for Lean {
    type Rules = Momentum;
    type Plan = Square;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "sneak",
        family: Some("Posture"),
        groups: &[Group::Free],
        purpose: Purpose::Guard,
        price: Price::Free,
        aimed: &[AimedAt::Square],
        range: 1,
        ..ActionKind::new("lean", "Lean", "Leans out of its cover: it sees and aims as if it stood in that square.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-LEAN-1"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !squares(doer.world, doer.id).is_empty()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        squares(doer.world, doer.id).into_iter().map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
        if has_condition(doer.world, doer.id, PRONE) {
            return Err(Refusal::by(rule!("MOM-LEAN-4"), "prone", "It lies on the ground."));
        }
        let at = act.at.filter(|at| squares(doer.world, doer.id).contains(at));
        at.ok_or_else(|| Refusal::by(rule!("MOM-LEAN-1"), "no_cover", "Name a free square beside its cover."))
    }

    fn begin(&self, world: &mut World, id: Id, at: Square) {
        world.put(id, Leaning(Some(at)));
        gain(world, id, LEANING, Lasts::UntilEnded, [rule!("MOM-LEAN-1")]);
        // MOM-LEAN-8: it shows itself.
        sight::look_about(world);
    }
}

/// Leaning no more.
pub(super) struct Straighten;

impl Solo for Straighten {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "sneak",
        family: Some("Posture"),
        groups: &[Group::Free],
        purpose: Purpose::Guard,
        price: Price::Free,
        ..ActionKind::new("straighten", "End the lean", "Is back behind its cover.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-LEAN-4"));

    fn concerns(doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, LEANING)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) { Ok(()) } else { Err(Refusal::new("already", "It does not lean.")) }
    }

    fn done(world: &mut World, id: Id) {
        life::straighten(world, id);
    }
}
