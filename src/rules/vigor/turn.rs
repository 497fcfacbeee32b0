//! The flow of a fight: initiative, the start of a turn, Recovery (VIG-INIT, VIG-ENC, VIG-REC).

use bevy::prelude::*;

use super::body::roll::Pool;
use super::body::{breath, life, who};
use super::data::{Deeds, conditions::*};
use crate::battle::{Event, *};
use crate::rule;

pub(super) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, settle_awareness);
    engine.entering(Stage::Turn, Phase::Initiative, roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::Recovery, recover);
    engine.entering(Stage::Turn, Phase::RoundEnd, clocks);
}

/// VIG-AMB-1: the level names those who suspect nothing.
fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let named = |id: &Id| level.surprised.contains(&world.the::<Creature>(*id).name);
    let unsuspecting: Vec<Id> = on_map(world).filter(named).collect();
    for id in unsuspecting {
        who::gain(world, id, AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-1"));
    }
}

/// VIG-INIT-1: one creature's roll.
fn initiative(world: &mut World, id: Id) -> i32 {
    let talents = who::profile(world, id).init_dice;
    let trace = Pool::action(id, "initiative")
        .dice("talents", talents, rule!("VIG-INIT-1"))
        .roll(world);
    let score = trace.value;
    world.tell(
        Event::new(What::Ranked { score })
            .actor(id)
            .trace(trace)
            .by(rule!("VIG-INIT-1")),
    );
    score
}

/// VIG-INIT-2, VIG-INIT-4: from the highest to the lowest; ties by Speed, Agility, roster.
fn roll_initiative(world: &mut World) {
    let ids: Vec<Id> = on_map(world).collect();
    let mut ranked: Vec<(i32, i32, i32, Id)> = Vec::new();
    for id in ids {
        let score = initiative(world, id);
        let profile = who::profile(world, id);
        ranked.push((score, profile.speed, profile.agility, id));
    }
    let ties = |one: &(i32, i32, i32, Id), other: &(i32, i32, i32, Id)| one.0 == other.0;
    ranked.sort_by(|a, b| (b.0, b.1, b.2, a.3).cmp(&(a.0, a.1, a.2, b.3)));
    let tied = ranked.windows(2).any(|pair| ties(&pair[0], &pair[1]));
    let slot = |&(score, _, _, creature): &(i32, i32, i32, Id)| Slot {
        creature,
        score,
        from_round: 0,
    };
    let order: Vec<Slot> = ranked.iter().map(slot).collect();
    let creatures = order.iter().map(|slot| slot.creature).collect();
    world.resource_mut::<Flow>().order = order;
    let event = Event::new(What::Order { creatures }).by(rule!("VIG-INIT-2"));
    world.tell(if tied { event.by(rule!("VIG-INIT-4")) } else { event });
}

/// VIG-INIT-5: whoever comes late rolls then, and acts from the next round.
pub fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_none() {
        let score = initiative(world, id);
        let mut flow = world.resource_mut::<Flow>();
        let next = flow.round + 1;
        flow.insert(id, score, next);
    }
}

/// VIG-ENC-5, VIG-ENC-10: fresh actions; whoever can do nothing has its turn all the same.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let charges = world.the::<Deeds>(id).charges;
    *world.the_mut::<Deeds>(id) = Deeds {
        charges,
        ..Deeds::default()
    };
    let actions = who::actions(world, id);
    if actions.terms.len() > 1 {
        world.tell(Event::new(What::Number).actor(id).trace(actions));
    }
    if let Err(why) = who::able(world, id) {
        let event = Event::new(What::Note { text: why.message }).actor(id);
        world.tell(
            event
                .by(why.rule.unwrap_or(rule!("VIG-ENC-10")))
                .by(rule!("VIG-ENC-10")),
        );
    }
}

/// VIG-ENC-5: what was not used is lost.
fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active().filter(|&id| is_on_map(world, id)) else {
        return;
    };
    let left = who::actions_left(world, id);
    if left > 0 && who::able(world, id).is_ok() {
        who::note(
            world,
            id,
            format!("{left} unspent actions are lost"),
            rule!("VIG-ENC-5"),
        );
    }
    world.the_mut::<Deeds>(id).run = 0;
}

/// VIG-REC-1, VIG-REC-7: step by step, everybody in each, in the order of turns.
fn recover(world: &mut World) {
    let everybody = environment::in_order(world, |_, _| true);
    for &id in &everybody {
        let points = who::profile(world, id).stamina / 5;
        breath::regain(world, id, points, rule!("VIG-REC-2"));
    }
    for &id in &everybody {
        let profile = who::profile(world, id);
        let (durability, health) = (profile.durability_recovery, profile.health_recovery);
        if durability > 0 && has_condition(world, id, WOUNDED) {
            who::note(world, id, "Wounded: no quick recovery", rule!("VIG-REC-6"));
        } else if durability > 0 {
            life::mend(world, id, durability, false, rule!("VIG-REC-3"));
        }
        if health > 0 {
            life::mend(world, id, health, true, rule!("VIG-REC-5"));
        }
    }
    for &id in &everybody {
        breath::draw(world, id);
    }
}

/// VIG-REC-7: last of all, once what lasts for rounds has gone on for one.
fn clocks(world: &mut World) {
    for id in environment::in_order(world, |_, _| true) {
        life::count_down(world, id);
    }
}
