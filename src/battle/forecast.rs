//! What an order would do: the real resolution, run over every roll it could make, in the battle itself, which is put back.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::trials::Trials;
use super::*;
use crate::dice::Weights;

/// How many ways of rolling are gone through one by one before sampling takes over.
const MOST_RUNS: usize = 3000;
/// How many samples stand in for them then.
const SAMPLES: u32 = 400;
/// Weights beyond this are no longer counted out, so that sums and products of them stay numbers; then samples are taken, too.
const MOST_WEIGHT: u128 = 1 << 96;

/// What may come of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// Whether every roll was gone through; else it is sampled.
    pub exact: bool,
    /// One branch for each answer to the first decision on the way; a single one without an answer when there is none.
    pub branches: Vec<Branch>,
}

/// What comes of it if that answer is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The answer's key and label.
    pub answer: Option<(String, String)>,
    /// The sum of all weights below.
    pub whole: u128,
    /// How much of it was cut short: the weight of the rolls in which some die would have burst more often than was gone through.
    #[serde(skip_serializing_if = "is_nothing")]
    pub further: u128,
    /// The weight of the first roll against something coming up to it; `None` where none is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<u128>,
    /// By creature or object.
    pub targets: BTreeMap<Id, TargetForecast>,
    /// The weight of whatever else comes about, such as a door that opens or somebody who is somewhere else, in the words of the log.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub brings: BTreeMap<String, u128>,
}

/// What happens to one creature or object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TargetForecast {
    /// The weight of each amount of damage taken; none when all is nothing.
    pub damage: BTreeMap<i32, u128>,
    /// Points lost from whatever pools, times weight: damage that finds nothing left to take is not in it.
    pub lost: u128,
    /// The weight of each number of points regained, of whatever pools; nothing where no roll heals.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub healing: BTreeMap<i32, u128>,
    /// The weight of going down or dying.
    pub drops: u128,
    /// The weight of each condition gained.
    pub conditions: BTreeMap<String, u128>,
    /// The weight of each condition got rid of.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ended: BTreeMap<String, u128>,
}

impl TargetForecast {
    /// The mean damage in hundredths.
    pub fn mean_hundredths(&self, whole: u128) -> u128 {
        mean(&self.damage, whole)
    }

    /// The mean number of points regained in hundredths.
    pub fn healing_hundredths(&self, whole: u128) -> u128 {
        mean(&self.healing, whole)
    }

    /// Whether nothing comes of it but that conditions end.
    pub fn only_ends(&self) -> bool {
        let unharmed = self.drops == 0 && self.damage.keys().all(|&amount| amount == 0);
        unharmed && self.healing.is_empty() && self.conditions.is_empty() && !self.ended.is_empty()
    }

    /// The mean loss of points in hundredths.
    pub fn lost_hundredths(&self, whole: u128) -> u128 {
        (self.lost * 100).checked_div(whole).unwrap_or(0)
    }

    /// The chance of some damage in hundredths.
    pub fn chance_hundredths(&self, whole: u128) -> u128 {
        let hit: u128 = self
            .damage
            .iter()
            .filter(|(amount, _)| **amount > 0)
            .map(|(_, w)| w)
            .sum();
        (hit * 100).checked_div(whole).unwrap_or(0)
    }
}

fn is_nothing(weight: &u128) -> bool {
    *weight == 0
}

fn mean(weights: &BTreeMap<i32, u128>, whole: u128) -> u128 {
    let weighed = |(&amount, &weight): (&i32, &u128)| u128::from(amount.unsigned_abs()) * weight;
    let sum: u128 = weights.iter().map(weighed).sum();
    (sum * 100).checked_div(whole).unwrap_or(0)
}

/// One way of rolling: of how many ways in all it is how many, and what came of it.
pub(super) struct Run {
    pub(super) ways: u128,
    pub(super) weight: u128,
    pub(super) further: u128,
    verdict: Option<bool>,
    effect: BTreeMap<Id, Effect>,
    brings: BTreeSet<String>,
}

