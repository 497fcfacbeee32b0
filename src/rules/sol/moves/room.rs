//! Making room: whoever stands in something solid or in somebody goes to the nearest free place (SOL-OCC-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::stats::*;
use super::fall;
use crate::battle::{Answer, Event, *};
use crate::grid::{Length, Square};
use crate::rule;

/// Those who must make room and have not yet, next one last; in flight when a player must choose where to.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Crowded {
    queue: Vec<Pressed>,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Pressed {
    creature: Id,
    /// How high it stood, when the ground changed under it.
    stood: Option<Length>,
}

/// After a push or an override: room is made, the floor decides.
pub fn displaced(world: &mut World, id: Id) {
    let queue = vec![Pressed {
        creature: id,
        stood: None,
    }];
    let mut crowded = Crowded { queue };
    if go_through(world, &mut crowded) {
        launch(world, crowded);
    }
}

/// SOL-EVENT-10, SOL-OCC-8: after the ground changed under somebody.
pub fn ground_changed(world: &mut World, squares: &[Square]) {
    let mut queue: Vec<Pressed> = on_map(world)
        .filter(|&id| space(world, id).squares().any(|square| squares.contains(&square)))
        .map(|creature| Pressed {
            creature,
            stood: Some(world.the::<Position>(creature).height),
        })
        .collect();
    queue.reverse();
    let mut crowded = Crowded { queue };
    if go_through(world, &mut crowded) {
        launch(world, crowded);
    }
}

/// Goes through the queue as far as nobody has to choose; true when somebody has.
fn go_through(world: &mut World, crowded: &mut Crowded) -> bool {
    while let Some(&pressed) = crowded.queue.last() {
        let id = pressed.creature;
        if let Some(mut stance) = world.part_mut::<Stance>(id) {
            stance.climbing = false;
        }
        let places = places(world, id);
        if places.len() > 1 {
            return true;
        }
        crowded.queue.pop();
        arrive(world, pressed, places.first().copied());
    }
    false
}

/// The nearest free places of one who stands in something solid or in somebody; none for all others.
fn places(world: &World, id: Id) -> Vec<Square> {
    if !is_on_map(world, id) {
        return Vec::new();
    }
    let here = space(world, id);
    let map = world.resource::<Map>();
    let stuck = here
        .squares()
        .any(|square| map.solid(square) || closed_door_at(world, square))
        || on_map(world).any(|other| other != id && space(world, other).overlaps(here));
    if stuck {
        environment::free_places(world, id, here.at, here.side)
    } else {
        Vec::new()
    }
}

fn arrive(world: &mut World, pressed: Pressed, to: Option<Square>) {
    let id = pressed.creature;
    if let Some(at) = to {
        let before = *world.the::<Position>(id);
        let height = floor(world, at);
        world.put(id, Position { at, height });
        let event = Event::new(What::Step {
            from: before.at,
            to: at,
            height: (before.height, height),
            motion: Motion::Pushed,
            how: "displaced".into(),
        })
        .actor(id)
        .by(rule!("SOL-OCC-8"));
        world.tell(event);
    }
    fall::settle(world, id);
    let stands = world.part::<Position>(id).map(|position| position.height);
    if let (Some(stood), Some(stands)) = (pressed.stood, stands)
        && stands < stood
    {
        let text = "the floor is gone".into();
        world.tell(Event::new(What::Note { text }).actor(id).by(rule!("SOL-EVENT-10")));
    }
}

/// The key of the choice of a place.
fn key(at: Square) -> String {
    format!("{},{}", at.x, at.y)
}

/// Lets those make room who are in flight, asking each player who must choose.
pub(super) fn make_room(world: &mut World) {
    let Some((flight, crowded)) = topmost::<Crowded>(world) else {
        return;
    };
    let mut crowded = crowded.clone();
    let entity = world.entity_of(flight).expect("a thing in flight should exist");
    if let Some(Answer(chosen)) = world.entity_mut(entity).take::<Answer>() {
        let pressed = crowded.queue.pop().expect("an answer should have been asked for");
        world.the_mut::<Crowded>(flight).queue.pop();
        let to = places(world, pressed.creature)
            .into_iter()
            .find(|&at| key(at) == chosen);
        arrive(world, pressed, to);
        return;
    }
    if !go_through(world, &mut crowded) {
        world.the_mut::<Crowded>(flight).queue.clear();
        if world.resource::<Flights>().top() == Some(flight) {
            land(world);
        }
        return;
    }
    let rest = crowded.queue.clone();
    world.the_mut::<Crowded>(flight).queue = rest;
    if world.resource::<Flights>().top() == Some(flight) {
        ask(world, entity, &crowded);
    }
}

fn ask(world: &mut World, flight: Entity, crowded: &Crowded) {
    let pressed = crowded.queue.last().expect("somebody should have to choose");
    let id = pressed.creature;
    let name = world.resource::<Cast>().name(id).to_string();
    let choices = places(world, id)
        .into_iter()
        .map(|at| {
            Choice::new(key(at), format!("To {},{}", at.x, at.y))
                .to(Purpose::Move)
                .by(rule!("SOL-OCC-8"))
        })
        .collect();
    let decision = Decision {
        side: side_of(world, id),
        creature: id,
        kind: "make_room".into(),
        prompt: format!("{name} must make room. Where to?").into(),
        number: None,
        against: None,
        choices,
    };
    let event = Event::new(What::Asked {
        side: decision.side,
        kind: decision.kind.clone(),
    })
    .target(id)
    .by(rule!("SOL-OCC-8"));
    world.tell(event);
    world.entity_mut(flight).insert(decision);
}
