//! What squares do to whoever is in them: water, ice, drops, walls to climb; and who stands where nobody may.

use bevy::prelude::*;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::terrain;
use super::super::fight::harm;
use super::place_choice::{self, Why};
use super::room::{above_water, douse_in_water, stuck};
use super::{descent, support, unbind};
use crate::battle::{self, Event, *};
use crate::grid::{Edge, Square};
use crate::rule;

/// ESS-ZG-8: whether something fixed is beside it.
pub(crate) fn touches_fixed(world: &World, id: Id) -> bool {
    let here = space(world, id);
    let lines = cover::Sightlines::new(world);
    let wall = |between: &Between| Edge::around(here).any(|edge| between.at(edge).step == CEILING);
    if lines.between().is_some_and(wall) {
        return true;
    }
    here.rim().chain(here.squares()).any(|at| match thing_at(world, at) {
        Some(thing) => !loose(world, thing) && !creature::illusory(world, thing),
        None => lines.total(at),
    })
}

/// Whether an object is not made fast.
pub(crate) fn loose(world: &World, thing: Id) -> bool {
    world.part::<ObjectProperties>(thing).is_some_and(|fixture| !fixture.fixed)
}

/// ESS-ZG-9: touching something fixed ends the tumbling.
pub(crate) fn steady(world: &mut World, id: Id) {
    if has_condition(world, id, condition::DESTABILISED) && touches_fixed(world, id) {
        harm::lose(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
    }
}

/// A creature has come somewhere by no step of a walk: what comes of that ([`arrive`]), and before it what entering the squares does.
pub(crate) fn arrive(world: &mut World, id: Id, arrival: Arrival) {
    let below = arrival.meets == Meets::Nothing;
    battle::arrive(world, id, arrival);
    if !below {
        entered(world, id);
    }
}

/// What entering a square brings about: water, harm of the ground, ice, the next fall.
pub(crate) fn entered(world: &mut World, id: Id) {
    if !is_on_map(world, id) || cover::buried(world, id) {
        return;
    }
    touch_illusions(world, id);
    crack_ice(world, id, space(world, id).squares());
    for one in std::iter::once(id).chain(creature::along(world, id)) {
        douse_in_water(world, one);
    }
    if creature::weightless(world) {
        steady(world, id);
        return;
    }
    descent::settle(world, id);
}

/// ESS-COVER-5: who walks into an illusion believes in it no more.
fn touch_illusions(world: &mut World, id: Id) {
    let touched: Vec<Id> = space(world, id).squares().filter_map(|at| thing_at(world, at)).collect();
    for thing in touched {
        super::super::field::skills::see_through(world, id, thing);
    }
}

/// ESS-ICE-2: Bulk that bears upon each square, rounded up.
pub(crate) fn load(world: &World, at: Square) -> i32 {
    on_map(world)
        .filter(|&id| space(world, id).contains(at) && !above_ground(world, id))
        .map(|id| bulk_on_a_square(world, id))
        .sum()
}

/// Whether it does not weigh upon the ground: it flies, or is held above it.
fn above_ground(world: &World, id: Id) -> bool {
    world.the::<Stance>(id).aloft || support::air_under(world, id) > 0
}

/// ESS-ICE-1, ESS-ICE-2: whether ice would break under a creature that came onto it, beside those of whom its side knows.
pub(crate) fn gives_way(world: &World, id: Id, at: Square) -> bool {
    let bears = bears(world, at);
    let there = |other: Id, stand: Placement| other != id && stand.space.contains(at) && !above_ground(world, other);
    let others = known_to(world, id).filter(|&(other, stand)| there(other, stand)).map(|(other, _)| other);
    let weighs = others.chain([id]).map(|one| bulk_on_a_square(world, one)).sum::<i32>();
    bears > 0 && !above_ground(world, id) && weighs > bears
}

/// ESS-ICE-2: what a creature bears upon each of its squares with, rounded up.
fn bulk_on_a_square(world: &World, id: Id) -> i32 {
    let squares = i32::from(world.the::<Body>(id).side).pow(2);
    (creature::profile(world, id).bulk + squares - 1) / squares
}

/// ESS-ICE-1: Bulk that the ice of a square bears; 0 where there is none.
pub(crate) fn bears(world: &World, at: Square) -> i32 {
    2 * terrain::ice(world, at)
}

/// ESS-ICE-1, ESS-ICE-2: ice breaks under too much Bulk, in some of the squares that a creature stands on.
fn crack_ice(world: &mut World, id: Id, squares: impl Iterator<Item = Square>) {
    if support::air_under(world, id) > 0 {
        return;
    }
    let mut breaks = Vec::new();
    for at in squares {
        let (bears, load) = (bears(world, at), load(world, at));
        if bears == 0 {
            continue;
        }
        let trace =
            Trace::new("load on the ice", load).with(Trace::note(format!("it bears {bears}")).by(rule!("ESS-ICE-1")));
        let event = Event::new(What::Number).target(id).trace(trace).by(rule!("ESS-ICE-2"));
        world.tell(event);
        if load > bears {
            breaks.push(at);
        }
    }
    break_ice(world, &breaks);
}

/// Ice gives way to the water below (ESS-ICE-6).
pub(crate) fn break_ice(world: &mut World, squares: &[Square]) {
    if squares.is_empty() {
        return;
    }
    let becomes = world
        .resource::<Map>()
        .terrain(squares[0])
        .and_then(|terrain| terrain.becomes.clone())
        .unwrap_or_else(|| "water".to_owned());
    environment::change_terrain(world, squares, &becomes);
    let through: Vec<Id> = on_map(world)
        .filter(|&id| space(world, id).squares().any(|at| squares.contains(&at)))
        .filter(|&id| !above_water(world, id) && creature::mount_of(world, id).is_none())
        .collect();
    // What is launched last is asked first.
    for id in through.into_iter().rev() {
        world.note(id, "breaks through the ice", rule!("ESS-ICE-6"));
        if terrain::water_at(world, id) {
            descent::through_ice(world, id);
        }
    }
}

/// After a push, an override, a move that was cut short: the floor decides.
pub(crate) fn displaced(world: &mut World, id: Id) {
    if world.part::<Stance>(id).is_none() {
        return;
    }
    {
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.halted = false;
        turn.passing = false;
    }
    unbind::keep_together(world, id);
    if is_on_map(world, id) && stuck(world, id) {
        place_choice::begin(world, id, Why::MakesRoom, Vec::new());
        return;
    }
    descent::check_hold(world, id);
    descent::settle(world, id);
}

/// After the ground changed under somebody.
pub(crate) fn ground_changed(world: &mut World, squares: &[Square]) {
    let touched: Vec<Id> =
        on_map(world).filter(|&id| space(world, id).squares().any(|at| squares.contains(&at))).collect();
    let touched = touched.into_iter().filter(|&id| !cover::buried(world, id));
    let (stuck, touched): (Vec<Id>, Vec<Id>) = touched.partition(|&id| stuck(world, id));
    for &id in &touched {
        // Thinner ice than before may not bear it (R46).
        let changed = space(world, id).squares().filter(|at| squares.contains(at));
        crack_ice(world, id, changed);
    }
    descent::settle_all(world, touched);
    // What is launched last comes first.
    for creature in stuck.into_iter().rev() {
        place_choice::begin(world, creature, Why::MakesRoom, Vec::new());
    }
    // What somebody hung on beside it may be gone.
    for id in on_map(world).collect::<Vec<_>>() {
        descent::check_hold(world, id);
    }
}
