//! The flow of a fight: initiative, the start of a turn, Recovery (VIG-INIT, VIG-ENC, VIG-REC).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::body::roll::Pool;
use super::body::{breath, life, who};
use super::data::{Hiding, TurnUsage, conditions::*};
use super::field::{compass, sight};
use super::fight::{hazard, resist};
use crate::battle::{Event, *};
use crate::rule;

pub(super) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, settle_awareness);
    engine.entering(Stage::Turn, Phase::Initiative, roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::Recovery, burn);
    engine.entering(Stage::Turn, Phase::RoundEnd, clocks);
    engine.later::<Recovering>("vigor.recovering");
}

/// VIG-AMB-1: the level names those who suspect nothing; those who watch in one direction are caught from any other (VIG-AMB-9).
fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let named = |names: &[String], id: Id| names.contains(&world.the::<Creature>(id).name);
    let everybody: Vec<Id> = on_map(world).collect();
    let hidden: Vec<(Id, Vec<SideId>)> = everybody
        .iter()
        .map(|&id| (id, hides_from(world, id, named(&level.start_hidden, id))))
        .filter(|(_, from)| !from.is_empty())
        .collect();
    let unsuspecting: Vec<Id> = everybody
        .iter()
        .copied()
        .filter(|&id| named(&level.surprised, id))
        .collect();
    for (id, from) in hidden {
        let mut hiding = world.the_mut::<Hiding>(id);
        (hiding.from, hiding.total) = (from, sight::LYING_IN_WAIT);
        who::gain(world, id, HIDDEN, Lasts::UntilEnded, rule!("VIG-HIDE-5"));
    }
    for id in everybody {
        let listed = unsuspecting.contains(&id);
        match watch(world, id) {
            Watch::Expected => who::note(world, id, "expected it from there", rule!("VIG-AMB-8")),
            Watch::Elsewhere => {
                who::gain(world, id, AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-9"));
            }
            watch => {
                if matches!(watch, Watch::Idle) {
                    who::note(world, id, "watches for nothing", rule!("VIG-AMB-10"));
                }
                if listed {
                    who::gain(world, id, AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-1"));
                }
            }
        }
    }
}

/// The sides from which a creature is Hidden when the fight begins (VIG-HIDE-5, VIG-HIDE-9).
fn hides_from(world: &World, id: Id, everybody: bool) -> Vec<SideId> {
    let named = start::hidden_from(world, "vigor", id);
    let own = side_of(world, id);
    let mut sides: Vec<SideId> = on_map(world)
        .filter(|other| everybody || named.contains(other))
        .map(|other| side_of(world, other))
        .filter(|&side| side != own)
        .collect();
    sides.sort();
    sides.dedup();
    sides
}

/// What becomes of somebody's watch when the fight begins.
enum Watch {
    /// It keeps none.
    None,
    /// Nothing attacks it: its own side begins, or nobody.
    Idle,
    /// VIG-AMB-8: the attack comes from where it looks.
    Expected,
    /// VIG-AMB-9: it comes from elsewhere.
    Elsewhere,
}

fn watch(world: &World, id: Id) -> Watch {
    let Some(heading) = who::profile(world, id).over_watch else {
        return Watch::None;
    };
    let begins = on_map(world).find(|&other| who::profile(world, other).initiator);
    match begins.filter(|&other| who::hostile(world, id, other)) {
        None => Watch::Idle,
        Some(other) if compass::expected(heading, compass::offset(space(world, id), space(world, other))) => {
            Watch::Expected
        }
        Some(_) => Watch::Elsewhere,
    }
}

/// VIG-INIT-1: one creature's roll.
fn roll_one(world: &mut World, id: Id) -> i32 {
    let talents = who::profile(world, id).init_dice;
    let mut pool = Pool::action(id, "initiative").dice("talents", talents, rule!("VIG-INIT-1"));
    if world.resource::<Flow>().round == 0 && matches!(watch(world, id), Watch::Expected) {
        pool = pool.dice("Over Watch", 1, rule!("VIG-INIT-3"));
    }
    let mut trace = pool.roll(world);
    if talents > 0 {
        trace.push(Trace::note("as its talents are written").by(rule!("VIG-ABIL-7")));
    }
    if who::profile(world, id).over_watch.is_some() {
        trace.push(Trace::note("watches one way").by(rule!("VIG-AMB-6")));
        trace.push(Trace::note("within the wedge or not").by(rule!("VIG-AMB-7")));
    }
    let score = trace.value;
    world.tell(
        Event::new(What::Ranked { score })
            .actor(id)
            .trace(trace)
            .by(rule!("VIG-INIT-1")),
    );
    score
}

/// VIG-INIT-2, VIG-INIT-4: from the highest to the lowest; ties by Speed, Agility, roster. Whoever stays out has no turn (VIG-INIT-7).
fn roll_initiative(world: &mut World) {
    let fights = |world: &World, id: Id| !who::profile(world, id).stays_out;
    let mut ids: Vec<Id> = on_map(world).filter(|&id| fights(world, id)).collect();
    if ids.is_empty() {
        ids = on_map(world).collect();
    }
    let mut ranked = Vec::new();
    for id in ids {
        let score = roll_one(world, id);
        let profile = who::profile(world, id);
        ranked.push(Ranked {
            creature: id,
            score,
            ties: [profile.speed, profile.agility],
        });
        if who::profile(world, id).initiator {
            who::note(
                world,
                id,
                "what the fight began with is done on its turn",
                rule!("VIG-INIT-6"),
            );
        }
    }
    // Whom neither tells apart stand as on the roster.
    let mut tied = false;
    let by_ties = initiative::rank(world, ranked, |_, group| tied |= group.len() > 1);
    let event = initiative::ordered(world).by(rule!("VIG-INIT-2"));
    world.tell(if tied || by_ties {
        event.by(rule!("VIG-INIT-4"))
    } else {
        event
    });
}

/// VIG-INIT-5: whoever comes late rolls then, and acts from the next round.
pub fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_none() {
        let score = roll_one(world, id);
        let mut flow = world.resource_mut::<Flow>();
        let next = flow.round + 1;
        flow.insert(id, score, next);
        who::note(world, id, "acts from the next round on", rule!("VIG-INIT-5"));
    }
}

