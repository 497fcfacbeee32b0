//! What stat blocks are written in: feet, sizes, natures, scores.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::level;

/// Lengths of stat blocks are whole feet.
pub(crate) type Feet = i32;

/// A square's edge in feet (VIG-GRID-1).
pub(crate) const SQUARE: Feet = 6;

/// How many of the Tiny can be in one square (VIG-MOVE-7).
pub(crate) const MOST_TINY: usize = 4;

/// The size categories (VIG-SIZE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Massive,
    Colossal,
}

impl Size {
    /// VIG-GRID-5: the edge of its space in squares.
    pub const fn edge(self) -> u8 {
        [1, 1, 1, 2, 3, 4, 5][self as usize]
    }

    /// Its name in the words that all rulesets share.
    pub const fn shared(self) -> level::Size {
        match self {
            Self::Tiny => level::Size::Tiny,
            Self::Small => level::Size::Small,
            Self::Medium => level::Size::Medium,
            Self::Large => level::Size::Large,
            Self::Huge => level::Size::Huge,
            Self::Massive | Self::Colossal => level::Size::Colossal,
        }
    }

    /// VIG-GRID-6: how many squares it reaches.
    pub const fn reach(self) -> i32 {
        [0, 1, 1, 1, 2, 3, 4][self as usize]
    }
}

impl From<level::Size> for Size {
    fn from(size: level::Size) -> Self {
        match size {
            level::Size::Tiny => Self::Tiny,
            level::Size::Small => Self::Small,
            level::Size::Medium => Self::Medium,
            level::Size::Large => Self::Large,
            level::Size::Huge => Self::Huge,
            level::Size::Colossal => Self::Colossal,
        }
    }
}

/// Who is harmed in which way (VIG-OBJ-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Can be Wounded and go into Shock.
    #[default]
    Living,
    /// Has Durability alone.
    Construct,
    /// The same, and not alive.
    Undead,
}

/// The ability scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    Strength,
    Agility,
    #[default]
    Speed,
    Stamina,
    Reason,
    Resolve,
    Soul,
}

impl Score {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Strength", "Agility", "Speed", "Stamina", "Reason", "Resolve", "Soul"][self as usize]
    }
}
