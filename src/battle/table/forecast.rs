//! What an order would do: the real resolution, run over every roll it could make, in the battle itself, which is put back.

use std::collections::{BTreeMap, BTreeSet};

use super::run_result::{Effect, RunResult};
use crate::battle::values::{Decision, Id, SideId, Text};
use crate::grid::Square;
use serde::Serialize;

/// What may come of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// Whether every roll was gone through; else it is sampled.
    pub exact: bool,
    /// One branch for each answer to the first decision on the way; a single branch without an answer when there is none. A decision put
    /// to the target comes before one put to another side, and that before one put to the mover's side.
    pub branches: Vec<Branch>,
    /// Whom the rules may ask something on the way, and about whom.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub asks: BTreeSet<Asked>,
    /// What staying where a walk ends brings that did not await the walker before, in words.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub stays: BTreeSet<Text>,
}

/// A question that may be put on the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Asked {
    /// Who may do something.
    pub creature: Id,
    /// Against whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Id>,
    /// What could be done, as the first choice says it.
    pub label: Text,
}

impl Asked {
    /// What a decision asks.
    pub(in crate::battle) fn of(decision: &Decision) -> Option<Self> {
        let first = decision.choices.first()?;
        Some(Self { creature: decision.creature, against: decision.against, label: first.label.clone() })
    }
}

/// What comes of it if that answer is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The answer's key and label.
    pub answer: Option<(String, String)>,
    /// The sum of all weights below.
    pub whole: u128,
    /// How many samples stand in for all ways of rolling; `None` where all were gone through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u32>,
    /// How much of it was cut short: the weight of the rolls in which some die would have burst more often than was gone through.
    #[serde(skip_serializing_if = "is_nothing")]
    pub further: u128,
    /// The weight of the first roll against something coming up to it; `None` where none is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<u128>,
    /// By creature or object.
    pub targets: BTreeMap<Id, TargetForecast>,
    /// The weight of everything else that comes about, in the words of the log. Examples: a door that opens, a creature that is
    /// elsewhere.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub brings: BTreeMap<String, u128>,
    /// For each creature that is moved, the weight of each square in which it ends; for people alone.
    #[serde(skip)]
    pub places: BTreeMap<Id, BTreeMap<Square, u128>>,
    /// The weight of each side's winning the fight at once; for the computer alone.
    #[serde(skip)]
    pub wins: BTreeMap<SideId, u128>,
}

/// What happens to one creature or object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TargetForecast {
    /// The weight of each amount of damage taken; none when all is nothing.
    pub damage: BTreeMap<i32, u128>,
    /// Points lost from any pools, times weight: damage that finds nothing left to take is not in it.
    pub lost: u128,
    /// The weight of each number of points regained, in any pools; nothing where no roll heals.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub healing: BTreeMap<i32, u128>,
    /// The weight of going down or dying.
    pub drops: u128,
    /// The weight of each condition gained.
    pub conditions: BTreeMap<String, u128>,
    /// The weight of each condition got rid of.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ended: BTreeMap<String, u128>,
    /// The weight of each protection that let nothing through, as people call it; for people alone.
    #[serde(skip)]
    pub spared_by: BTreeMap<Text, u128>,
    /// The weight of some damage where the first roll fails, as of a shot that goes on to another; for people alone.
    #[serde(skip)]
    pub missed: u128,
}

impl Forecast {
    /// Whether nothing comes of it with any roll and any answer.
    pub fn comes_to_nothing(&self) -> bool {
        let idle = |branch: &Branch| branch.brings.is_empty() && branch.targets.values().all(TargetForecast::is_spared);
        self.branches.iter().all(idle)
    }
}

