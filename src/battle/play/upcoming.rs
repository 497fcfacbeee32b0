//! What lies ahead, as far as the level lets the players know: goals with how far they are, announced events, reinforcements.
//!
//! Derived from the level and the state whenever asked; nothing here is kept.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::carriables::{carried_out_by, carrier_of};
use super::goals::Holding;
use super::{environment, goals, occurrences, spreading};
use crate::battle::board::{LevelRes, Map, beside, is_on_map};
use crate::battle::engine::{Flow, Phase, Roster};
use crate::battle::ruleset::Rules;
use crate::battle::values::{Arrives, ById, Conditions, Lasts, Names, Outcome, SideId};
use crate::grid::Square;
use crate::level::{Effect, Event, Goal, Level, Trigger};

/// A goal and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Whose it is; `None` when everybody's.
    pub side: Option<SideId>,
    /// What must be done, as a sentence.
    pub text: String,
    /// So much of so much is done, where that can be counted.
    pub progress: Option<(u32, u32)>,
    /// The goal itself.
    pub goal: Goal,
    /// Where it is reached: the squares of the zone to be held, or the exits as they are now.
    pub squares: Vec<Square>,
    /// The goals it is joined from, each with how far it is; none for any other.
    pub parts: Vec<Stake>,
}

/// Something that will happen, or may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The round, for what the clock brings.
    pub round: Option<u32>,
    /// When, in words: `end of round 3`.
    pub when: String,
    /// What, as the level announces it.
    pub text: String,
    /// The squares it will harm or change.
    pub squares: Vec<Square>,
}

/// The level's goals in its order; last the one that every level has.
pub fn stakes(world: &World) -> Vec<Stake> {
    let level = &world.resource::<LevelRes>().0;
    let mut out: Vec<Stake> = level.goals.iter().map(|goal| stake(world, level, goal)).collect();
    let everybody = level.goals.iter().any(|goal| matches!(goal, Goal::LastSideStanding { side: None }));
    if !everybody {
        out.push(stake(world, level, &Goal::LastSideStanding { side: None }));
    }
    out
}

fn stake(world: &World, level: &Level, goal: &Goal) -> Stake {
    let side = goal.side().and_then(|id| goals::side_by_id(level, id));
    let (text, progress) = wanted(world, level, side, goal);
    let parts = match goal {
        Goal::AllOf { parts, .. } | Goal::AnyOf { parts, .. } => &parts[..],
        _ => &[],
    };
    let squares = match goal {
        Goal::Hold { zone, .. } => level.zones.get(zone).cloned().unwrap_or_default(),
        Goal::Escape { .. } | Goal::CarryOut { .. } => exits(world),
        _ => Vec::new(),
    };
    let parts = parts.iter().map(|part| stake(world, level, part)).collect();
    Stake { side, text: format!("{text}."), progress, goal: goal.clone(), squares, parts }
}

/// The squares from which a creature may leave the fight now.
pub fn exits(world: &World) -> Vec<Square> {
    let cells = world.resource::<Map>().cells();
    cells.iter().filter(|(_, cell)| cell.exit).map(|(at, _)| at).collect()
}

/// The zones that every side is told of, by name: those of the goals, and those of the events that are announced. Any other may be that
/// of a secret event.
pub fn zones_told(world: &World) -> BTreeMap<String, Vec<Square>> {
    let level = &world.resource::<LevelRes>().0;
    let goals = level.goals.iter().flat_map(Goal::leaves).filter_map(|goal| match goal {
        Goal::Hold { zone, .. } => Some(zone),
        _ => None,
    });
    let announced = level.events.iter().filter(|event| is_announced(event));
    let entered = announced.flat_map(|event| event.when.leaves()).filter_map(|trigger| match trigger {
        Trigger::Enters { zone, .. } => Some(zone),
        _ => None,
    });
    let told = goals.chain(entered);
    told.filter_map(|zone| Some((zone.clone(), level.zones.get(zone)?.clone()))).collect()
}

/// Whether players are told that an event is to come.
fn is_announced(event: &Event) -> bool {
    !event.secret && !event.text.is_empty()
}

