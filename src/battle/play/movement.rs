//! Moves: taken one step at a time, each of which may be interrupted.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::environment;
use crate::battle::board::{Map, is_on_map};
use crate::battle::engine::{Engine, Flights, land, topmost};
use crate::battle::ruleset::{Rules, Ruleset};
use crate::battle::values::{ById, Event, Id, MoveOrder, Names, Place, Position, Refusal, Stage, Step, Tell};
use crate::grid::Square;
use crate::grid::reach::Reach;

/// A move in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[require(NextStep)]
pub struct Moving {
    /// The mover.
    pub creature: Id,
    /// The squares still to go to, the next one last.
    pub rest: Vec<Square>,
    /// What was last done about the next step.
    pub stride: StepPhase,
}

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepPhase {
    /// Nothing yet.
    Ready,
    /// The creatures that may act before it have been asked.
    Announced,
    /// It has been taken, from this place, and the ground has done its harm.
    Trodden(Place),
    /// The level's events have happened, too. Next come the creatures that may act after it.
    Entered(Place),
}

/// What the next step of a move is and costs, or why it cannot be taken. Terrain, tight places, edges and creatures there are counted
/// in. On the move; derived from the board, so it is no part of the state.
#[derive(Component, Default)]
pub struct NextStep {
    /// Worked out, and not yet taken.
    pub step: Option<Result<Step, Refusal>>,
    /// How much had happened by then.
    since: u64,
}

/// In flight above a move whose next step must be looked at anew, since something has come to light. A ruleset launches it before a step.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Replan;

impl StepPhase {
    /// Whether a step has been taken of which more is still to come.
    pub fn is_half_done(self) -> bool {
        matches!(self, Self::Trodden(_) | Self::Entered(_))
    }
}

pub(in crate::battle) fn plugin(engine: &mut Engine) {
    engine.in_pieces::<Moving>();
    engine.in_pieces::<Replan>();
    engine.in_flight::<Moving>(Stage::Movement, price_next_step);
    engine.then(Stage::Movement, take_steps);
    engine.in_flight::<Replan>(Stage::Movement, look_again);
}

/// Works out a move without making it: every square after the start. `reach` is asked only when a way must be found.
///
/// # Errors
/// The first step that is not legal, or that the creature may not stop where the path ends.
pub fn plan(world: &World, order: &MoveOrder, reach: impl FnOnce() -> Arc<Reach>) -> Result<Vec<Square>, Refusal> {
    let ruleset = world.resource::<Rules>().0;
    let creature = order.creature;
    let start = world.the::<Position>(creature).at;
    match (&order.to, &order.path) {
        (Some(to), None) => {
            let reach = reach();
            match reach.get(*to) {
                Some(reached) if reached.stop => Ok(reach.path(*to).expect("a reached square should have a way to it")),
                Some(_) => {
                    let path = reach.path(*to).unwrap_or_default();
                    ruleset.walk(world, creature, &path)?;
                    Err(Refusal::new("cannot_stop", "It may pass there but not stop there."))
                }
                None if *to == start => Err(Refusal::new("no_move", "It stands there already.")),
                None => Err(why_unreachable(world, ruleset, creature, *to)),
            }
        }
        (None, Some(path)) if !path.is_empty() => {
            ruleset.may_walk(world, creature, path)?;
            Ok(path.clone())
        }
        _ => Err(Refusal::new("bad_move", "A move needs either `to`, a square, or `path`, a list of squares.")),
    }
}

fn why_unreachable(world: &World, ruleset: &dyn Ruleset, creature: Id, to: Square) -> Refusal {
    let start = world.the::<Position>(creature).at;
    let near = (to.x - start.x).abs() <= 1 && (to.y - start.y).abs() <= 1;
    if near && let Err(refusal) = ruleset.step(world, creature, to) {
        return refusal;
    }
    if world.resource::<Map>().solid(to) {
        return Refusal::new("wall", "There is a wall.");
    }
    let left = ruleset.length(world, creature, ruleset.movement_left(world, creature).0);
    Refusal::new("out_of_reach", format!("Out of reach with {left} left."))
}

