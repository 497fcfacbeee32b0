//! The flow of a fight: initiative, the start and the end of a turn (EDG-INIT, EDG-TURN).

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::body::check::{Aim as For, Check};
use super::super::body::creature;
use super::super::body::{breath, hands, lasting, life, radiation, trauma};
use super::super::data::{Ability, Aim, TurnUsage, options};
use super::super::fight::{harm, ordeal, readied, stealth, upkeep, weight};
use super::super::motion::drift;
use super::climbers::Climbers;
use super::{put_off, surprise};
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.save_resource::<Climbers>("edge.climbers");
    put_off::plugin(engine);
    engine.entering(Stage::Turn, Phase::Awareness, surprise::begin);
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

/// The initiative of a creature in the order.
fn score_of(flow: &Flow, id: Id) -> Option<i32> {
    flow.place(id).map(|place| flow.order[place].score)
}

/// Who rolls for whom: each creature with the one whose roll is its own too (EDG-INIT-3).
type Heads = BTreeMap<Id, Id>;

/// EDG-INIT-3: one of several of a side that are alike rolls for all of them, where the level says so.
fn heads(world: &World, ids: &[Id]) -> Heads {
    let grouped = options::rolls_for_groups(world);
    let alike = |one: Id, other: Id| {
        side_of(world, one) == side_of(world, other) && creature::profile(world, one) == creature::profile(world, other)
    };
    let head = |id: Id| ids.iter().copied().find(|&first| first == id || (grouped && alike(first, id))).unwrap_or(id);
    ids.iter().map(|&id| (id, head(id))).collect()
}

/// EDG-INIT-2 to EDG-INIT-4: from the highest to the lowest, each roll counting for all of its group.
fn roll_initiative(world: &mut World) {
    let ids: Vec<Id> = on_map(world).collect();
    let heads = heads(world, &ids);
    let mut scores: BTreeMap<Id, i32> = BTreeMap::new();
    for &creature in &ids {
        let head = heads[&creature];
        let score = match scores.get(&head) {
            Some(&score) => {
                let event = Event::new(What::Ranked { score }).actor(creature).by(rule!("EDG-INIT-3"));
                world.tell(event.about(head));
                score
            }
            None => score(world, creature),
        };
        scores.insert(creature, score);
    }
    let ranked = scores.into_iter().map(|(creature, score)| Ranked { creature, score, ties: [0, 0] }).collect();
    initiative::rank(world, ranked, |world, tied| untie(world, tied, &heads));
    world.tell(initiative::ordered(world).by(rule!("EDG-INIT-2")));
}

/// EDG-INIT-3, EDG-INIT-4: of several sides each roller has a d12, a group together; those of one side are their player's to order.
fn untie(world: &mut World, tied: &mut [Id], heads: &Heads) {
    let mut rollers: Vec<Id> = tied.iter().copied().filter(|id| heads[id] == *id).collect();
    let side = |id: Id| side_of(world, id);
    if rollers.iter().any(|&id| side(id) != side(rollers[0])) {
        initiative::roll_off(world, &mut rollers, 12, |_| rule!("EDG-INIT-4"));
    }
    let all = rollers.iter().flat_map(|head| tied.iter().copied().filter(|id| heads[id] == *head));
    let all: Vec<Id> = all.collect();
    tied.copy_from_slice(&all);
}

