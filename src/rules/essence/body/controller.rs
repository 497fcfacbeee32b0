//! Whose Turn it is to act: who obeys whom, whom a commander has roused, and the Actions that are used up (ESS-CMD rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::*;
use super::creature;
use crate::battle::{Event, *};
use crate::level::is_same_name;
use crate::rule;

/// On a creature that others Command: who did so last (or owns it, before any Command), and in which Round.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Obeys {
    /// By name, since it may enter the battle before its owner does.
    pub whom: String,
    /// The Round of the last Command; 0 before any.
    pub round: u32,
    /// The names of all who have it under their control, its owner first.
    pub masters: Vec<String>,
}

/// Whether a creature has no Initiative of its own, since others Command it (ESS-CMD-5).
pub(crate) fn bound(world: &World, id: Id) -> bool {
    world.part::<Obeys>(id).is_some()
}

/// The creature whose Turn counts as this one's: its own, or that of its last commander (ESS-CMD-4). Where that one is not in the fight,
/// or not yet, it is the first there is of those who have it under their control, or else whoever comes first in the order (R70).
pub(crate) fn turn_of(world: &World, id: Id) -> Id {
    let Some(obeys) = world.part::<Obeys>(id) else {
        return id;
    };
    let names = world.resource::<Names>();
    let there = |name: &String| names.find(name).filter(|&other| is_on_map(world, other));
    let named = std::iter::once(&obeys.whom).chain(&obeys.masters).find_map(there);
    let mut order = world.resource::<Flow>().order.iter().map(|slot| slot.creature);
    let first = || order.find(|&other| is_on_map(world, other));
    named.or_else(first).unwrap_or(id)
}

/// Those whose Turn starts and ends with a creature's, in the order in which they came to it.
pub(crate) fn followers(world: &World, id: Id) -> Vec<Id> {
    on_map(world).filter(|&other| other != id && bound(world, other) && turn_of(world, other) == id).collect()
}

/// ESS-CMD-1: those who may be given orders on a creature's Turn, since they were Commanded on it.
pub(crate) fn roused(world: &World, commander: Id) -> Vec<Id> {
    let round = world.resource::<Flow>().round;
    let mut out = followers(world, commander);
    let whom = world.resource::<Names>().name(commander);
    out.retain(|&id| {
        let obeys = world.the::<Obeys>(id);
        obeys.round == round && is_same_name(&obeys.whom, whom) && creature::able(world, id)
    });
    out
}

/// Whether it is a creature's time to act: its own Turn, or its commander's after a Command.
pub(crate) fn acting(world: &World, id: Id) -> bool {
    let active = world.resource::<Flow>().active();
    active == Some(id) || active.is_some_and(|active| roused(world, active).contains(&id))
}

/// Uses up Actions.
pub(crate) fn pay(world: &mut World, id: Id, actions: i32, rule: Rule) {
    let before = creature::actions_left(world, id);
    {
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.used += actions;
        turn.run = 0;
        turn.passed.clear();
    }
    let change = (before, creature::actions_left(world, id));
    let bidden = world.resource::<Flow>().active() != Some(id) && acting(world, id);
    let event = Event::resource(id, "actions", change)
        .by(rule!("ESS-TURN-1"))
        .by(rule)
        .by_all(creature::incapacitated(world, id).then_some(rule!("ESS-INCAP-5")))
        .by_all(bidden.then_some(rule!("ESS-CMD-2")));
    world.tell(event);
}
