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
    /// It would move by itself.
    Moves,
    /// It would react.
    Reacts,
    /// How far it gets in a turn.
    Speed,
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
    /// Of Strength or Dexterity.
    Body,
    /// While the creature that brought it about is in sight.
    InSight,
    /// Attacks on the creature that it concerns.
    AgainstSource,
    /// Likewise, hand to hand.
    AgainstSourceNear,
    /// Attacks in which the one is not seen by the other.
    Unseen,
    /// Attackers whom the target sees.
    Seen,
    /// What is done on its own account and not against the creature that brought it about.
    Elsewhere,
}

impl effects::Moment for Moment {
    type Only = Only;

    fn allows(self, only: Option<Only>, gives: Gives) -> bool {
        match (self, only) {
            (Self::Check, None | Some(Only::Dexterity | Only::Body | Only::InSight | Only::Elsewhere))
            | (Self::Attack, None | Some(Only::Melee | Only::AgainstSource | Only::AgainstSourceNear | Only::Unseen))
            | (Self::Attacked, None | Some(Only::Near | Only::Far | Only::Unseen | Only::Seen))
            | (Self::Save, None | Some(Only::Dexterity)) => gives.leans(),
            (Self::PhysicalCheck, None) => gives == Gives::Fails,
            (Self::Defense | Self::Speed, None) => gives.counts(),
            (Self::Acts | Self::Moves | Self::Reacts, None) => gives == Gives::Forbidden,
            _ => false,
        }
    }
}
