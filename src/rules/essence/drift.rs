//! Being carried along: pushes, currents, drifting in free fall. One square at a time.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{cover, fall, moves, ready, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Square};
use crate::rule;

/// What stands in the way of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing.
    Free,
    /// A wall or something solid.
    Hard,
    /// A creature.
    Body,
}

/// What stands in the way of a creature moved bodily to a place; those who share its space come along.
pub fn way(world: &World, id: Id, to: Footprint) -> Way {
    way_past(world, id, to, &[])
}

/// As [`way`], with some who are no hindrance.
pub fn way_past(world: &World, id: Id, to: Footprint, past: &[Id]) -> Way {
    let lines = cover::Sightlines::new(world);
    let along = who::along(world, id);
    // Those who share its space are one with it (ESS-GRAP-18): the widest of them needs room, too.
    let here = space(world, id);
    let (dx, dy) = (to.at.x - here.at.x, to.at.y - here.at.y);
    let moved = |other: &Id| {
        let space = space(world, *other);
        Footprint {
            at: space.at.offset(dx, dy),
            side: space.side,
        }
    };
    let all: Vec<Footprint> = along.iter().map(moved).chain([to]).collect();
    let squares = || all.iter().flat_map(|space| space.squares());
    let solid = |at: Square| {
        lines.total(at)
            || closed_door_at(world, at)
            || thing_at(world, at)
                .is_some_and(|thing| world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none())
    };
    let feet = world.the::<Position>(id).height;
    let barred = |&(own, to): &(Footprint, Square)| bars_the_way(world, own, to, feet);
    let steps = along.iter().map(|other| space(world, *other)).chain([here]);
    let mut steps = steps.map(|own| (own, own.at.offset(dx, dy)));
    if steps.any(|step| barred(&step)) {
        return Way::Hard;
    }
    if squares().any(solid) {
        return Way::Hard;
    }
    let height = who::steps_up(world.the::<Position>(id).height);
    if squares().any(|at| who::steps_up(world.resource::<Map>().ground(at)) > height) {
        return Way::Hard;
    }
    let met = on_map(world).any(|other| {
        other != id
            && !past.contains(&other)
            && !along.contains(&other)
            && who::steps_up(world.the::<Position>(other).height) == height
            && all.iter().any(|to| space(world, other).overlaps(*to))
    });
    if met { Way::Body } else { Way::Free }
}

/// Moves a creature one square in a direction by no power of its own; what it enters may strike it.
pub fn slide(world: &mut World, id: Id, direction: Direction, how: Motion, rule: Rule) -> Way {
    slide_past(world, id, direction, how, rule, &[])
}

/// As [`slide`], with some who are no hindrance.
pub fn slide_past(world: &mut World, id: Id, direction: Direction, how: Motion, rule: Rule, past: &[Id]) -> Way {
    let here = space(world, id);
    let to = here.step(direction);
    let way = way_past(world, id, to, past);
    if way != Way::Free {
        return way;
    }
    let before = *world.the::<Position>(id);
    let after = Position { at: to.at, ..before };
    let along = bring(world, id, after, Going::Carried);
    world.tell(
        Event::step(
            id,
            before,
            Position {
                at: to.at,
                height: before.height,
            },
            how,
            how.word(),
        )
        .by(rule),
    );
    environment::entered(world, id);
    moves::ground_harm(world, id);
    moves::followed(world, &along);
    // Moved by another, a climber has lost what it held on to.
    if world.the::<Stance>(id).climbing {
        fall::lose_hold(world, id);
    }
    moves::entered(world, id);
    Way::Free
}

/// Whether the water has it: it is on the map still, and neither ashore nor falling.
pub fn in_water(world: &World, id: Id) -> bool {
    is_on_map(world, id) && moves::water_at(world, id) && !moves::above_water(world, id)
}

/// ESS-SWIM-2, ESS-SWIM-3: what the water does at the start of a Turn.
pub fn current(world: &mut World, id: Id) {
    let at = world.the::<Position>(id).at;
    if !in_water(world, id) {
        return;
    }
    let Some((direction, feet)) = moves::current_at(world, at) else {
        return;
    };
    let (before, mut passed) = (space(world, id), Vec::new());
    for _ in 0..feet / 5 {
        if !in_water(world, id) {
            break;
        }
        match slide(world, id, direction, Motion::Drift, rule!("ESS-SWIM-2")) {
            Way::Free => passed.push(space(world, id)),
            Way::Hard | Way::Body => {
                who::note(world, id, "the drift stops", rule!("ESS-SWIM-3"));
                break;
            }
        }
    }
    ready::drifted(world, id, before, &passed);
}

