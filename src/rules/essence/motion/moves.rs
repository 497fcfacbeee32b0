//! What squares do to whoever is in them: water, ice, drops, walls to climb; and who stands where nobody may.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{brought, who};
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::terrain;
use super::super::fight::harm;
use super::{bonds, fall};
use crate::battle::{Event, *};
use crate::grid::{Edge, Footprint, Length, Square};
use crate::rule;

/// Whether it is above the water rather than in it.
pub(crate) fn above_water(world: &World, id: Id) -> bool {
    let stance = world.the::<Stance>(id);
    stance.aloft || stance.climbing || stance.tumbling || fall::air_under(world, id) > 0
}

/// Whether the ground in any square of a space is hard going.
pub(crate) fn difficult_in(world: &World, space: Footprint) -> bool {
    space.squares().any(|at| {
        let terrain = world.resource::<Map>().terrain(at);
        let thing = thing_at(world, at).is_some_and(|thing| world.the::<Thing>(thing).difficult);
        thing
            || terrain
                .is_some_and(|terrain| terrain.difficult || (terrain.water.0 > 0 && terrain.water < terrain::DEEP))
    })
}

/// ESS-ZG-8: whether something fixed is beside it.
pub(crate) fn touches_fixed(world: &World, id: Id) -> bool {
    let here = space(world, id);
    let lines = cover::Sightlines::new(world);
    let (x, y, side) = (here.at.x, here.at.y, i16::from(here.side));
    let wall = |between: &Between| Edge::around(here).any(|edge| between.at(edge).step == CEILING);
    if lines.between().is_some_and(wall) {
        return true;
    }
    (y - 1..=y + side)
        .flat_map(|y| (x - 1..=x + side).map(move |x| Square::new(x, y)))
        .any(|at| lines.total(at) && !thing_at(world, at).is_some_and(|thing| loose(world, thing)))
}

/// Whether an object is not made fast.
pub(crate) fn loose(world: &World, thing: Id) -> bool {
    world
        .part::<ObjectProperties>(thing)
        .is_some_and(|fixture| !fixture.fixed)
}

