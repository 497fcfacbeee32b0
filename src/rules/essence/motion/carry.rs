//! Somebody carried along square by square, by water, in free fall, or by its own strokes: what each square brings about is resolved
//! before the next (ESS-SWIM, ESS-ZG).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::fight::waiting;
use super::slide::{self, Way};
use super::{room, square_effects};
use crate::battle::*;
use crate::grid::{Direction, Footprint, Square};
use crate::rule;

/// A creature on its way, and how far it still goes.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Carried {
    creature: Id,
    by: Carry,
    left: Feet,
    /// Where it began, and every space it has come to since.
    from: Footprint,
    passed: Vec<Footprint>,
}

/// What carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Carry {
    /// The water (ESS-SWIM-2).
    Current(Direction),
    /// Its own weightlessness (ESS-ZG-3).
    Drift(Direction),
    /// Its arms, towards a square (ESS-SKILL-3).
    Stroke(Square),
}

/// Sets out for so many feet.
pub(crate) fn begin(world: &mut World, creature: Id, by: Carry, left: Feet) {
    let from = space(world, creature);
    let passed = Vec::new();
    launch(world, Carried { creature, by, left, from, passed });
}

/// The next square, and on until something comes of one.
pub(crate) fn advance(world: &mut World) {
    while let Some((flight, carried)) = topmost::<Carried>(world) {
        let (id, by) = (carried.creature, carried.by);
        let next = Some(carried.left).filter(|&left| left >= 5);
        let Some(direction) = next.and_then(|_| heading(world, id, by)) else {
            return ends(world);
        };
        if let Carry::Stroke(_) = by {
            // Whoever swims comes upon others as whoever walks does (ESS-HID-8).
            let here = Place::of(world, id);
            let space = here.space.step(direction);
            let there = Place { space, ..here };
            if room::finds_in(world, id, there) {
                return ends(world);
            }
        }
        let (motion, rule) = match by {
            Carry::Current(_) => (Motion::Drift, rule!("ESS-SWIM-2")),
            Carry::Stroke(_) => (Motion::Swim, rule!("ESS-SWIM-1")),
            Carry::Drift(_) if world.the::<Stance>(id).drift_of.is_some() => (Motion::Drift, rule!("ESS-ZG-5")),
            Carry::Drift(_) => (Motion::Drift, rule!("ESS-ZG-3")),
        };
        // What comes of the square is launched above this.
        world.the_mut::<Carried>(flight).left -= 5;
        if slide::slide_past(world, id, direction, motion, rule, &[]) != Way::Free {
            stops(world, id, by);
            return ends(world);
        }
        let now = space(world, id);
        world.the_mut::<Carried>(flight).passed.push(now);
    }
}

/// Which way it goes on; none where nothing carries it any more.
fn heading(world: &World, id: Id, by: Carry) -> Option<Direction> {
    if !is_on_map(world, id) {
        return None;
    }
    match by {
        Carry::Current(direction) => slide::in_water(world, id).then_some(direction),
        Carry::Drift(direction) => creature::weightless(world).then_some(direction),
        Carry::Stroke(to) => {
            let here = world.the::<Position>(id).at;
            here.towards(to).filter(|_| slide::in_water(world, id))
        }
    }
}

/// Something is in the way.
fn stops(world: &mut World, id: Id, by: Carry) {
    match by {
        Carry::Current(_) => world.note(id, "the drift stops", rule!("ESS-SWIM-3")),
        Carry::Drift(_) => {
            world.the_mut::<Stance>(id).drifts(None, None);
            world.note(id, "runs into something and stops", rule!("ESS-ZG-8"));
        }
        Carry::Stroke(_) => {}
    }
}

/// It has come as far as it comes; those who waited for that are asked.
fn ends(world: &mut World) {
    let Some(carried) = topmost::<Carried>(world).map(|(_, carried)| carried.clone()) else {
        return;
    };
    let (id, from, passed) = (carried.creature, carried.from, carried.passed);
    land(world);
    if !is_on_map(world, id) {
        return;
    }
    match carried.by {
        Carry::Current(_) => waiting::drifted(world, id, from, &passed),
        Carry::Drift(_) => {
            square_effects::steady(world, id);
            waiting::drifted(world, id, from, &passed);
        }
        Carry::Stroke(_) if space(world, id) != from => waiting::stepped(world, id, from),
        Carry::Stroke(_) => {}
    }
}
