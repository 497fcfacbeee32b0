//! A creature that has come to stand where others are, and where it goes then (EDG-MOVE-12).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::field::sight;
use super::super::ruleset::Edge;
use super::{ground, moves};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question where to.
pub(crate) const ROOM: &str = "room";

/// A creature that stands where it may not, until it has made room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Settling(Id);

/// Whether a creature may stay where it is.
pub(crate) fn may_stay(world: &World, id: Id) -> bool {
    let (ground, walker) = Edge::set_out(world, id);
    !divided(world, walker.space) && ground.stop(&walker).is_ok() && met(world, id).is_empty()
}

/// Those in its space with whom it cannot share it, known to its side or not.
fn met(world: &World, id: Id) -> Vec<Id> {
    let own = space(world, id);
    let there = all_stands(world).filter(|(other, stand)| *other != id && stand.space.overlaps(own));
    there.map(|(other, _)| other).filter(|&other| !ground::may_share(world, id, other)).collect()
}

/// A creature that has come to where it may not stay goes to the nearest place where it may.
pub(crate) fn settle(world: &mut World, id: Id) {
    let moves = |moving: &Moving| moving.creature == id && !moving.rest.is_empty();
    let goes_on = all_in_flight::<Moving>(world).any(|(_, moving)| moves(moving));
    if is_on_map(world, id) && !goes_on && !is_settling(world, id) && !may_stay(world, id) {
        let own = side_of(world, id);
        let met: Vec<Id> = met(world, id).into_iter().filter(|&other| !knows(world, own, other)).collect();
        sight::find(world, id, met);
        launch(world, Settling(id));
    }
}

/// Whether a creature is making room.
fn is_settling(world: &World, id: Id) -> bool {
    all_in_flight::<Settling>(world).any(|(_, settling)| settling.0 == id)
        || all_in_flight::<MakingRoom>(world).any(|(_, making)| making.id == id)
}

/// A creature that is on its turn makes room where its move has been ended in the space of another. Example: it was knocked down there.
pub(super) fn test(world: &mut World, id: Id) {
    let goes = all_in_flight::<Moving>(world).any(|(_, moving)| moving.creature == id);
    if is_on_map(world, id) && !goes && creature::conscious(world, id) && !met(world, id).is_empty() {
        settle(world, id);
    }
}

impl Settling {
    fn places(self, world: &World) -> Vec<Square> {
        let Self(id) = self;
        if !is_on_map(world, id) || may_stay(world, id) {
            return Vec::new();
        }
        let from = space(world, id);
        environment::free_places(world, id, from.at, from.side)
    }

    fn go_to(self, world: &mut World, at: Square) {
        launch(world, MakingRoom { id: self.0, at });
    }
}

/// A creature that makes room, until it moves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct MakingRoom {
    id: Id,
    /// Where it goes.
    at: Square,
}

impl Later for MakingRoom {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self { id, at } = self;
        if !is_on_map(world, id) {
            return;
        }
        let from = Place::of(world, id);
        let space = Footprint { at, ..from.space };
        let to = Place { space, height: ground::height_in(world, id, space, from.height) };
        let along = moves::go(world, id, to, MoveKind::Carried);
        let event = Event::step(id, from.position(), to.position(), Motion::Pushed, "makes room");
        world.tell(event.by(rule!("EDG-MOVE-12")));
        arrive(world, id, Arrival::carried(from, along));
    }
}

impl Asks for Settling {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let settling = *world.the::<Self>(flight);
        let places = settling.places(world);
        if places.len() < 2 {
            return Inquiry::Nobody;
        }
        let place = |at: Square| Choice::place(at, "To", rule!("EDG-MOVE-12"));
        let choices = places.into_iter().map(place).collect();
        let prompt = format!("Where does {} make room?", world.resource::<Names>().name(settling.0));
        Question::inquiry(Decision::new(world, settling.0, ROOM, prompt, choices), [rule!("EDG-MOVE-12")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let settling = *world.the::<Self>(flight);
        let at = settling.places(world).into_iter().find(|at| at.word() == word);
        land(world);
        if let Some(at) = at {
            settling.go_to(world, at);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let settling = *world.the::<Self>(flight);
        let only = settling.places(world).first().copied();
        land(world);
        if let Some(at) = only {
            settling.go_to(world, at);
        }
    }
}