/// ESS-ZG-9: touching something fixed ends the tumbling.
pub(crate) fn steady(world: &mut World, id: Id) {
    if who::has(world, id, condition::DESTABILISED) && touches_fixed(world, id) {
        harm::lose(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
    }
}

/// What entering a square brings about: water, harm of the ground, ice, the next fall.
pub(crate) fn entered(world: &mut World, id: Id) {
    if !is_on_map(world, id) || cover::buried(world, id) {
        return;
    }
    touch_illusions(world, id);
    crack_ice(world, id);
    for one in std::iter::once(id).chain(who::along(world, id)) {
        douse_in_water(world, one);
    }
    if who::weightless(world) {
        steady(world, id);
        return;
    }
    fall::settle(world, id);
}

/// Where a creature has come with all who go along: the harm of the ground, what waits in the square for those who came, and who was
/// ready for them.
pub(crate) fn followed(world: &mut World, along: &[(Id, Footprint)]) {
    // What is launched last comes first.
    for &(one, before) in along {
        if is_on_map(world, one) {
            brought::shoved(world, one, before);
            environment::entered(world, one);
            environment::tread(world, one, Some(before));
        }
    }
}

/// Where a creature has come by no step of a walk, and all who go along with it: it falls if nothing holds it, the ground harms it, the
/// level's events come, and then what those meet who go along.
pub(crate) fn come_to(world: &mut World, id: Id, before: Option<Footprint>, along: &[(Id, Footprint)]) {
    followed(world, along);
    environment::entered(world, id);
    environment::tread(world, id, before);
}

/// ESS-COVER-5: who walks into an illusion believes in it no more.
fn touch_illusions(world: &mut World, id: Id) {
    let touched: Vec<Id> = space(world, id)
        .squares()
        .filter_map(|at| thing_at(world, at))
        .collect();
    for thing in touched {
        super::super::field::skills::see_through(world, id, thing);
    }
}

/// ESS-FIRE-3: a body of water puts a fire out.
pub(crate) fn douse_in_water(world: &mut World, id: Id) {
    if who::has(world, id, condition::ON_FIRE) && terrain::water_at(world, id) && !above_water(world, id) {
        harm::lose(world, id, condition::ON_FIRE, rule!("ESS-FIRE-3"));
    }
}

/// ESS-ICE-2: Bulk that bears upon each square, rounded up.
pub(crate) fn load(world: &World, at: Square) -> i32 {
    on_map(world)
        .filter(|&id| space(world, id).contains(at) && !above_ground(world, id))
        .map(|id| {
            let squares = i32::from(world.the::<Body>(id).side).pow(2);
            (who::profile(world, id).bulk + squares - 1) / squares
        })
        .sum()
}

/// Whether it does not weigh upon the ground: it flies, or is held above it.
fn above_ground(world: &World, id: Id) -> bool {
    world.the::<Stance>(id).aloft || fall::air_under(world, id) > 0
}

/// ESS-ICE-1: Bulk that the ice of a square bears; 0 where there is none.
pub(crate) fn bears(world: &World, at: Square) -> i32 {
    let terrain = world.resource::<Map>().terrain(at);
    2 * terrain.map_or(0, |terrain| terrain.ice.whole(Length::INCH))
}

/// ESS-ICE-1, ESS-ICE-2: ice breaks under too much Bulk.
fn crack_ice(world: &mut World, id: Id) {
    let squares: Vec<Square> = space(world, id).squares().collect();
    crack_ice_in(world, id, squares);
}

/// As [`crack_ice`], where a creature stands on some of these squares.
fn crack_ice_in(world: &mut World, id: Id, squares: Vec<Square>) {
    if fall::air_under(world, id) > 0 {
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
        .filter(|&id| !above_water(world, id) && who::mount_of(world, id).is_none())
        .collect();
    // What is launched last is asked first.
    for id in through.into_iter().rev() {
        who::note(world, id, "breaks through the ice", rule!("ESS-ICE-6"));
        if terrain::water_at(world, id) {
            fall::through_ice(world, id);
        }
    }
}

/// Whether a place is free for a creature: nothing solid, nobody else as high as that.
pub(crate) fn free_for(world: &World, id: Id, to: Place) -> bool {
    open(world, to.space) && nobody_else(world, id, to)
}

/// Whether a creature may set out for a place: whom its side does not know of it finds when it gets there.
pub(crate) fn may_go(world: &World, id: Id, to: Place) -> bool {
    open(world, to.space) && nobody_known(world, id, to)
}

/// The place of whoever comes down, or stays as high as it is, in a space.
pub(crate) fn place_in(world: &World, space: Footprint, height: Length) -> Place {
    let floor = space.squares().map(|at| floor(world, at)).max();
    let height = floor.map_or(height, |floor| floor.max(height));
    Place { space, height }
}

/// Whether a creature is in the way of one that would be in a place: who flies above or digs below is not (ESS-GRID-10).
fn is_in(world: &World, other: Id, place: Place) -> bool {
    place.space.overlaps(space(world, other))
        && who::steps_up(world.the::<Position>(other).height) == who::steps_up(place.height)
}

/// Whether nothing solid is in a space or divides it.
fn open(world: &World, to: Footprint) -> bool {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let blocks = |thing: Id| world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none();
    let free = |at: Square| map.contains(at) && !lines.total(at) && !thing_at(world, at).is_some_and(blocks);
    !divided(world, to) && to.squares().all(free)
}

/// Whether nobody of whom its side knows is in a place but a creature and those who go along with it.
pub(crate) fn nobody_known(world: &World, id: Id, to: Place) -> bool {
    let side = side_of(world, id);
    let along = who::along(world, id);
    !on_map(world)
        .any(|other| other != id && is_in(world, other, to) && !along.contains(&other) && knows(world, side, other))
}

/// ESS-HID-8: whoever would come where somebody is of whom its side does not know finds that one instead.
pub(crate) fn finds_in(world: &mut World, id: Id, to: Place) -> bool {
    let met = strangers(world, side_of(world, id), |other| is_in(world, other, to));
    found(world, id, &met)
}

/// As [`finds_in`], of those in a square, however high: what fills all of it meets them all.
pub(crate) fn finds_throughout(world: &mut World, id: Id, at: Square) -> bool {
    let met = strangers(world, side_of(world, id), |other| space(world, other).contains(at));
    found(world, id, &met)
}

fn found(world: &mut World, id: Id, met: &[Id]) -> bool {
    for &other in met {
        super::super::field::sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
    }
    !met.is_empty()
}

/// Whether nobody is in a place but a creature and those who go along with it.
fn nobody_else(world: &World, id: Id, to: Place) -> bool {
    !on_map(world).any(|other| other != id && is_in(world, other, to) && !who::along(world, id).contains(&other))
}

/// The free place nearest to a space; who flies stays as high as it is. Whoever of whom its side does not know stands in a nearer one is
/// found there (ESS-HID-8), and keeps it.
pub(crate) fn room_for(world: &mut World, id: Id, here: Footprint) -> Option<Place> {
    let aloft = world.the::<Stance>(id).aloft.then(|| world.the::<Position>(id).height);
    while is_on_map(world, id) {
        let at = *environment::free_places_known(world, id, here.at, here.side, aloft).first()?;
        let place = place_in(world, Footprint { at, ..here }, aloft.unwrap_or(Length(i32::MIN)));
        if !finds_in(world, id, place) {
            return Some(place);
        }
    }
    None
}

/// Whether somebody is where it cannot stay: in something solid, or in a place with somebody it does not grapple.
fn stuck(world: &World, id: Id) -> bool {
    let here = space(world, id);
    let lines = cover::Sightlines::new(world);
    let along = who::along(world, id);
    let height = who::steps_up(world.the::<Position>(id).height);
    // Whoever hangs on the edge of a hole leaves room for others in it.
    let hangs = |id: Id| world.the::<Stance>(id).climbing;
    divided(world, here)
        || here.squares().any(|at| lines.total(at))
        || on_map(world).any(|other| {
            other != id
                && hangs(other) == hangs(id)
                && !along.contains(&other)
                && who::steps_up(world.the::<Position>(other).height) == height
                && space(world, other).overlaps(here)
        })
}

/// Somebody who is stuck, and is to make room: by the rule, on the nearest free place.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct MakesRoom {
    creature: Id,
    rule: Rule,
}

impl Later for MakesRoom {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self { creature, rule } = self;
        out_of_the_way(world, creature, &rule);
        if is_on_map(world, creature) {
            fall::check_hold(world, creature);
            entered(world, creature);
        }
    }
}

