//! The flow of a fight: initiative, the start and the end of a turn (EDG-INIT, EDG-TURN).

use bevy::prelude::*;

use super::super::body::check::Check;
use super::super::body::creature;
use super::super::data::{Ability, Aim, TurnUsage};
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Initiative, roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
}

/// EDG-INIT-1: one creature's roll, a Dexterity check of no skill.
fn score(world: &mut World, id: Id) -> i32 {
    let mut check = Check::new(world, id, "initiative", Ability::Dexterity, None);
    let own = creature::profile(world, id).initiative;
    if own != 0 {
        check.plus("its own", own, rule!("EDG-INIT-1"));
    }
    let trace = check.roll(world).total;
    let score = trace.value;
    let event = Event::new(What::Ranked { score }).actor(id).trace(trace);
    world.tell(event.by(rule!("EDG-INIT-1")).by(rule!("EDG-CORE-3")));
    score
}

/// EDG-INIT-2, EDG-INIT-4: from the highest to the lowest; who is tied rolls a d12.
fn roll_initiative(world: &mut World) {
    let ids: Vec<Id> = on_map(world).collect();
    let mut ranked = Vec::new();
    for creature in ids {
        let score = score(world, creature);
        let ties = [0, 0];
        ranked.push(Ranked { creature, score, ties });
    }
    initiative::rank(world, ranked, |world, tied| {
        initiative::roll_off(world, tied, 12, |_| rule!("EDG-INIT-4"));
    });
    world.tell(initiative::ordered(world).by(rule!("EDG-INIT-2")));
}

/// EDG-TURN-1, EDG-REACT-2: everything is there anew.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let aim = world.the::<TurnUsage>(id).aim;
    *world.the_mut::<TurnUsage>(id) =
        TurnUsage { aim: aim.map(|aim| Aim { last: true, ..aim }), ..TurnUsage::default() };
    if let Err(why) = creature::able(world, id) {
        let event = Event::note(why.message).actor(id);
        world.tell(event.by(rule!("EDG-COND-UNC-1")));
    }
}

/// EDG-MIN-1: an aim of the turn before is over.
fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active().filter(|&id| is_on_map(world, id)) else {
        return;
    };
    if world.the::<TurnUsage>(id).aim.is_some_and(|aim| aim.last) {
        world.the_mut::<TurnUsage>(id).aim = None;
        world.note(id, "aims no longer", rule!("EDG-MIN-1"));
    }
}

/// EDG-INIT-5: a creature that comes late rolls at once. It acts in this round if its place has not passed.
pub(crate) fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_none() {
        let score = score(world, id);
        let mut flow = world.resource_mut::<Flow>();
        let round = flow.round;
        let now = flow
            .active()
            .and_then(|active| flow.order.iter().find(|slot| slot.creature == active))
            .map(|slot| slot.score);
        let from = if now.is_some_and(|now| score < now) { round } else { round + 1 };
        flow.insert(id, score, from);
    }
}
