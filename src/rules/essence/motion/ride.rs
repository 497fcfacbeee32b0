//! Riding: a creature in the space of its mount, carried along and thrown off (ESS-CMD-8 to ESS-CMD-10).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::fight::harm;
use super::{bonds, descent, room, square_effects, unbind};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// Whether a creature can mount another now.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn check_mount(world: &World, id: Id, target: Id) -> Result<(), Refusal> {
    let there = target != id && world.part::<Stats>(target).is_some() && is_on_map(world, target);
    let bound = |id: Id| creature::pair(world, id).is_some() || creature::in_grapple(world, id);
    let low = |id: Id| has_condition(world, id, condition::PRONE) || world.the::<Stance>(id).climbing;
    let message = match () {
        () if !there => "There is nothing to ride.",
        () if !creature::friendly(world, id, target) || !creature::able(world, target) => "It is not willing.",
        () if creature::sizes_above(world, target, id) < 1 => "A mount is at least one Size larger.",
        () if !creature::at_hand(world, id, target) => "It is not beside it.",
        () if bound(id) || bound(target) => "One of them is not free for that.",
        () if low(id) || low(target) || creature::entangled(world, id).is_some() => "Not as they are.",
        () => return Ok(()),
    };
    Err(Refusal::by(rule!("ESS-CMD-8"), "no_mount", message))
}

/// Somebody about to take its seat on a mount, or to get down from one.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Mounting {
    /// Up, onto this mount.
    Up { rider: Id, mount: Id },
    /// Down, to this square.
    Down { rider: Id, at: Square },
}

impl Later for Mounting {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        match self {
            Self::Up { rider, mount } => mounts(world, rider, mount),
            Self::Down { rider, at } => dismounts(world, rider, at),
        }
    }
}

/// ESS-CMD-8: takes its seat; from now on it is where the mount is.
fn mounts(world: &mut World, id: Id, target: Id) {
    let (before, from) = (*world.the::<Position>(id), Place::of(world, id));
    let after = *world.the::<Position>(target);
    let along = bonds::go(world, id, after, MoveKind::ByItself);
    world.the_mut::<Stance>(id).riding = Some(target);
    world.the_mut::<Stance>(id).folds_wings();
    unbind::seat(world, target);
    world.tell(Event::step(id, before, after, Motion::Mount, "mounts").by(rule!("ESS-CMD-8")));
    arrive(world, id, Arrival::by_itself(from, along));
    // What it enters it enters with its mount, which bears it.
    square_effects::entered(world, target);
}

/// Where a rider comes to be that gets down to a square, or falls there.
pub(crate) fn down_at(world: &World, rider: Id, at: Square) -> Place {
    let side = creature::profile(world, rider).size.edge();
    room::place_in(world, Footprint { at, side }, world.the::<Position>(rider).height)
}

/// The free places nearest to the mount that a rider may come down on.
pub(crate) fn landings(world: &World, rider: Id, mount: Id) -> Vec<Square> {
    let here = space(world, mount);
    let all = world.resource::<Map>().cells().squares();
    let free: Vec<Footprint> = all
        .map(|at| down_at(world, rider, at))
        .filter(|to| !to.space.overlaps(here) && room::may_go(world, rider, *to))
        .map(|to| to.space)
        .filter(|&to| to.steps(here) > 1 || !parted(world, here, to))
        .collect();
    let nearest = free.iter().map(|to| to.steps(here)).min();
    let near = free.into_iter().filter(|to| Some(to.steps(here)) == nearest);
    near.map(|to| to.at).collect()
}

/// ESS-CMD-8: gets down to a square beside the mount.
fn dismounts(world: &mut World, id: Id, at: Square) {
    if !room::finds_in(world, id, down_at(world, id, at)) {
        come_down(world, id, at, (Motion::Mount, "dismounts"), rule!("ESS-CMD-8"));
    }
}

fn come_down(world: &mut World, id: Id, at: Square, (motion, how): (Motion, &'static str), rule: Rule) {
    let from = Place::of(world, id);
    unbind::part(world, id);
    let height = floor(world, at).max(from.height);
    let (_, along) = bonds::comes(world, id, Position { at, height }, MoveKind::ByItself, (motion, how), rule);
    let going = if motion == Motion::Thrown { MoveKind::Carried } else { MoveKind::ByItself };
    // In the saddle it did not stand on the ground.
    square_effects::arrive(world, id, Arrival { from, going: Some(going), along, meets: Meets::EverySquare });
}

/// ESS-CMD-10: it lands Prone, where its player says; where there is no room at all, in the mount's space.
pub(crate) fn lands(world: &mut World, rider: Id, at: Option<Square>) {
    // Where somebody is whom nobody knew of there is no room after all.
    let place = at.map(|at| down_at(world, rider, at));
    let taken = place.is_some_and(|place| room::finds_in(world, rider, place));
    let next = creature::mount_of(world, rider).filter(|_| taken);
    let at = next.and_then(|mount| landings(world, rider, mount).first().copied()).or(at);
    match at {
        Some(at) => come_down(world, rider, at, (Motion::Thrown, "thrown"), rule!("ESS-CMD-10")),
        None => {
            unbind::part(world, rider);
            descent::settle(world, rider);
        }
    }
    if is_on_map(world, rider) && !world.the::<Stance>(rider).tumbling {
        harm::fall_prone(world, rider, rule!("ESS-CMD-10"));
    }
}
