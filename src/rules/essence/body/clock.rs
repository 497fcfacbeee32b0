//! Durations in Rounds: one is over when everybody else has had a Turn (ESS-ROUND-4, R12).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::*;
use crate::grid::Square;

/// What runs out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Timed {
    /// A condition of a creature.
    Condition(Id, Text),
    /// A running Spell, by number.
    Spell(u32),
    /// A tunnel under this square, so deep.
    Tunnel(Square, super::super::data::stats::Feet),
}

/// Something that lasts for Rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// What ends with it.
    pub what: Timed,
    /// The creature on whose Turn it began.
    pub starter: Id,
    /// Who must still have a Turn before a Round of it is over.
    pub waiting: Vec<Id>,
    /// Whether this Round of it is over and the starter's next slot has not come.
    pub spent: bool,
    /// Rounds left.
    pub rounds: i32,
}

/// All of them, oldest first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Clocks(pub Vec<Clock>);

fn others(world: &World, starter: Id) -> Vec<Id> {
    let order = world.resource::<Flow>().order.iter();
    let others = order.map(|slot| slot.creature);
    others.filter(|&id| id != starter && is_on_map(world, id)).collect()
}

/// Starts a duration; one that runs already for the same thing grows by it.
pub(crate) fn start(world: &mut World, what: Timed, rounds: i32) {
    let mut clocks = world.resource_mut::<Clocks>();
    if let Some(running) = clocks.0.iter_mut().find(|clock| clock.what == what) {
        running.rounds += rounds;
        return;
    }
    let flow = world.resource::<Flow>();
    let slot = flow.order.get(flow.at).or(flow.order.first());
    let Some(starter) = slot.map(|slot| slot.creature) else {
        return;
    };
    let waiting = others(world, starter);
    world.resource_mut::<Clocks>().0.push(Clock { what, starter, waiting, spent: false, rounds });
}

/// Starts a duration anew, unless more Rounds than that are left of it: only Shaken adds up (ESS-SHAKE-2).
pub(crate) fn start_once(world: &mut World, what: Timed, rounds: i32) {
    if left(world, &what).is_some_and(|left| left > rounds) {
        return;
    }
    world.resource_mut::<Clocks>().0.retain(|clock| clock.what != what);
    start(world, what, rounds);
}

/// Rounds that are left of something.
pub(crate) fn left(world: &World, what: &Timed) -> Option<i32> {
    let mut clocks = world.resource::<Clocks>().0.iter();
    clocks.find(|clock| clock.what == *what).map(|clock| clock.rounds)
}

/// A slot comes up: what began in it counts everybody anew (R12).
pub(crate) fn slot_comes(world: &mut World, id: Id) {
    let all = others(world, id);
    for clock in &mut world.resource_mut::<Clocks>().0 {
        if clock.starter == id && clock.spent {
            clock.spent = false;
            clock.waiting.clone_from(&all);
        }
    }
}

/// Somebody has had a Turn (or passed, or forfeited it): what has run out by that.
pub(crate) fn turn_ended(world: &mut World, id: Id) -> Vec<Timed> {
    let present: Vec<Id> = on_map(world).collect();
    // Whoever is Commanded has no slot, and so never a Turn to wait for.
    let slots = others(world, id);
    let slots: Vec<Id> = Some(id).filter(|id| present.contains(id)).into_iter().chain(slots).collect();
    let mut clocks = std::mem::take(&mut world.resource_mut::<Clocks>().0);
    let mut ended = Vec::new();
    for clock in &mut clocks {
        if clock.spent && !present.contains(&clock.starter) {
            // No slot of its comes up any more that would count everybody anew: from here on they are counted.
            clock.spent = false;
            clock.waiting.clone_from(&slots);
            continue;
        }
        clock.waiting.retain(|&one| one != id && present.contains(&one));
        if !clock.waiting.is_empty() || clock.spent {
            continue;
        }
        clock.rounds -= 1;
        clock.spent = true;
        if clock.rounds <= 0 {
            ended.push(clock.what.clone());
        } else if !present.contains(&clock.starter) {
            clock.spent = false;
            clock.waiting.clone_from(&slots);
        }
    }
    clocks.retain(|clock| clock.rounds > 0);
    world.resource_mut::<Clocks>().0 = clocks;
    ended
}
