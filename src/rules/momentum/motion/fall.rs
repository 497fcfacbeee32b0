//! Falling: a metre of damage for each, Prone; into water unhurt; onto a body as into a space that is taken (MOM-TERR-9 to MOM-TERR-11).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, life};
use super::super::data::{DamageType, Metres};
use super::super::fight::collision::Meeting;
use super::super::fight::harm::{Dose, Wound};
use super::super::fight::push;
use super::super::fight::ride;
use super::{ground, room};
use crate::battle::{Event, *};
use crate::grid::{Length, Square};
use crate::rule;

/// A creature that is about to fall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Falling(pub Id);

impl Later for Falling {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if is_on_map(world, id) && ground::would_fall(world, id) {
            fall(world, id);
        }
    }
}

/// Whether a creature falls already, or will.
fn is_falling(world: &World, id: Id) -> bool {
    all_in_flight::<Falling>(world).any(|(_, falling)| falling.0 == id)
}

/// MOM-TERR-12: flyers whom something keeps from flying come down.
pub(crate) fn test_flyers(world: &mut World) {
    let loses_hold =
        |&id: &Id| creature::profile(world, id).flies && ground::would_fall(world, id) && !is_falling(world, id);
    let all: Vec<Id> = on_map(world).filter(loses_hold).collect();
    for id in all {
        world.note(id, "cannot keep itself in the air", rule!("MOM-TERR-12"));
        launch(world, Falling(id));
    }
}

/// Lets a creature that has nothing under its feet fall; one that has comes down to it.
pub(crate) fn come_down(world: &mut World, id: Id) {
    if !is_on_map(world, id) || ride::host(world, id).is_some() {
        return;
    }
    if ground::would_fall(world, id) {
        if !is_falling(world, id) {
            launch(world, Falling(id));
        }
        return;
    }
    let (floor, height) = (floor_of(world, space(world, id)), stand(world, id).height);
    if floor > height || !ground::keeps_aloft(world, id) {
        let at = world.the::<Position>(id).at;
        move_with_attached(world, id, Position { at, height: floor }, MoveKind::Falls);
    }
    room::settle(world, id);
}

/// It comes to the floor below.
fn fall(world: &mut World, id: Id) {
    let from = Place::of(world, id);
    let floor = floor_of(world, from.space);
    let distance = Length(from.height.0 - floor.0);
    let metres: Metres = distance.0 / Length::METRE.0;
    let map = world.resource::<Map>();
    let tall = world.the::<Body>(id).tall;
    let lowest = |at: &Square| map.ground(*at) == floor;
    let terrains = |at: Square| map.terrain(at);
    let swims = from.space.squares().filter(lowest).filter_map(terrains).any(|terrain| ground::is_swum(terrain, tall));
    let gap = from.space.squares().filter_map(terrains).all(|terrain| terrain.pit.0 > 0);
    let large = gap && from.space.side > 1;
    let by = push::falls(world, id).unwrap_or(id);
    room::forget_way(world, id);
    let met = Meeting::below(world, id, floor);
    let along = move_with_attached(world, id, Position { at: from.space.at, height: floor }, MoveKind::Falls);
    let rule = match (swims, gap) {
        (true, _) => rule!("MOM-TERR-11"),
        (false, true) => rule!("MOM-JUMP-5"),
        (false, false) => rule!("MOM-TERR-9"),
    };
    let event = Event::new(What::Falls { distance }).target(id).by(rule.clone());
    world.tell(event.by_all(large.then_some(rule!("MOM-JUMP-6"))));
    // What is launched last comes first: harm, what lies there, then room is made.
    room::settle(world, id);
    let arrival = Arrival { from, going: Some(MoveKind::Falls), along, meets: Meets::Ground };
    if met.is_nothing() {
        arrive(world, id, arrival.meeting(Meets::NewSquares));
        if !swims {
            let amount = Trace::new("fall", metres).by(rule.clone());
            launch(world, Wound::plain(id, vec![Dose { amount, damage_type: DamageType::Physical }]));
        }
    } else {
        world.note(id, "comes down on what stands there", rule!("MOM-TERR-10"));
        met.crash(world, by, id, metres, None);
    }
    if !swims {
        let rule = if met.is_nothing() { rule } else { rule!("MOM-TERR-10") };
        life::knock_down(world, id, rule);
    }
}
