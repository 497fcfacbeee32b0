//! Chances to act that others' turn open: steps out of or into reach, and what readied things wait for.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::super::actions::interact;
use super::super::super::body::creature;
use super::super::super::data::reaction_index::ReactionIndex;
use super::super::super::data::stats::{Answering as Effect, *};
use super::super::super::field::sight;
use super::super::super::motion;
use super::super::attack;
use super::watch::{Lookout, News};
use crate::battle::*;

/// Chances to act that others' turn have opened, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Openings {
    pub(crate) queue: Vec<Opening>,
}

/// One such chance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) owner: Id,
    pub(crate) against: Id,
    pub(crate) with: OpeningWith,
}

impl Opening {
    fn of_ready(owner: Id, against: Id, trigger: ReadyTrigger) -> Self {
        let with = OpeningWith::Ready(trigger);
        Self { owner, against, with }
    }
}

/// What it is taken with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum OpeningWith {
    Reaction(String),
    Ready(ReadyTrigger),
}

/// The range of the attack a movement reaction names.
fn reach_of(world: &World, id: Id, reaction: &Reaction) -> Feet {
    match &reaction.effect {
        Effect::Attack(key) => creature::attack(world, id, key).map_or(0, |attack| attack.range_ft),
        _ => reaction.range_ft,
    }
}

/// Before a step: owners of reactions to an enemy who leaves their reach.
pub(crate) fn before_step(world: &mut World, mover: Id, step: &Step) {
    let here = Place::of(world, mover);
    let queue = crossing(world, mover, Trigger::EnemyLeavesReach, here, step.place());
    open(world, queue);
}

/// After a step: owners of reactions to an enemy who has come within reach, then those who have readied something.
pub(crate) fn after_step(world: &mut World, mover: Id, before: Place) {
    let here = Place::of(world, mover);
    let mut queue = crossing(world, mover, Trigger::EnemyEntersReach, here, before);
    let vigil = world.resource::<ReactionIndex>();
    if !vigil.nobody_waits(ReadyTrigger::EnemyInSight) {
        queue.extend(come_in_sight(world, Some(mover), &News::Of(vec![mover])));
        Lookout::looked_at(world, mover);
    }
    open(world, queue);
}

/// After an attack: those who have readied something for it.
pub(crate) fn after_attack(world: &mut World, attacker: Id) {
    let queue = waiting(world, attacker);
    open(world, queue);
}

/// Whether somebody waits for an enemy, and everything else has been resolved completely.
pub(crate) fn may_look_around(world: &World) -> bool {
    !world.resource::<ReactionIndex>().nobody_waits(ReadyTrigger::EnemyInSight)
        && (world.resource::<Flights>().top().is_none()
            || topmost::<Openings>(world).is_none() && between_pieces(world) && !motion::half_done(world))
}

/// SOL-ACT-6, R57: a step is not all that makes an enemy a target. A shot out of hiding does, a door that opens, a wall that falls:
/// whatever it was, it is looked at when that has been resolved completely.
pub(crate) fn look_around(world: &mut World) {
    let news = Lookout::news(world);
    if news.is_none() || outcome(world).is_some() {
        return;
    }
    let queue = come_in_sight(world, None, &news);
    Lookout::looked(world);
    open(world, queue);
}

/// Owners of reactions to a step of an enemy they see that has its one end, `inside`, within their reach and the other not.
fn crossing(world: &World, mover: Id, trigger: Trigger, inside: Place, outside: Place) -> Vec<Opening> {
    let mut queue = Vec::new();
    let vigil = world.resource::<ReactionIndex>();
    if vigil.nobody_guards() {
        return queue;
    }
    let ids = world.resource::<Ids>();
    for owner in world.resource::<Flow>().on_from(mover) {
        if owner == mover || !vigil.guards(owner) || !ids.is_present(owner) {
            continue;
        }
        let own = Place::of(world, owner);
        let stats = &world.the::<Stats>(owner).0;
        for reaction in stats.reactions.iter().filter(|reaction| reaction.trigger == trigger) {
            let reach = reach_of(world, owner, reaction);
            let crosses = sight::apart(own, inside) <= reach && sight::apart(own, outside) > reach;
            if crosses && creature::hostile(world, owner, mover) && sight::sees(world, owner, mover) {
                queue.push(Opening { owner, against: mover, with: OpeningWith::Reaction(reaction.key.clone()) });
            }
        }
    }
    queue
}

