//! What an effect does to several creatures: to one after the other in combat order, to each completely. And pushes, square by square.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::arrival::{Arrival, Meets, arrive};
use super::carried::{company, move_with_attached};
use super::ground_events;
use super::places::barred;
use crate::battle::board::{Map, bars_the_way, floor_of, is_on_map, lay, on_map, space, stand};
use crate::battle::engine::{Engine, Flights, all_in_flight, land, launch, topmost};
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Event, Id, Motion, MoveKind, Place, Position, Stage, Tell};
use crate::grid::{Length, Square};

/// Those whom something befalls and has not yet, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(in crate::battle) struct GroupEffect {
    rest: Vec<Id>,
    what: EffectKind,
}

/// What befalls them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EffectKind {
    /// A condition, by key.
    Condition(String),
    /// A push: the step, and how many of them.
    Push((i16, i16), u16),
}

/// A creature being pushed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(in crate::battle) struct Pushed {
    creature: Id,
    step: (i16, i16),
    left: u16,
    /// Its place before the last square, and how high it came onto that.
    last: Option<(Place, Length)>,
    then: Then,
}

/// What comes next on a square that a creature was pushed onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Then {
    /// The harm of the ground.
    Tread,
    /// The level's events.
    Enter,
    /// The next square.
    Next,
    /// Those who waited for it.
    Arrive,
}

pub(in crate::battle) fn plugin(engine: &mut Engine) {
    engine.in_flight::<Pushed>(Stage::Movement, push_on);
    engine.in_flight::<GroupEffect>(Stage::Environment, next_one);
}

/// Gives everybody of a list a condition, in its order.
pub(in crate::battle) fn condition(world: &mut World, who: Vec<Id>, key: &str) {
    befall(world, who, EffectKind::Condition(key.to_string()));
}

/// Pushes everybody of a list, in its order.
pub(in crate::battle) fn push_all(world: &mut World, who: Vec<Id>, step: (i16, i16), squares: u16) {
    befall(world, who, EffectKind::Push(step, squares));
}

fn befall(world: &mut World, mut rest: Vec<Id>, what: EffectKind) {
    if !rest.is_empty() {
        rest.reverse();
        launch(world, GroupEffect { rest, what });
    }
}

fn next_one(world: &mut World) {
    let Some((flight, befalling)) = topmost::<GroupEffect>(world) else {
        return;
    };
    let Some(&creature) = befalling.rest.last() else {
        land(world);
        return;
    };
    let what = befalling.what.clone();
    world.the_mut::<GroupEffect>(flight).rest.pop();
    match what {
        // Nothing befalls those who have yet to come, or have left.
        EffectKind::Condition(_) if !is_on_map(world, creature) => {}
        EffectKind::Condition(key) => {
            let ruleset = world.resource::<Rules>().0;
            ruleset.add_condition(world, creature, ruleset.own_word(&key));
        }
        EffectKind::Push(step, squares) => {
            // Who is carried or held is pushed with its company, once.
            let along = company(world, creature, MoveKind::Carried);
            let rest = &mut world.the_mut::<GroupEffect>(flight).rest;
            rest.retain(|other| !along.iter().any(|(known, _)| known == other));
            push(world, creature, step, squares);
        }
    }
}

/// Whether a creature is being pushed: it has come somewhere, and may yet go on.
pub fn is_pushed(world: &World, creature: Id) -> bool {
    all_in_flight::<Pushed>(world).any(|(_, pushed)| pushed.creature == creature)
}

/// Pushes a creature square by square until something stops it.
pub fn push(world: &mut World, creature: Id, step: (i16, i16), squares: u16) {
    let pushed = Pushed { creature, step, left: squares, last: None, then: Then::Next };
    launch(world, pushed);
}

/// Whether a push would move a creature a square in a direction.
pub fn can_be_pushed(world: &World, creature: Id, step: (i16, i16)) -> bool {
    next_place(world, creature, step).is_some()
}