/// ESS-ZG-3, ESS-ZG-5: drifting goes on at the start of a Turn until it meets something; so does what it pushed itself off.
pub fn carry_on(world: &mut World, id: Id) {
    let own = |world: &World, one: Id| {
        let stance = world.the::<Stance>(one);
        let of = stance.drift_of.filter(|&of| is_on_map(world, of));
        stance.drift.filter(|_| of.unwrap_or(one) == id)
    };
    let floating: Vec<Id> = on_map(world).filter(|&one| own(world, one).is_some()).collect();
    for one in floating {
        let Some((direction, feet)) = own(world, one) else {
            continue;
        };
        if who::weightless(world) {
            float(world, one, direction, feet);
        } else {
            world.the_mut::<Stance>(one).drift = None;
        }
    }
    let adrift: Vec<Id> = things(world)
        .filter(|&thing| world.part::<Adrift>(thing).is_some_and(|adrift| adrift.by == id))
        .collect();
    for thing in adrift {
        float_thing(world, thing);
    }
}

/// Floats so far in a line; ends the drift when something is in the way.
pub fn float(world: &mut World, id: Id, direction: Direction, feet: Feet) {
    let rule = if world.the::<Stance>(id).drift_of.is_some() {
        rule!("ESS-ZG-5")
    } else {
        rule!("ESS-ZG-3")
    };
    let (before, mut passed) = (space(world, id), Vec::new());
    for _ in 0..feet / 5 {
        if slide(world, id, direction, Motion::Drift, rule.clone()) != Way::Free {
            let mut stance = world.the_mut::<Stance>(id);
            stance.drift = None;
            stance.drift_of = None;
            who::note(world, id, "runs into something and stops", rule!("ESS-ZG-8"));
            break;
        }
        passed.push(space(world, id));
    }
    moves::steady(world, id);
    ready::drifted(world, id, before, &passed);
}

/// ESS-ZG-5: an object floats its share at the start of a Turn of who pushed itself off.
fn float_thing(world: &mut World, thing: Id) {
    if let Some(feet) = world.part::<Adrift>(thing).map(|adrift| adrift.feet) {
        float_thing_by(world, thing, feet);
    }
}

/// ESS-ZG-4, ESS-ZG-5: an object floats so far, square by square, until it meets something.
fn float_thing_by(world: &mut World, thing: Id, feet: Feet) {
    let Some(Adrift { direction, .. }) = world.part::<Adrift>(thing).cloned() else {
        return;
    };
    let (dx, dy) = direction.delta();
    let from = world.the::<Position>(thing).at;
    let mut stops = !who::weightless(world);
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
                || thing_at(world, at).is_some_and(|other| other != thing)
                || creature_at(world, at).is_some()
        });
        if stops {
            break;
        }
        spawn::shift(world, thing, dx, dy);
    }
    let at = world.the::<Position>(thing).at;
    let name = world.resource::<Cast>().name(thing).to_owned();
    let text = format!("{name} floats from {},{} to {},{}", from.x, from.y, at.x, at.y).into();
    let event = Event::new(What::Note { text }).target(thing).by(rule!("ESS-ZG-5"));
    world.tell(if stops { event.by(rule!("ESS-ZG-8")) } else { event });
    if stops {
        let entity = world.entity_of(thing).expect("an object that floats should exist");
        world.entity_mut(entity).remove::<Adrift>();
    }
}

/// What one can push itself off, in a square beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
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
pub fn push_off_way(world: &World, id: Id, at: Square) -> Result<(Direction, Hold), Refusal> {
    let here = space(world, id);
    let nothing = Refusal::by(rule!("ESS-ZG-1"), "nothing", "Nothing to push itself off there.");
    let direction = Direction::towards(i32::from(here.at.x - at.x), i32::from(here.at.y - at.y));
    let Some(direction) = direction.filter(|_| here.steps(Footprint::single(at)) == 1) else {
        return Err(nothing);
    };
    if parted(world, here, Footprint::single(at)) {
        return Ok((direction, Hold::Fixed));
    }
    let own = who::profile(world, id).size as i32;
    let too_small = || {
        Err(Refusal::by(
            rule!("ESS-ZG-6"),
            "too_small",
            "That is too small to push off from.",
        ))
    };
    if let Some(thing) = thing_at(world, at) {
        if !moves::loose(world, thing) {
            return Ok((direction, Hold::Fixed));
        }
        return match world.the::<Fixture>(thing).size as i32 - own {
            ..=-2 => too_small(),
            -1..=1 => Ok((direction, Hold::Loose(thing))),
            2.. => Ok((direction, Hold::Fixed)),
        };
    }
    let height = who::steps_up(world.the::<Position>(id).height);
    let body = on_map(world).find(|&other| {
        other != id
            && space(world, other).contains(at)
            && who::steps_up(world.the::<Position>(other).height) == height
            && !super::sight::hidden_from(world, other, id)
    });
    match body {
        Some(other) if who::sizes_above(world, other, id) <= -2 => too_small(),
        Some(other) => Ok((direction, Hold::Creature(other))),
        None if cover::Sightlines::new(world).total(at) => Ok((direction, Hold::Fixed)),
        None => Err(nothing),
    }
}

