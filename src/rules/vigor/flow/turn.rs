//! The flow of a fight: the start and the end of a turn, Recovery (VIG-ENC, VIG-REC).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, creature, life};
use super::super::data::TurnUsage;
use super::super::data::conditions::*;
use super::super::data::moment::Moment;
use super::super::field::{air, sight};
use super::super::fight::hazard;
use super::super::fight::readied::move_is_over;
use super::{initiative, prefight_choices};
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, prefight_choices::before_the_order);
    engine.entering(Stage::Turn, Phase::Initiative, initiative::settle_awareness);
    engine.then(Stage::Turn, initiative::roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::Environment, pass_turnless);
    engine.entering(Stage::Turn, Phase::Recovery, burn);
    engine.entering(Stage::Turn, Phase::RoundEnd, clocks);
    engine.then(Stage::Turn, prefight_choices::after_the_round);
    engine.asks::<prefight_choices::Wishes>("vigor.wishes");
    engine.later::<prefight_choices::Joining>("vigor.joining");
    engine.save::<Recovering>("vigor.recovering");
    engine.in_pieces::<Recovering>();
    engine.in_flight::<Recovering>(Stage::Turn, recover);
}

/// VIG-ENC-5, VIG-ENC-10: fresh actions; whoever can do nothing has its turn all the same.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let stunned = creature::stunned(world, id);
    let mut turn = world.the_mut::<TurnUsage>(id);
    turn.stunned = stunned;
    let lapsed = turn.ready.take().is_some();
    (turn.used, turn.run, turn.single, turn.negated) = (0, 0, false, false);
    turn.reacted.clear();
    turn.way.clear();
    turn.midway = false;
    if lapsed {
        world.note(id, "what it had readied is lost", rule!("VIG-READY-1"));
    }
    let actions = creature::actions(world, id);
    if actions.terms.len() > 1 {
        world.tell(Event::number(id, actions));
    }
    if let Err(why) = creature::able(world, id) {
        let event = Event::note(why.message).actor(id);
        world.tell(event.by(why.rule.unwrap_or(rule!("VIG-ENC-10"))).by(rule!("VIG-ENC-10")));
    }
}

/// VIG-ENC-5: what was not used is lost.
fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active().filter(|&id| is_on_map(world, id)) else {
        return;
    };
    let now = world.resource::<Flow>().round;
    let left = creature::actions_left(world, id);
    if left > 0 && creature::able(world, id).is_ok() {
        let unspent = if left == 1 { "unspent action is" } else { "unspent actions are" };
        let text = format!("{left} {unspent} lost");
        let event = Event::note(text).actor(id);
        world.tell(event.by(rule!("VIG-ENC-5")).by(rule!("VIG-ACT-22")));
    }
    // VIG-READY-5: so is what is left of its Move.
    move_is_over(world, id);
    let mut turn = world.the_mut::<TurnUsage>(id);
    turn.used += left;
    turn.run = 0;
    turn.negated = false;
    // VIG-SKILL-4: to the end of its next turn.
    turn.found.retain(|&(_, round)| round >= now);
    creature::comes_round(world, id);
}

/// VIG-ENC-10, VIG-INIT-7: whoever has no place in the order comes last: what lasts until its turn runs out as if it had one.
fn pass_turnless(world: &mut World) {
    let flow = world.resource::<Flow>();
    let turnless: Vec<Id> = on_map(world).filter(|&id| flow.place(id).is_none()).collect();
    let of_theirs = |lasts: &Lasts| match lasts {
        Lasts::TurnStart(whose) | Lasts::TurnEnd(whose) => turnless.contains(whose),
        _ => false,
    };
    for &id in &turnless {
        let conditions = world.the::<Conditions>(id);
        if conditions.0.iter().any(|one| of_theirs(&one.lasts)) {
            world.note(id, "has no turn, and its time passes", rule!("VIG-INIT-7"));
        }
    }
    expire(world, |lasts| of_theirs(lasts));
}

/// VIG-REC-7: first of all the harm of where one stands, of everybody in the order of turns.
fn burn(world: &mut World) {
    part(world, "Recovery: the harm of where one stands");
    // What is launched last comes first.
    launch(world, Recovering::Breath);
    for id in in_order(world, |_, _| true).into_iter().rev() {
        hazard::burn(world, id);
        environment::tread(world, id, None);
    }
}

/// VIG-REC-7: a step of Recovery begins.
fn part(world: &mut World, name: &'static str) {
    world.tell(Event::new(What::Part { name: name.into() }).by(rule!("VIG-REC-7")));
}

/// The next step of Recovery. Whatever a step sets off is resolved, and the end of the fight looked at, before the next one begins
/// (VIG-ENC-11).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Recovering {
    /// Vigor comes back.
    Breath,
    /// Durability, Mana and Health, with abilities.
    Rest,
    /// Who has breath enough again.
    Winded,
    /// The air clears.
    Air,
}

/// VIG-REC-1, VIG-REC-7: step by step, everybody in each, in the order of turns.
fn recover(world: &mut World) {
    let Some((flight, &step)) = topmost::<Recovering>(world) else {
        return;
    };
    let next = match step {
        Recovering::Breath => Some(Recovering::Rest),
        Recovering::Rest => Some(Recovering::Winded),
        Recovering::Winded => Some(Recovering::Air),
        Recovering::Air => None,
    };
    match next {
        Some(next) => *world.the_mut::<Recovering>(flight) = next,
        None => land(world),
    }
    let everybody = in_order(world, |_, _| true);
    match step {
        Recovering::Breath => {
            part(world, "Recovery: breath");
            for id in everybody {
                regain_breath(world, id);
            }
        }
        Recovering::Rest => {
            part(world, "Recovery: Durability, Mana and Health");
            for id in everybody {
                mend(world, id);
            }
        }
        Recovering::Winded => {
            part(world, "Recovery: who has breath enough again");
            for id in everybody {
                breath::draw(world, id);
            }
        }
        Recovering::Air => {
            readied::changing(world, |world| {
                air::clear(world);
                sight::look_about(world, None);
            });
        }
    }
}

/// VIG-REC-2: a point for every 5 of its Stamina.
fn regain_breath(world: &mut World, id: Id) {
    let points = creature::profile(world, id).stamina / 5;
    if points == 0 {
        world.note(id, "gets no breath back", rule!("VIG-VIGOR-9"));
    }
    breath::regain(world, id, points, [rule!("VIG-REC-2"), rule!("VIG-REC-1")]);
}

/// VIG-REC-3 to VIG-REC-6: what abilities give back.
fn mend(world: &mut World, id: Id) {
    let profile = creature::profile(world, id);
    let (durability, health, mana) = (profile.durability_recovery, profile.health_recovery, profile.mana_recovery);
    let rests = effects().first(world, id, Moment::Recovers).filter(|_| !profile.recovers_wounded);
    if let Some(effect) = rests.filter(|_| durability > 0) {
        world.note(id, effect.says, effect.rule.clone());
    } else if durability > 0 {
        life::mend(world, id, durability, false, rule!("VIG-REC-3"));
    }
    breath::regain_mana(world, id, mana);
    if health > 0 {
        life::mend(world, id, health, true, rule!("VIG-REC-5"));
    }
}

/// VIG-REC-7: last of all, once what lasts for rounds has gone on for one.
fn clocks(world: &mut World) {
    part(world, "Recovery: the clocks of those in Shock");
    for id in in_order(world, |_, _| true) {
        life::count_down(world, id);
    }
}
