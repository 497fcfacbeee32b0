//! Where a creature gets to with the metres it has left, and whom it has to get past (MOM-ROUND-8, MOM-OCC).

use bevy::prelude::World;

use super::super::body::creature::METRES;
use super::super::body::roll::{Roll, opposed};
use super::super::body::{creature, life};
use super::super::data::{Metres, Points, Skill, conditions::*, moment::Moment};
use super::super::field::sight;
use super::super::fight::{self, held};
use super::super::ruleset::Momentum;
use super::ground::{self, Passing};
use super::{fall, room};
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

impl OnFoot for Momentum {
    type Ground<'w> = OpenGround<'w, Self>;

    fn set_out(world: &World, creature: Id) -> (OpenGround<'_, Self>, OpenWalker) {
        let moves = effects().first(world, creature, Moment::Moves).is_none();
        let left = if moves && is_on_map(world, creature) { creature::points(world, creature).metres } else { 0 };
        let (ground, walker) = OpenGround::set_out(world, creature, left, has_condition(world, creature, PRONE));
        let flies = ground::keeps_aloft(world, creature);
        let bound = open_flight::bound(world, creature);
        (ground, OpenWalker { flies, bound, ..walker })
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    room::goes_on(world, id, step.place());
    pay(world, id, step.cost.value);
    move_with_attached(world, id, step.position(), MoveKind::ByItself);
}

/// Takes metres off what a creature has left; the event of its step tells of that.
pub(super) fn pay(world: &mut World, id: Id, metres: Metres) {
    let mut points = world.the_mut::<Points>(id);
    points.metres -= metres;
    points.begun = true;
}

/// Whether nothing that ails a creature keeps it where it is (MOM-GRAB-2, MOM-STAT-11).
///
/// # Errors
/// The rule that does.
pub(crate) fn may_move(world: &World, id: Id) -> Result<(), Refusal> {
    effects().allow(world, id, Moment::Moves)
}

/// What follows from a step: who sees whom now, what holds between two, and what waited for it.
pub(crate) fn after_step(world: &mut World, id: Id, before: Place) {
    // MOM-LEAN-4: a creature that goes anywhere leans no more.
    life::straighten(world, id);
    fight::test_bonds(world);
    sight::look_about(world);
    held::entered(world, id, before.space);
}

/// MOM-TRIG-18: the walk of a creature that was moved on its way does not go on.
pub(crate) fn ends_walk(world: &mut World, id: Id) {
    let walks = |(_, moving): &(Id, &Moving)| moving.creature == id && !moving.rest.is_empty();
    let Some((flight, _)) = all_in_flight::<Moving>(world).find(walks) else { return };
    world.the_mut::<Moving>(flight).rest.clear();
    world.note(id, "goes no farther: it was moved", rule!("MOM-TRIG-18"));
}

/// MOM-OCC-15: a mover does not get past creatures of which its side does not know: it spends 1 m, and they are found.
///
/// Whether there are any.
pub(super) fn is_stopped_by(world: &mut World, id: Id, met: Vec<Id>) -> bool {
    let stopped = !met.is_empty();
    if stopped {
        creature::change(world, id, METRES, -1, [rule!("MOM-OCC-15")]);
        sight::find(world, id, met);
    }
    stopped
}

/// MOM-OCC-15: a step onto a creature of which the mover's side does not know is not made.
///
/// Whether there was one.
pub(crate) fn walk_into(world: &mut World, id: Id, step: &Step) -> bool {
    let (own, there) = (side_of(world, id), step.place().space);
    let mut met = strangers(world, own, |other, stand| other != id && stand.space.overlaps(there));
    met.retain(|&other| !ground::passes_by(world, id, step.place(), other) && !ground::may_share(world, id, other));
    let stopped = is_stopped_by(world, id, met);
    if stopped {
        launch(world, Replan);
    }
    stopped
}

/// MOM-OCC-3, MOM-OCC-6, MOM-OCC-7: a mover that comes into an enemy's space has to get past it, once for each enemy.
pub(crate) fn get_past(world: &mut World, id: Id, step: &Step) {
    let (from, to) = (space(world, id), step.place().space);
    let met = |(other, stand): (Id, Placement)| {
        let enters = other != id && stand.space.overlaps(to) && !stand.space.overlaps(from);
        let enters = enters && !ground::passes_by(world, id, step.place(), other);
        (enters && Momentum::passing(world, id, other) == Passing::Check).then_some(other)
    };
    let met: Vec<Id> = known_to(world, id).filter_map(met).collect();
    let through = |(other, stand): (Id, Placement)| {
        let goes_on = other != id && stand.space.overlaps(to) && stand.space.overlaps(from);
        goes_on && Momentum::passing(world, id, other) == Passing::Check
    };
    if known_to(world, id).any(through) && !ground::is_aloft(world, id) {
        world.note(id, "is past it already: one check for all of its squares", rule!("MOM-OCC-7"));
    }
    if met.len() > 1 {
        world.note(id, "has several to get past, one after the other", rule!("MOM-OCC-14"));
    }
    for other in creature::by_initiative(world, met.into_iter()) {
        let mine = Roll::skill(world, id, &[Skill::RawForce, Skill::Athletics, Skill::Nimbleness]);
        let its = Roll::skill(world, other, &[Skill::RawForce, Skill::Athletics]);
        if opposed(world, mine, its, Some(rule!("MOM-OCC-3"))) {
            world.note(id, "gets past", rule!("MOM-OCC-3"));
            continue;
        }
        creature::change(world, id, METRES, -step.cost.value, [rule!("MOM-OCC-6")]);
        if let Some((flight, _)) = uppermost::<Moving>(world) {
            world.the_mut::<Moving>(flight).rest.clear();
        }
        launch(world, Replan);
        return room::settle(world, id);
    }
}

/// A creature in the way is walked into, or has to be passed.
pub(crate) fn before_step(world: &mut World, creature: Id, step: &Step) {
    if !walk_into(world, creature, step) {
        get_past(world, creature, step);
    }
}

/// Those who stand where the ground has changed come down to it.
pub(crate) fn ground_changed(world: &mut World, squares: &[Square]) {
    let here = |_: Id, stand: Placement| stand.space.squares().any(|at| squares.contains(&at));
    for id in in_order(world, here) {
        fall::come_down(world, id);
    }
    sight::look_about(world);
}
