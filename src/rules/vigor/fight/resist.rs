//! Resistance: whoever an effect strikes may struggle against it with a score the effect names, or accept it (VIG-RES).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Pool, of_score};
use super::super::body::{creature, life};
use super::super::data::{Brings, Grip, Hold, Resist, Score, When, conditions::*, moment::Moment};
use crate::battle::{Event, *};
use crate::rule;

/// The question of it.
pub(crate) const RESIST: &str = "resist";
/// The answer that lets it come.
pub(crate) const ACCEPT: &str = "accept";

/// Somebody whom an effect has struck.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Resisting {
    /// Who may resist.
    pub target: Id,
    /// Who brought it about.
    pub source: Option<Id>,
    /// What it is called.
    pub name: Text,
    /// The check.
    pub resist: Resist,
    /// How far off whoever holds it still does so, in squares.
    pub within: i32,
    /// The rule behind the effect.
    pub rule: Rule,
}

/// Lets an effect strike, unless it is one of damage.
pub(crate) fn strike(world: &mut World, effect: Resisting) {
    if is_on_map(world, effect.target) && effect.resist.or != Brings::All {
        launch(world, effect);
    }
}

/// VIG-RES-7, VIG-RES-9: why somebody cannot struggle with any of these scores.
pub(crate) fn helpless(world: &World, id: Id, by: &[Score]) -> Option<Rule> {
    if !creature::conscious(world, id) {
        Some(rule!("VIG-RES-7"))
    } else if creature::incapacitated(world, id) && by.iter().all(|&score| score == Score::Speed) {
        Some(rule!("VIG-RES-9"))
    } else {
        None
    }
}

/// The question whether to struggle, and with which score (VIG-RES-1, VIG-RES-2, VIG-RES-7).
pub(crate) fn question(world: &World, id: Id, against: Option<Id>, name: &str, resist: &Resist) -> Decision {
    let able = |score: &&Score| helpless(world, id, &[**score]).is_none();
    let struggle = |score: &Score| {
        let rule = if resist.by.len() > 1 { rule!("VIG-RES-2") } else { rule!("VIG-RES-1") };
        Choice::new(word(*score), score.name())
            .throwing(pool(world, id, *score).sides(world))
            .to(Purpose::Other)
            .by(rule)
    };
    let accept = Choice::new(ACCEPT, "Accept it").to(Purpose::Decline).by(rule!("VIG-RES-7"));
    let prompt = format!("Does {} struggle against {name}?", world.resource::<Names>().name(id));
    let choices = resist.by.iter().filter(able).map(struggle).chain([accept]).collect();
    Decision::new(world, id, RESIST, prompt, choices)
        .number(Trace::new("to beat", resist.vs).by(rule!("VIG-RES-4")))
        .against(against)
}

/// The key of a score among answers.
pub(crate) fn word(score: Score) -> String {
    score.name().to_lowercase()
}

/// The dice of a check (VIG-RES-3), which are stepped as those of action rolls (VIG-RES-8).
fn pool(world: &World, id: Id, score: Score) -> Pool {
    let general = creature::profile(world, id).resist_dice;
    let (from, dice) = of_score(world, id, score);
    Pool::action(id, "Resistance")
        .dice(from, dice, rule!("VIG-RES-1"))
        .dice("against everything", general, rule!("VIG-RES-3"))
        .talents(world, When::Resist)
}

/// The check itself, with the score that was answered; whether it succeeds (VIG-RES-3, VIG-RES-8).
pub(crate) fn check(world: &mut World, id: Id, resist: &Resist, word_of_score: &str) -> bool {
    let Some(&score) = resist.by.iter().find(|&&score| word(score) == word_of_score) else {
        world.note(id, "accepts it", rule!("VIG-RES-7"));
        return false;
    };
    let mut roll = pool(world, id, score).check(world, resist.vs).total;
    let stays = roll.value > resist.vs;
    roll.verdict = Some(stays);
    roll.note(format!("to beat: {}", resist.vs), rule!("VIG-RES-4"));
    let event = Event::number(id, roll).by(rule!("VIG-RES-1"));
    let always = creature::own_turn(world, id) || effects().first(world, id, Moment::Reacts).is_some();
    world.tell(event.by_all(always.then_some(rule!("VIG-RES-5"))));
    stays
}

impl Asks for Resisting {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { target, source, name, resist, rule, .. } = world.the::<Self>(flight);
        if !is_on_map(world, *target) || helpless(world, *target, &resist.by).is_some() {
            return Inquiry::Nobody;
        }
        let decision = question(world, *target, *source, name, resist);
        Question::inquiry(decision, [rule!("VIG-RES-1"), rule.clone()])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let effect = world.the::<Self>(flight).clone();
        land(world);
        if !check(world, effect.target, &effect.resist, word) {
            befall(world, effect);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let effect = world.the::<Self>(flight).clone();
        land(world);
        if let Some(rule) =
            helpless(world, effect.target, &effect.resist.by).filter(|_| is_on_map(world, effect.target))
        {
            world.note(effect.target, "cannot resist", rule);
            befall(world, effect);
        }
    }
}

/// It takes effect.
fn befall(world: &mut World, effect: Resisting) {
    let Resisting { target, source, resist, within, rule, .. } = effect;
    let hold = |grip| Hold { grip, by: source, within, resist: resist.clone() };
    match resist.or {
        Brings::All => {}
        Brings::Prone if creature::withstands(world, target, PRONE) => {}
        Brings::Prone => life::knock_down(world, target, rule),
        Brings::Bound => {
            creature::hold_fast(world, target, hold(Grip::Bound), rule!("VIG-COND-7"));
            is_held(world, target);
        }
        Brings::Pinned => {
            creature::hold_fast(world, target, hold(Grip::Pinned), rule!("VIG-COND-8"));
            is_held(world, target);
        }
        Brings::Reeling => {
            let until = creature::to_its_next_turn(world, target);
            creature::stun(world, target, resist.stuns, source, rule.clone());
            creature::gain_from(world, target, DAZED, source, until, rule);
        }
    }
}

/// VIG-COND-1: whoever is held does nothing more.
pub(crate) fn is_held(world: &mut World, id: Id) {
    if !creature::held(world, id) {
        return;
    }
    world.note(id, "is Incapacitated", rule!("VIG-COND-1"));
    life::halt(world, id, rule!("VIG-COND-1"));
    creature::cut_short(world, id);
}