/// What must be done, as a sentence without its point, and how much of it is.
fn wanted(world: &World, level: &Level, side: Option<SideId>, goal: &Goal) -> (String, Option<(u32, u32)>) {
    match goal {
        Goal::LastSideStanding { .. } => ("Be the last side standing".to_string(), None),
        Goal::Eliminate { targets, .. } => {
            let ruleset = world.resource::<Rules>().0;
            let down = targets.iter().filter(|name| goals::fallen(world, ruleset, name)).count();
            (format!("Take out {}", list(targets)), Some((down as u32, targets.len() as u32)))
        }
        Goal::Hold { zone, rounds, .. } => {
            let held =
                side.and_then(|side| world.resource::<Holding>().0.get(&(side, zone.clone())).copied()).unwrap_or(0);
            let long =
                if *rounds == 1 { "at the end of a round".to_owned() } else { format!("{rounds} rounds running") };
            let text = format!("Hold the {zone} alone {long}");
            (text, Some((held.min(*rounds), *rounds)))
        }
        Goal::Escape { who, count, .. } if who.is_empty() => {
            let out = side.map_or(0, |side| goals::fled(world, side));
            (format!("Get {count} out by an exit"), Some((out.min(*count), *count)))
        }
        Goal::Escape { who, count, .. } => {
            let out = who.iter().filter(|name| goals::got_away(world, name)).count() as u32;
            let some = if *count as usize == who.len() { String::new() } else { format!("{count} of ") };
            (format!("Get {some}{} out by an exit", list(who)), Some((out.min(*count), *count)))
        }
        Goal::CarryOut { object, .. } => {
            let carrier = carrier_of(world, object).filter(|&by| is_on_map(world, by));
            let has = carrier.map(|by| format!(" ({} has it)", world.resource::<Names>().name(by)));
            let out = side.is_some() && carried_out_by(world, object) == side;
            (format!("Carry {object} out by an exit{}", has.unwrap_or_default()), Some((u32::from(out), 1)))
        }
        Goal::Survive { rounds, .. } => {
            let flow = world.resource::<Flow>();
            let won = |outcome: &Outcome| side.is_some_and(|side| outcome.winners.contains(&side));
            let ended =
                flow.phase == Phase::RoundEnd || (flow.round >= *rounds && flow.outcome.as_ref().is_some_and(won));
            let round = flow.round - u32::from(!ended && flow.round > 0);
            (format!("Still stand at the end of round {rounds}"), Some((round.min(*rounds), *rounds)))
        }
        Goal::Protect { creature, .. } => (format!("Keep {creature} safe: its fall loses the fight"), None),
        Goal::AllOf { parts, .. } => {
            let standing = goals::standing(world, level, world.resource::<Rules>().0);
            let done = |part: &&Goal| side.is_some_and(|side| goals::reached(world, side, part, &standing).is_some());
            let done = parts.iter().filter(done).count();
            (joined(world, level, side, parts, ", and "), Some((done as u32, parts.len() as u32)))
        }
        Goal::AnyOf { parts, .. } => {
            let text = joined(world, level, side, parts, ", or ");
            (format!("Either {}", uncapitalised(&text)), None)
        }
    }
}

/// What the parts of a goal want, as one sentence.
fn joined(world: &World, level: &Level, side: Option<SideId>, parts: &[Goal], word: &str) -> String {
    let mut texts = parts.iter().map(|part| wanted(world, level, side, part).0);
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |text, next| format!("{text}{word}{}", uncapitalised(&next)))
}

/// A sentence as a part of another.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".into(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Whether an event is announced and still to come.
fn is_to_come(world: &World, index: usize) -> bool {
    let event = &world.resource::<LevelRes>().0.events[index];
    is_announced(event) && !world.resource::<environment::Happened>().0.contains(&index)
}

/// When an announced event that is still to come happens by the clock: the round, and whether at its start.
pub(super) fn comes_at(world: &World, index: usize) -> Option<(u32, bool)> {
    if !is_to_come(world, index) {
        return None;
    }
    let event = &world.resource::<LevelRes>().0.events[index];
    let delayed = occurrences::delayed_to(world, index).map(|round| (round, true));
    delayed.or_else(|| next_due(&event.when, world.resource::<Flow>()))
}

/// What is announced: first what the clock brings, soonest first and each event once, then what waits for a creature's deed. Left out are
/// secret events, events without a text, and events that only the game master sets off.
pub fn prospects(world: &World) -> Vec<Prospect> {
    let level = world.resource::<LevelRes>().0.clone();
    let flow = world.resource::<Flow>();
    let mut out = Vec::new();
    for (index, event) in level.events.iter().enumerate() {
        if !is_to_come(world, index) {
            continue;
        }
        let (round, when) = match (comes_at(world, index), &event.when) {
            (Some((round, is_start)), _) => {
                let edge = if is_start { "start" } else { "end" };
                (Some(round), format!("{edge} of round {round}"))
            }
            (None, Trigger::RoundStart { .. } | Trigger::RoundEnd { .. } | Trigger::Manual) => continue,
            (None, deed) => (None, words(deed)),
        };
        let mut squares: Vec<Square> = event.do_.iter().flat_map(|effect| marked(world, effect)).collect();
        squares.sort_unstable();
        squares.dedup();
        out.push(Prospect { round, when, text: event.text.clone(), squares });
    }
    for arrival in level.arrivals.iter().filter(|arrival| arrival.round > flow.round) {
        let text = if arrival.text.is_empty() {
            let arrive = if arrival.creatures.len() == 1 { "arrives" } else { "arrive" };
            format!("{} {arrive}.", list(&arrival.creatures))
        } else {
            arrival.text.clone()
        };
        out.push(Prospect {
            round: Some(arrival.round),
            when: format!("start of round {}", arrival.round),
            text,
            squares: Vec::new(),
        });
    }
    out.sort_by_key(|prospect| prospect.round.unwrap_or(u32::MAX));
    out
}

