//! Lengths in half-metres, which no length of the rules divides (EDG-GRID-2), the size categories, the bands of distance.

use serde::{Deserialize, Serialize};

use crate::grid::Length;
use crate::level;

/// A length in half-metres.
pub(crate) type HalfMetres = i32;

/// A square's edge in half-metres (EDG-GRID-1).
pub(crate) const SQUARE: HalfMetres = 3;

/// What a straight and a diagonal step come to on clear ground (EDG-GRID-3).
pub(crate) const STEP: [HalfMetres; 2] = [SQUARE, 4];

/// The size categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Gargantuan,
}

impl Size {
    /// EDG-GRID-7: the edge of its space in squares.
    pub const fn edge(self) -> u8 {
        [1, 1, 1, 2, 3, 5][self as usize]
    }

    /// How far it reaches where nothing else is said.
    pub const fn reach(self) -> HalfMetres {
        [1, 2, 2, 4, 6, 8][self as usize]
    }

    /// EDG-GRID-17: how tall it stands.
    pub const fn tall(self) -> Length {
        Length([1, 2, 3, 6, 10, 14][self as usize] * Length::METRE.0 / 2)
    }

    /// Its name in the words that all rulesets share.
    pub const fn shared(self) -> level::Size {
        [
            level::Size::Tiny,
            level::Size::Small,
            level::Size::Medium,
            level::Size::Large,
            level::Size::Huge,
            level::Size::Colossal,
        ][self as usize]
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
            level::Size::Colossal => Self::Gargantuan,
        }
    }
}

/// The bands of distance (EDG-ATK-8, EDG-GRID-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    #[default]
    Close,
    Short,
    Medium,
    Long,
    Extreme,
}

impl Band {
    const ALL: [Self; 5] = [Self::Close, Self::Short, Self::Medium, Self::Long, Self::Extreme];

    /// How far it goes.
    pub const fn limit(self) -> HalfMetres {
        [20, 60, 100, 200, HalfMetres::MAX][self as usize]
    }

    /// EDG-ATK-8: what it adds to Defense.
    pub const fn harder(self) -> i32 {
        [0, 2, 4, 6, 10][self as usize]
    }

    /// The band of a distance.
    pub fn of(far: HalfMetres) -> Self {
        let all = Self::ALL.into_iter();
        all.filter(|band| far <= band.limit()).min().unwrap_or(Self::Extreme)
    }

    /// EDG-RNG-3: the one behind it.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Close", "Short", "Medium", "Long", "Extreme"][self as usize]
    }
}
