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
    /// Its Evasion.
    Evasion,
    /// What half cover joins to its Evasion.
    CoveredEvasion,
    /// What half cover joins to its Defense Rolls.
    CoveredDefense,
    /// It would do anything.
    Acts,
    /// It would spend Action Points, other than on getting free.
    Spends,
    /// It would spend Reaction Points.
    Reacts,
    /// It would go anywhere by itself.
    Moves,
    /// It sees.
    Sees,
    /// Its Armor.
    Armor,
    /// Its Basic Movement.
    Movement,
    /// The Action Points of its turn.
    ActionPoints,
}

/// What a row may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Only {
    /// Melee attacks.
    Melee,
    /// What is done to the creature that the condition comes from.
    Source,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::Attack | Self::Attacked, _) | (Self::DefenseRoll, None) => gives.leans(),
            (
                Self::Evasion
                | Self::CoveredEvasion
                | Self::CoveredDefense
                | Self::Armor
                | Self::Movement
                | Self::ActionPoints,
                None,
            ) => gives.counts(),
            (Self::Acts | Self::Spends | Self::Reacts | Self::Moves | Self::Sees, None) => gives == Gives::Forbidden,
            _ => false,
        }
    }
}
