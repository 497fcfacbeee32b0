//! What an order would do: the real resolution, run over every roll it could make, in a spare battle.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::*;
use crate::dice::{self, Dice};

/// How many ways of rolling are gone through one by one before sampling takes over.
const MOST_RUNS: usize = 3000;
/// How many samples stand in for them then.
const SAMPLES: u32 = 400;
/// Weights beyond this are no longer counted out, so that sums and products of them stay numbers; then samples are taken, too.
const MOST_WEIGHT: u128 = 1 << 96;

/// What may come of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// Whether every roll was gone through; else it is sampled.
    pub exact: bool,
    /// One branch for each answer to the first decision on the way; a single one without an answer when there is none.
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

/// What comes of it if that answer is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The answer's key and label.
    pub answer: Option<(String, String)>,
    /// The sum of all weights below.
    pub whole: u128,
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

impl Forecast {
    /// Whether nothing comes of it, whatever is rolled and answered.
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
        let hit: u128 = self
            .damage
            .iter()
            .filter(|(amount, _)| **amount > 0)
            .map(|(_, w)| w)
            .sum();
        (hit * 100).checked_div(whole).unwrap_or(0)
    }
}

fn mean(weights: &BTreeMap<i32, u128>, whole: u128) -> u128 {
    let weighed = |(&amount, &weight): (&i32, &u128)| u128::from(amount.unsigned_abs()) * weight;
    let sum: u128 = weights.iter().map(weighed).sum();
    (sum * 100).checked_div(whole).unwrap_or(0)
}

/// One way of rolling: the product of the dice sizes, and what came of it.
struct Run {
    ways: u128,
    verdict: Option<bool>,
    effect: BTreeMap<Id, Effect>,
    brings: BTreeSet<String>,
    asks: BTreeSet<Asked>,
    stays: Vec<Text>,
}

