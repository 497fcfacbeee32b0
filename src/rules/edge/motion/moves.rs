//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2).

use bevy::prelude::World;

use super::super::body::{creature, hands, trauma};
use super::super::data::{HalfMetres, conditions::PRONE};
use super::super::field::sight;
use super::super::ruleset::Edge;
use crate::battle::*;

/// EDG-PRONE-6, EDG-TRA-17: whether it only crawls: it lies on the ground, or its legs do not bear it.
fn crawls(world: &World, id: Id) -> bool {
    let lame = trauma::legs(world, id, true);
    has_condition(world, id, PRONE) || lame > 1 || lame == 1 && !hands::has_cane(world, id)
}

impl OnFoot for Edge {
    type Ground<'w> = OpenGround<'w, Self>;

    fn set_out(world: &World, creature: Id) -> (OpenGround<'_, Self>, OpenWalker) {
        let left = if creature::moves(world, creature).is_ok() { creature::metres_left(world, creature) } else { 0 };
        OpenGround::set_out(world, creature, left, crawls(world, creature))
    }
}

impl Edge {
    /// Where a creature gets to with so many metres, whatever it has left (EDG-XPL-13).
    pub(crate) fn gets_within(world: &World, creature: Id, halves: HalfMetres) -> Reach {
        let (ground, walker) = OpenGround::<Self>::set_out(world, creature, halves, crawls(world, creature));
        ground.reach(world, creature, walker)
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    creature::spend(world, id, step.cost.value);
    move_with_attached(world, id, step.position(), MoveKind::ByItself);
}

/// EDG-HIDE-17: a step onto a creature of which the mover's side does not know is paid and not made; the creature is found.
pub(crate) fn walk_into(world: &mut World, id: Id, step: &Step) {
    let (own, there) = (side_of(world, id), step.place().space);
    let met = strangers(world, own, |other, stand| other != id && stand.space.overlaps(there));
    if met.is_empty() {
        return;
    }
    creature::spend(world, id, step.cost.value);
    sight::find(world, id, met);
    launch(world, Replan);
}

/// A creature that has lost the ground comes down to what is there.
pub(crate) fn displaced(world: &mut World, creature: Id) {
    if is_on_map(world, creature) {
        let floor = floor_of(world, space(world, creature));
        lift_to(world, creature, floor);
    }
}
