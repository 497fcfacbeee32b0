//! Harm that nobody does: falls, and what burns (VIG-FALL, VIG-HAZ-3).

use bevy::prelude::World;

use super::super::body::{life, roll::Pool, who};
use super::super::data::{DamageType, Quality, SQUARE};
use super::super::field::compass;
use super::super::field::sight::Air;
use super::harm::Wound;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// VIG-FALL-1, VIG-FALL-2: whoever has lost the ground under it falls, and lies there. Up it is carried unharmed.
pub fn fall(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let from = world.the::<Position>(id).height;
    let floor = floor_of(world, space(world, id));
    if floor == from {
        return;
    }
    lift_to(world, id, floor);
    let squares = (from.0 - floor.0) / Length::feet(SQUARE).0;
    if squares < 1 {
        return;
    }
    let distance = Length(from.0 - floor.0);
    let mut event = Event::new(What::Falls { distance }).target(id).by(rule!("VIG-FALL-1"));
    if who::own_turn(world, id) {
        event = event.by(rule!("VIG-FALL-3"));
    }
    if space(world, id).side > 1 {
        event = event.by(rule!("VIG-FALL-6"));
    }
    world.tell(event);
    aside(world, id, floor);
    life::knock_down(world, id, rule!("VIG-FALL-1"));
    let dice = Pool::effect(
        id,
        "fall",
        (u16::try_from(squares).unwrap_or(1), Quality::Ordinary.die()),
    );
    let mut amount = dice.roll(world);
    amount.push(Trace::note("a die for each square").by(rule!("VIG-FALL-2")));
    launch(world, Wound::new(id, amount, DamageType::Kinetic));
}

/// VIG-FALL-6: whoever would come down on somebody comes down beside it, at the same height, clockwise from the north.
fn aside(world: &mut World, id: Id, floor: Length) {
    let here = space(world, id);
    let taken = stands(world).any(|(other, stand)| other != id && stand.space.overlaps(here));
    if !taken {
        return;
    }
    let places = environment::free_places(world, id, here.at, here.side);
    let level = |at: &Square| floor_of(world, Footprint { at: *at, ..here }) == floor;
    let clockwise = |at: &Square| {
        let (dx, dy) = compass::direction((i32::from(at.x - here.at.x), i32::from(at.y - here.at.y)));
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
            .iter()
            .position(|&step| step == (dx, dy))
    };
    let Some(at) = places.into_iter().filter(level).min_by_key(clockwise) else {
        return;
    };
    bring(world, id, Position { at, height: floor }, Going::Falls);
    who::note(world, id, "comes down beside whoever stands there", rule!("VIG-FALL-6"));
}

/// VIG-HAZ-3: the harm of what burns, in Recovery.
pub fn burn(world: &mut World) {
    let burning = |at: Square| {
        world
            .resource::<Air>()
            .0
            .iter()
            .any(|cloud| cloud.burns && cloud.squares.contains(&at))
    };
    let hit = environment::in_order(world, |_, stand| stand.space.squares().any(burning));
    for id in hit.into_iter().rev() {
        let mut amount = Pool::effect(id, "burning", (1, Quality::Ordinary.die())).roll(world);
        amount.push(Trace::note("once, however many squares burn").by(rule!("VIG-HAZ-3")));
        amount.push(Trace::note("before anything comes back").by(rule!("VIG-REC-7")));
        launch(world, Wound::new(id, amount, DamageType::Thermal));
    }
}
