//! When a condition can do something: what the rows of `conditions.toml` stand under.

use serde::Deserialize;

use crate::rules::effects::{self, Gives};

/// A moment at which the rules ask what conditions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    /// It makes an action roll: Charges and Challenges.
    ActionRoll,
    /// It rolls Bonus dice, whatever for: steps that are neither Charges nor Challenges.
    BonusDice,
    /// It is attacked.
    Attacked,
    /// It would attack a target.
    Aims,
    /// It would act.
    Acts,
    /// It would react.
    Reacts,
    /// It would move.
    Moves,
    /// Its actions of a turn are counted.
    Actions,
    /// The Speed with which it moves.
    Speed,
    /// The Speed that gives Bonus dice to a Defense.
    DefenseSpeed,
    /// What a Defense costs.
    Defends,
    /// What it costs to strike back, where that is a Defense.
    StrikesBack,
    /// It would recover Durability.
    Recovers,
}

/// What a row may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Only {
    /// Attacks hand to hand.
    Melee,
    /// Attacks at a distance.
    Ranged,
    /// The one who brought the condition about.
    Source,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::ActionRoll, None) => matches!(gives, Gives::Step(_)),
            // The remark on it says "a step down".
            (Self::BonusDice, None) => gives == Gives::Step(-1),
            (Self::Attacked, None | Some(Only::Melee | Only::Ranged)) => matches!(gives, Gives::Step(_)),
            (Self::Aims, None | Some(Only::Source)) => gives == Gives::Forbidden,
            (Self::Acts | Self::Reacts | Self::Moves | Self::Recovers, None) => gives == Gives::Forbidden,
            (Self::Actions | Self::Speed | Self::DefenseSpeed | Self::Defends | Self::StrikesBack, None) => {
                gives.counts()
            }
            _ => false,
        }
    }
}
