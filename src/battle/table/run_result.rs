//! What came of one way of rolling.

use std::collections::{BTreeMap, BTreeSet};

use super::battle::Battle;
use crate::battle::values::{ById, Event, Id, Names, OnMap, Order, SideId, Text, What};
use crate::dice::Weights;
use crate::grid::Square;

/// Weights beyond this are no longer counted out, so that sums and products of them stay numbers; then samples are taken, too.
const MOST_WEIGHT: u128 = 1 << 96;

/// One way of rolling: of how many ways in all it is how many, and what came of it.
pub(in crate::battle) struct RunResult {
    pub(in crate::battle) ways: u128,
    pub(in crate::battle) weight: u128,
    pub(in crate::battle) further: u128,
    pub(in crate::battle) verdict: Option<bool>,
    pub(in crate::battle) effect: BTreeMap<Id, Effect>,
    pub(in crate::battle) brings: BTreeSet<String>,
    /// The square that each creature but the walker is moved to, if it is moved.
    pub(in crate::battle) places: BTreeMap<Id, Square>,
    /// The sides that have won, if the fight ends.
    pub(in crate::battle) winners: Vec<SideId>,
    /// What staying there brings.
    pub(in crate::battle) stays: Vec<Text>,
}

impl RunResult {
    /// The outcome of one run, read from its events and from the state in which it leaves the walker. The outcome is put into words as
    /// well if `telling` is set.
    pub(in crate::battle) fn of(
        battle: &Battle,
        events: &[Event],
        mover: Option<SideId>,
        walker: Option<&Walker>,
        weights: Weights,
        telling: bool,
    ) -> Self {
        let Weights { ways, weight, further } = weights;
        let mut effect = effect_of(events);
        let mut stays = Vec::new();
        if let Some(walker) = walker {
            let after = ailing(battle, walker.creature);
            let own = effect.entry(walker.creature).or_default();
            own.end(walker.ailed.difference(&after).cloned());
            own.begin(after.difference(&walker.ailed).cloned());
            stays = battle.ruleset().perils(battle.world(), walker.creature);
            stays.retain(|peril| !walker.perils.contains(peril));
        }
        let walks = walker.map(|walker| walker.creature);
        let places = if telling { places(events, mover, walks) } else { BTreeMap::new() };
        Self {
            places,
            winners: winners(events),
            ways,
            weight,
            further,
            verdict: first_verdict(events),
            effect,
            brings: if telling {
                brought_by(events, mover, walks, battle.world().resource::<Names>())
            } else {
                BTreeSet::new()
            },
            stays,
        }
    }
}

/// The creature that walks, and its state before the run. Conditions gained and lost are found by comparing its sheets before and after,
/// so any ruleset's conditions are found.
pub(in crate::battle) struct Walker {
    creature: Id,
    ailed: BTreeSet<String>,
    perils: Vec<Text>,
}

impl Walker {
    /// The walker of an order; `None` if no creature walks.
    pub(in crate::battle) fn of(battle: &Battle, order: &Order) -> Option<Self> {
        let Order::Move(walk) = order else { return None };
        let creature = walk.creature;
        battle.world().part::<OnMap>(creature)?;
        Some(Self {
            creature,
            ailed: ailing(battle, creature),
            perils: battle.ruleset().perils(battle.world(), creature),
        })
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

/// What one run did to one creature.
#[derive(Clone, Debug, Default)]
pub(in crate::battle) struct Effect {
    pub(in crate::battle) damage: i32,
    pub(in crate::battle) lost: u128,
    pub(in crate::battle) healed: i32,
    pub(in crate::battle) drops: bool,
    pub(in crate::battle) conditions: Vec<String>,
    pub(in crate::battle) ended: Vec<String>,
    /// The last protection that let nothing through.
    pub(in crate::battle) spared_by: Option<Text>,
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

/// How the first number rolled against something came out.
fn first_verdict(events: &[Event]) -> Option<bool> {
    let mut traces = events.iter().filter_map(|event| event.trace.as_deref());
    traces.find_map(|trace| trace.verdict)
}

fn winners(events: &[Event]) -> Vec<SideId> {
    let end = events.iter().find_map(|event| match &event.what {
        What::Ends { result } => Some(result),
        _ => None,
    });
    end.map(|result| result.winners.clone()).unwrap_or_default()
}

fn effect_of(events: &[Event]) -> BTreeMap<Id, Effect> {
    let mut out: BTreeMap<Id, Effect> = BTreeMap::new();
    for event in events {
        let Some(target) = event.target else { continue };
        match &event.what {
            What::Attack { .. } => {
                out.entry(target).or_default();
            }
            What::Outcome { outcome, by: Some(by) } if !outcome.lands() => {
                out.entry(target).or_default().spared_by = Some(by.name.clone());
            }
            What::Damage { amount, change, .. } => {
                let effect = out.entry(target).or_default();
                effect.damage += amount;
                effect.lost += u128::try_from(change.0 - change.1).unwrap_or(0);
            }
            // What is told of a creature as its actor alone it has spent itself.
            What::Resource { change, .. } => {
                out.entry(target).or_default().lost += u128::try_from(change.0 - change.1).unwrap_or(0);
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

/// The events as the mover's side is told of them; all as they are where no side moves.
fn told(events: &[Event], mover: Option<SideId>) -> impl Iterator<Item = &Event> {
    events.iter().filter_map(move |event| match mover {
        Some(side) => event.told_to(side),
        None => Some(event),
    })
}

/// What came about besides harm and conditions, as far as the mover's side is told of it. For each creature that changed place it says
/// where to. The walker itself is left out: it goes where the order told it to go.
fn brought_by(events: &[Event], mover: Option<SideId>, walker: Option<Id>, cast: &Names) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut goes: BTreeMap<Option<Id>, &Event> = BTreeMap::new();
    for event in told(events, mover).filter(|event| event.comes_about()) {
        match event.what {
            What::Step { .. } if event.actor == walker && walker.is_some() => {}
            What::Step { .. } => {
                goes.insert(event.actor, event);
            }
            _ => {
                out.insert(event.describe(cast));
            }
        }
    }
    out.extend(goes.values().map(|event| event.describe(cast)));
    out
}

/// Where each creature but the walker is moved to, as far as the mover's side is told of it.
fn places(events: &[Event], mover: Option<SideId>, walker: Option<Id>) -> BTreeMap<Id, Square> {
    let mut out = BTreeMap::new();
    for event in told(events, mover) {
        if let (What::Step { to, .. }, Some(moved)) = (&event.what, event.actor)
            && Some(moved) != walker
        {
            out.insert(moved, *to);
        }
    }
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

/// Extends the common multiple of all weights so far by one more number of ways. `None` when it grows beyond what is counted.
pub(in crate::battle) fn in_common(common: u128, ways: u128) -> Option<u128> {
    lcm(common, ways).filter(|&common| common <= MOST_WEIGHT)
}
