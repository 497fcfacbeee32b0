//! Lengths in metres, of which a square is one (MOM-TERR-1), and the size categories (R7).

use serde::{Deserialize, Serialize};

use crate::grid::Length;
use crate::level;

/// A length in metres.
pub(crate) type Metres = i32;

/// The size categories. They change neither hits nor damage, only what asks for a size (MOM-SIZE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Gigantic,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Self; 6] = [Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge, Self::Gigantic];

    /// The edge of its space in squares.
    pub const fn edge(self) -> u8 {
        [1, 1, 1, 2, 3, 4][self as usize]
    }

    /// How tall it is, however it stands.
    pub const fn tall(self) -> Length {
        Length((Length::METRE.0 / 2) << self as u32)
    }

    /// How many categories larger it is than another.
    pub const fn above(self, other: Self) -> i32 {
        self as i32 - other as i32
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
            level::Size::Colossal => Self::Gigantic,
        }
    }
}
