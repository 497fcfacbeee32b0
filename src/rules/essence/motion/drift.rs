//! Being carried along: pushes, currents, drifting in free fall. One square at a time.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, gear};
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::fight::strike;
use super::carry::{self, Carry};
use super::slide;
use super::{room, square_effects};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Length, Square};
use crate::rule;

/// ESS-SWIM-2, ESS-SWIM-3: what the water does at the start of a Turn.
pub(crate) fn current(world: &mut World, id: Id) {
    if let Some((direction, feet)) = slide::current(world, id) {
        carry::begin(world, id, Carry::Current(direction), feet);
    }
}

/// ESS-ZG-3, ESS-ZG-5: drifting goes on at the start of a Turn until it meets something; so does what it pushed itself off.
pub(crate) fn carry_on(world: &mut World, id: Id) {
    let own = |world: &World, one: Id| {
        let stance = world.the::<Stance>(one);
        let of = stance.drift_of.filter(|&of| is_on_map(world, of));
        stance.drift.filter(|_| of.unwrap_or(one) == id)
    };
    let mut floating = Vec::new();
    for one in on_map(world).collect::<Vec<_>>() {
        let Some((direction, feet)) = own(world, one) else {
            continue;
        };
        if creature::weightless(world) {
            floating.push(Floats::Creature(one, direction, feet));
        } else {
            world.the_mut::<Stance>(one).drift = None;
        }
    }
    // ESS-ZG-5: an object floats its share at the start of a Turn of who pushed itself off.
    let adrift = things(world).filter_map(|thing| Some((thing, world.part::<Adrift>(thing)?)));
    floating
        .extend(adrift.filter(|(_, adrift)| adrift.by == id).map(|(thing, adrift)| Floats::Thing(thing, adrift.feet)));
    if !floating.is_empty() {
        launch(world, Floating(floating));
    }
}

/// The object in a square that one can touch: an illusion is none (ESS-COVER-5).
fn firm_at(world: &World, at: Square) -> Option<Id> {
    thing_at(world, at).filter(|&thing| !creature::illusory(world, thing))
}

/// ESS-ZG-4, ESS-ZG-5: an object floats so far, square by square, until it meets something.
fn float_thing_by(world: &mut World, thing: Id, feet: Feet) {
    let Some(Adrift { direction, .. }) = world.part::<Adrift>(thing).cloned() else {
        return;
    };
    let (dx, dy) = direction.delta();
    let from = world.the::<Position>(thing).at;
    let mut stops = !creature::weightless(world);
    for _ in 0..feet / 5 {
        let own = world.the::<Thing>(thing).squares.clone();
        let to: Vec<Square> = own.iter().map(|at| at.offset(dx, dy)).collect();
        let height = world.the::<Position>(thing).height;
        let map = world.resource::<Map>();
        let mut steps = own.iter().zip(&to);
        stops |= steps.any(|(&at, &to)| bars_the_way(world, at.into(), to, height));
        stops |= to.iter().any(|&at| {
            !map.contains(at)
                || map.solid(at)
                || firm_at(world, at).is_some_and(|other| other != thing)
                || creature_at(world, at).is_some()
        });
        if stops {
            break;
        }
        spawn::shift(world, thing, dx, dy);
    }
    let at = world.the::<Position>(thing).at;
    let name = world.resource::<Names>().name(thing).to_owned();
    let text = format!("{name} floats from {},{} to {},{}", from.x, from.y, at.x, at.y);
    let event = Event::note(text).target(thing).by(rule!("ESS-ZG-5"));
    world.tell(if stops { event.by(rule!("ESS-ZG-8")) } else { event });
    if stops {
        let entity = world.entity_of(thing).expect("an object that floats should exist");
        world.entity_mut(entity).remove::<Adrift>();
    }
}

/// What one can push itself off, in a square beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Something that stays where it is.
    Fixed,
    /// An object that floats off the other way.
    Loose(Id),
    /// A creature, which may resist.
    Creature(Id),
}

/// ESS-ZG-1, ESS-ZG-2, ESS-ZG-6: pushing off what is in a square: the way it goes, and what that is.
///
/// # Errors
/// Nothing is there that it could push itself off.
pub(crate) fn push_off_way(world: &World, id: Id, at: Square) -> Result<(Direction, Hold), Refusal> {
    let here = space(world, id);
    let nothing = Refusal::by(rule!("ESS-ZG-1"), "nothing", "Nothing to push itself off there.");
    let beside = here.steps(Footprint::single(at)) == 1;
    let Some(direction) = at.towards(here.at).filter(|_| beside) else {
        return Err(nothing);
    };
    // Bars stop bodies: a creature can push itself off them.
    let near = |from: &Square| from.touches(at);
    if here.squares().filter(near).all(|from| bars_the_way(world, from.into(), at, Length(CEILING.0 - 1))) {
        return Ok((direction, Hold::Fixed));
    }
    let own = creature::profile(world, id).size as i32;
    let message = "That is too small to push off from.";
    let too_small = Err(Refusal::by(rule!("ESS-ZG-6"), "too_small", message));
    if let Some(thing) = firm_at(world, at) {
        if !square_effects::loose(world, thing) {
            return Ok((direction, Hold::Fixed));
        }
        return match world.the::<ObjectProperties>(thing).size as i32 - own {
            ..=-2 => too_small,
            -1..=1 => Ok((direction, Hold::Loose(thing))),
            2.. => Ok((direction, Hold::Fixed)),
        };
    }
    let place = Place { space: at.into(), height: world.the::<Position>(id).height };
    let body = on_map(world).find(|&other| {
        other != id && room::is_in(world, other, place) && !super::super::field::sight::hidden_from(world, other, id)
    });
    match body {
        Some(other) if creature::sizes_above(world, other, id) <= -2 => too_small,
        Some(other) => Ok((direction, Hold::Creature(other))),
        None if cover::Sightlines::new(world).total(at) => Ok((direction, Hold::Fixed)),
        None => Err(nothing),
    }
}

