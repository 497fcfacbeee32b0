//! The bands of gravity (EDG-GRAV-1), what a creature is used to, and what it bears now.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::measure::HalfMetres;
use crate::grid::Direction;

/// The bands, from none to crushing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gravity {
    Zero,
    Low,
    #[default]
    Normal,
    High,
    Crushing,
}

/// All of them, in order.
const ALL: [Gravity; 5] = [Gravity::Zero, Gravity::Low, Gravity::Normal, Gravity::High, Gravity::Crushing];

impl Gravity {
    /// EDG-GRAV-1, R60: that of a gravity in hundredths; values that two bands share are normal.
    pub(crate) const fn of(hundredths: i32) -> Self {
        match hundredths {
            ..=9 => Self::Zero,
            10..=69 => Self::Low,
            70..=130 => Self::Normal,
            131..=200 => Self::High,
            _ => Self::Crushing,
        }
    }

    /// EDG-GRAV-15, R78: what a creature feels that is at home in another: so many steps up or down, within the five.
    pub(crate) fn felt_by(self, native: Self) -> Self {
        let step = self as i32 + Self::Normal as i32 - native as i32;
        ALL[usize::try_from(step.clamp(0, 4)).unwrap_or(0)]
    }

    /// What people call it.
    pub(crate) const fn name(self) -> &'static str {
        ["no weight", "low gravity", "normal gravity", "high gravity", "crushing gravity"][self as usize]
    }
}

/// What a creature has got used to (EDG-GRAV-3, EDG-GRAV-6, EDG-GRAV-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Acclimatised {
    /// High gravity only sickens it.
    High,
    /// Low gravity is no advantage any more, and normal gravity is as high.
    Low,
    /// It was without weight for long: normal gravity is as high.
    Weightless,
}

/// What gravity does to a creature now, where that is anything.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Weight {
    /// What it feels.
    pub band: Gravity,
    /// The conditions that it has of that.
    pub load: WeightLoad,
    /// EDG-GRAV-5: whether it bears crushing gravity until its next turn.
    pub bears: bool,
    /// EDG-GRAV-16: whether what it carries is too much for it here.
    pub overloaded: bool,
}

/// The conditions that gravity brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct WeightLoad {
    pub sickened: bool,
    pub hindered: bool,
    pub restrained: bool,
}

/// EDG-GRAV-3: the days on which a creature has borne high gravity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct HeavyDays(pub i32);

/// How many of these it takes.
pub(crate) const HEAVY_DAYS: i32 = 5;

/// Where a drifting creature is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Heading {
    /// Level, one of eight ways.
    Level(Direction),
    /// Straight up.
    Up,
    /// Straight down.
    Down,
}

/// EDG-GRAV-13: a creature that drifts: which way, and how far in a turn.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Adrift {
    /// Which way.
    pub heading: Heading,
    /// How far.
    pub far: HalfMetres,
}
