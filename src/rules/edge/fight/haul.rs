//! Weights that are too great to be carried: pushed, dragged or lifted along; bodies, too (EDG-LOAD-2, EDG-LOAD-3, EDG-LOAD-5).

use bevy::prelude::World;

use super::super::body::{creature, hands, load};
use super::super::data::conditions::{HINDERED, UNCONSCIOUS};
use super::super::data::{Hauling, Mass, Stats};
use super::super::field::reach;
use super::contest;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// EDG-LOAD-2: times its capacity up to which a creature moves a weight.
const MOST: i32 = 5;

pub(super) fn plugin(engine: &mut Engine) {
    engine.save::<Hauling>("edge.hauling");
    engine.save::<Mass>("edge.mass");
    engine.while_holds(Stage::Consequences, |world| !released(world).is_empty(), release);
}

/// What a creature hauls.
pub(crate) fn hauled(world: &World, id: Id) -> Option<Id> {
    world.part::<Hauling>(id).map(|hauling| hauling.0)
}

/// EDG-LOAD-5: all that a creature would move along: the weight, and what it carries itself.
fn burden(world: &World, id: Id, what: Id) -> Trace {
    let mut out = Trace::new("kilograms", 0);
    match world.part::<Stats>(what) {
        Some(Stats(profile)) => {
            out.push(Trace::new("its body", profile.weight()).by(rule!("EDG-LOAD-5")));
            if profile.load_kg > 0 {
                out.push(Trace::new("what it carries", profile.load_kg).by(rule!("EDG-LOAD-5")));
            }
        }
        None => out.push(Trace::new("the weight", world.part::<Mass>(what).map_or(0, |weight| weight.0))),
    }
    let own = creature::profile(world, id).load_kg;
    if own > 0 {
        let name = world.resource::<Names>().name(id);
        out.push(Trace::new(format!("what {name} carries"), own));
    }
    out
}

/// EDG-LOAD-2: whether what a creature hauls leaves it no action.
pub(crate) fn leaves_no_action(world: &World, id: Id) -> bool {
    let capacity = load::capacity(creature::profile(world, id));
    hauled(world, id).is_some_and(|what| burden(world, id, what).value > 2 * capacity)
}

/// EDG-LOAD-2, EDG-LOAD-5: the rule by which a weight is hauled: another one for bodies.
fn rule_of(world: &World, what: Id) -> Rule {
    if world.part::<Creature>(what).is_some() { rule!("EDG-LOAD-5") } else { rule!("EDG-LOAD-2") }
}

/// EDG-LOAD-5: whether a body is unconscious or an ally's.
fn lets_itself_be_moved(world: &World, id: Id, what: Id) -> bool {
    has_condition(world, what, UNCONSCIOUS) || sides::allied(world, id, what)
}

/// What a creature could take hold of now: things, and bodies of which its side knows.
pub(crate) fn near(world: &World, id: Id) -> impl Iterator<Item = Id> + '_ {
    let bodies = known_to(world, id).map(|(other, _)| other);
    bodies.chain(things(world)).filter(move |&what| may(world, id, what).is_ok())
}

/// Whether a creature can take hold of a weight.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may(world: &World, id: Id, what: Id) -> Result<(), Refusal> {
    let refuse = |code, message: &'static str| Err(Refusal::by(rule_of(world, what), code, message));
    if hauled(world, id).is_some() {
        return Err(Refusal::by(rule!("EDG-LOAD-2"), "hauls", "It hauls something already."));
    }
    match world.part::<Stats>(what) {
        Some(_) => {
            if !creature::knows_of(world, id, what) {
                return Err(Refusal::new("no_target", "Name a creature or a thing."));
            }
            let (own, its) = (space(world, id), space(world, what));
            if own.steps(its) > 1 || parted(world, own, its) {
                return refuse("range", "It must stand beside it.");
            }
            if !lets_itself_be_moved(world, id, what) {
                return refuse("unwilling", "It is neither unconscious nor willing.");
            }
        }
        None => {
            let square = world.part::<Thing>(what).is_some_and(|thing| thing.squares.len() == 1);
            if world.part::<Mass>(what).is_none() || !square || edge_of(world, what).is_some() {
                return refuse("fixed", "That cannot be moved.");
            }
            if !reach::to_hand(world, id, what) {
                return refuse("range", "It must stand beside it.");
            }
        }
    }
    if hands::free_with_ease(world, id) < 1 {
        return refuse("no_hand", "No hand is free.");
    }
    let most = MOST * load::capacity(creature::profile(world, id));
    let weight = burden(world, id, what).value;
    if weight > most {
        let message = format!("{weight} kg; it moves at most {most}.");
        return Err(Refusal::by(rule!("EDG-LOAD-3"), "too_heavy", message));
    }
    Ok(())
}