/// Works out the next step of the move on top. It is worked out anew when something has happened since: a door, a step, a wall that fell.
fn price_next_step(world: &mut World) {
    let Some((flight, moving)) = topmost::<Moving>(world) else {
        return;
    };
    let Some(&to) = moving.rest.last().filter(|_| !moving.stride.is_half_done()) else {
        return;
    };
    let step = next_step(world, world.resource::<Rules>().0, moving.creature, to);
    let since = world.resource::<Flights>().happened;
    *world.the_mut::<NextStep>(flight) = NextStep { step: Some(step), since };
}

/// The next step of the move on top as it was worked out, if nothing has happened since. It is to be taken.
fn take_next_step(world: &mut World) -> Option<Result<Step, Refusal>> {
    let (flight, _) = topmost::<Moving>(world)?;
    let now = world.resource::<Flights>().happened;
    let mut next = world.the_mut::<NextStep>(flight);
    next.step.take().filter(|_| next.since == now)
}

/// A creature's step to a square as things are, or why it cannot take it.
fn next_step(world: &World, ruleset: &dyn Ruleset, creature: Id, to: Square) -> Result<Step, Refusal> {
    if able(world, ruleset, creature) { ruleset.step(world, creature, to) } else { Err(stopped()) }
}

/// Whether a creature can take a step at all.
fn able(world: &World, ruleset: &dyn Ruleset, creature: Id) -> bool {
    is_on_map(world, creature) && ruleset.may_act(world, creature)
}

fn take_steps(world: &mut World) {
    let ruleset = world.resource::<Rules>().0;
    // Those after the first one are worked out where they are taken: nothing comes between.
    let mut priced = take_next_step(world);
    loop {
        let Some((flight, moving)) = topmost::<Moving>(world) else {
            return;
        };
        let creature = moving.creature;
        let stride = moving.stride;
        if stride.is_half_done() {
            come_to(world, flight, creature, stride);
            if world.resource::<Flights>().top() != Some(flight) {
                return;
            }
            continue;
        }
        let Some(&to) = moving.rest.last() else {
            land(world);
            return;
        };
        let Ok(step) = priced.take().unwrap_or_else(|| next_step(world, ruleset, creature, to)) else {
            let able = able(world, ruleset, creature);
            land(world);
            if is_on_map(world, creature) {
                ruleset.displaced(world, creature);
            }
            let name = world.resource::<Names>().name(creature).to_string();
            if able {
                let text = format!("{name} stops.");
                world.tell(Event::note(text).about(creature));
            }
            return;
        };
        if stride == StepPhase::Ready {
            world.the_mut::<Moving>(flight).stride = StepPhase::Announced;
            ruleset.before_step(world, creature, &step);
            if world.resource::<Flights>().top() != Some(flight) {
                // It is announced, and stays readable for those who act before it; after that it is worked out anew.
                if let Some(mut next) = world.part_mut::<NextStep>(flight) {
                    *next = NextStep { step: Some(Ok(step)), since: 0 };
                }
                return;
            }
        }
        let before = Place::of(world, creature);
        ruleset.take_step(world, creature, &step);
        let event = Event::step(creature, before.position(), step.position(), step.motion, step.how);
        world.tell(event.trace(step.cost));
        {
            let mut moving = world.the_mut::<Moving>(flight);
            moving.rest.pop();
            moving.stride = StepPhase::Trodden(before);
        }
        environment::tread(world, creature, Some(before.space));
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}

/// What follows a step after the harm of the ground, one thing after the other. First come the level's events, then creatures that may
/// act after it.
fn come_to(world: &mut World, flight: Id, creature: Id, stride: StepPhase) {
    let present = is_on_map(world, creature);
    let set = |world: &mut World, stride| world.the_mut::<Moving>(flight).stride = stride;
    match stride {
        StepPhase::Trodden(before) if present => {
            set(world, StepPhase::Entered(before));
            environment::entered(world, creature);
        }
        StepPhase::Entered(before) if present => {
            set(world, StepPhase::Ready);
            let ruleset = world.resource::<Rules>().0;
            ruleset.after_step(world, creature, before);
        }
        _ => set(world, StepPhase::Ready),
    }
}

fn look_again(world: &mut World) {
    if topmost::<Replan>(world).is_none() {
        return;
    }
    land(world);
    if let Some((flight, _)) = topmost::<Moving>(world) {
        world.the_mut::<Moving>(flight).stride = StepPhase::Ready;
    }
}

fn stopped() -> Refusal {
    Refusal::new("stopped", "It cannot go on.")
}
