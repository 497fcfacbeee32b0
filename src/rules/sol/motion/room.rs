//! Making room: whoever stands in something solid or in somebody goes to the nearest free place (SOL-OCC-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::kind::MAKE_ROOM;
use super::super::data::stats::*;
use super::super::field::sight;
use super::{collide::collide, fall};
use crate::battle::{self, Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// Those who must make room and have not yet, next one last; in flight when a player must choose where to.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Displacements {
    queue: Vec<Displaced>,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Displaced {
    creature: Id,
    /// How high it stood, when the ground changed under it; a climber stands on nothing.
    stood: Option<Length>,
    /// Whether others must make room or fall, too, of whom everybody knows who knows of it.
    among_others: bool,
    /// Whether it is settled where to, so that it goes there in its stage.
    #[serde(default)]
    settled: Settled,
}

/// Where somebody makes room to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Settled {
    /// Its player has not been asked.
    #[default]
    Open,
    /// There.
    To(Square),
    /// It stays where it is.
    Stays,
}

/// After a push or an override: room is made, the floor decides.
pub(crate) fn displaced(world: &mut World, id: Id) {
    let pressed = Displaced { creature: id, stood: None, among_others: false, settled: Settled::Open };
    let queue = vec![pressed];
    launch(world, Displacements { queue });
}

/// SOL-EVENT-10, SOL-OCC-8, SOL-FALL-3: after the ground changed under somebody, or the face that somebody hangs on. They are dealt
/// with in combat order, one after the other.
pub(crate) fn ground_changed(world: &mut World, squares: &[Square]) {
    let concerned = in_order(world, |id, stand| {
        let face = world.the::<Stance>(id).clings.map(|hold| hold.face);
        stand.space.squares().chain(face).any(|square| squares.contains(&square))
    });
    let stood = |id: Id| Some(stand(world, id).height).filter(|_| world.the::<Stance>(id).clings.is_none());
    // No side is told more rules for one of whom it does not know.
    let beside = |one: Id, other: Id| {
        other != one && sides(world).all(|side| !knows(world, side, one) || knows(world, side, other))
    };
    let among_others = |one: Id| concerned.iter().any(|&other| beside(one, other));
    let pressed = |creature: Id| Displaced {
        creature,
        stood: stood(creature),
        among_others: among_others(creature),
        settled: Settled::Open,
    };
    let queue: Vec<Displaced> = concerned.iter().rev().copied().map(pressed).collect();
    if !queue.is_empty() {
        launch(world, Displacements { queue });
    }
}

/// The nearest places, free as far as its side knows, of one who stands in or across something solid, or in somebody; none for all
/// others.
fn places(world: &World, id: Id) -> Vec<Square> {
    if !is_on_map(world, id) {
        return Vec::new();
    }
    let here = space(world, id);
    let map = world.resource::<Map>();
    let stuck = divided(world, here)
        || here.squares().any(|square| map.solid(square) || closed_door_at(world, square))
        || on_map(world).any(|other| other != id && collide(Place::of(world, id), Place::of(world, other)));
    if stuck { environment::free_places_known(world, id, here.at, here.side, None) } else { Vec::new() }
}

/// The place of a creature that stands with its north-west square there.
fn place_at(world: &World, id: Id, at: Square) -> Place {
    let there = Footprint { at, ..space(world, id) };
    Place { space: there, height: floor_of(world, there) }
}

/// Those in a place of whom a creature's side does not know.
fn unknown_in(world: &World, id: Id, place: Place) -> Vec<Id> {
    let there =
        |other: Id, stand: Placement| other != id && collide(place, Place { space: stand.space, height: stand.height });
    strangers(world, side_of(world, id), there)
}

/// A creature finds those in a place of whom its side does not know: its own place, or one to which it would make room.
///
/// Whether there are any.
fn finds(world: &mut World, id: Id, place: Place) -> bool {
    let met = unknown_in(world, id, place);
    for &other in &met {
        sight::reveal_to(world, other, id, rule!("SOL-OCC-8"));
    }
    !met.is_empty()
}

fn arrive(world: &mut World, pressed: Displaced, to: Option<Square>) {
    let id = pressed.creature;
    if let Some(at) = to {
        let from = Place::of(world, id);
        finds(world, id, from);
        let to = place_at(world, id, at).position();
        let along = move_with_attached(world, id, to, MoveKind::Carried);
        let event = Event::step(id, from.position(), to, Motion::Pushed, "displaced").by(rule!("SOL-OCC-8"));
        world.tell(event);
        battle::arrive(world, id, Arrival::carried(from, along));
    }
    if pressed.stood.is_some_and(|stood| is_on_map(world, id) && floor_of(world, space(world, id)) < stood) {
        let event = Event::note("the floor is gone").actor(id).by(rule!("SOL-EVENT-10"));
        world.tell(event.by_all(pressed.among_others.then_some(rule!("SOL-EVENT-4"))));
    }
    fall::settle(world, id);
}

/// They make room one after the other; each player who must choose is asked.
impl Asks for Displacements {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Some(&Displaced { creature: id, settled, .. }) = world.the::<Self>(flight).queue.last() else {
            return Inquiry::Nobody;
        };
        if settled != Settled::Open {
            return Inquiry::Nothing;
        }
        let places = places(world, id);
        if places.len() < 2 {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(id);
        let choice = |at: Square| Choice::place(at, "To", rule!("SOL-OCC-8"));
        let decision = Decision::new(
            world,
            id,
            MAKE_ROOM,
            format!("{name} must make room. Where to?"),
            places.into_iter().map(choice).collect(),
        );
        Question::inquiry(decision, [rule!("SOL-OCC-8")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        settle_on(world, flight, |at| at.word() == word);
    }

    fn unasked(world: &mut World, flight: Id) {
        settle_on(world, flight, |_| true);
    }
}

/// The next one is to go to the first place that will do. Where somebody is found there, it looks anew.
fn settle_on(world: &mut World, flight: Id, will_do: impl Fn(Square) -> bool) {
    let Some(&Displaced { creature, .. }) = world.the::<Displacements>(flight).queue.last() else {
        land(world);
        return;
    };
    let to = places(world, creature).into_iter().find(|&at| will_do(at));
    let place = to.map(|at| place_at(world, creature, at));
    if place.is_some_and(|place| finds(world, creature, place)) {
        return;
    }
    if let Some(pressed) = world.the_mut::<Displacements>(flight).queue.last_mut() {
        pressed.settled = to.map_or(Settled::Stays, Settled::To);
    }
}

/// Whoever is to make room goes there; a fall is resolved completely before the one after it makes room.
pub(super) fn make_room(world: &mut World) {
    let Some((flight, crowded)) = topmost::<Displacements>(world) else {
        return;
    };
    let Some(&pressed) = crowded.queue.last() else {
        land(world);
        return;
    };
    let to = match pressed.settled {
        Settled::Open => return,
        Settled::To(at) => Some(at),
        Settled::Stays => None,
    };
    world.the_mut::<Displacements>(flight).queue.pop();
    arrive(world, pressed, to);
}
