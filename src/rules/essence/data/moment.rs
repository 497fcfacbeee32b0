//! When a condition can do something: what the rows of `conditions.toml` stand under.

use serde::Deserialize;

use crate::rules::effects::{self, Gives};

/// A moment at which the rules ask what conditions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    /// It makes an Attack, or opposes one.
    Attack,
    /// It is attacked.
    Attacked,
    /// Whether it is Flat Footed to everybody.
    Open,
    /// Whether it is Flat Footed to one attacker.
    OpenTo,
    /// It looks at a target.
    Sees,
    /// It is looked at.
    Seen,
    /// Its Actions of a Turn are counted.
    Actions,
    /// Its Reactions of a Round are counted.
    Reactions,
    /// It would do anything at all.
    Acts,
    /// It would leave its space by itself.
    Leaves,
    /// It breathes.
    Breathes,
    /// How many feet around it are lit.
    Lights,
}

/// What a row may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Only {
    /// Melee Attacks.
    Melee,
    /// Ranged Attacks.
    Ranged,
    /// The attacker who brought the condition about.
    Source,
    /// A condition that no single creature brought about.
    NoSource,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::Attack | Self::Attacked, None | Some(Only::Melee | Only::Ranged)) => gives.leans(),
            (Self::Open, None | Some(Only::NoSource)) | (Self::OpenTo, Some(Only::Source)) => gives == Gives::Advantage,
            (Self::Sees | Self::Seen, None) => gives == Gives::Disadvantage,
            (Self::Actions | Self::Reactions | Self::Lights, None) => gives.counts(),
            (Self::Acts | Self::Leaves | Self::Breathes, None) => gives == Gives::Forbidden,
            _ => false,
        }
    }
}
