//! The flow of a fight: awareness, initiative, the start and end of a turn.

use bevy::prelude::*;

use super::super::body::creature;
use super::super::body::pool::pool_size;
use super::super::data::stats::*;
use super::super::field::sight;
use super::super::fight::{ability_loss, wound};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, settle_awareness);
    engine.entering(Stage::Turn, Phase::Initiative, roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
}

/// SOL-SURP-3, SOL-SURP-4: the level names the surprised; else whoever has only hidden enemies is.
fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    for id in level_start::named(world, &level.start_hidden) {
        sight::hide(world, id, true);
    }
    for id in on_map(world).collect::<Vec<_>>() {
        let from = level_start::hidden_from(world, "sol", id);
        if !from.is_empty() {
            sight::hide_from(world, id, from);
        }
        start_lost(world, id);
    }
    let surprised = if level.surprised.is_empty() {
        let unaware = |id: Id| {
            let mut enemies = on_map(world).filter(|&other| creature::hostile(world, id, other)).peekable();
            enemies.peek().is_some() && enemies.all(|enemy| sight::hidden_from(world, enemy, id))
        };
        on_map(world).filter(|&id| unaware(id)).map(|id| (id, rule!("SOL-SURP-4"))).collect()
    } else {
        let ids = level_start::named(world, &level.surprised);
        ids.into_iter().map(|id| (id, rule!("SOL-SURP-3"))).collect::<Vec<_>>()
    };
    if surprised.is_empty() {
        world.tell(Event::note("Nobody is caught off guard.").by(rule!("SOL-SURP-1")));
    }
    for (id, rule) in surprised {
        let rules = [rule, rule!("SOL-SURP-2"), rule!("SOL-COND-1")];
        gain(world, id, condition::SURPRISED, Lasts::RoundEnd, rules);
    }
}

/// SOL-ZERO-1 to SOL-ZERO-9: abilities that the level puts at 0 weigh from the start.
fn start_lost(world: &mut World, id: Id) {
    let now = world.the::<Wounds>(id);
    if Ability::ALL.into_iter().any(|ability| now.lost(ability)) {
        let before = Wounds { hp: now.hp, abilities: [1; 5] };
        ability_loss::consequences(world, id, &before);
    }
}

/// One creature's initiative roll.
fn initiative(world: &mut World, id: Id) -> i32 {
    let athletics = world.the::<Stats>(id).0.athletics;
    let die = world.resource_mut::<Dice>().term(8, "initiative die", rule!("SOL-INIT-1"));
    let trace =
        Trace::new("initiative", 0).with(die).with(Trace::new("half Athletics", athletics / 2).by(rule!("SOL-INIT-1")));
    let score = trace.value;
    let surprised = has_condition(world, id, condition::SURPRISED);
    let event = Event::new(What::Ranked { score }).actor(id).trace(trace);
    world.tell(event.by_all(surprised.then_some(rule!("SOL-INIT-6"))));
    score
}

fn roll_initiative(world: &mut World) {
    let ids: Vec<Id> = on_map(world).collect();
    let ranked = ids.into_iter().map(|creature| Ranked {
        creature,
        score: initiative(world, creature),
        ties: [world.the::<Stats>(creature).0.athletics, 0],
    });
    let ranked = ranked.collect();
    let by_athletics = initiative::rank(world, ranked, |world, tied| {
        initiative::roll_off(world, tied, 8, tie_rule);
    });
    let event = initiative::ordered(world).by(rule!("SOL-INIT-2"));
    world.tell(if by_athletics { event.by(rule!("SOL-INIT-3")) } else { event });
}

/// The rule by which the tied roll until all are told apart.
fn tie_rule(again: bool) -> Rule {
    if again { rule!("SOL-INIT-5") } else { rule!("SOL-INIT-4") }
}

/// SOL-TURN-1: refill, resets, drain.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let ready = world.the_mut::<TurnUsage>(id).ready.take();
    if ready.is_some() {
        world.resource_mut::<super::super::data::reaction_index::ReactionIndex>().readies(id, None);
        world.note(id, "the readied action lapses", rule!("SOL-ACT-8"));
    }
    let done = world.the::<TurnUsage>(id);
    if done.moved > 0 && done.moved < creature::speed_now(world.the::<Wounds>(id), world.the::<Stats>(id).0.speed_ft) {
        world.note(id, "what was left of the last turn's speed is lost", rule!("SOL-MOVE-3"));
    }
    let ended_in = world.the::<TurnUsage>(id).ended_in;
    *world.the_mut::<TurnUsage>(id) = TurnUsage { ended_in, ..TurnUsage::default() };
    refill(world, id);
    if world.the::<Wounds>(id).lost(Ability::Con) {
        wound::drain(world, id);
    }
}

fn refill(world: &mut World, id: Id) {
    let (size, rule) = pool_size(world, id);
    let surprised = has_condition(world, id, condition::SURPRISED);
    let mut pool = world.the_mut::<Pool>(id);
    let before = pool.dice();
    pool.now = size;
    pool.helped_fades = pool.helped;
    let helped = pool.helped;
    let after = pool.dice();
    let change = (before, after);
    let event = Event::resource(id, "action dice", change)
        .by(rule)
        .by(rule!("SOL-TURN-1"))
        .by_all(helped.then_some(rule!("SOL-ACT-11")))
        .by_all(surprised.then_some(rule!("SOL-SURP-9")));
    world.tell(event);
}

fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let round = world.resource::<Flow>().round;
    if let Some(mut done) = world.part_mut::<TurnUsage>(id) {
        done.ended_in = Some(round);
        done.run_up.clear();
    }
    let pool = world.the::<Pool>(id).clone();
    if pool.helped && pool.helped_fades {
        *world.the_mut::<Pool>(id) = Pool { helped: false, helped_fades: false, ..pool };
        let change = (pool.dice(), pool.now);
        world.tell(Event::resource(id, "action dice", change).by(rule!("SOL-ACT-10")));
    }
}

/// SOL-FLOW-9: a latecomer rolls on arrival and acts from the next round.
pub(crate) fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_some() {
        return;
    }
    start_lost(world, id);
    // SOL-DEATH-5: whoever dies of what it brings along has no place in the order.
    if !is_on_map(world, id) {
        return;
    }
    let score = initiative(world, id);
    world.resource_mut::<Flow>().insert_late(id, score);
}

/// The rule by which an order has to wait for a turn.
pub(crate) fn out_of_turn(order: &Order) -> Option<Rule> {
    match order {
        Order::Move(_) => Some(rule!("SOL-MOVE-9")),
        Order::Act(_) => Some(rule!("SOL-TURN-6")),
        _ => None,
    }
}
