//! Questions the rules put to a side. While one is open, only its answer is accepted.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::cost_preview::Left;
use super::id::{Id, SideId};
use super::purpose::{Price, Purpose};
use super::rule::{Rule, Text};
use super::trace::Trace;
use crate::grid::Square;

/// One possible answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What the answer order names.
    pub key: Text,
    /// What the button says.
    pub label: Text,
    /// What it costs, for people; empty when free.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub cost: Text,
    /// The same, counted.
    #[serde(default)]
    pub price: Price,
    /// What would be left of what it is paid with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Left>,
    /// The dice it throws, by their sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u16>,
    /// What it is for.
    #[serde(default)]
    pub purpose: Purpose,
    /// The rule that offers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The square it is about, where it is one place among several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Square>,
    /// Whom or what it is done to, where it is one target among several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
}

impl Choice {
    /// A choice by key and label.
    pub fn new(key: impl Into<Text>, label: impl Into<Text>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            cost: "".into(),
            price: Price::Free,
            leaves: None,
            dice: Vec::new(),
            purpose: Purpose::Other,
            rule: None,
            at: None,
            target: None,
        }
    }

    /// One place among several, by the words for going there, such as `To`.
    pub fn place(at: Square, going: &str, rule: Rule) -> Self {
        let key = at.word();
        let label = format!("{going} {key}");
        Self::new(key, label).at(at).to(Purpose::Move).by(rule)
    }

    /// States the cost, for people and counted.
    #[must_use]
    pub fn costs(mut self, cost: impl Into<Text>, price: Price) -> Self {
        self.cost = cost.into();
        self.price = price;
        self
    }

    /// States what would be left of what it is paid with.
    #[must_use]
    pub fn leaving(mut self, left: Left) -> Self {
        self.leaves = Some(left);
        self
    }

    /// States the dice it throws, by their sides.
    #[must_use]
    pub fn throwing(mut self, dice: Vec<u16>) -> Self {
        self.dice = dice;
        self
    }

    /// States what it is for.
    #[must_use]
    pub fn to(mut self, purpose: Purpose) -> Self {
        self.purpose = purpose;
        self
    }

    /// States the square it is about.
    #[must_use]
    pub fn at(mut self, at: Square) -> Self {
        self.at = Some(at);
        self
    }

    /// States whom or what it is done to.
    #[must_use]
    pub fn onto(mut self, target: Id) -> Self {
        self.target = Some(target);
        self
    }

    /// Cites the rule that offers it.
    #[must_use]
    pub fn by(mut self, rule: Rule) -> Self {
        self.rule = Some(rule);
        self
    }
}

/// An open question on the thing in flight that bears it. The last choice is the one that does nothing.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// The side that must answer.
    pub side: SideId,
    /// The creature it is about.
    pub creature: Id,
    /// The question's key, such as `dodge`; standing answers go by it.
    pub kind: Text,
    /// The question in a sentence.
    pub prompt: Text,
    /// The number at stake, such as the damage that stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Trace>,
    /// Who or what brought it about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Id>,
    /// Whether all that the order does is settled by then ([`Asks::AFTERWARDS`](crate::battle::Asks::AFTERWARDS)).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub afterwards: bool,
    /// The possible answers.
    pub choices: Vec<Choice>,
}

impl Decision {
    /// Shows every rule that an answer follows or that is cited in the number at stake.
    pub fn each_rule<'a>(&'a self, see: &mut dyn FnMut(&'a Rule)) {
        let followed = self.choices.iter().filter_map(|choice| choice.rule.as_ref());
        followed.for_each(&mut *see);
        if let Some(number) = &self.number {
            number.each_rule(see);
        }
    }

    /// States the number at stake.
    #[must_use]
    pub fn number(mut self, number: Trace) -> Self {
        self.number = Some(number);
        self
    }

    /// States who or what brought it about.
    #[must_use]
    pub fn against(mut self, against: Option<Id>) -> Self {
        self.against = against;
        self
    }
}

/// The key of the choice that was made, on the thing in flight that asked.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer(pub String);