/// EDG-XPL-11: those who climbed in the round before come first, the one who did so last before the others.
fn climb(world: &mut World) {
    let round = world.resource::<Flow>().round;
    let due = |&(_, from): &(Id, u32)| from <= round;
    fall_behind(world, round);
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

/// EDG-CARD-6: those whom a card made late come last.
fn fall_behind(world: &mut World, round: u32) {
    let due = |&&(_, from): &&(Id, u32)| from <= round;
    let late: Vec<Id> = world.resource::<Climbers>().1.iter().filter(due).map(|one| one.0).collect();
    if late.is_empty() {
        return;
    }
    world.resource_mut::<Climbers>().1.retain(|(_, from)| *from > round);
    for id in late {
        let mut flow = world.resource_mut::<Flow>();
        if let Some(last) = flow.order.last().map(|slot| slot.score) {
            flow.rescore(id, last - 1);
            world.note(id, "acts last from now on", rule!("EDG-CARD-6"));
        }
    }
}

/// EDG-TURN-1, EDG-REACT-2: everything is there anew.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let again = put_off::turn_starts(world, id);
    readied::lapses(world, id);
    // EDG-OBJ-5: harmful ground counts anew for everybody.
    for other in on_map(world).collect::<Vec<Id>>() {
        if !world.the::<TurnUsage>(other).trodden.is_empty() {
            world.the_mut::<TurnUsage>(other).trodden.clear();
        }
    }
    // EDG-COND-HIN-3: one who has reacted while it was hindered acts no more on this turn.
    let TurnUsage { aim, winded: spent, delayed, .. } = *world.the::<TurnUsage>(id);
    let aim = aim.map(|aim| Aim { last: true, ..aim });
    *world.the_mut::<TurnUsage>(id) = TurnUsage { aim, delayed, action: spent, minor: spent, ..TurnUsage::default() };
    if spent {
        world.note(id, "has reacted, and only moves", rule!("EDG-COND-HIN-3"));
    }
    let score = score_of(world.resource::<Flow>(), id);
    lasting::slots_pass(world, score);
    let ended = lasting::slot_comes(world, id);
    put_off::has_ended(world, ended);
    stealth::turn_starts(world, id);
    if !again {
        weight::turn_starts(world, id);
        drift::turn_starts(world, id);
    }
    life::death_save(world, id);
    breath::turn_starts(world, id);
    if trauma::legs(world, id, true) == 1 && !hands::has_cane(world, id) {
        world.note(id, "without a crutch it crawls", rule!("EDG-TRA-31"));
    }
    if is_on_map(world, id)
        && let Err(why) = creature::able(world, id)
    {
        let event = Event::note(why.message).actor(id);
        // EDG-INIT-7: its turn comes all the same, and is not put off.
        world.tell(event.by(why.rule.unwrap_or(rule!("EDG-COND-UNC-1"))).by(rule!("EDG-INIT-7")));
    }
}

/// EDG-MIN-1: an aim of the turn before is over. EDG-COND-BLE-1: a creature that bleeds loses a point.
fn end_turn(world: &mut World) {
    put_off::turn_ends(world);
    let Some(id) = world.resource::<Flow>().active().filter(|&id| is_on_map(world, id)) else {
        return;
    };
    if world.the::<TurnUsage>(id).aim.is_some_and(|aim| aim.last) {
        world.the_mut::<TurnUsage>(id).aim = None;
        world.note(id, "aims no longer", rule!("EDG-MIN-1"));
    }
    ordeal::has_run(world, id);
    breath::turn_ends(world, id);
    radiation::turn_ends(world, id);
    harm::bleed(world, id);
    lasting::turn_ends(world, id);
    upkeep::turn_ends(world, id);
}

/// EDG-DUR-3: at the end of a round the places of all who are gone have come.
fn end_round(world: &mut World) {
    lasting::slots_pass(world, None);
    lasting::round_ends(world);
}

/// EDG-INIT-5: a creature that comes late rolls at once. It acts in this round if its place has not passed.
pub(crate) fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_none() {
        let score = score(world, id);
        let mut flow = world.resource_mut::<Flow>();
        let round = flow.round;
        let now = flow.active().and_then(|active| score_of(&flow, active));
        // Between two rounds no place has passed.
        let from = if now.is_none_or(|now| score < now) { round } else { round + 1 };
        flow.insert(id, score, from);
    }
    stealth::arrived(world, id);
}
