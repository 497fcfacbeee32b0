//! What a creature has readied: the action, and what it waits for (EDG-ACT-10).

use serde::{Deserialize, Serialize};

use super::measure::HalfMetres;
use crate::battle::{Act, Id};
use crate::grid::Square;

/// The word of a move that is readied.
pub(crate) const MOVE: &str = "move";

/// What a readied action waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trigger {
    /// It comes onto a square.
    EntersSquare(Square),
    /// It comes as near as this.
    ComesWithin(HalfMetres),
    /// It comes into view.
    EntersView,
    /// It has attacked.
    Attacks,
    /// It has been hit.
    IsHit,
    /// It has stood up.
    StandsUp,
    /// An ally has acted.
    AllyActs,
}

/// Something readied.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ready {
    /// What it waits for.
    pub trigger: Trigger,
    /// The creature that is to bring it about; any enemy (of `AllyActs`: any ally) where none is named.
    pub of: Option<Id>,
    /// The order, whole but for a target that only the trigger names.
    pub act: Act,
}
