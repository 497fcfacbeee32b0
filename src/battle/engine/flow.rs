//! The state of rounds and turns: the phase, the order of turns, the creatures of the battle.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::battle::board::{all_stands, is_on_map, stand};
use crate::battle::values::{Id, Outcome, Placement};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Where in its cycle the battle stands. Each phase lasts at least one pass of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Who is aware of the fight is settled.
    Awareness,
    /// The order of turns is found.
    Initiative,
    /// A round begins.
    RoundStart,
    /// The active creature's turn begins.
    TurnStart,
    /// The active creature's player gives orders.
    Acting,
    /// The active creature's turn ends.
    TurnEnd,
    /// The level's events of the end of the round.
    Environment,
    /// Creatures in the fight get back what a round gives back, before effects that last for rounds have gone on for one.
    Recovery,
    /// The round ends.
    RoundEnd,
    /// The fight is decided.
    Over,
}

/// A creature's place in the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Whose.
    pub creature: Id,
    /// What it is ordered by; higher acts first.
    pub score: i32,
    /// The first round it acts in, for one who came late.
    #[serde(default)]
    pub from_round: u32,
    /// Whether it takes the place of its score only when the next round begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
}

impl Hash for Slot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.creature, self.score, self.from_round).hash(hasher);
        if self.moves {
            self.moves.hash(hasher);
        }
    }
}

/// The state of the cycle.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Counted from 1; 0 before the first round.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// Whether the phase has just been entered: true for its first pass only.
    pub fresh: bool,
    /// The order of turns.
    pub order: Vec<Slot>,
    /// The place in the order whose turn it is.
    pub at: usize,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// Whether a game master answers what is put to the table; otherwise the ruleset answers without asking.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub presided: bool,
}

impl Hash for Flow {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.round, self.phase, self.fresh, &self.order, self.at, &self.outcome).hash(hasher);
        if self.presided {
            self.presided.hash(hasher);
        }
    }
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            round: 0,
            phase: Phase::Awareness,
            fresh: true,
            order: Vec::new(),
            at: 0,
            outcome: None,
            presided: false,
        }
    }
}

impl Flow {
    /// The creature whose turn it is, from the start of its turn to the end of it.
    pub fn active(&self) -> Option<Id> {
        matches!(self.phase, Phase::TurnStart | Phase::Acting | Phase::TurnEnd)
            .then(|| self.order.get(self.at).map(|slot| slot.creature))
            .flatten()
    }

    /// Enters a phase.
    pub fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.fresh = true;
    }

    /// A creature's place in the order.
    pub fn place(&self, creature: Id) -> Option<usize> {
        self.order.iter().position(|slot| slot.creature == creature)
    }

    /// Everyone in the order, counted on from the creature given (which comes last).
    pub fn on_from(&self, creature: Id) -> impl Iterator<Item = Id> + '_ {
        // A creature that has left the order has no place in it: places are counted on from the turn that runs.
        let start = self.place(creature).map_or(self.at.min(self.order.len()), |place| place + 1);
        let (first, rest) = self.order.split_at(start);
        rest.iter().chain(first).map(|slot| slot.creature)
    }

    /// Takes a creature out of the order; one whose turn runs keeps its place until that has ended.
    pub fn remove(&mut self, creature: Id) {
        if self.active() == Some(creature) {
            return;
        }
        let Some(place) = self.place(creature) else { return };
        self.order.remove(place);
        if place < self.at {
            self.at -= 1;
        }
    }

    /// Puts a creature that comes late into the order, it acts from the next round.
    pub fn insert_late(&mut self, creature: Id, score: i32) {
        let next = self.round + 1;
        self.insert(creature, score, next);
    }

    /// As [`Flow::insert_late`], but among those of the same score before the first of whom `gives_way` says that a tie puts it behind.
    pub fn insert_late_among(&mut self, creature: Id, score: i32, gives_way: impl Fn(Id) -> bool) {
        let next = self.round + 1;
        let behind = |slot: &Slot| slot.score < score || (slot.score == score && gives_way(slot.creature));
        let place = self.order.iter().position(behind);
        self.insert_at(place, creature, score, next);
    }

    /// Puts a creature into the order behind those with the same or a higher score, without changing whose turn it is.
    pub fn insert(&mut self, creature: Id, score: i32, from_round: u32) {
        let place = self.order.iter().position(|slot| slot.score < score);
        self.insert_at(place, creature, score, from_round);
    }

    /// Gives a creature of the order another score. Every creature still has exactly one turn in the round that runs. A creature that has
    /// had its turn, or has it now, takes its new place when the next round begins. So does one still to act whose new place comes before
    /// the turn that runs; in this round it acts next.
    pub fn rescore(&mut self, creature: Id, score: i32) {
        let Some(place) = self.place(creature) else { return };
        let running = self.active().is_some();
        let mut slot = self.order.remove(place);
        slot.score = score;
        let to = self.order.iter().position(|other| other.score < score);
        let to = to.unwrap_or(self.order.len());
        // Without it the turn that runs is the one before `next`.
        let next = self.at + usize::from(place > self.at);
        let now = match place.cmp(&self.at) {
            _ if !running => to,
            Ordering::Less if to < self.at => to,
            Ordering::Greater if to >= next => to,
            Ordering::Greater => next,
            Ordering::Less | Ordering::Equal => place,
        };
        slot.moves = now != to;
        self.order.insert(now, slot);
    }

    /// Those who were given another score in the last round take their places.
    pub(in crate::battle) fn settle_places(&mut self) {
        let (moving, order) = std::mem::take(&mut self.order).into_iter().partition(|slot| slot.moves);
        self.order = order;
        let moving: Vec<Slot> = moving;
        for slot in moving {
            self.insert(slot.creature, slot.score, slot.from_round);
        }
    }

    /// Puts a creature at a place of the order, at its end where there is none.
    fn insert_at(&mut self, place: Option<usize>, creature: Id, score: i32, from_round: u32) {
        let place = place.unwrap_or(self.order.len());
        let running = self.active().is_some();
        self.order.insert(place, Slot { creature, score, from_round, moves: false });
        if running && place <= self.at {
            self.at += 1;
        }
    }
}

/// The creatures of the battle, by identity.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster(pub Vec<Id>);

/// All creatures that were ever in the battle, by identity.
pub fn creatures(world: &World) -> Vec<Id> {
    world.resource::<Roster>().0.clone()
}

/// The creatures on the map whose place satisfies `hit`: those in the order first, in it, then the rest.
pub fn in_order(world: &World, hit: impl Fn(Id, Placement) -> bool) -> Vec<Id> {
    let order = world.resource::<Flow>().order.iter().map(|slot| slot.creature);
    let mut out: Vec<Id> = order.filter(|&id| is_on_map(world, id) && hit(id, stand(world, id))).collect();
    let rest: Vec<Id> =
        all_stands(world).filter(|&(id, stand)| !out.contains(&id) && hit(id, stand)).map(|(id, _)| id).collect();
    out.extend(rest);
    out
}
