//! The flow of a fight: initiative, the start and the end of a turn (EDG-INIT, EDG-TURN).

use bevy::prelude::*;

use super::super::body::check::{Aim as For, Check};
use super::super::body::creature;
use super::super::body::{lasting, life};
use super::super::data::{Ability, Aim, TurnUsage};
use super::super::fight::{harm, ordeal, upkeep};
use super::climbers::Climbers;
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.save_resource::<Climbers>("edge.climbers");
    engine.entering(Stage::Turn, Phase::Initiative, roll_initiative);
    engine.entering(Stage::Turn, Phase::RoundStart, climb);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::RoundEnd, end_round);
}

/// EDG-INIT-1: one creature's roll, a Dexterity check of no skill.
fn score(world: &mut World, id: Id) -> i32 {
    let mut check = Check::new(world, id, For::Quality, "initiative", (Ability::Dexterity, None));
    let own = creature::profile(world, id).initiative;
    if own != 0 {
        check.plus("its own", own, rule!("EDG-INIT-1"));
    }
    let mut trace = check.roll(world).total;
    trace.note("neither succeeds nor fails", rule!("EDG-CORE-4"));
    let score = trace.value;
    let event = Event::new(What::Ranked { score }).actor(id).trace(trace);
    world.tell(event.by(rule!("EDG-INIT-1")).by(rule!("EDG-CORE-3")));
    score
}

/// EDG-INIT-2, EDG-INIT-4: from the highest to the lowest; those who are tied roll a d12.
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

/// EDG-XPL-11: those who climbed in the round before come first, the one who did so last before the others.
fn climb(world: &mut World) {
    let round = world.resource::<Flow>().round;
    let due = |&(_, from): &(Id, u32)| from <= round;
    let climbers: Vec<Id> = world.resource::<Climbers>().0.iter().filter(|one| due(one)).map(|one| one.0).collect();
    if climbers.is_empty() {
        return;
    }
    world.resource_mut::<Climbers>().0.retain(|one| !due(one));
    for id in climbers {
        if world.resource_mut::<Flow>().to_the_front(id) {
            world.note(id, "acts first from now on", rule!("EDG-XPL-11"));
        }
    }
}

/// EDG-TURN-1, EDG-REACT-2: everything is there anew.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    // EDG-COND-HIN-3: one who has reacted while it was hindered acts no more on this turn.
    let TurnUsage { aim, winded: spent, delayed, .. } = *world.the::<TurnUsage>(id);
    let aim = aim.map(|aim| Aim { last: true, ..aim });
    *world.the_mut::<TurnUsage>(id) = TurnUsage { aim, delayed, action: spent, minor: spent, ..TurnUsage::default() };
    if spent {
        world.note(id, "has reacted, and only moves", rule!("EDG-COND-HIN-3"));
    }
    let score = world.resource::<Flow>().order.iter().find(|slot| slot.creature == id).map(|slot| slot.score);
    lasting::slots_pass(world, score);
    lasting::slot_comes(world, id);
    life::death_save(world, id);
    if is_on_map(world, id)
        && let Err(why) = creature::able(world, id)
    {
        let event = Event::note(why.message).actor(id);
        world.tell(event.by(why.rule.unwrap_or(rule!("EDG-COND-UNC-1"))));
    }
}

/// EDG-MIN-1: an aim of the turn before is over. EDG-COND-BLE-1: a creature that bleeds loses a point.
fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active().filter(|&id| is_on_map(world, id)) else {
        return;
    };
    if world.the::<TurnUsage>(id).aim.is_some_and(|aim| aim.last) {
        world.the_mut::<TurnUsage>(id).aim = None;
        world.note(id, "aims no longer", rule!("EDG-MIN-1"));
    }
    ordeal::has_run(world, id);
    harm::bleed(world, id);
    lasting::turn_ends(world, id);
    upkeep::turn_ends(world, id);
}

/// EDG-DUR-3: at the end of a round the places of all who are gone have come.
fn end_round(world: &mut World) {
    lasting::slots_pass(world, None);
    lasting::round_ends(world);
}

/// EDG-INIT-6: whether a creature may put off its turn: nothing of it has been done, and it can decide (EDG-INIT-7).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_delay(world: &World, id: Id) -> Result<(), Refusal> {
    let flow = world.resource::<Flow>();
    let usage = world.the::<TurnUsage>(id);
    let fresh = !usage.action && !usage.minor && usage.moved == 0 && usage.aim.is_none_or(|aim| aim.last);
    if usage.delayed == flow.round {
        return Err(Refusal::by(rule!("EDG-INIT-6"), "delayed", "It has put off its turn in this round."));
    }
    if !fresh {
        return Err(Refusal::by(rule!("EDG-INIT-6"), "begun", "Only before anything else of its turn."));
    }
    Ok(())
}

/// It goes to the bottom of the order, and stays there (EDG-INIT-6).
pub(crate) fn delay(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    world.the_mut::<TurnUsage>(id).delayed = round;
    world.note(id, "acts after all others from now on", rule!("EDG-INIT-6"));
    world.resource_mut::<Flow>().put_off(|_| false);
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