/// Puts whoever is stuck on the nearest free place; true when it was moved.
pub(crate) fn out_of_the_way(world: &mut World, id: Id, rule: &Rule) -> bool {
    if !is_on_map(world, id) || !stuck(world, id) {
        return false;
    }
    let here = space(world, id);
    let Some(Place { space, height }) = room_for(world, id, here) else {
        return false;
    };
    let at = space.at;
    let before = *world.the::<Position>(id);
    let from = Place {
        space: here,
        height: before.height,
    };
    let along = bonds::go(world, id, Position { at, height }, Going::Carried);
    let event = Event::step(id, before, Position { at, height }, Motion::Pushed, "displaced").by(rule.clone());
    world.tell(event);
    brought::fell(world, id, from);
    come_to(world, id, Some(here), &along);
    true
}

/// After a push, an override, a move that was cut short: the floor decides.
pub(crate) fn displaced(world: &mut World, id: Id) {
    if world.part::<Stance>(id).is_none() {
        return;
    }
    {
        let mut deeds = world.the_mut::<TurnUsage>(id);
        deeds.halted = false;
        deeds.passing = false;
    }
    super::ride::keep_together(world, id);
    if is_on_map(world, id) && stuck(world, id) {
        let (creature, rule) = (id, rule!("ESS-MOVE-11"));
        launch(world, MakesRoom { creature, rule });
        return;
    }
    fall::check_hold(world, id);
    fall::settle(world, id);
}

/// After the ground changed under somebody.
pub(crate) fn ground_changed(world: &mut World, squares: &[Square]) {
    let touched: Vec<Id> = on_map(world)
        .filter(|&id| space(world, id).squares().any(|at| squares.contains(&at)))
        .collect();
    let touched = touched.into_iter().filter(|&id| !cover::buried(world, id));
    let (stuck, touched): (Vec<Id>, Vec<Id>) = touched.partition(|&id| stuck(world, id));
    for &id in &touched {
        // Thinner ice than before may not bear it (R46).
        let changed = space(world, id).squares().filter(|at| squares.contains(at)).collect();
        crack_ice_in(world, id, changed);
    }
    fall::settle_all(world, touched);
    // What is launched last comes first.
    for creature in stuck.into_iter().rev() {
        let rule = rule!("ESS-FALL-11");
        launch(world, MakesRoom { creature, rule });
    }
    // What somebody hung on beside it may be gone.
    for id in on_map(world).collect::<Vec<_>>() {
        fall::check_hold(world, id);
    }
}

/// Whether nobody it knows of stands where its feet would go, and nothing solid; what must be climbed may be there.
pub(crate) fn free_for_feet(world: &World, id: Id, to: Place) -> bool {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let open = |at: Square| map.contains(at) && !lines.total(at);
    to.space.squares().all(open) && nobody_known(world, id, to)
}
