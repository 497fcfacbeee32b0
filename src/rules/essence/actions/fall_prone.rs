//! Lying down (ESS-FREE-1, ESS-FREE-2).

use super::super::fight::harm;
use super::doer::*;

/// Lying down.
pub(super) struct FallProne;

impl Solo for FallProne {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        family: Some("Posture"),
        purpose: Purpose::Move,
        price: Price::Free,
        ..ActionKind::new("fall_prone", "Drop Prone", "Lies down.")
    };
    const FACTS: Facts = Facts::Uncounted;

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let stance = doer.stance();
        let low = doer.has(condition::PRONE) || creature::weightless(doer.world);
        let can = !low && !stance.aloft && stance.riding.is_none();
        needs(can, rule!("ESS-FREE-2"), "It cannot lie down there.")
    }

    fn done(world: &mut World, id: Id) {
        world.note(id, "drops to the ground", rule!("ESS-FREE-2"));
        harm::fall_prone(world, id, rule!("ESS-FREE-1"));
    }
}
