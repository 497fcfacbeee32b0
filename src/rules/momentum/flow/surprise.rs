//! Before the first round: whether there is a fight at all, whom it takes by surprise, and who is hidden from those (MOM-FLOW, MOM-SURP).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::body::roll::Roll;
use super::super::data::conditions::*;
use super::super::data::{Skill, options};
use super::turn;
use crate::battle::{Event, *};
use crate::level::is_same_name;
use crate::rule;

/// Goes through all of it.
pub(crate) fn begin(world: &mut World) {
    hide_by_level(world);
    if !is_a_fight(world) {
        return;
    }
    by_level(world);
    by_ambush(world);
    hide_from_the_surprised(world);
}

/// MOM-HIDE-4: creatures start hidden if the level says so, from some viewers or from all.
fn hide_by_level(world: &mut World) {
    hiding::hide_at_start(world, "momentum", HIDDEN, &rule!("MOM-HIDE-4"));
    let hidden = world.resource::<LevelRes>().0.start_hidden.clone();
    for id in level_start::named(world, &hidden) {
        hiding::hide_from_all(world, id, HIDDEN, rule!("MOM-HIDE-4"));
    }
}

/// The creatures that want to fight and can, or will be able to once they arrive.
fn willing(world: &World) -> Vec<Id> {
    let mut all = creatures(world);
    all.retain(|&id| {
        let here = creature::conscious(world, id) || world.part::<Arrives>(id).is_some();
        here && !is_bystander(world, id) && creature::profile(world, id).combatant
    });
    all
}

/// Whether there is a fight: at least two sides have a creature that is willing and able (MOM-FLOW-1 to MOM-FLOW-4). Each side is then the
/// enemy of every other (MOM-FLOW-6).
fn is_a_fight(world: &mut World) -> bool {
    let willing = willing(world);
    let mut all: Vec<SideId> = willing.iter().map(|&id| side_of(world, id)).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() > 2 {
        let event = Event::note(format!("{} sides fight, each against every other", all.len()));
        world.tell(event.by(rule!("MOM-FLOW-6")));
    }
    if all.len() > 1 {
        return true;
    }
    let unable = creatures(world).into_iter().any(|id| !willing.contains(&id) && is_on_map(world, id));
    let event = Event::note("There is no combat: it takes two sides that want to fight and can.");
    // MOM-FLOW-2: objects count for no party, so that attacks on them start nothing.
    world.tell(event.by(rule!("MOM-FLOW-1")).by_all(unable.then(|| rule!("MOM-FLOW-3"))));
    end_fight(world, Outcome { winners: all, reason: "There was nobody to fight".into() });
    false
}

/// MOM-SURP-1: whom the level names.
fn by_level(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    for id in creatures(world) {
        let name = world.resource::<Names>().name(id);
        if level.surprised.iter().any(|known| known == name) {
            gain(world, id, SURPRISED, Lasts::RoundEnd, [rule!("MOM-SURP-1")]);
        }
    }
}

/// Those whom the level lets lie in ambush.
fn ambushers(world: &World) -> Vec<Id> {
    let written = options::written(world, "ambush").and_then(toml::Value::as_array);
    let names: Vec<&str> = written.into_iter().flatten().filter_map(toml::Value::as_str).collect();
    let lies = |&id: &Id| names.iter().any(|name| is_same_name(world.resource::<Names>().name(id), name));
    turn::by_present_initiative(world, on_map(world).filter(lies).collect())
}

/// MOM-SURP-5, MOM-SURP-10: each of them rolls Stealth, each enemy its better of Perception and Intuition; the lowest Stealth counts.
fn by_ambush(world: &mut World) {
    let ambushers = ambushers(world);
    let mut lowest: Option<i32> = None;
    for &id in &ambushers {
        let total = Roll::skill(world, id, &[Skill::Stealth]).roll(world).total;
        lowest = Some(lowest.map_or(total.value, |known| known.min(total.value)));
        world.tell(Event::number(id, total).by(rule!("MOM-SURP-5")));
    }
    let Some(lowest) = lowest else {
        return;
    };
    let enemy = |&id: &Id| {
        let hostile = ambushers.iter().any(|&other| creature::hostile(world, other, id));
        hostile && !has_condition(world, id, SURPRISED)
    };
    let enemies = turn::by_present_initiative(world, on_map(world).filter(enemy).collect());
    for id in enemies {
        let mut total = Roll::skill(world, id, &[Skill::Perception, Skill::Intuition]).roll(world).total;
        let notices = total.value >= lowest;
        total.terms.push(Trace::note(format!("to reach: {lowest}")).by(rule!("MOM-SURP-5")));
        world.tell(Event::number(id, total).by(rule!("MOM-SURP-5")).by(rule!("MOM-SURP-10")));
        if !notices {
            gain(world, id, SURPRISED, Lasts::RoundEnd, [rule!("MOM-SURP-5")]);
        }
    }
}

/// MOM-SURP-4: every enemy of a surprised creature that is not surprised starts hidden from it.
fn hide_from_the_surprised(world: &mut World) {
    let (taken, others): (Vec<Id>, Vec<Id>) = on_map(world).partition(|&id| has_condition(world, id, SURPRISED));
    for id in others {
        let from: Vec<Id> = taken.iter().copied().filter(|&other| creature::hostile(world, other, id)).collect();
        if !from.is_empty() {
            hiding::hide(world, id, from, HIDDEN, rule!("MOM-SURP-4"));
        }
    }
}
