//! The weather of a level as rules and the window read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::grid::Direction;

/// Air, visibility and gravity over the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Weather {
    /// How far one can see.
    pub visibility: Visibility,
    /// Gravity in hundredths of the usual one: 100 is a normal day, 0 is free fall.
    pub gravity: i32,
    /// There is no air: nothing to breathe, no sound.
    pub vacuum: bool,
    /// Where the wind blows to; `None` if it is still.
    pub wind: Option<Direction>,
    /// What falls or drifts over the board, for the eye only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falls: Option<Falls>,
    /// What fog looks like, for the eye only.
    #[serde(default, skip_serializing_if = "Haze::is_mist")]
    pub haze: Haze,
}

impl Default for Weather {
    fn default() -> Self {
        Self { visibility: Visibility::Clear, gravity: 100, vacuum: false, wind: None, falls: None, haze: Haze::Mist }
    }
}

/// What is seen to fall or drift over the board. No rule asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Falls {
    /// Rain.
    Rain,
    /// Snow.
    Snow,
    /// Ash, soot.
    Ash,
    /// Sand or dust in the wind.
    Sand,
    /// Spray off the sea.
    Spray,
}

/// What the fog on squares looks like. No rule asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Haze {
    /// Mist, steam.
    #[default]
    Mist,
    /// Smoke.
    Smoke,
    /// Dust.
    Dust,
    /// Coloured gas.
    Gas,
}

impl Haze {
    /// Whether it is what fog is when nobody says.
    pub fn is_mist(&self) -> bool {
        *self == Self::Mist
    }
}

/// How far one can see in daylight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// A clear day.
    #[default]
    Clear,
    /// Rain, light snow, haze.
    Reduced,
    /// Heavy rain, thick fog.
    Low,
    /// A blizzard: the hand before one's face.
    Zero,
}
