//! What an object is made of: how much of a body it hides, what it can take.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use crate::battle::Rule;
use crate::grid::Length;
use crate::rule;

/// How much of a body a low obstacle hides (EDG-COV-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Degree {
    #[default]
    None,
    Light,
    Moderate,
    High,
    Total,
}

impl Degree {
    /// By how many of four lines are stopped (EDG-COV-9).
    pub(crate) const fn of(lines: usize) -> Self {
        [Self::None, Self::Light, Self::Moderate, Self::High, Self::Total][if lines < 4 { lines } else { 4 }]
    }

    /// R11: of what is so high and not tagged, by the share of a Medium body that it hides.
    pub(crate) fn by_height(height: Length) -> Self {
        match height.0 {
            11_250.. => Self::High,
            7_500.. => Self::Moderate,
            5_000.. => Self::Light,
            _ => Self::None,
        }
    }

    /// EDG-COV-14: for a target so many sizes smaller than Medium: one more for each, at most high; one less for each size larger.
    pub(crate) fn for_size(self, smaller: i32) -> Self {
        if matches!(self, Self::None | Self::Total) {
            return self;
        }
        [Self::None, Self::Light, Self::Moderate, Self::High][(self as i32 + smaller).clamp(0, 3) as usize]
    }

    /// EDG-COV-2, EDG-COV-3, EDG-COV-4: what it adds to Defense.
    pub(crate) const fn bonus(self) -> i32 {
        [0, 2, 4, 6, 0][self as usize]
    }

    /// What people call it, and the rule by which it counts.
    pub(crate) fn named(self) -> Option<(&'static str, Rule)> {
        match self {
            Self::None => None,
            Self::Light => Some(("light cover", rule!("EDG-COV-2"))),
            Self::Moderate => Some(("moderate cover", rule!("EDG-COV-3"))),
            Self::High => Some(("high cover", rule!("EDG-COV-4"))),
            Self::Total => Some(("total cover", rule!("EDG-COV-5"))),
        }
    }
}

/// EDG-TURN-5: an object that always takes an action to be used.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SpecialUse;

/// EDG-SET-3: a door or a device that works again once an action is spent on it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Faulty;

/// EDG-OBJ-2: what an object can take before it breaks.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Structure {
    /// Points left.
    pub now: i32,
    /// Points at most.
    pub max: i32,
    /// Its Armour Value.
    pub av: i32,
    /// The types that do it half the harm.
    pub resistances: Vec<DamageType>,
    /// The types that do it twice the harm.
    pub vulnerabilities: Vec<DamageType>,
}

/// What an object is to lines and ways.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Obstacle {
    /// Whether it is of full height.
    pub full: bool,
    /// What it is tagged with, where it is low.
    pub degree: Degree,
    /// EDG-SENSE-3: whether warmth shows through it.
    pub thin: bool,
}
