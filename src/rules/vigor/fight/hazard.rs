//! Harm that nobody does: falls, and what burns (VIG-FALL, VIG-HAZ-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::Pool;
use super::super::body::{creature, life};
use super::super::data::{DamageType, Quality, SQUARE};
use super::super::field::air::Air;
use super::super::field::compass;
use super::super::motion::moves;
use super::harm::Wound;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A creature whose ground has changed under it. What comes of it is in `stepping`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Displaced(pub Id);

/// VIG-FALL-1, VIG-FALL-2: whoever has lost the ground under it falls, and lies there. Up it is carried unharmed. `going` is what those
/// hear of it who wait for where it comes; `None` where they hear of its whole way.
pub(crate) fn fall(world: &mut World, id: Id, going: Option<MoveKind>) {
    if !is_on_map(world, id) {
        return;
    }
    let before = Place::of(world, id);
    let from = before.height;
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
    let event = Event::new(What::Falls { distance }).target(id).by(rule!("VIG-FALL-1"));
    let event = event.by_all(creature::own_turn(world, id).then_some(rule!("VIG-FALL-3")));
    let large = space(world, id).side > 1;
    world.tell(event.by_all(large.then_some(rule!("VIG-FALL-6"))));
    creature::release_if_far(world);
    aside(world, id, floor);
    life::knock_down(world, id, rule!("VIG-FALL-1"));
    // VIG-HAZ-5: what it has come down on harms it after the fall.
    arrive(world, id, Arrival { from: before, going, along: Vec::new(), meets: Meets::Ground });
    let dice = Pool::effect(id, "fall", (u16::try_from(squares).unwrap_or(1), Quality::Ordinary.die()));
    let mut amount = dice.roll(world);
    amount.note("a die for each square", rule!("VIG-FALL-2"));
    let wound = Wound { quality: Some(Quality::Ordinary), ..Wound::new(id, amount, DamageType::Kinetic) };
    launch(world, wound);
}

/// VIG-FALL-6: whoever would come down on somebody comes down beside it, at the same height, clockwise from the north.
fn aside(world: &mut World, id: Id, floor: Length) {
    let here = space(world, id);
    let taken = all_stands(world).any(|(other, stand)| other != id && stand.space.overlaps(here));
    if !taken {
        return;
    }
    let level = |at: &Square| {
        let there = Footprint { at: *at, ..here };
        floor_of(world, there) == floor && moves::may_stay(world, id, there)
    };
    let map = world.resource::<Map>();
    let ways = ways_from(world, id, here, here.side, None, Ways::ANY);
    let mut places: Vec<Square> = map.cells().squares().filter(|&at| ways.steps(at).is_some()).filter(level).collect();
    let nearest = places.iter().filter_map(|&at| ways.steps(at)).min();
    places.retain(|&at| ways.steps(at) == nearest);
    let clockwise = |at: &Square| {
        let (dx, dy) = compass::direction((i32::from(at.x - here.at.x), i32::from(at.y - here.at.y)));
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)].iter().position(|&step| step == (dx, dy))
    };
    let Some(at) = places.into_iter().min_by_key(clockwise) else {
        return;
    };
    move_with_attached(world, id, Position { at, height: floor }, MoveKind::Falls);
    world.note(id, "comes down beside whoever stands there", rule!("VIG-FALL-6"));
}

/// Whether something burns where somebody stands.
fn is_in_fire(world: &World, id: Id) -> bool {
    let clouds = &world.resource::<Air>().0;
    let burning = |at: Square| clouds.iter().any(|cloud| cloud.burns && cloud.squares.contains(&at));
    is_on_map(world, id) && space(world, id).squares().any(burning)
}

/// VIG-HAZ-3: the harm of what burns to whoever stands in it, in Recovery.
pub(crate) fn burn(world: &mut World, id: Id) {
    if is_in_fire(world, id) {
        launch(world, Burning(id));
    }
}

/// Somebody whom the fire is about to harm.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Burning(Id);

impl Later for Burning {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if !is_in_fire(world, id) {
            return;
        }
        let mut amount = Pool::effect(id, "burning", (1, Quality::Ordinary.die())).roll(world);
        amount.note("once, however many squares burn", rule!("VIG-HAZ-3"));
        amount.note("before anything comes back", rule!("VIG-REC-7"));
        let wound = Wound { quality: Some(Quality::Ordinary), ..Wound::new(id, amount, DamageType::Thermal) };
        launch(world, wound);
    }
}
