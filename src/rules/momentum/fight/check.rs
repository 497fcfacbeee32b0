//! A Skill Check against another creature's, until its dice fall: who, against whom, about what.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::Id;

/// What a contest is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum About {
    /// Moving it a square (MOM-SHOVE-1).
    Place,
    /// Knocking it down (MOM-TRIP-1).
    Feet,
    /// Blinding it (MOM-BLIND-1).
    Eyes,
    /// Holding it (MOM-GRAB-1).
    Hold,
    /// Getting onto its back (MOM-CLIMB-3).
    Back,
    /// Shaking it off the own back (MOM-CLIMB-6).
    Off,
    /// Making it drop what it holds (MOM-DISARM-1).
    Hands,
    /// Getting free of the one who holds the actor (MOM-GRAB-6).
    Freedom,
    /// Getting free of what binds the actor, which nobody contests (MOM-STAT-11).
    Bonds,
    /// Ending its Bleeding, which nobody contests (MOM-ACT-11).
    Blood,
}

/// A contest, until its dice fall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Contest {
    /// Who acts.
    pub actor: Id,
    /// Against whom.
    pub target: Id,
    /// About what.
    pub about: About,
    /// Whether the other has let it happen.
    #[serde(default)]
    pub let_happen: bool,
}

impl Contest {
    /// A contest of a creature about something.
    pub(crate) const fn new(actor: Id, target: Id, about: About) -> Self {
        Self { actor, target, about, let_happen: false }
    }
}