impl Run {
    /// What came of a run, from what was told.
    pub(super) fn of(events: &[Event], mover: Option<SideId>, cast: &Cast, weights: Weights) -> Self {
        let Weights { ways, weight, further } = weights;
        Self {
            ways,
            weight,
            further,
            verdict: first_verdict(events),
            effect: effect_of(events),
            brings: brought_by(events, mover, cast),
        }
    }
}

impl Battle {
    /// What an order would do.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast(&mut self, order: &Order) -> Result<Forecast, Refusal> {
        self.foresee(order, MOST_RUNS, SAMPLES).map(|(forecast, _)| forecast)
    }

    /// As [`Battle::forecast`], but with no more than `most` ways of rolling, else as many samples: for players that weigh many orders.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast_roughly(&mut self, order: &Order, most: u32) -> Result<Forecast, Refusal> {
        self.foresee(order, most as usize, most).map(|(forecast, _)| forecast)
    }

    /// What each of many orders would do, with no more than about so many runs for all of them together: each has its share of what
    /// those before it left, and one at least. Where that is not enough for every way of rolling, a forecast is not exact.
    pub fn forecast_all(&mut self, orders: &[&Order], runs: u32) -> Vec<Result<Forecast, Refusal>> {
        let mut left = runs as usize;
        let mut out = Vec::new();
        for (number, order) in orders.iter().enumerate() {
            let share = left / (orders.len() - number);
            // Whoever has more ways than half its share has taken that when samples begin.
            let most = (share / 2).clamp(1, MOST_RUNS);
            let samples = u32::try_from(most).unwrap_or(SAMPLES).min(SAMPLES);
            let found = self.foresee(order, most, samples);
            left = left.saturating_sub(found.as_ref().map_or(0, |&(_, runs)| runs));
            out.push(found.map(|(forecast, _)| forecast));
        }
        out
    }

    /// As [`Battle::forecast`], for an answer to each first decision no more than `most` ways of rolling, else no more than `samples`
    /// of them; and how often the order was played out for it.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub(super) fn foresee(&mut self, order: &Order, most: usize, samples: u32) -> Result<(Forecast, usize), Refusal> {
        let understood = self.understand(order)?;
        let side = self.side_to_move();
        let base = self.mark();
        // Nobody foresees what those do whom it does not know of.
        let unknown = self.unknown_to_mover();
        let understood = if unknown.is_empty() {
            Some(understood)
        } else {
            self.take_out(&unknown);
            self.understand(order).ok()
        };
        let (mut forecast, runs) = Trials::new(self, order, understood).go_through(most, samples);
        self.back(base);
        self.unmark(base);
        if !unknown.is_empty() {
            self.forget_reach();
        }
        self.leave_out_unknown(&mut forecast, side);
        Ok((forecast, runs))
    }

    /// Nobody foresees what comes to those of whom it does not know.
    pub(super) fn leave_out_unknown(&self, forecast: &mut Forecast, side: Option<SideId>) {
        let Some(side) = side else { return };
        for branch in &mut forecast.branches {
            branch.targets.retain(|&id, _| {
                let who = self.world().part::<Creature>(id);
                who.is_none_or(|who| who.side == side || self.ruleset().knows(self.world(), side, id))
            });
        }
    }
}

/// Adds a number of ways to what all weights so far are parts of; `None` when that is no number any more that can be worked with.
pub(super) fn in_common(common: u128, ways: u128) -> Option<u128> {
    lcm(common, ways).filter(|&common| common <= MOST_WEIGHT)
}

