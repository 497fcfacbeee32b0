//! Alighting: coming to stand on the ground below (ESS-FLY-1).

use super::super::motion::{descent, support};
use super::doer::*;

/// Coming to stand.
pub(super) struct Alight;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Free],
    family: Some("Flight"),
    purpose: Purpose::Move,
    price: Price::Free,
    ..ActionKind::new("alight", "Alight", "Comes to stand.")
};

impl Solo for Alight {
    type Rules = Essence;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Facts = Facts::InTheAir;

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.profile().flight.is_some()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let ground = doer.stance().aloft && support::air_under(doer.world, doer.id) == 0;
        needs(ground, rule!("ESS-FLY-1"), "There is no ground under its feet.")
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("ESS-FLY-1"));
        world.the_mut::<Stance>(id).folds_wings();
        world.the_mut::<TurnUsage>(id).aired = None;
        descent::settle(world, id);
    }
}
