//! When a condition can do something: what the rows of `conditions.toml` stand under.

use serde::Deserialize;

use crate::rules::effects::{self, Gives};

/// A moment at which the rules ask what conditions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    /// It makes an attack roll.
    Attack,
    /// It is attacked.
    Attacked,
    /// It makes a Defense Roll.
    DefenseRoll,
    /// What half cover joins to its Evasion.
    CoveredEvasion,
    /// What half cover joins to its Defense Rolls.
    CoveredDefense,
    /// It would do anything.
    Acts,
}

/// What a row may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Only {
    /// Melee attacks.
    Melee,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::Attack | Self::Attacked, _) | (Self::DefenseRoll, None) => gives.leans(),
            (Self::CoveredEvasion | Self::CoveredDefense, None) => gives.counts(),
            (Self::Acts, None) => gives == Gives::Forbidden,
            _ => false,
        }
    }
}
