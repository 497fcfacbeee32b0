//! Falling, lying down and getting up.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::mover::Mover;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Length, Square};
use crate::rule;

/// Drops a creature prone (SOL-COND-2), unless it lies already or swims.
pub(crate) fn fall_prone(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) {
        return;
    }
    if keeps_afloat(world, id) {
        return;
    }
    world.the_mut::<Stance>(id).posture = Posture::Prone;
    if world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded)) == Some(true) {
        let event = Event::new(What::gains(world, condition::PRONE)).target(id).by(rule).by(rule!("SOL-COND-2"));
        world.tell(event);
    }
    // Nobody lies on a face.
    settle(world, id);
}

/// SOL-POST-7: whether it swims, so that it cannot lie: in deep water with all of its space, and not on anything above it.
pub(crate) fn keeps_afloat(world: &World, id: Id) -> bool {
    let map = world.resource::<Map>();
    let height = world.the::<Position>(id).height;
    let deep = |square: Square| map.terrain(square).is_some_and(|terrain| terrain.water >= Length::feet(4));
    let in_water = |square: Square| deep(square) && height <= map.ground(square);
    space(world, id).squares().all(in_water) && !world.the::<Conditions>(id).has(condition::UNCONSCIOUS)
}

/// Takes another posture than lying.
pub(crate) fn stand_up(world: &mut World, id: Id, posture: Posture, rule: Rule) {
    world.the_mut::<Stance>(id).posture = posture;
    if world.change::<Conditions, _>(id, |all| all.remove(condition::PRONE)) == Some(true) {
        let event = Event::new(What::loses(world, condition::PRONE)).target(id).by(rule);
        world.tell(event);
    }
}

/// SOL-CLIMB-5, SOL-POST-7, SOL-ZERO-2: whether the face that a climber named still holds it: it is there, as high as the climber's
/// feet, and the climber is awake, upright and able to climb it.
fn holds(world: &World, id: Id) -> bool {
    let stance = world.the::<Stance>(id);
    let Some(hold) = stance.clings else { return false };
    let stand = stand(world, id);
    let Some(face) = lay(world).1.footing.get(hold.face) else {
        return false;
    };
    hold.foot == stand.space.at
        && !face.solid
        && face.height >= stand.height
        && stand.height > floor_of(world, stand.space)
        && stance.posture == Posture::Standing
        && creature::awake(world, id)
        && Mover::of(world, id).climbs(face.sheer, face.metal).is_ok()
}

/// How far it is to the floor under somebody's feet.
fn drop_under(world: &World, id: Id) -> Length {
    let floor = floor_of(world, space(world, id));
    Length(world.the::<Position>(id).height.0 - floor.0)
}

/// Whoever has no floor under its feet, and no face that holds it, comes to the floor: by a fall, if it is far.
pub(crate) fn settle(world: &mut World, id: Id) {
    if !is_on_map(world, id) || holds(world, id) {
        return;
    }
    if drop_under(world, id) >= Length::feet(1) {
        launch(world, Drops(id));
    } else {
        drop(world, id);
    }
}

/// Somebody about to fall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Drops(Id);

impl Later for Drops {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        drop(world, self.0);
    }
}

/// SOL-POST-7: whoever has come into deep water lies and crouches no longer.
fn float(world: &mut World, id: Id) {
    if is_on_map(world, id) && keeps_afloat(world, id) && world.the::<Stance>(id).posture != Posture::Standing {
        stand_up(world, id, Posture::Standing, rule!("SOL-POST-7"));
    }
}

/// SOL-FALL-1 to SOL-FALL-3: falls to the floor, if there is none under its feet and no face holds it.
fn drop(world: &mut World, id: Id) {
    if !is_on_map(world, id) || holds(world, id) {
        return;
    }
    let hung = world.the::<Stance>(id).clings.is_some();
    if hung {
        world.the_mut::<Stance>(id).clings = None;
    }
    let (from, drop) = (Place::of(world, id), drop_under(world, id));
    let floor = floor_of(world, space(world, id));
    if drop.0 != 0 {
        lift_to(world, id, floor);
    }
    float(world, id);
    if drop.0 < Length::feet(1).0 {
        return;
    }
    let dice = drop.0 / Length::feet(10).0;
    let rule = if dice > 0 { rule!("SOL-FALL-1") } else { rule!("SOL-FALL-2") };
    let stooped = hung && world.the::<Stance>(id).posture != Posture::Standing;
    let event = Event::new(What::Falls { distance: drop })
        .target(id)
        .by(rule)
        .by(rule!("SOL-FALL-3"))
        .by_all(hung.then_some(rule!("SOL-CLIMB-5")))
        .by_all(stooped.then_some(rule!("SOL-POST-7")));
    world.tell(event);
    // SOL-OCC-8: if a creature stands below, the faller makes room, after all else. This goes through the ruleset because `room` already
    // uses this file.
    world.resource::<Rules>().0.displaced(world, id);
    // It comes onto what lies below, after what the fall does to it.
    arrive(world, id, Arrival { from, going: Some(MoveKind::Falls), along: Vec::new(), meets: Meets::Ground });
    if dice == 0 {
        return;
    }
    fall_prone(world, id, rule!("SOL-FALL-2"));
    let expression = Expression::dice(dice as u16, 6);
    let amount = world.resource_mut::<Dice>().roll(&expression, "fall");
    let ruleset = world.resource::<Rules>().0;
    ruleset.harm(world, Hurt::new(id, amount, "kinetic"));
}
