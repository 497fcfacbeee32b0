//! What holds between two creatures and no others, and where a creature is bound without an order. A window draws it on the board beside
//! the creatures themselves. The ruleset says it; nothing here decides.

use serde::{Deserialize, Serialize};

use super::id::Id;
use super::rule::{Rule, Text};
use crate::grid::Square;

/// What a tie does to who is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bearing {
    /// It lies open to the other.
    Open,
    /// The other does not see it well.
    Concealed,
    /// The other does not know where it is.
    Hidden,
    /// The other stands in its back, which by itself does nothing.
    Behind,
}

/// How a creature stands to another: open to it, hidden from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairEffect {
    /// Who is so.
    pub who: Id,
    /// To whom; to everybody when absent.
    pub to: Option<Id>,
    /// Whose presence it takes besides these two.
    pub by: Option<Id>,
    /// The ruleset's key; the icon goes by it.
    pub key: Text,
    /// What people call it.
    pub label: Text,
    /// Why it is so.
    pub why: Text,
    /// Whether that lays it open or covers it.
    pub bearing: Bearing,
    /// The rule.
    pub rule: Rule,
}

/// A way that a creature goes or points without an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// The squares of the top-left corner of its space, from where it is now.
    pub way: Vec<Square>,
    /// What it is, for people.
    pub label: Text,
    /// Whether it will be carried along it; else it only points that way.
    pub carried: bool,
}

/// Where a creature watches for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// The squares it takes in.
    pub squares: Vec<Square>,
    /// What it is, for people.
    pub label: Text,
}

/// Where a creature is bound, and what going otherwise costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedMovement {
    /// Ways to draw.
    pub ways: Vec<Bound>,
    /// What it watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
    /// Remarks, a line each.
    pub lines: Vec<String>,
    /// What befalls it on this turn if nothing is done.
    pub warning: Option<String>,
}
