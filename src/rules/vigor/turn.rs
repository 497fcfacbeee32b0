//! The flow of a fight: initiative, the start of a turn, Recovery (VIG-INIT, VIG-ENC, VIG-REC).

use std::cmp::Reverse;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::body::roll::Pool;
use super::body::{breath, life, who};
use super::data::{Hiding, TurnUsage, When, conditions::*};
use super::field::{air, compass, sight};
use super::fight::hazard;
use super::wishes;
use crate::battle::{Event, *};
use crate::rule;

pub(super) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, wishes::before_the_order);
    engine.entering(Stage::Turn, Phase::Initiative, settle_awareness);
    engine.then(Stage::Turn, roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::Environment, pass_turnless);
    engine.entering(Stage::Turn, Phase::Recovery, burn);
    engine.entering(Stage::Turn, Phase::RoundEnd, clocks);
    engine.then(Stage::Turn, wishes::after_the_round);
    engine.save::<wishes::Wishes>("vigor.wishes");
    engine.asks::<wishes::Wishes>();
    engine.save::<Recovering>("vigor.recovering");
    engine.in_pieces::<Recovering>();
    engine.in_flight::<Recovering>(Stage::Turn, recover);
}

/// VIG-AMB-1: the level names those who suspect nothing; those who watch in one direction are caught from any other (VIG-AMB-9).
fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let named = |names: &[String], id: Id| names.contains(&world.the::<Creature>(id).name);
    let everybody: Vec<Id> = on_map(world).collect();
    let unsuspecting: Vec<Id> = everybody
        .iter()
        .copied()
        .filter(|&id| named(&level.surprised, id))
        .collect();
    let caught = |&id: &Id| unsuspecting.contains(&id) || matches!(watch(world, id), Watch::Elsewhere);
    let targets: Vec<Id> = everybody.iter().copied().filter(caught).collect();
    let hidden: Vec<(Id, Vec<SideId>)> = everybody
        .iter()
        .map(|&id| (id, hides_from(world, id, named(&level.start_hidden, id), &targets)))
        .filter(|(_, from)| !from.is_empty())
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

/// The sides from which a creature is Hidden when the fight begins: whoever lies in wait from those of its targets (VIG-HIDE-5,
/// VIG-HIDE-9).
fn hides_from(world: &World, id: Id, everybody: bool, targets: &[Id]) -> Vec<SideId> {
    let named = start::hidden_from(world, "vigor", id);
    let own = side_of(world, id);
    let lies_in_wait = who::profile(world, id).ambush;
    let awaits = |other: &Id| lies_in_wait && targets.contains(other) && who::hostile(world, id, *other);
    let mut sides: Vec<SideId> = on_map(world)
        .filter(|other| everybody || named.contains(other) || awaits(other))
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

/// The creature whose act starts the fight: as its stat block has it, or else as the level's `opening` names it (VIG-AMB-7).
fn begins(world: &World) -> Option<Id> {
    let written = || on_map(world).find(|&id| who::profile(world, id).initiator);
    let opening = &world.resource::<LevelRes>().0.opening;
    let named = |id: &Id| Some(&world.the::<Creature>(*id).name) == opening.as_ref();
    written().or_else(|| on_map(world).find(named))
}

fn watch(world: &World, id: Id) -> Watch {
    let Some(heading) = who::profile(world, id).over_watch else {
        return Watch::None;
    };
    match begins(world).filter(|&other| who::hostile(world, id, other)) {
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
    pool = pool.talents(world, When::Init);
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
        if begins(world) == Some(id) {
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
        // VIG-INIT-4: ties as at the start.
        let key = |id: Id| {
            let profile = who::profile(world, id);
            (profile.speed, profile.agility, Reverse(id))
        };
        let flow = world.resource::<Flow>();
        let slots = || flow.order.iter().filter(|slot| slot.score == score);
        let slower: Vec<Id> = slots()
            .map(|slot| slot.creature)
            .filter(|&other| key(other) < key(id))
            .collect();
        let tied = slots().next().is_some();
        let mut flow = world.resource_mut::<Flow>();
        flow.insert_late_among(id, score, |other| slower.contains(&other));
        let text = "acts from the next round on";
        let event = Event::new(What::Note { text: text.into() })
            .actor(id)
            .by(rule!("VIG-INIT-5"));
        world.tell(if tied { event.by(rule!("VIG-INIT-4")) } else { event });
    }
}

/// VIG-ENC-5, VIG-ENC-10: fresh actions; whoever can do nothing has its turn all the same.
fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    let stunned = who::stunned(world, id);
    let mut deeds = world.the_mut::<TurnUsage>(id);
    deeds.stunned = stunned;
    let lapsed = deeds.ready.take().is_some();
    (deeds.used, deeds.run, deeds.single, deeds.negated) = (0, 0, false, false);
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
    deeds.negated = false;
    // VIG-SKILL-4: to the end of its next turn.
    deeds.found.retain(|&(_, round)| round >= now);
    who::comes_round(world, id);
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
            who::note(world, id, "has no turn, and its time passes", rule!("VIG-INIT-7"));
        }
    }
    expire(world, |lasts| of_theirs(lasts));
}

/// VIG-REC-7: first of all the harm of where one stands, of everybody in the order of turns.
fn burn(world: &mut World) {
    part(world, "Recovery: the harm of where one stands");
    // What is launched last comes first.
    launch(world, Recovering::Breath);
    for id in environment::in_order(world, |_, _| true).into_iter().rev() {
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
pub enum Recovering {
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
    let everybody = environment::in_order(world, |_, _| true);
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
            air::clear(world);
            sight::look_about(world, None);
        }
    }
}

/// VIG-REC-2: a point for every 5 of its Stamina.
fn regain_breath(world: &mut World, id: Id) {
    let points = who::profile(world, id).stamina / 5;
    if points == 0 {
        who::note(world, id, "gets no breath back", rule!("VIG-VIGOR-9"));
    }
    breath::regain(world, id, points, rule!("VIG-REC-2"));
}

/// VIG-REC-3 to VIG-REC-6: what abilities give back.
fn mend(world: &mut World, id: Id) {
    let profile = who::profile(world, id);
    let (durability, health, mana) = (
        profile.durability_recovery,
        profile.health_recovery,
        profile.mana_recovery,
    );
    let rests = !profile.recovers_wounded && has_condition(world, id, WOUNDED);
    if durability > 0 && rests {
        who::note(world, id, "Wounded: no quick recovery", rule!("VIG-REC-6"));
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
    for id in environment::in_order(world, |_, _| true) {
        life::count_down(world, id);
    }
}
