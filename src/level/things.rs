//! What a level consists of: squares and their ground, things, creatures and those who take their places, sides.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::door::Door;
use super::manner::Manner;
use crate::grid::{Edge, Length, Square};

/// One square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Index into [`Level::terrains`](super::model::Level::terrains).
    pub terrain: u16,
    /// Height of the ground above the level's zero; may be negative.
    pub elevation: Length,
    /// The light that lies here by itself, without lamps.
    pub light: Light,
    /// Fog, smoke or dust hangs here.
    pub fog: bool,
    /// Whether there is nothing to breathe here; `None` where it is as the weather says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacuum: Option<bool>,
    /// A creature may leave the fight from here.
    pub exit: bool,
    /// The largest size that fits without squeezing; `None` if nothing is tight.
    pub tight: Option<Size>,
    /// Gravity here in hundredths of the usual one; `None` where it is that of the whole board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<i32>,
}

/// How much light lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Enough to see everything.
    #[default]
    Bright,
    /// Twilight: shapes, no details.
    Dim,
    /// None.
    Dark,
}

/// How big a body is, from a cat to a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// A cat.
    Tiny,
    /// A child or a dog.
    Small,
    /// A grown person.
    Medium,
    /// A horse.
    Large,
    /// An elephant.
    Huge,
    /// A house.
    Colossal,
}

impl Size {
    /// The edge of its usual space, in squares.
    pub const fn edge(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
            Self::Colossal => 4,
        }
    }
}

/// A kind of ground or wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// The name used in level files.
    pub key: String,
    /// The name shown to players.
    pub name: String,
    /// The picture's name.
    pub art: String,
    /// A full-height wall: nothing passes, nothing is seen through it unless [`Terrain::opaque`] is off (a window).
    pub solid: bool,
    /// Stops sight.
    pub opaque: bool,
    /// Poor footing.
    pub difficult: bool,
    /// Depth of water, zero if none.
    pub water: Length,
    /// Depth of the hole below the ground around it, zero if none.
    pub pit: Length,
    /// Faces rising to or falling from this ground are too smooth to climb.
    pub sheer: bool,
    /// Made of metal.
    pub metal: bool,
    /// Soft enough to dig through.
    pub soft: bool,
    /// Stairs or a ramp: steps onto it and off it are walked, however high.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
    /// Thickness of ice on top of the water, zero if none.
    pub ice: Length,
    /// Harm done to a creature that enters or stands in it.
    pub harm: Option<Damage>,
    /// Key of the terrain left when it collapses.
    pub becomes: Option<String>,
    /// What the author says to one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
}

/// Something that stands on the ground: a crate, a door, a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Unique in the level; shown to players.
    pub name: String,
    /// The definition's key: `crate`, `door`, or the author's own.
    pub kind: String,
    /// The picture's name.
    pub art: String,
    /// The squares it stands on, row-major; none if it stands between two.
    pub squares: Vec<Square>,
    /// How high it stands above its ground; `None` reaches the ceiling.
    pub height: Option<Length>,
    /// It has to be climbed; otherwise it can be walked over.
    pub blocks: bool,
    /// What it takes before it breaks; `None` if it cannot break.
    pub hp: Option<i32>,
    /// Set if it opens and closes.
    pub door: Option<Door>,
    /// How far it gives light, zero if it does not.
    pub light: Length,
    /// `wood`, `metal`, `stone`, `glass`, `plant`, `cloth`, or the author's own word.
    pub material: String,
    /// Walking over it is slow.
    pub difficult: bool,
    /// Damage words it takes less from.
    pub resist: Vec<String>,
    /// Damage words it takes more from.
    pub vulnerable: Vec<String>,
    /// Damage words it takes nothing from.
    pub immune: Vec<String>,
    /// What the author says to one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
    /// Set if it stands between two squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// A creature that comes onto its square takes it along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub portable: bool,
    /// Names of the doors that a creature may open with it though they are locked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlocks: Vec<String>,
}

/// A creature that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Creature {
    /// Unique in the level.
    pub name: String,
    /// A shared kind, such as `soldier`, found in every ruleset's bestiary.
    pub kind: String,
    /// Id of its side.
    pub side: String,
    /// The top-left square of the ground it covers.
    pub at: Square,
    /// Overrides the kind's size.
    pub size: Option<Size>,
    /// Overrides the kind's body height.
    pub height: Option<Length>,
    /// Height of its feet above the level's zero if it does not stand on the ground (it flies, it sits on a roof).
    pub elevation: Option<Length>,
    /// How far the lamp it carries gives light, zero if it has none.
    pub light: Length,
    /// What it carries instead of the kind's usual gear.
    pub items: Option<Vec<String>>,
    /// What the author says to one ruleset alone, by ruleset: stat overrides.
    pub rules: BTreeMap<String, toml::Table>,
    /// The round in which it arrives; `None` if it is there from the start.
    pub arrives: Option<u32>,
    /// It is nobody's enemy as long as it attacks nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bystander: bool,
    /// How the computer fights with it; as with its side if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manner: Option<Manner>,
    /// It arrives when an event calls it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub called: bool,
}

impl Creature {
    /// Whether it is not there from the start.
    pub fn comes_late(&self) -> bool {
        self.called || self.arrives.is_some()
    }
}

/// Those who take places of a level's own creatures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// The sides whose places these are, by id. A place that nobody takes is empty, unless the level names who stands there.
    pub sides: Vec<String>,
    /// Who takes which place.
    pub roles: Vec<Role>,
    /// Names of those who are elsewhere or dead. No creature of the level's own stands there under such a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<String>,
}

/// One member of a cast, and the place that it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The name of the level's own creature that stands there.
    pub place: String,
    /// Who stands there instead; side, square and height are those of the place.
    pub who: Creature,
}

/// A party that wins or loses together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The name used in level files.
    pub id: String,
    /// The name shown to players.
    pub name: String,
    /// Who gives its orders.
    pub seat: Seat,
    /// Bystanders: nobody's enemy, and not counted when the last side stands.
    pub neutral: bool,
    /// Ids of the sides that it fights beside, and that win with it; each of them has this one on its list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allies: Vec<String>,
    /// How the computer fights with its creatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manner: Option<Manner>,
}

/// Who gives a side's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person at the table.
    Human,
    /// The computer.
    Ai,
}

/// Dice and a shared word for what kind of harm they do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Such as `1d6`, `2d6+2` or `4`.
    pub dice: String,
    /// A shared damage word such as `toxic`; every ruleset maps it to a type of its own.
    pub kind: String,
}