impl Branch {
    /// What comes of an answer, from all runs with it; `common` is what every number of ways goes into.
    pub(super) fn of(answer: Option<(String, String)>, runs: &[&Run], common: u128) -> Self {
        let share = |run: &Run| common / run.ways * run.weight;
        let whole = runs.iter().map(|run| share(run)).sum();
        let further = runs.iter().map(|run| common / run.ways * run.further).sum();
        let mut targets: BTreeMap<Id, TargetForecast> = BTreeMap::new();
        for run in runs {
            for &id in run.effect.keys() {
                targets.entry(id).or_default();
            }
        }
        let mut success = None;
        let mut brings: BTreeMap<String, u128> = BTreeMap::new();
        let nothing = Effect::default();
        for run in runs {
            let weight = share(run);
            for line in &run.brings {
                *brings.entry(line.clone()).or_default() += weight;
            }
            if let Some(reached) = run.verdict {
                *success.get_or_insert(0) += if reached { weight } else { 0 };
            }
            for (id, target) in &mut targets {
                let effect = run.effect.get(id).unwrap_or(&nothing);
                *target.damage.entry(effect.damage).or_default() += weight;
                *target.healing.entry(effect.healed).or_default() += weight;
                target.lost += effect.lost * weight;
                if effect.drops {
                    target.drops += weight;
                }
                for condition in &effect.conditions {
                    *target.conditions.entry(condition.clone()).or_default() += weight;
                }
                for condition in &effect.ended {
                    *target.ended.entry(condition.clone()).or_default() += weight;
                }
            }
        }
        for target in targets.values_mut() {
            if target.healing.keys().all(|&points| points == 0) {
                target.healing.clear();
            }
        }
        Self {
            answer,
            whole,
            further,
            success,
            targets,
            brings,
        }
    }
}

/// What one run did to somebody.
#[derive(Clone, Debug, Default)]
struct Effect {
    damage: i32,
    lost: u128,
    healed: i32,
    drops: bool,
    conditions: Vec<String>,
    ended: Vec<String>,
}

/// How the first number rolled against something came out.
fn first_verdict(events: &[Event]) -> Option<bool> {
    let mut traces = events.iter().filter_map(|event| event.trace.as_deref());
    traces.find_map(|trace| trace.verdict)
}

fn effect_of(events: &[Event]) -> BTreeMap<Id, Effect> {
    let mut out: BTreeMap<Id, Effect> = BTreeMap::new();
    for event in events {
        let Some(target) = event.target else { continue };
        match &event.what {
            What::Attack { .. } => {
                out.entry(target).or_default();
            }
            What::Damage { amount, change, .. } => {
                let effect = out.entry(target).or_default();
                effect.damage += amount;
                effect.lost += u128::try_from(change.0 - change.1).unwrap_or(0);
            }
            What::Heal { change, .. } => out.entry(target).or_default().healed += change.1 - change.0,
            What::Loses { condition, .. } => out.entry(target).or_default().ended.push(condition.to_string()),
            What::Dies | What::Down | What::Destroyed => out.entry(target).or_default().drops = true,
            What::Gains { condition, .. } => out.entry(target).or_default().conditions.push(condition.to_string()),
            _ => {}
        }
    }
    out
}

/// What came about besides what was done to anybody, as far as the mover's side is told of it: for everybody who went somewhere, where to.
fn brought_by(events: &[Event], mover: Option<SideId>, cast: &Cast) -> BTreeSet<String> {
    let told = |event| match mover {
        Some(side) => Event::told_to(event, side),
        None => Some(event),
    };
    let mut out = BTreeSet::new();
    let mut goes: BTreeMap<Option<Id>, &Event> = BTreeMap::new();
    for event in events.iter().filter_map(told) {
        match event.what {
            What::Door { .. } | What::Ground { .. } | What::Light { .. } | What::Leaves | What::Arrives { .. } => {
                out.insert(event.describe(cast));
            }
            What::Step { .. } => {
                goes.insert(event.actor, event);
            }
            _ => {}
        }
    }
    out.extend(goes.values().map(|event| event.describe(cast)));
    out
}

/// The least common multiple, if it is a number that can be written down.
fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
