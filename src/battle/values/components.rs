//! The components every ruleset shares: who stands where, how large, what it hides, what ails it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::id;
use super::id::{Id, SideId};
use super::rule::Text;
use crate::grid::{Footprint, Length, Square};

/// A creature, as the level names it.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// Unique in the battle.
    pub name: String,
    /// The shared kind its stats and its picture go by.
    pub kind: String,
    /// The side it belongs to.
    pub side: SideId,
}

/// An object of the map: crate, door, machine.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// Its kind in the level's words.
    pub kind: String,
    /// The picture.
    pub art: String,
    /// What it is made of.
    pub material: String,
    /// Every square it stands in.
    pub squares: Vec<Square>,
    /// Whether it must be climbed to be entered.
    pub blocks: bool,
    /// Whether its squares are hard going.
    pub difficult: bool,
}

/// A door's state. An open door hides and blocks nothing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DoorState(pub crate::level::Door);

/// Where something is: its top-left square, and the height of its feet above the level's zero.
///
/// Changed only by putting another one in its place, so that [`Ids`](crate::battle::Ids) knows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(immutable, on_insert = id::stands)]
pub struct Position {
    /// Top-left square.
    pub at: Square,
    /// Height of the feet.
    pub height: Length,
}

/// How many squares a creature takes up now, and how tall it is when it stands upright. Changed as [`Position`] is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(immutable, on_insert = id::stands)]
pub struct Body {
    /// Edge of the space in squares.
    pub side: u8,
    /// Upright height.
    pub tall: Length,
}

/// What hides a creature behind it: how tall it is (`None`: up to the ceiling) from the ground it stands on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GivesCover {
    /// Height, or `None` for full height.
    pub height: Option<Length>,
}

/// Sheds light as far as this.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lamp(pub Length);

/// On the map; absent from the dead, the fled and the not yet arrived.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(on_insert = id::comes, on_remove = id::goes)]
pub struct OnMap;

/// Dead; the body lies where the position says.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dead;

/// Left the map alive.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fled;

/// Comes onto the map at the end of this round's predecessor.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrives {
    /// The round it comes in.
    pub round: u32,
}

impl Arrives {
    /// Comes when an event of the level calls it.
    pub const WHEN_CALLED: Self = Self { round: u32::MAX };

    /// Whether an event of the level must call it.
    pub fn waits_for_a_call(&self) -> bool {
        *self == Self::WHEN_CALLED
    }
}

/// When a condition ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// Until something ends it.
    UntilEnded,
    /// Until the round ends.
    RoundEnd,
    /// Until that creature's next turn starts.
    TurnStart(Id),
    /// Until that creature's next turn ends; while its turn runs, that turn.
    TurnEnd(Id),
    /// So many more ends of a round.
    Rounds(u32),
    /// Until a save of the ruleset succeeds.
    UntilSaved,
    /// Until the fight ends.
    Fight,
}

/// Something that ails or favours a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// The ruleset's key.
    pub key: Text,
    /// Who brought it about, or whom it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Id>,
    /// When it ends.
    pub lasts: Lasts,
    /// A number that goes with it; 0 when none does.
    #[serde(default)]
    pub amount: i32,
}

/// All conditions of a creature, in the order gained. Changed by [`ById::change`](crate::battle::ById::change), so that
/// [`Ids`](crate::battle::Ids) knows who has any.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(immutable, on_insert = id::ails)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    /// Whether the condition is there, from any source.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|condition| condition.key == key)
    }

    /// Adds it unless it is there already; says whether it was added.
    pub fn add(&mut self, key: impl Into<Text>, lasts: Lasts) -> bool {
        let key = key.into();
        if self.has(&key) {
            return false;
        }
        self.0.push(Condition { key, source: None, lasts, amount: 0 });
        true
    }

    /// Ends it; says whether it was there.
    pub fn remove(&mut self, key: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|condition| condition.key != key);
        self.0.len() < before
    }
}

/// The squares a creature takes up.
pub fn footprint(position: &Position, body: &Body) -> Footprint {
    Footprint { at: position.at, side: body.side }
}
