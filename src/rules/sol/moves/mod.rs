//! Movement: what a step costs and where one may stop.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;

use super::{stats::*, turn};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// Registers the state of movement.
pub fn install(_engine: &mut Engine) {}

fn limit(world: &World, id: Id) -> Feet {
    let speed = world.the::<Stats>(id).0.speed_ft;
    let speed = if world.the::<Wounds>(id).lost(Ability::Dex) { speed.min(5) } else { speed };
    if world.the::<Done>(id).sprinted { speed * 2 } else { speed }
}

/// Feet left this turn.
pub fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    ((limit(world, id) - world.the::<Done>(id).moved).max(0), "ft")
}

fn price(world: &World, id: Id, from: Footprint, to: Square) -> Result<Step, Refusal> {
    let after = Footprint { at: to, side: from.side };
    let map = world.resource::<Map>();
    if from.at.steps_to(to) != 1 {
        return Err(Refusal::new("no_step", "That is not a neighbouring square."));
    }
    let mut difficult = false;
    for square in after.squares() {
        if map.solid(square) || closed_door_at(world, square) {
            return Err(Refusal::new("wall", "Something solid stands there."));
        }
        if thing_at(world, square).is_some_and(|thing| world.the::<Thing>(thing).blocks) {
            return Err(Refusal::new("object", "An object stands there."));
        }
        difficult |= map.terrain(square).is_some_and(|terrain| terrain.difficult || terrain.water.0 > 0);
        if let Some(other) = creature_at(world, square).filter(|&other| other != id)
            && turn::hostile(world, id, other)
        {
            return Err(Refusal::by(rule!("SOL-OCC-2"), "enemy", "An enemy stands there."));
        }
    }
    if from.at.x != to.x && from.at.y != to.y {
        let beside = [Square::new(from.at.x, to.y), Square::new(to.x, from.at.y)];
        if beside.iter().any(|&square| map.solid(square)) {
            return Err(Refusal::by(rule!("SOL-MOVE-10"), "corner", "No diagonal step past a wall."));
        }
    }
    let stance = world.the::<Stance>(id);
    let mut cost = Trace::new("step", 5).by(rule!("SOL-MOVE-2"));
    if difficult {
        cost.push(Trace::new("difficult terrain", 5).by(rule!("SOL-TERR-1")));
    }
    if stance.posture != Posture::Standing {
        cost.push(Trace::new("posture", 5).by(rule!("SOL-POST-1")));
    }
    if stance.sneaking && !world.the::<Stats>(id).0.sneak_free {
        cost.push(Trace::new("sneaking", 5).by(rule!("SOL-SNEAK-1")));
    }
    Ok(Step { to, height: map.ground(to), side: from.side, how: "walk".into(), cost })
}

fn free(world: &World, id: Id, space: Footprint) -> bool {
    space.squares().all(|square| creature_at(world, square).is_none_or(|other| other == id))
}

/// Squares in reach.
pub fn reach(world: &World, id: Id) -> Reach {
    let start = space(world, id);
    let left = movement_left(world, id).0;
    let mut best: BTreeMap<Square, (i32, Square)> = BTreeMap::from([(start.at, (0, start.at))]);
    let mut open: BTreeSet<(i32, Square)> = BTreeSet::from([(0, start.at)]);
    while let Some((cost, at)) = open.pop_first() {
        for to in at.neighbours() {
            let Ok(step) = price(world, id, Footprint { at, side: start.side }, to) else { continue };
            let total = cost + step.cost.value;
            if total <= left && best.get(&to).is_none_or(|known| total < known.0) {
                best.insert(to, (total, at));
                open.insert((total, to));
            }
        }
    }
    best.remove(&start.at);
    let squares = best
        .into_iter()
        .map(|(at, (cost, from))| Reached { at, cost, from, stop: free(world, id, Footprint { at, side: start.side }) })
        .collect();
    Reach { squares }
}

/// The next step.
pub fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let step = price(world, id, space(world, id), to)?;
    if step.cost.value > movement_left(world, id).0 {
        return Err(Refusal::by(rule!("SOL-MOVE-8"), "speed", "Not enough movement left."));
    }
    Ok(step)
}

/// A whole path.
pub fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    let mut at = space(world, id);
    let mut left = movement_left(world, id).0;
    let mut steps = Vec::new();
    for &to in path {
        let step = price(world, id, at, to)?;
        left -= step.cost.value;
        if left < 0 {
            return Err(Refusal::by(rule!("SOL-MOVE-8"), "speed", "Not enough movement left."));
        }
        at = Footprint { at: to, side: step.side };
        steps.push(step);
    }
    if free(world, id, at) { Ok(steps) } else { Err(Refusal::by(rule!("SOL-OCC-6"), "stop", "It may not stop there.")) }
}

/// Pays and places.
pub fn take_step(world: &mut World, id: Id, step: &Step) {
    world.the_mut::<Done>(id).moved += step.cost.value;
    *world.the_mut::<Position>(id) = Position { at: step.to, height: step.height };
    if !world.the::<Stance>(id).sneaking {
        super::sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    }
}

/// Movement actions.
pub fn offers(_world: &World, _id: Id) -> Vec<Offer> {
    Vec::new()
}

/// Their complete orders.
pub fn acts(_world: &World, _id: Id, _offer: &Offer) -> Vec<Act> {
    Vec::new()
}

/// Whether one is legal.
pub fn check(_world: &World, act: &Act) -> Result<(), Refusal> {
    Err(Refusal::new("no_such_action", format!("There is no action `{}`.", act.action)))
}

/// Takes one in.
pub fn begin(_world: &mut World, _act: &Act) {}

/// After a push or an override.
pub fn displaced(_world: &mut World, _id: Id) {}

/// After the ground changed.
pub fn ground_changed(_world: &mut World, _squares: &[Square]) {}

/// Drops prone.
pub fn fall_prone(world: &mut World, id: Id, rule: Rule) {
    world.the_mut::<Stance>(id).posture = Posture::Prone;
    if world.the_mut::<Conditions>(id).add(condition::PRONE, Lasts::UntilEnded) {
        world.tell(Event::new(What::Gains { condition: condition::PRONE.into() }).target(id).by(rule));
    }
}

/// Inside another creature's space.
pub fn stranded(world: &World, id: Id) -> Option<Refusal> {
    (!free(world, id, space(world, id)))
        .then(|| Refusal::by(rule!("SOL-OCC-6"), "stranded", "It stands in another creature's space."))
}

