//! When a condition can do something: what the rows of `conditions.toml` stand under.

use serde::Deserialize;

use crate::rules::effects::{self, Gives};

/// A moment at which the rules ask what conditions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    /// It makes a check, whatever for.
    Check,
    /// It makes a check that needs its body.
    PhysicalCheck,
    /// It makes an attack roll.
    Attack,
    /// It is attacked.
    Attacked,
    /// It makes a save.
    Save,
    /// The Defense that an attack on it must reach.
    Defense,
    /// It would act.
    Acts,
    /// It would react.
    Reacts,
}

/// What a row may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Only {
    /// Attacks hand to hand.
    Melee,
    /// Attackers within whose reach the target is.
    Near,
    /// All others.
    Far,
    /// Of Dexterity.
    Dexterity,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::Check, None)
            | (Self::Attack, None | Some(Only::Melee))
            | (Self::Attacked, None | Some(Only::Near | Only::Far))
            | (Self::Save, None | Some(Only::Dexterity)) => gives.leans(),
            (Self::PhysicalCheck, None) => gives == Gives::Fails,
            (Self::Defense, None) => gives.counts(),
            (Self::Acts | Self::Reacts, None) => gives == Gives::Forbidden,
            _ => false,
        }
    }
}