/// VIG-ENC-5, VIG-ENC-10: fresh actions; whoever can do nothing has its turn all the same.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let mut deeds = world.the_mut::<TurnUsage>(id);
    let lapsed = deeds.ready.take().is_some();
    (deeds.used, deeds.run, deeds.negated) = (0, 0, false);
    deeds.reacted.clear();
    deeds.footing = None;
    if lapsed {
        who::note(world, id, "what it had readied is lost", rule!("VIG-READY-1"));
    }
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
    let now = world.resource::<Flow>().round;
    let left = who::actions_left(world, id);
    if left > 0 && who::able(world, id).is_ok() {
        let text = format!("{left} unspent actions are lost");
        let event = Event::new(What::Note { text: text.into() }).actor(id);
        world.tell(event.by(rule!("VIG-ENC-5")).by(rule!("VIG-ACT-22")));
    }
    let mut deeds = world.the_mut::<TurnUsage>(id);
    deeds.run = 0;
    // VIG-SKILL-4: to the end of its next turn.
    deeds.found.retain(|&(_, round)| round >= now);
    who::comes_round(world, id);
}

/// VIG-REC-7: first of all the harm of what one stands in.
fn burn(world: &mut World) {
    part(world, "Recovery: the harm of where one stands");
    // What is launched last comes first.
    launch(world, Recovering);
    hazard::burn(world);
    for id in environment::in_order(world, |_, _| true).into_iter().rev() {
        environment::tread(world, id, None);
    }
}

/// VIG-REC-7: a step of Recovery begins.
fn part(world: &mut World, name: &'static str) {
    world.tell(Event::new(What::Part { name: name.into() }).by(rule!("VIG-REC-7")));
}

/// The rest of Recovery, once that is done.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recovering;

impl Later for Recovering {
    const STAGE: Stage = Stage::Turn;

    fn happen(self, world: &mut World) {
        recover(world);
    }
}

/// VIG-REC-1, VIG-REC-7: step by step, everybody in each, in the order of turns.
fn recover(world: &mut World) {
    let everybody = environment::in_order(world, |_, _| true);
    part(world, "Recovery: breath");
    for &id in &everybody {
        let points = who::profile(world, id).stamina / 5;
        if points == 0 {
            who::note(world, id, "gets no breath back", rule!("VIG-VIGOR-9"));
        }
        breath::regain(world, id, points, rule!("VIG-REC-2"));
    }
    part(world, "Recovery: Durability, Mana and Health");
    for &id in &everybody {
        let profile = who::profile(world, id);
        let (durability, health, mana) = (
            profile.durability_recovery,
            profile.health_recovery,
            profile.mana_recovery,
        );
        if durability > 0 && has_condition(world, id, WOUNDED) {
            who::note(world, id, "Wounded: no quick recovery", rule!("VIG-REC-6"));
        } else if durability > 0 {
            life::mend(world, id, durability, false, rule!("VIG-REC-3"));
        }
        breath::regain_mana(world, id, mana);
        if health > 0 {
            life::mend(world, id, health, true, rule!("VIG-REC-5"));
        }
    }
    part(world, "Recovery: who has breath enough again");
    for &id in &everybody {
        breath::draw(world, id);
    }
    sight::clear(world);
    sight::look_about(world, None);
    resist::slacken(world);
}

/// VIG-REC-7: last of all, once what lasts for rounds has gone on for one.
fn clocks(world: &mut World) {
    part(world, "Recovery: the clocks of those in Shock");
    for id in environment::in_order(world, |_, _| true) {
        life::count_down(world, id);
    }
}
