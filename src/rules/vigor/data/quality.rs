//! The ranks of weapons, armour and whatever else is made: each a die, and a step above the one before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Feeble,
    Crude,
    #[default]
    Ordinary,
    Heroic,
    Epic,
    Legendary,
}

impl Quality {
    /// VIG-DMG-2: the sides of its die.
    pub const fn die(self) -> u16 {
        [4, 6, 8, 10, 12, 20][self as usize]
    }

    /// The rank whose die has so many sides.
    pub fn of_die(sides: u16) -> Option<Self> {
        let all = [Self::Feeble, Self::Crude, Self::Ordinary, Self::Heroic, Self::Epic, Self::Legendary];
        all.into_iter().find(|rank| rank.die() == sides)
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Feeble", "Crude", "Ordinary", "Heroic", "Epic", "Legendary"][self as usize]
    }

    /// VIG-QUAL-2, VIG-QUAL-4: whether it is Heroic or better and three steps above another or more.
    pub fn outclasses(self, other: Self) -> bool {
        self >= Self::Heroic && self as i32 - other as i32 >= 3
    }
}