fn push_on(world: &mut World) {
    loop {
        let Some((flight, &pushed)) = topmost::<Pushed>(world) else {
            return;
        };
        let id = pushed.creature;
        if !is_on_map(world, id) {
            land(world);
            return;
        }
        let spared = pushed.last.map(|(before, _)| before.space);
        let fell = pushed.last.is_some_and(|(_, height)| stand(world, id).height < height);
        let then = match pushed.then {
            Then::Tread => {
                // What lies where it fell has met it there.
                if !fell {
                    ground_events::tread(world, id, spared);
                }
                Then::Enter
            }
            Then::Enter => {
                ground_events::entered(world, id);
                Then::Arrive
            }
            Then::Arrive => {
                if let Some((from, _)) = pushed.last {
                    let (dx, dy) = pushed.step;
                    let was = |(other, _)| (other, space(world, other).offset(-dx, -dy));
                    let arrival = if fell {
                        Arrival { going: Some(MoveKind::Falls), ..Arrival::carried(from, Vec::new()) }
                    } else {
                        Arrival::carried(from, company(world, id, MoveKind::Carried).into_iter().map(was).collect())
                    };
                    // The push itself has met what lies there.
                    arrive(world, id, arrival.meeting(Meets::NoMore));
                }
                Then::Next
            }
            Then::Next => {
                // A creature that has fallen on the way lies where it fell.
                let over = fell || pushed.left == 0;
                let Some(place) = next_place(world, id, pushed.step).filter(|_| !over) else {
                    land(world);
                    return;
                };
                let before = Place::of(world, id);
                let mut going = world.the_mut::<Pushed>(flight);
                going.left -= 1;
                going.last = Some((before, place.height));
                shove(world, id, place);
                Then::Tread
            }
        };
        world.the_mut::<Pushed>(flight).then = then;
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}

/// Where the next square takes the pushed creature, if nothing stops it or the creatures that go along. A wall, an object, a creature, or
/// a ledge higher than its stride stops it.
fn next_place(world: &World, id: Id, (dx, dy): (i16, i16)) -> Option<Place> {
    let from = world.the::<Position>(id).height;
    let along = company(world, id, MoveKind::Carried);
    let bodies = || along.iter().map(|(one, _)| *one).chain([id]);
    let comes = |other: Id| bodies().any(|known| known == other);
    let moved = |one: Id| space(world, one).offset(dx, dy);
    let cut_off = |one: Id| bars_the_way(world, space(world, one), moved(one).at, from);
    let ruleset = world.resource::<Rules>().0;
    let (stride, descent) = (ruleset.stride(world, id), ruleset.descent(world, id));
    // It falls onto an object whose top is farther below than that.
    let fallen_onto = |at: Square| {
        let there = lay(world).1.footing.get(at).filter(|there| there.object && !there.solid);
        there.is_some_and(|there| there.height.0 < from.0 - descent.0)
    };
    let blocked = |at: Square| world.resource::<Map>().solid(at) || (barred(world, at) && !fallen_onto(at));
    let free = bodies().all(|one| !cut_off(one) && !moved(one).squares().any(blocked));
    let stairs = lay(world).1.is_walked_up(space(world, id), moved(id));
    let space = moved(id);
    let floor = floor_of(world, space);
    // Down a step that is no fall it goes as on level ground.
    let from = if floor < from && (stairs || from.0 - floor.0 <= descent.0) { floor } else { from };
    let there = |other: Id, one: Id| {
        let space = moved(one);
        let height = floor_of(world, space).max(from);
        ruleset.collide(Place { space, height }, Place::of(world, other)) && !ruleset.lets_in(world, one, other)
    };
    let free = free && !bodies().any(|one| on_map(world).any(|other| !comes(other) && there(other, one)));
    let free = free && !bodies().any(|one| ruleset.stops_push(world, one, moved(one)));
    let climbs = floor.0 > from.0 + stride.0 && !stairs;
    (free && !climbs).then(|| Place { space, height: floor.max(from) })
}

fn shove(world: &mut World, id: Id, place: Place) {
    let before = Place::of(world, id);
    let to = place.position();
    move_with_attached(world, id, to, MoveKind::Carried);
    world.tell(Event::step(id, before.position(), to, Motion::Pushed, "pushed"));
    let ruleset = world.resource::<Rules>().0;
    ruleset.displaced(world, id);
}
