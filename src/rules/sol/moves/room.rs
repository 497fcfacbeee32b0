//! Making room: whoever stands in something solid or in somebody goes to the nearest free place (SOL-OCC-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::{lexicon, stats::*};
use super::fall;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
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
    /// How high it stood, when the ground changed under it; a climber stands on nothing.
    stood: Option<Length>,
    /// Whether others must make room or fall, too.
    among_others: bool,
}

/// After a push or an override: room is made, the floor decides.
pub fn displaced(world: &mut World, id: Id) {
    let pressed = Pressed {
        creature: id,
        stood: None,
        among_others: false,
    };
    match *places(world, id) {
        [] => arrive(world, pressed, None),
        [only] => arrive(world, pressed, Some(only)),
        _ => {
            let queue = vec![pressed];
            launch(world, Crowded { queue });
        }
    }
}

/// SOL-EVENT-10, SOL-OCC-8, SOL-FALL-3: after the ground changed under somebody, or the face that somebody hangs on. They are dealt
/// with in combat order, one after the other.
pub fn ground_changed(world: &mut World, squares: &[Square]) {
    let concerned = environment::in_order(world, |id, stand| {
        let face = world.the::<Stance>(id).clings.map(|hold| hold.face);
        stand
            .space
            .squares()
            .chain(face)
            .any(|square| squares.contains(&square))
    });
    let stood = |id: Id| Some(stand(world, id).height).filter(|_| world.the::<Stance>(id).clings.is_none());
    let among_others = concerned.len() > 1;
    let pressed = |creature: Id| Pressed {
        creature,
        stood: stood(creature),
        among_others,
    };
    let queue: Vec<Pressed> = concerned.into_iter().rev().map(pressed).collect();
    if !queue.is_empty() {
        launch(world, Crowded { queue });
    }
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
        let side = space(world, id).side;
        let height = floor_of(world, Footprint { at, side });
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
        let mut event = Event::new(What::Note { text }).actor(id).by(rule!("SOL-EVENT-10"));
        if pressed.among_others {
            event = event.by(rule!("SOL-EVENT-4"));
        }
        world.tell(event);
    }
}

/// The key of the choice of a place.
fn key(at: Square) -> String {
    format!("{},{}", at.x, at.y)
}

/// They make room one after the other; each player who must choose is asked.
impl Asks for Crowded {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Some(&Pressed { creature: id, .. }) = world.the::<Self>(flight).queue.last() else {
            return Inquiry::Nobody;
        };
        let places = places(world, id);
        if places.len() < 2 {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Cast>().name(id);
        let choice = |at: Square| {
            Choice::new(key(at), format!("To {},{}", at.x, at.y))
                .at(at)
                .to(Purpose::Move)
                .by(rule!("SOL-OCC-8"))
        };
        let decision = Decision {
            side: side_of(world, id),
            creature: id,
            kind: lexicon::MAKE_ROOM.into(),
            prompt: format!("{name} must make room. Where to?").into(),
            number: None,
            against: None,
            choices: places.into_iter().map(choice).collect(),
        };
        Question::inquiry(decision, [rule!("SOL-OCC-8")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        make_room(world, flight, |at| key(at) == word);
    }

    fn unasked(world: &mut World, flight: Id) {
        make_room(world, flight, |_| true);
    }
}

/// The next one goes to the first place that will do; a fall is resolved completely before the one after it makes room.
fn make_room(world: &mut World, flight: Id, will_do: impl Fn(Square) -> bool) {
    match world.the_mut::<Crowded>(flight).queue.pop() {
        Some(pressed) => {
            let to = places(world, pressed.creature).into_iter().find(|&at| will_do(at));
            arrive(world, pressed, to);
        }
        None => land(world),
    }
}