/// Takes hold of it.
pub(crate) fn begin(world: &mut World, id: Id, what: Id) {
    hands::free_one(world, id);
    world.put(id, Hauling(what));
    let burden = burden(world, id, what);
    let over = burden.value > load::capacity(creature::profile(world, id));
    let spent = leaves_no_action(world, id);
    let event = Event::note(if spent { "hauls it, and does nothing else" } else { "hauls it" }).actor(id).target(what);
    world.tell(event.trace(burden).by(rule_of(world, what)).by_all(spent.then_some(rule!("EDG-LOAD-2"))));
    if over {
        let rule = if spent { rule!("EDG-LOAD-2") } else { rule!("EDG-LOAD-1") };
        gain_from(world, id, HINDERED, Some(what), Lasts::UntilEnded, [rule]);
    }
}

/// Lets go of it.
pub(crate) fn end(world: &mut World, id: Id, why: &'static str) {
    let Some(what) = hauled(world, id) else { return };
    if let Some(entity) = world.entity_of(id) {
        world.entity_mut(entity).remove::<Hauling>();
    }
    world.tell(Event::note(why).actor(id).target(what).by(rule!("EDG-LOAD-2")));
    lose_from(world, id, HINDERED, what, [rule!("EDG-LOAD-2")]);
}

/// Those whose hauling ends: they can do nothing, or what they hauled is gone, out of reach, or awake and an enemy.
fn released(world: &World) -> Vec<Id> {
    let ends = |&id: &Id| {
        hauled(world, id).is_some_and(|what| {
            let own = space(world, id);
            let there = match world.part::<Creature>(what) {
                Some(_) => {
                    is_on_map(world, what)
                        && lets_itself_be_moved(world, id, what)
                        && own.steps(space(world, what)) <= 1
                }
                None => world
                    .part::<Thing>(what)
                    .is_some_and(|thing| thing.squares.iter().any(|&at| own.steps(at.into()) <= 1)),
            };
            !there || creature::able(world, id).is_err()
        })
    };
    // Between two steps of its way what it hauls has yet to follow.
    let moves = all_in_flight::<Moving>(world).next().is_some();
    if moves { Vec::new() } else { on_map(world).filter(ends).collect() }
}

fn release(world: &mut World) {
    for id in released(world) {
        end(world, id, "hauls it no more");
    }
}

/// EDG-LOAD-5: after a step what the mover hauls comes along, onto the ground that it has left.
pub(crate) fn follows(world: &mut World, mover: Id, before: Place) {
    let Some(what) = hauled(world, mover) else { return };
    if world.part::<Creature>(what).is_some() {
        contest::draws(world, what, before, [rule!("EDG-LOAD-5")]);
        return;
    }
    let Some(from) = world.part::<Thing>(what).and_then(|thing| thing.squares.first().copied()) else { return };
    let own = space(world, mover);
    if own.steps(from.into()) <= 1 {
        return;
    }
    let floor = world.the::<Position>(what).height;
    let free = |at: Square| {
        let there = Footprint::single(at);
        floor_of(world, there) == floor && all_stands(world).all(|(_, stand)| !stand.space.overlaps(there))
    };
    let Some(to) = before.space.squares().filter(|&at| !own.contains(at)).find(|&at| free(at)) else { return };
    spawn::shift(world, what, to.x - from.x, to.y - from.y);
    world.tell(Event::note("draws it along").actor(mover).target(what).by(rule!("EDG-LOAD-2")));
}