impl TargetForecast {
    /// Whether nothing at all happens to it.
    pub fn is_spared(&self) -> bool {
        let unharmed = self.drops == 0 && self.damage.keys().all(|&amount| amount == 0);
        unharmed && self.healing.is_empty() && self.conditions.is_empty() && self.ended.is_empty()
    }

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
        (self.hurting() * 100).checked_div(whole).unwrap_or(0)
    }

    /// The amounts of damage that hurt, the least first, each with its weight.
    pub fn harm(&self) -> impl DoubleEndedIterator<Item = (i32, u128)> + '_ {
        self.damage.iter().filter(|(amount, _)| **amount > 0).map(|(&amount, &weight)| (amount, weight))
    }

    /// The weight of all damage that hurts.
    pub fn hurting(&self) -> u128 {
        self.harm().map(|(_, weight)| weight).sum()
    }

    /// The mean of what a blow takes off where it hurts at all, in hundredths.
    pub fn blow_hundredths(&self) -> u128 {
        let sum: u128 = self.harm().map(|(amount, weight)| u128::from(amount.unsigned_abs()) * weight).sum();
        (sum * 100).checked_div(self.hurting()).unwrap_or(0)
    }

    /// The same to the nearest point: what hurts takes off at least one.
    pub fn blow(&self) -> i32 {
        let about = if self.hurting() == 0 { 0 } else { ((self.blow_hundredths() + 50) / 100).max(1) };
        i32::try_from(about).unwrap_or(i32::MAX)
    }

    /// What such a blow leaves of so many points.
    pub fn leaves(&self, of: i32) -> i32 {
        (of - self.blow()).max(0)
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

impl Branch {
    /// Whether its answer chooses a square, as [`Choice::place`](crate::battle::Choice::place) does.
    pub fn is_of_a_place(&self) -> bool {
        self.answer.as_ref().is_some_and(|(key, _)| key.parse::<Square>().is_ok())
    }

    /// What comes of an answer, from all runs with it; `common` is what every number of ways goes into.
    pub(in crate::battle) fn of(answer: Option<(String, String)>, runs: &[&RunResult], common: u128) -> Self {
        let share = |run: &RunResult| common / run.ways * run.weight;
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
        let mut places: BTreeMap<Id, BTreeMap<Square, u128>> = BTreeMap::new();
        let mut wins: BTreeMap<SideId, u128> = BTreeMap::new();
        let nothing = Effect::default();
        for run in runs {
            let weight = share(run);
            for &side in &run.winners {
                *wins.entry(side).or_default() += weight;
            }
            for line in &run.brings {
                *brings.entry(line.clone()).or_default() += weight;
            }
            for (&id, &to) in &run.places {
                *places.entry(id).or_default().entry(to).or_default() += weight;
            }
            if let Some(reached) = run.verdict {
                *success.get_or_insert(0) += if reached { weight } else { 0 };
            }
            for (id, target) in &mut targets {
                let effect = run.effect.get(id).unwrap_or(&nothing);
                *target.damage.entry(effect.damage).or_default() += weight;
                *target.healing.entry(effect.healed).or_default() += weight;
                target.lost += effect.lost * weight;
                target.missed += if run.verdict == Some(false) && effect.damage > 0 { weight } else { 0 };
                if let Some(by) = &effect.spared_by {
                    *target.spared_by.entry(by.clone()).or_default() += weight;
                }
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
        Self { answer, whole, samples: None, further, success, targets, brings, places, wins }
    }

    /// The same from these samples.
    pub(in crate::battle) fn sampled(answer: Option<(String, String)>, runs: &[&RunResult]) -> Self {
        let samples = u32::try_from(runs.len()).unwrap_or(u32::MAX);
        Self { samples: Some(samples), ..Self::of(answer, runs, 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_to_whom_nothing_at_all_happens_are_spared() {
        let spared = TargetForecast { damage: BTreeMap::from([(0, 20)]), ..TargetForecast::default() };
        assert!(spared.is_spared());
        let one = || BTreeMap::from([("prone".to_owned(), 1)]);
        let afflicted = TargetForecast { conditions: one(), ..spared.clone() };
        let freed = TargetForecast { ended: one(), ..spared.clone() };
        let dropped = TargetForecast { drops: 1, ..spared.clone() };
        let mended = TargetForecast { healing: BTreeMap::from([(3, 1)]), ..spared };
        for other in [afflicted, freed, dropped, mended] {
            assert!(!other.is_spared(), "{other:?}");
        }
    }
}
