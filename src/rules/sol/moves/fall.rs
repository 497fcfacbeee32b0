//! Falling, lying down and getting up.

use bevy::prelude::World;

use super::super::stats::*;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::Length;
use crate::rule;

/// Drops a creature prone (SOL-COND-2), unless it lies already or swims.
pub fn fall_prone(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) {
        return;
    }
    let afloat = space(world, id).squares().all(|square| {
        world
            .resource::<Map>()
            .terrain(square)
            .is_some_and(|terrain| terrain.water >= Length::feet(4))
    });
    if afloat && !world.the::<Conditions>(id).has(condition::UNCONSCIOUS) {
        return;
    }
    world.the_mut::<Stance>(id).posture = Posture::Prone;
    if world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded)) == Some(true) {
        let event = Event::new(What::gains(world, condition::PRONE))
            .target(id)
            .by(rule)
            .by(rule!("SOL-COND-2"));
        world.tell(event);
    }
}

/// Takes another posture than lying.
pub fn stand_up(world: &mut World, id: Id, posture: Posture, rule: Rule) {
    world.the_mut::<Stance>(id).posture = posture;
    if world.change::<Conditions, _>(id, |all| all.remove(condition::PRONE)) == Some(true) {
        let event = Event::new(What::loses(world, condition::PRONE)).target(id).by(rule);
        world.tell(event);
    }
}

/// The floor under a creature's whole space.
fn floor_under(world: &World, id: Id) -> Length {
    space(world, id)
        .squares()
        .map(|square| floor(world, square))
        .max()
        .unwrap_or_default()
}

/// SOL-FALL-1 to SOL-FALL-3: falls to the floor, if there is none under its feet.
pub fn settle(world: &mut World, id: Id) {
    if !is_on_map(world, id) || world.the::<Stance>(id).climbing {
        return;
    }
    let floor = floor_under(world, id);
    let drop = Length(world.the::<Position>(id).height.0 - floor.0);
    if drop.0 == 0 {
        return;
    }
    lift_to(world, id, floor);
    if drop.0 < Length::feet(1).0 {
        return;
    }
    let dice = drop.0 / Length::feet(10).0;
    let rule = if dice > 0 {
        rule!("SOL-FALL-1")
    } else {
        rule!("SOL-FALL-2")
    };
    world.tell(
        Event::new(What::Falls { distance: drop })
            .target(id)
            .by(rule)
            .by(rule!("SOL-FALL-3")),
    );
    if dice == 0 {
        return;
    }
    fall_prone(world, id, rule!("SOL-FALL-2"));
    let expression = Expression {
        count: dice as u16,
        sides: 6,
        plus: 0,
    };
    let amount = world.resource_mut::<Dice>().roll(&expression, "fall");
    let ruleset = world.resource::<Rules>().0;
    ruleset.harm(world, Hurt::new(id, amount, "kinetic"));
}