/// ESS-ZG-2, ESS-ZG-4: how far a push off something goes at most.
pub fn push_off_feet(world: &World, id: Id, hold: Hold) -> Feet {
    let speed = who::speed(world, id).value;
    let whole = match hold {
        Hold::Fixed => true,
        Hold::Loose(_) => false,
        Hold::Creature(other) => who::sizes_above(world, other, id) >= 2,
    };
    if whole { speed } else { speed / 2 / 5 * 5 }
}

/// Somebody about to push itself off something.
#[derive(Clone)]
pub struct PushOff {
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
pub fn push_off(world: &mut World, push: PushOff) {
    let PushOff {
        id,
        at,
        direction,
        hold,
        far,
        most,
    } = push;
    match hold {
        Hold::Fixed => {
            set_off(world, id, direction, most, rule!("ESS-ZG-2"));
            launch(world, Floating(vec![Floats::Creature(id, direction, far)]));
        }
        Hold::Loose(thing) => {
            let adrift = Adrift {
                by: id,
                direction: direction.turned(4),
                feet: most,
            };
            let entity = world.entity_of(thing).expect("an object beside it should exist");
            world.entity_mut(entity).insert(adrift);
            set_off(world, id, direction, most, rule!("ESS-ZG-4"));
            let floats = vec![Floats::Creature(id, direction, far), Floats::Thing(thing, far)];
            launch(world, Floating(floats));
        }
        Hold::Creature(other) => {
            let weapon = super::gear::weapons(world, id)
                .into_iter()
                .find(|weapon| weapon.reach_ft.is_some())
                .unwrap_or_else(super::gear::unarmed);
            let deed = super::strike::Deed::PushingOff(far);
            let strike = super::strike::Strike::new(id, weapon, deed, other, at);
            super::strike::declare(world, strike);
        }
    }
}

/// What floats now, one after the other.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Floating(Vec<Floats>);

/// One of them: which way, and how many feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Floats {
    Creature(Id, Direction, Feet),
    Thing(Id, Feet),
}

impl Later for Floating {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        for one in self.0 {
            match one {
                Floats::Creature(id, direction, feet) => float(world, id, direction, feet),
                Floats::Thing(thing, feet) => float_thing_by(world, thing, feet),
            }
        }
    }
}

/// Goes so far at the start of each Turn from now on (R43).
fn set_off(world: &mut World, id: Id, direction: Direction, then: Feet, rule: Rule) {
    who::note(world, id, "pushes itself off", rule);
    {
        let mut stance = world.the_mut::<Stance>(id);
        stance.drift = Some((direction, then));
        stance.drift_of = None;
    }
}

/// ESS-ZG-7: off somebody: both float apart, unless that one held out.
pub fn push_off_creature(world: &mut World, id: Id, other: Id, far: Feet, success: bool) {
    if !success {
        who::note(world, id, "does not get away", rule!("ESS-ZG-7"));
        return;
    }
    let (here, there) = (space(world, id), space(world, other));
    let near = there
        .squares()
        .min_by_key(|&at| (here.steps(Footprint::single(at)), at));
    let near = near.expect("a space should have squares");
    let direction = Direction::towards(i32::from(here.at.x - near.x), i32::from(here.at.y - near.y));
    let Some(direction) = direction else { return };
    let most = push_off_feet(world, id, Hold::Creature(other));
    let far = far.min(most);
    let alone = |world: &mut World| launch(world, Floating(vec![Floats::Creature(id, direction, far)]));
    if who::sizes_above(world, other, id) >= 2 {
        set_off(world, id, direction, most, rule!("ESS-ZG-2"));
        alone(world);
        return;
    }
    set_off(world, id, direction, most, rule!("ESS-ZG-4"));
    if who::profile(world, other).flight.is_some() {
        alone(world);
        return;
    }
    let away = direction.turned(4);
    {
        let mut stance = world.the_mut::<Stance>(other);
        stance.drift = Some((away, most));
        stance.drift_of = Some(id);
    }
    let floats = vec![Floats::Creature(id, direction, far), Floats::Creature(other, away, far)];
    launch(world, Floating(floats));
}
