//! Riding: a creature in the space of its mount, carried along and thrown off (ESS-CMD-8 to ESS-CMD-10).

use bevy::prelude::*;

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
        () => return room::check_way_into(world, id, target),
    };
    Err(Refusal::by(rule!("ESS-CMD-8"), "no_mount", message))
}

/// ESS-CMD-8: takes its seat; from now on it is where the mount is.
pub(crate) fn mount(world: &mut World, id: Id, target: Id) {
    let (before, from) = (*world.the::<Position>(id), Place::of(world, id));
    let after = *world.the::<Position>(target);
    let along = bonds::go(world, id, after, MoveKind::ByItself);
    world.the_mut::<Stance>(id).riding = Some(target);
    world.the_mut::<Stance>(id).folds_wings();
    unbind::seat(world, target);
    world.tell(Event::step(id, before, after, Motion::Mount, "mounts").by(rule!("ESS-CMD-8")));
    let meets = room::meets(world, id, Meets::NewSquares);
    arrive(world, id, Arrival::by_itself(from, along).meeting(meets));
    // What it enters it enters with its mount, which bears it.
    square_effects::entered(world, target);
}

/// Where a rider comes to be that gets down to a square, or falls there.
pub(crate) fn down_at(world: &World, rider: Id, at: Square) -> Place {
    let side = creature::profile(world, rider).size.edge();
    room::place_beside(world, rider, Footprint { at, side })
}

/// The free places nearest to the mount that a rider may come down on.
pub(crate) fn landings(world: &World, rider: Id, mount: Id) -> Vec<Square> {
    let here = space(world, mount);
    let ways = room::ways_out(world, rider, here, Ways::ANY);
    let all = world.resource::<Map>().cells().squares();
    let free: Vec<(i32, Square)> = all
        .filter_map(|at| Some((ways.steps(at)?, down_at(world, rider, at))))
        .filter(|(_, to)| !to.space.overlaps(here) && room::may_go(world, rider, *to))
        .map(|(steps, to)| (steps, to.space.at))
        .collect();
    let nearest = free.iter().map(|&(steps, _)| steps).min();
    free.into_iter().filter(|&(steps, _)| Some(steps) == nearest).map(|(_, at)| at).collect()
}

/// ESS-CMD-8: gets down to a square beside the mount.
pub(crate) fn dismount(world: &mut World, id: Id, at: Square) {
    if !room::finds_in(world, id, down_at(world, id, at)) {
        come_down(world, id, at, (Motion::Mount, "dismounts"), rule!("ESS-CMD-8"));
    }
}

fn come_down(world: &mut World, id: Id, at: Square, (motion, how): (Motion, &'static str), rule: Rule) {
    let (from, to) = (Place::of(world, id), down_at(world, id, at));
    unbind::part(world, id);
    let (_, along) = bonds::comes(world, id, to.position(), MoveKind::ByItself, (motion, how), rule);
    let going = if motion == Motion::Thrown { MoveKind::Carried } else { MoveKind::ByItself };
    // In the saddle it did not stand on the ground.
    let meets = room::meets(world, id, Meets::EverySquare);
    square_effects::arrive(world, id, Arrival { from, going: Some(going), along, meets });
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
