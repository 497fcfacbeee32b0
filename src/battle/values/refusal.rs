//! Why an order is not accepted: data shown to the player, never a panic.

use serde::{Deserialize, Serialize};

use super::rule::{Rule, Text};
use crate::grid::Square;

/// An order that is not legal now, and why. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// A stable word for programs, such as `not_your_turn`.
    pub code: Text,
    /// A sentence for people.
    pub message: Text,
    /// The rule behind it, when a rule is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
}

impl Refusal {
    /// Whether it is the distance that stands against it.
    pub fn is_distance(&self) -> bool {
        ["range", "reach", "too_far", "out_of_reach"].contains(&&*self.code)
    }

    /// Whether it is something in between that stands against it.
    pub fn is_barrier(&self) -> bool {
        ["no_line", "blocked", "corner", "wall"].contains(&&*self.code)
    }

    /// A refusal that no rule of the game stands behind.
    pub fn new(code: &'static str, message: impl Into<Text>) -> Self {
        Self { code: code.into(), message: message.into(), rule: None }
    }

    /// The refusal of any order after the end of the fight.
    pub(crate) fn over() -> Self {
        Self::new("over", "The fight is over.")
    }

    /// The refusal of a square that is none of the map.
    pub fn off_map(at: Square) -> Self {
        Self::new("off_map", format!("There is no square {},{} on this map.", at.x, at.y))
    }

    /// A refusal by a rule of the ruleset.
    pub fn by(rule: Rule, code: &'static str, message: impl Into<Text>) -> Self {
        Self { code: code.into(), message: message.into(), rule: Some(rule) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Refusal {}
