//! What happens that events of the level wait for, and which of them are due then: by a clock, upon a creature's deed, after another event,
//! or when several such things have happened.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::LevelRes;
use crate::battle::engine::Flow;
use crate::battle::values::saved_form;
use crate::grid::Footprint;
use crate::level::{Level, Trigger};

/// What has happened.
pub(super) enum Occurrence<'a> {
    /// A round begins.
    RoundStarts(u32),
    /// The last turn of a round is over.
    RoundEnds(u32),
    /// A creature of a side has come into squares.
    Enters { creature: &'a str, side: &'a str, space: Footprint },
    /// A creature has fallen, or an object is no more.
    Falls(&'a str),
    /// An event of the level has come about, all its effects included.
    Comes(usize),
}

/// Ids of events that happen once and have happened.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happened(pub BTreeSet<usize>);

/// What events that are joined or delayed have to remember.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Awaited {
    /// By event: the places of those of its triggers that have been met.
    #[serde(with = "saved_form::pairs")]
    met: BTreeMap<usize, BTreeSet<usize>>,
    /// What comes at the start of a round, sorted.
    later: BTreeSet<Delayed>,
}

/// An event that waits for the start of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Delayed {
    round: u32,
    event: usize,
    /// The place among its triggers of the one that is met then; `None` where another event sets it off outright.
    trigger: Option<usize>,
}

/// The round at whose start an event is due that has been set off with a delay.
pub(super) fn delayed_to(world: &World, event: usize) -> Option<u32> {
    let when = &world.resource::<LevelRes>().0.events[event].when;
    let awaited = world.resource::<Awaited>();
    let comes = |delayed: &&Delayed| {
        let holds_then = |place: usize| {
            let mut met = awaited.met.get(&event).cloned().unwrap_or_default();
            met.insert(place);
            holds(when, &met, &mut 0)
        };
        delayed.event == event && delayed.trigger.is_none_or(holds_then)
    };
    awaited.later.iter().find(comes).map(|delayed| delayed.round)
}

/// Whether an event waits for the start of a round.
pub(super) fn is_any_delayed(world: &World) -> bool {
    !world.resource::<Awaited>().later.is_empty()
}

/// Sets an event off at the start of the round that many rounds from now.
pub(super) fn delay(world: &mut World, event: usize, rounds: u32) {
    let round = world.resource::<Flow>().round.saturating_add(rounds);
    world.resource_mut::<Awaited>().later.insert(Delayed { round, event, trigger: None });
}

/// Notes the events that come so many rounds after another, which has come in this round.
pub(super) fn follow(world: &mut World, after: &str, round: u32) {
    let level = world.resource::<LevelRes>().0.clone();
    for (event, other) in level.events.iter().enumerate() {
        for (place, trigger) in other.when.leaves().into_iter().enumerate() {
            if let Trigger::After { event: known, rounds } = trigger
                && *rounds > 0
                && known == after
            {
                let delayed = Delayed { round: round.saturating_add(*rounds), event, trigger: Some(place) };
                world.resource_mut::<Awaited>().later.insert(delayed);
            }
        }
    }
}

/// The events that are due upon what has happened, in file order. Those that come only once are noted as having come.
pub(super) fn due(world: &mut World, what: &Occurrence) -> Vec<usize> {
    let level = world.resource::<LevelRes>().0.clone();
    let mut due: Vec<usize> = Vec::new();
    for (index, event) in level.events.iter().enumerate() {
        if comes(world, &level, index, &event.when, what) {
            due.push(index);
        }
    }
    if let Occurrence::RoundStarts(round) = what {
        let mut awaited = world.resource_mut::<Awaited>();
        let now = awaited.later.iter().filter(|delayed| delayed.round <= *round);
        due.extend(now.filter(|delayed| delayed.trigger.is_none()).map(|delayed| delayed.event));
        awaited.later.retain(|delayed| delayed.round > *round);
        due.sort_unstable();
        due.dedup();
    }
    due
}

fn comes(world: &mut World, level: &Level, index: usize, when: &Trigger, what: &Occurrence) -> bool {
    let leaves = when.leaves();
    let meets = |(place, leaf): (usize, &&Trigger)| is_met(world, level, (index, place), leaf, what).then_some(place);
    let met: Vec<usize> = leaves.iter().enumerate().filter_map(meets).collect();
    if met.is_empty() {
        return false;
    }
    match when {
        Trigger::AnyOf(_) | Trigger::AllOf(_) => {
            if world.resource::<Happened>().0.contains(&index) {
                return false;
            }
            let mut awaited = world.resource_mut::<Awaited>();
            let so_far = awaited.met.entry(index).or_default();
            so_far.extend(met);
            holds(when, so_far, &mut 0) && world.resource_mut::<Happened>().0.insert(index)
        }
        when if when.comes_again() => true,
        Trigger::RoundStart { .. } | Trigger::RoundEnd { .. } => true,
        _ => world.resource_mut::<Happened>().0.insert(index),
    }
}

/// Whether what happens is what a trigger, joined from no others, waits for.
fn is_met(world: &World, level: &Level, place: (usize, usize), trigger: &Trigger, what: &Occurrence) -> bool {
    match (trigger, what) {
        (Trigger::RoundStart { .. }, Occurrence::RoundStarts(round))
        | (Trigger::RoundEnd { .. }, Occurrence::RoundEnds(round)) => trigger.due_in(*round),
        (Trigger::Enters { zone, side, creatures, .. }, Occurrence::Enters { creature, side: of, space }) => {
            let inside = |squares: &Vec<_>| squares.iter().any(|&square| space.contains(square));
            level.zones.get(zone).is_some_and(inside)
                && side.as_ref().is_none_or(|side| side == of)
                && (creatures.is_empty() || creatures.iter().any(|known| known == creature))
        }
        (Trigger::Down { creature: name } | Trigger::Destroyed { object: name }, Occurrence::Falls(fallen)) => {
            name == fallen
        }
        (Trigger::After { event, rounds: 0 }, Occurrence::Comes(index)) => level.events[*index].id == *event,
        (Trigger::After { .. }, Occurrence::RoundStarts(round)) => {
            let (event, trigger) = (place.0, Some(place.1));
            let mut later = world.resource::<Awaited>().later.iter();
            later.any(|delayed| delayed.round <= *round && delayed.event == event && delayed.trigger == trigger)
        }
        _ => false,
    }
}

/// Whether a trigger holds once those of its parts at these places have been met; `place` counts on over the parts.
fn holds(trigger: &Trigger, met: &BTreeSet<usize>, place: &mut usize) -> bool {
    match trigger {
        // Every part is looked at, so that places are counted on.
        Trigger::AnyOf(parts) => parts.iter().filter(|part| holds(part, met, place)).count() > 0,
        Trigger::AllOf(parts) => parts.iter().filter(|part| holds(part, met, place)).count() == parts.len(),
        _ => {
            *place += 1;
            met.contains(&(*place - 1))
        }
    }
}