/// ESS-ZG-2, ESS-ZG-4: how far a push off something goes at most.
pub(crate) fn push_off_feet(world: &World, id: Id, hold: Hold) -> Feet {
    let speed = creature::speed(world, id).value;
    let whole = match hold {
        Hold::Fixed => true,
        Hold::Loose(_) => false,
        Hold::Creature(other) => creature::sizes_above(world, other, id) >= 2,
    };
    if whole { speed } else { speed / 2 / 5 * 5 }
}

/// Somebody about to push itself off something.
#[derive(Clone)]
pub(crate) struct PushOff {
    /// Who.
    pub id: Id,
    /// The square of what it pushes itself off.
    pub at: Square,
    /// The way it goes.
    pub direction: Direction,
    /// What it pushes itself off.
    pub hold: Hold,
    /// Feet it goes at first.
    pub far: Feet,
    /// Feet it can go.
    pub most: Feet,
}

/// ESS-ZG-2, ESS-ZG-4: pushes itself off what is in a square, away from it; as far as it likes at first.
pub(crate) fn push_off(world: &mut World, push: PushOff) {
    let (id, direction, most) = (push.id, push.direction, push.most);
    let own = Floats::Creature(id, direction, push.far);
    match push.hold {
        Hold::Fixed => {
            set_off(world, id, direction, most, rule!("ESS-ZG-2"));
            launch(world, Floating(vec![own]));
        }
        Hold::Loose(thing) => {
            let adrift = Adrift { by: id, direction: direction.turned(4), feet: most };
            world.put(thing, adrift);
            set_off(world, id, direction, most, rule!("ESS-ZG-4"));
            launch(world, Floating(vec![own, Floats::Thing(thing, push.far)]));
        }
        Hold::Creature(other) => {
            let weapon = gear::near_weapon(world, id);
            let deed = strike::AttackMode::PushingOff(push.far);
            strike::declare(world, strike::Strike::new(id, weapon, deed, other, push.at));
        }
    }
}

/// What floats now, one after the other.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Floating(Vec<Floats>);

/// One of them: which way, and how many feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Floats {
    Creature(Id, Direction, Feet),
    Thing(Id, Feet),
}

impl Later for Floating {
    const STAGE: Stage = Stage::Movement;

    fn happen(mut self, world: &mut World) {
        if self.0.is_empty() {
            return;
        }
        let first = self.0.remove(0);
        if !self.0.is_empty() {
            launch(world, self);
        }
        match first {
            Floats::Creature(id, direction, feet) => {
                let adrift = is_on_map(world, id) && world.the::<Stance>(id).drift.is_some();
                if adrift {
                    carry::begin(world, id, Carry::Drift(direction), feet);
                }
            }
            Floats::Thing(thing, feet) => float_thing_by(world, thing, feet),
        }
    }
}

/// Goes so far at the start of each Turn from now on (R43).
fn set_off(world: &mut World, id: Id, direction: Direction, then: Feet, rule: Rule) {
    world.note(id, "pushes itself off", rule);
    world.the_mut::<Stance>(id).drifts(Some((direction, then)), None);
}

/// ESS-ZG-7: off somebody: both float apart, unless that one held out.
pub(crate) fn push_off_creature(world: &mut World, id: Id, other: Id, far: Feet, success: bool) {
    if !success {
        world.note(id, "does not get away", rule!("ESS-ZG-7"));
        return;
    }
    let near = strike::nearest_square(world, id, other);
    let Some(direction) = near.towards(space(world, id).at) else {
        return;
    };
    let most = push_off_feet(world, id, Hold::Creature(other));
    let far = far.min(most);
    let alone = |world: &mut World| launch(world, Floating(vec![Floats::Creature(id, direction, far)]));
    if creature::sizes_above(world, other, id) >= 2 {
        set_off(world, id, direction, most, rule!("ESS-ZG-2"));
        alone(world);
        return;
    }
    set_off(world, id, direction, most, rule!("ESS-ZG-4"));
    if creature::profile(world, other).flight.is_some() {
        alone(world);
        return;
    }
    let away = direction.turned(4);
    world.the_mut::<Stance>(other).drifts(Some((away, most)), Some(id));
    let floats = vec![Floats::Creature(id, direction, far), Floats::Creature(other, away, far)];
    launch(world, Floating(floats));
}
