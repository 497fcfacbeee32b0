//! The compiled level: what stands where, in lengths and words of the physical world.
//!
//! Nothing here belongs to one ruleset. A ruleset reads "a ledge three feet up", "knee-deep water", "a table three feet
//! high" and gives them its own meaning; what an author wants to say to one ruleset alone stays in the `rules` tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use super::door::Door;
pub use super::edge_kinds::{EdgeKind, Shots, Stops};
pub use super::happenings::{Affected, Arrival, Call, Effect, Event, Goal, Span, Spread, Trigger};
pub use super::manner::Manner;
pub use super::sky::{Falls, Haze, Visibility, Weather};
pub use super::things::{Cast, Cell, Creature, Damage, Light, Object, Role, Seat, Side, Size, Terrain};
use crate::grid::{Edges, Grid, Square};

/// A whole level, ready to be spawned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// The title shown to players.
    pub name: String,
    /// One or two sentences about the fight; may be empty.
    pub about: String,
    /// The ruleset the author had in mind; players may pick another.
    pub ruleset: String,
    /// One cell a square.
    pub board: Grid<Cell>,
    /// What stands between squares: 0 nothing, else one more than the index into [`Level::edge_kinds`]; `None` where nothing
    /// ever does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Edges<u8>>,
    /// Every kind that may stand between squares, built-in ones first; empty where nothing ever does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edge_kinds: Vec<EdgeKind>,
    /// Every terrain that a cell or an effect of this level may name, built-in ones first.
    pub terrains: Vec<Terrain>,
    /// Things standing on the board, in reading order of the drawing and then of the file.
    pub objects: Vec<Object>,
    /// Everybody who takes part from the start or arrives in a named round, in reading order.
    pub creatures: Vec<Creature>,
    /// The sides in file order.
    pub sides: Vec<Side>,
    /// What happens, in file order.
    pub events: Vec<Event>,
    /// How the fight ends, besides that only one side still stands. Never empty: a level that names no goal gets [`Goal::LastSideStanding`] for every side.
    pub goals: Vec<Goal>,
    /// Named areas; the squares in row-major order without repetition.
    pub zones: BTreeMap<String, Vec<Square>>,
    /// Who arrives when, by round; the creatures themselves stand in [`Level::creatures`].
    pub arrivals: Vec<Arrival>,
    /// Who comes when an event calls, in file order; the creatures themselves stand in [`Level::creatures`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<Call>,
    /// Names of creatures that are caught off guard.
    pub surprised: Vec<String>,
    /// Names of creatures that begin out of sight.
    pub start_hidden: Vec<String>,
    /// The creature whose act starts the fight, if the level says so.
    pub opening: Option<String>,
    /// Air, visibility and gravity.
    pub weather: Weather,
    /// Options for one ruleset alone, by ruleset.
    pub rules: BTreeMap<String, toml::Table>,
    /// What the options of a ruleset prepare, by ruleset: the effects of each entry, in the order in which they are written.
    pub prepared: BTreeMap<String, Vec<Vec<Effect>>>,
    /// The file's text, as it was read.
    pub source: String,
    /// Who stands in places of it that its text gives to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<Box<Cast>>,
}

impl Level {
    /// The terrain of a square; `None` off the board.
    pub fn terrain_at(&self, square: Square) -> Option<&Terrain> {
        let cell = self.board.get(square)?;
        self.terrains.get(usize::from(cell.terrain))
    }

    /// The index of a terrain in [`Level::terrains`].
    pub fn terrain_index(&self, key: &str) -> Option<u16> {
        let index = self.terrains.iter().position(|terrain| terrain.key == key)?;
        u16::try_from(index).ok()
    }
}
