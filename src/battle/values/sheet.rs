//! What a player may read about a creature under any ruleset: its gauges, counters, numbers, conditions and gear.

use super::look::Mark;
use super::rule::Rule;
use serde::{Deserialize, Serialize};

/// What a gauge or counter stands for, under any name that a ruleset gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// What goes down first when a creature or thing is hurt; drawn on the token.
    Health,
    /// A further layer under it.
    DeepHealth,
    /// An ability that can be worn down.
    Ability,
    /// What it has to pay with on its turn.
    Turn,
    /// What powers or exertions are paid with.
    Energy,
    /// Breath.
    Breath,
    /// Ammunition.
    Ammunition,
    /// What armour or a shield still stands.
    Armour,
    /// How far something has come that takes longer than a turn.
    Progress,
    /// The rounds left until the worst happens.
    Clock,
    /// Anything else.
    #[default]
    Other,
}

/// A bar of the sheet: hit points and their like.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gauge {
    /// The ruleset's name of the stat, as `gm set` takes it.
    pub key: String,
    /// What it stands for.
    pub measure: Measure,
    /// What people call it.
    pub label: String,
    /// Now.
    pub now: i32,
    /// At most.
    pub max: i32,
}

/// A stat of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// The ruleset's name of the stat.
    pub key: String,
    /// What people call it.
    pub label: String,
    /// Its value, for people.
    pub value: String,
}

/// One of the ways in which something that a side holds for itself, such as a card, can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandWay {
    /// The key of what is held, as [`Stat::key`] in the hand.
    pub held: String,
    /// What an order of it names as `with`.
    pub with: String,
    /// What the button says.
    pub label: String,
    /// What it does, in a sentence.
    pub text: String,
    /// When it can be used, in a sentence.
    pub when: String,
}

/// A condition as the sheet shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionView {
    /// The ruleset's key; the badge goes by it.
    pub key: String,
    /// What it looks like on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What people call it.
    pub label: String,
    /// What it does, in a sentence.
    pub text: String,
    /// How long it lasts, for people.
    pub lasts: String,
    /// The rule.
    pub rule: Option<Rule>,
}

/// Everything a player may read about a creature, under any ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Pools that keep it going.
    pub gauges: Vec<Gauge>,
    /// Counters it pays with.
    pub pips: Vec<Gauge>,
    /// Other numbers.
    pub stats: Vec<Stat>,
    /// Conditions.
    pub ailments: Vec<ConditionView>,
    /// Attacks and other things it owns, a line each.
    pub gear: Vec<Stat>,
}

impl Gauge {
    /// A gauge or counter.
    pub fn new(key: &str, measure: Measure, label: &str, now: i32, max: i32) -> Self {
        Self { key: key.into(), measure, label: label.into(), now, max }
    }
}

impl Stat {
    /// A stat with a value of any type.
    pub fn new(key: &str, label: &str, value: impl ToString) -> Self {
        Self { key: key.into(), label: label.into(), value: value.to_string() }
    }
}

impl Sheet {
    /// The gauges of one measure.
    pub fn of(&self, measure: Measure) -> impl Iterator<Item = &Gauge> {
        self.gauges.iter().filter(move |gauge| gauge.measure == measure)
    }

    /// The gauge of what goes down first when it is hurt.
    pub fn health(&self) -> Option<&Gauge> {
        self.gauges.iter().find(|gauge| gauge.measure == Measure::Health)
    }

    /// What is left to pay with on a turn: the first of its counters of that kind.
    pub fn left_of_turn(&self) -> Option<i32> {
        self.pips.iter().find(|pip| pip.measure == Measure::Turn).map(|pip| pip.now)
    }

    /// Whether a condition of it looks like this.
    pub fn has(&self, mark: Mark) -> bool {
        self.ailments.iter().any(|ailment| ailment.mark == Some(mark))
    }
}