/// When an event comes that waits for no clock, in words. Of the events that it waits for nothing is told: they may be secret.
fn words(trigger: &Trigger) -> String {
    let join = |parts: &[Trigger], word| parts.iter().map(words).collect::<Vec<String>>().join(word);
    match trigger {
        Trigger::RoundStart { from, .. } => format!("from the start of round {from}"),
        Trigger::RoundEnd { from, .. } => format!("from the end of round {from}"),
        Trigger::Enters { zone, creatures, .. } if creatures.is_empty() => {
            format!("when somebody enters the {zone}")
        }
        Trigger::Enters { zone, creatures, .. } => format!("when {} enters the {zone}", creatures.join(" or ")),
        Trigger::Down { creature } => format!("when {creature} falls"),
        Trigger::Destroyed { object } => format!("when {object} breaks"),
        Trigger::After { rounds: 0, .. } => "right after another event".to_owned(),
        Trigger::After { rounds: 1, .. } => "a round after another event".to_owned(),
        Trigger::After { rounds, .. } => format!("{rounds} rounds after another event"),
        Trigger::AnyOf(parts) => join(parts, " or "),
        Trigger::AllOf(parts) => join(parts, " and "),
        Trigger::Manual => "when the game master says so".to_owned(),
    }
}

/// The next round a clock trigger is due in, this one included while it is still to come; and whether it is at its start.
fn next_due(trigger: &Trigger, flow: &Flow) -> Option<(u32, bool)> {
    let start = matches!(trigger, Trigger::RoundStart { .. });
    let past = if start {
        flow.round > 0
    } else {
        matches!(flow.phase, Phase::Environment | Phase::Recovery | Phase::RoundEnd | Phase::Over)
    };
    let first = flow.round + u32::from(past);
    // Any trigger that is due again is so within its own period or start: look no further than that.
    let (Trigger::RoundEnd { from, every, .. } | Trigger::RoundStart { from, every, .. }) = trigger else {
        return None;
    };
    let last = first.max(*from) + every.unwrap_or(0);
    (first..=last).find(|&round| trigger.due_in(round)).map(|round| (round, start))
}

/// The squares an effect will harm or change, where that is a part of the board.
pub(super) fn marked(world: &World, effect: &Effect) -> Vec<Square> {
    match effect {
        Effect::Burst { at, radius, .. } => environment::squares_within(world, *at, environment::far(world, *radius)),
        Effect::Harm { squares, .. } | Effect::Terrain { squares, .. } | Effect::Push { squares, .. } => {
            squares.clone()
        }
        Effect::Edge { edges, .. } => beside(world, edges),
        Effect::Fog { squares: Some(squares), .. }
        | Effect::Gravity { squares: Some(squares), .. }
        | Effect::Vacuum { squares: Some(squares), .. }
        | Effect::Exit { squares, .. } => squares.clone(),
        Effect::Place { objects } => objects.iter().flat_map(|object| object.squares.iter().copied()).collect(),
        Effect::Spread(spread) => spreading::next(world, spread),
        _ => Vec::new(),
    }
}

/// Whether something is to come at a known time. Examples: a creature that arrives or is new in the order, the end of a condition, an
/// event of the level, a round to survive.
pub(in crate::battle) fn awaits(world: &World, flow: &Flow) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let everybody = || world.resource::<Roster>().0.iter().copied();
    let arrives = everybody().any(|id| {
        world.part::<Arrives>(id).is_some_and(|arrives| !arrives.waits_for_a_call() && arrives.round > flow.round)
    });
    let joins = flow.order.iter().any(|slot| slot.from_round > flow.round);
    let counts = |lasts: &Lasts| matches!(lasts, Lasts::Rounds(_));
    let ends = everybody()
        .filter(|&id| is_on_map(world, id))
        .filter_map(|id| world.part::<Conditions>(id))
        .any(|all| all.0.iter().any(|condition| counts(&condition.lasts)));
    let to_come = |trigger: &Trigger| match *trigger {
        Trigger::RoundStart { from, every, until } | Trigger::RoundEnd { from, every, until } => {
            from > flow.round || (every.is_some() && until.is_some_and(|last| last > flow.round))
        }
        _ => false,
    };
    let happens = level.events.iter().any(|event| event.when.any(&to_come));
    let survives = |goal: &&Goal| matches!(goal, Goal::Survive { rounds, .. } if *rounds > flow.round);
    arrives
        || joins
        || ends
        || happens
        || occurrences::is_any_delayed(world)
        || level.goals.iter().flat_map(Goal::leaves).any(|goal| survives(&goal))
}

/// Whether an event of the level comes again and again without an end.
pub(in crate::battle) fn comes_again(world: &World, flow: &Flow) -> bool {
    let level = &world.resource::<LevelRes>().0;
    level.events.iter().any(|event| match event.when {
        Trigger::RoundStart { from, every, until } | Trigger::RoundEnd { from, every, until } => {
            from <= flow.round && every.is_some_and(|every| every > 0) && until.is_none()
        }
        _ => false,
    })
}