/// Those who have readied something for an attack that an enemy has just finished.
fn waiting(world: &World, enemy: Id) -> Vec<Opening> {
    let trigger = ReadyTrigger::EnemyAttacked;
    let vigil = world.resource::<ReactionIndex>();
    if vigil.nobody_waits(trigger) {
        return Vec::new();
    }
    let others = world.resource::<Flow>().on_from(enemy);
    others
        .filter(|&owner| owner != enemy && vigil.waits(owner, trigger) && waits_for(world, owner, enemy, trigger))
        .map(|owner| Opening::of_ready(owner, enemy, trigger))
        .collect()
}

/// SOL-ACT-6: those who have readied something for an enemy who has just become a target of it, as far as there is news of either; whose
/// turn comes first after the mover, or after whoever acts, is first. What they see now is what they have seen the next time, be they able to
/// do anything about it or not: no enemy becomes a target by what they drop or pick up (R57).
fn come_in_sight(world: &mut World, mover: Option<Id>, news: &News) -> Vec<Opening> {
    let trigger = ReadyTrigger::EnemyInSight;
    let flow = world.resource::<Flow>();
    let from = mover.or(flow.active());
    let mut owners: Vec<Id> = match from {
        Some(from) => flow.on_from(from).collect(),
        None => flow.order.iter().map(|slot| slot.creature).collect(),
    };
    let vigil = world.resource::<ReactionIndex>();
    owners.retain(|&owner| vigil.waits(owner, trigger));
    let mut queue = Vec::new();
    for owner in owners {
        let looked_at = news.to(world, owner);
        let Some(with) = world.the::<TurnUsage>(owner).ready.as_ref().map(|ready| ready.with.clone()) else {
            continue;
        };
        for enemy in looked_at {
            let known = world.the::<TurnUsage>(owner).ready.as_ref();
            let was = known.is_some_and(|ready| ready.targets.contains(&enemy));
            let is = meets(world, owner, &with, enemy, trigger);
            if was == is {
                continue;
            }
            if is && is_able(world, owner, &with) {
                queue.push(Opening::of_ready(owner, enemy, trigger));
            }
            let mut done = world.the_mut::<TurnUsage>(owner);
            let ready = done.ready.as_mut().expect("whoever waits should have readied something");
            if is {
                ready.targets.insert(enemy);
            } else {
                ready.targets.remove(&enemy);
            }
        }
    }
    queue
}

/// SOL-ACT-6: the enemies that are targets of a readied thing now.
pub(crate) fn targets_of(world: &World, owner: Id, with: &str) -> std::collections::BTreeSet<Id> {
    let is = |&enemy: &Id| meets(world, owner, with, enemy, ReadyTrigger::EnemyInSight);
    on_map(world).filter(is).collect()
}

/// SOL-ACT-6: whether an enemy is what a readied thing waits for.
pub(crate) fn waits_for(world: &World, owner: Id, enemy: Id, trigger: ReadyTrigger) -> bool {
    let ready = world.part::<TurnUsage>(owner).and_then(|done| done.ready.as_ref());
    ready.is_some_and(|ready| {
        ready.trigger == trigger
            && meets(world, owner, &ready.with, enemy, trigger)
            && is_able(world, owner, &ready.with)
    })
}

/// Whether a readied thing could be done now, whoever gives occasion to it.
fn is_able(world: &World, owner: Id, with: &str) -> bool {
    if creature::barred_from_reacting(world, owner).is_some() {
        return false;
    }
    if with == interact::KIND.key {
        return interact::readied(world, owner).next().is_some();
    }
    creature::attack(world, owner, with).is_some_and(|attack| attack::usable(world, owner, attack).is_ok())
}

/// Whether an enemy gives occasion to a readied thing, could it be done: with its being in sight where that is waited for.
fn meets(world: &World, owner: Id, with: &str, enemy: Id, trigger: ReadyTrigger) -> bool {
    if !is_on_map(world, enemy) || !creature::hostile(world, owner, enemy) {
        return false;
    }
    let attacked = trigger == ReadyTrigger::EnemyAttacked;
    if with == interact::KIND.key {
        let in_sight = || sight::sees(world, owner, enemy) && !sight::hidden_from(world, enemy, owner);
        return attacked || in_sight();
    }
    let aims = |attack| attack::aims_at(world, owner, attack, enemy).is_ok();
    creature::attack(world, owner, with).is_some_and(aims) && (attacked || !sight::fully_covered(world, owner, enemy))
}

fn open(world: &mut World, mut queue: Vec<Opening>) {
    if !queue.is_empty() {
        queue.reverse();
        launch(world, Openings { queue });
    }
}