impl Battle {
    /// What an order would do.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast(&mut self, order: &Order) -> Result<Forecast, Refusal> {
        self.foresee(order, MOST_RUNS, SAMPLES)
    }

    /// As [`Battle::forecast`], but with no more than `most` ways of rolling, else as many samples: for players that weigh many orders.
    ///
    /// # Errors
    /// The refusal, if it is not legal.
    pub fn forecast_roughly(&mut self, order: &Order, most: u32) -> Result<Forecast, Refusal> {
        self.foresee(order, most as usize, most)
    }

    fn foresee(&mut self, order: &Order, most: usize, samples: u32) -> Result<Forecast, Refusal> {
        self.check(order)?;
        let mut snapshot = self.snapshot();
        let mut lab = self.lab.take().unwrap_or_else(|| {
            let mut lab = self.spare();
            lab.forget_past();
            Box::new(lab)
        });
        let side = self.side_to_move();
        // Nobody foresees what those do whom it does not know of.
        let unknown = self.unknown_to_mover();
        if !unknown.is_empty() {
            lab.restore(&snapshot);
            lab.take_out(&unknown);
            snapshot = lab.snapshot();
        }
        let mut found = Forecast {
            exact: true,
            ..Forecast::default()
        };
        let mut answers = Vec::new();
        lab.try_once(&snapshot, order, None, Vec::new(), None, &mut answers);
        if answers.is_empty() {
            lab.branch(&snapshot, order, None, &mut found, (most, samples));
        } else {
            for answer in answers {
                lab.branch(&snapshot, order, Some(answer), &mut found, (most, samples));
            }
        }
        self.lab = Some(lab);
        // Nor what comes to them.
        if let Some(side) = side {
            for branch in &mut found.branches {
                branch.targets.retain(|&id, _| {
                    let who = self.world().part::<Creature>(id);
                    who.is_none_or(|who| who.side == side || self.ruleset().knows(self.world(), side, id))
                });
            }
        }
        Ok(found)
    }

    fn branch(
        &mut self,
        snapshot: &Snapshot,
        order: &Order,
        answer: Option<(String, String)>,
        found: &mut Forecast,
        (most, samples): (usize, u32),
    ) {
        let key = answer.as_ref().map(|(key, _)| key.clone());
        let mut runs = Vec::new();
        let mut faces = Some(Vec::new());
        let mut common = Some(1);
        while let Some(prefix) = faces.take() {
            if runs.len() == most || common.is_none() {
                found.exact = false;
                common = Some(1);
                runs.clear();
                for sample in 0..samples {
                    let seed = Some(u64::from(sample));
                    let (mut run, _) =
                        self.try_once(snapshot, order, key.as_deref(), Vec::new(), seed, &mut Vec::new());
                    run.ways = 1;
                    runs.push(run);
                }
                break;
            }
            let (run, rolled) = self.try_once(snapshot, order, key.as_deref(), prefix, None, &mut Vec::new());
            common = common
                .and_then(|common| lcm(common, run.ways))
                .filter(|&common| common <= MOST_WEIGHT);
            runs.push(run);
            // What weighs too much is sampled, even if this was the last way: the loop goes round once more for that.
            faces = dice::advance(rolled).or_else(|| common.is_none().then(Vec::new));
        }
        let common = common.unwrap_or(1);
        let whole = runs.iter().map(|run| common / run.ways).sum();
        let mut targets: BTreeMap<Id, TargetForecast> = BTreeMap::new();
        for run in &runs {
            for &id in run.effect.keys() {
                targets.entry(id).or_default();
            }
            found.asks.extend(run.asks.iter().cloned());
            found.stays.extend(run.stays.iter().cloned());
        }
        let mut success = None;
        let mut brings: BTreeMap<String, u128> = BTreeMap::new();
        for run in &runs {
            let weight = common / run.ways;
            for line in &run.brings {
                *brings.entry(line.clone()).or_default() += weight;
            }
            if let Some(reached) = run.verdict {
                *success.get_or_insert(0) += if reached { weight } else { 0 };
            }
            for (id, target) in &mut targets {
                let effect = run.effect.get(id).cloned().unwrap_or_default();
                *target.damage.entry(effect.damage).or_default() += weight;
                *target.healing.entry(effect.healed).or_default() += weight;
                target.lost += effect.lost * weight;
                if effect.drops {
                    target.drops += weight;
                }
                for condition in effect.conditions {
                    *target.conditions.entry(condition).or_default() += weight;
                }
                for condition in effect.ended {
                    *target.ended.entry(condition).or_default() += weight;
                }
            }
        }
        for target in targets.values_mut() {
            if target.healing.keys().all(|&points| points == 0) {
                target.healing.clear();
            }
        }
        found.branches.push(Branch {
            answer,
            whole,
            success,
            targets,
            brings,
        });
    }

    /// Runs an order once with these faces; further decisions are answered like the first where that is offered, else by doing nothing.
    fn try_once(
        &mut self,
        snapshot: &Snapshot,
        order: &Order,
        answer: Option<&str>,
        faces: Vec<Die>,
        sample: Option<u64>,
        first: &mut Vec<(String, String)>,
    ) -> (Run, Vec<Die>) {
        self.restore(snapshot);
        let mover = self.side_to_move();
        let walker = match order {
            Order::Move(walk) => {
                let perils = self.ruleset().perils(self.world(), walk.creature);
                Some((walk.creature, ailing(self, walk.creature), perils))
            }
            _ => None,
        };
        self.world_mut().resource_mut::<Dice>().explore(faces, sample);
        let mut next = order.clone();
        let mut asks = BTreeSet::new();
        loop {
            if self.order(&next).is_err() {
                break;
            }
            let Some(decision) = self.decision() else { break };
            if let Some(choice) = decision.choices.first() {
                asks.insert(Asked {
                    creature: decision.creature,
                    against: decision.against,
                    label: choice.label.clone(),
                });
            }
            if first.is_empty() {
                first.extend(
                    decision
                        .choices
                        .iter()
                        .map(|c| (c.key.to_string(), c.label.to_string())),
                );
            }
            let choice = decision
                .choices
                .iter()
                .find(|choice| answer.is_some_and(|answer| choice.key == answer))
                .or(decision.choices.last());
            let Some(choice) = choice else { break };
            next = Order::Answer {
                choice: choice.key.to_string(),
            };
        }
        let rolled = self.world_mut().resource_mut::<Dice>().explored();
        let ways = rolled
            .iter()
            .try_fold(1, |ways: u128, die| ways.checked_mul(u128::from(die.sides)))
            .unwrap_or(u128::MAX);
        let mut effect = effect_of(self.events());
        let mut stays = Vec::new();
        if let Some((walker, before, known)) = &walker {
            // What a walker is no longer, or is now, is told by its sheet, whatever the rules call it and however they tell of it.
            let after = ailing(self, *walker);
            let own = effect.entry(*walker).or_default();
            own.end(before.difference(&after).cloned());
            own.begin(after.difference(before).cloned());
            stays = self.ruleset().perils(self.world(), *walker);
            stays.retain(|peril| !known.contains(peril));
        }
        let walker = walker.map(|(walker, ..)| walker);
        let run = Run {
            ways,
            verdict: first_verdict(self.events()),
            effect,
            brings: brought_by(self.events(), mover, walker, self.world().resource::<Cast>()),
            asks,
            stays,
        };
        (run, rolled)
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

impl Effect {
    /// Conditions that are over, those that were told as such among them.
    fn end(&mut self, keys: impl Iterator<Item = String>) {
        let told = self.ended.clone();
        self.ended.extend(keys.filter(|key| !told.contains(key)));
    }

    /// Conditions that have begun.
    fn begin(&mut self, keys: impl Iterator<Item = String>) {
        let told = self.conditions.clone();
        self.conditions.extend(keys.filter(|key| !told.contains(key)));
    }
}

/// The keys of everything that ails a creature, or helps it.
fn ailing(battle: &Battle, creature: Id) -> BTreeSet<String> {
    if battle.world().part::<OnMap>(creature).is_none() {
        return BTreeSet::new();
    }
    let sheet = battle.ruleset().sheet(battle.world(), creature);
    sheet.ailments.into_iter().map(|ailment| ailment.key).collect()
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

/// What came about besides what was done to anybody, as far as the mover's side is told of it: for everybody who went somewhere, where to;
/// but whoever walks goes where it was told to go.
fn brought_by(events: &[Event], mover: Option<SideId>, walker: Option<Id>, cast: &Cast) -> BTreeSet<String> {
    let told = |event: &&Event| mover.is_none_or(|side| !event.unseen_by.contains(&side));
    let mut out = BTreeSet::new();
    let mut goes: BTreeMap<Option<Id>, &Event> = BTreeMap::new();
    for event in events.iter().filter(told) {
        match event.what {
            What::Door { .. } | What::Ground { .. } | What::Light { .. } | What::Leaves | What::Arrives { .. } => {
                out.insert(event.describe(cast));
            }
            What::Step { .. } if event.actor != walker || walker.is_none() => {
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
