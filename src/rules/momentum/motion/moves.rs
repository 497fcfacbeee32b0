//! Where a creature gets to with the metres it has left, and whom it has to get past (MOM-ROUND-8, MOM-OCC).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature::METRES;
use super::super::body::roll::{Roll, opposed};
use super::super::body::{creature, life};
use super::super::data::{Points, Skill, conditions::*, moment::Moment};
use super::super::field::sight;
use super::super::fight::{self, held, ride};
use super::super::ruleset::Momentum;
use super::ground::Passing;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

impl OnFoot for Momentum {
    type Ground<'w> = OpenGround<'w, Self>;

    fn set_out(world: &World, creature: Id) -> (OpenGround<'_, Self>, OpenWalker) {
        let moves = effects().first(world, creature, Moment::Moves).is_none();
        let left = if moves && is_on_map(world, creature) { creature::points(world, creature).metres } else { 0 };
        OpenGround::set_out(world, creature, left, has_condition(world, creature, PRONE))
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let mut points = world.the_mut::<Points>(id);
    points.metres -= step.cost.value;
    points.begun = true;
    move_with_attached(world, id, step.position(), MoveKind::ByItself);
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

/// MOM-OCC-15: a step onto a creature of which the mover's side does not know is not made: it costs 1 m, and the creature is found.
/// Whether there was one.
pub(crate) fn walk_into(world: &mut World, id: Id, step: &Step) -> bool {
    let (own, there) = (side_of(world, id), step.place().space);
    let met = strangers(world, own, |other, stand| other != id && stand.space.overlaps(there));
    if met.is_empty() {
        return false;
    }
    creature::change(world, id, METRES, -1, [rule!("MOM-OCC-15")]);
    for other in met {
        hiding::reveal(world, other, Some(own), HIDDEN, rule!("MOM-OCC-15"));
    }
    launch(world, Replan);
    true
}

/// MOM-OCC-3, MOM-OCC-6, MOM-OCC-7: whoever comes into an enemy's space has to get past it, once for each.
pub(crate) fn get_past(world: &mut World, id: Id, step: &Step) {
    let (from, to) = (space(world, id), step.place().space);
    let met = |(other, stand): (Id, Placement)| {
        let enters = other != id && stand.space.overlaps(to) && !stand.space.overlaps(from);
        (enters && Momentum::passing(world, id, other) == Passing::Check).then_some(other)
    };
    let met: Vec<Id> = known_to(world, id).filter_map(met).collect();
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
        return settle(world, id);
    }
}

/// Whoever has come to a halt where nobody may stop goes to where one may.
pub(crate) fn settle(world: &mut World, id: Id) {
    let here = space(world, id);
    let rides = ride::host(world, id).is_some();
    let stays = || rides || (!divided(world, here) && Momentum::set_out(world, id).0.may_stop(here));
    if is_on_map(world, id) && !stays() {
        launch(world, Settling(id));
    }
}

/// MOM-OCC-13: somebody who stands where nobody may, until it has made room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Settling(Id);

impl Later for Settling {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let from = Place::of(world, id);
        let own = from.space;
        let Some(at) = environment::free_place(world, id, own.at, own.side) else {
            return;
        };
        let height = floor_of(world, Footprint { at, ..own });
        let to = Position { at, height };
        let along = move_with_attached(world, id, to, MoveKind::Carried);
        let event = Event::step(id, from.position(), to, Motion::Pushed, Motion::Pushed.word());
        world.tell(event.by(rule!("MOM-OCC-13")));
        arrive(world, id, Arrival::carried(from, along));
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
        displaced(world, id);
    }
    sight::look_about(world);
}

/// A creature that has lost the ground comes down to what is there, and makes room where it may not stand.
pub(crate) fn displaced(world: &mut World, creature: Id) {
    if is_on_map(world, creature) {
        let floor = floor_of(world, space(world, creature));
        lift_to(world, creature, floor);
        settle(world, creature);
    }
}
