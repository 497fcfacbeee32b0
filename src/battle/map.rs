//! The map as it is now: ground that may change; `lay` derives from it what rules ask, `whereabouts` tells who and what stands on it.

mod lay;
mod whereabouts;

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use lay::{Footing, Laid, Lay, Screen, laid, laid_at, lay};
pub use whereabouts::*;

use super::between::Upright;
use crate::grid::{Edge, Edges, Grid, Length, Square};
use crate::level::{Cell, EdgeKind, Terrain, Weather};

/// The level the battle is played on.
#[derive(Resource, Clone)]
pub struct LevelRes(pub Arc<crate::level::Level>);

/// The ground as it is now. Shared with snapshots until it changes.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
pub struct Map {
    #[serde(with = "super::persist::shared")]
    cells: Arc<Grid<Cell>>,
    /// The weather.
    pub weather: Weather,
    /// What stands between squares; nothing where the level never has any such thing.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "super::persist::shared_option"
    )]
    edges: Option<Arc<Edges<Upright>>>,
    #[serde(skip)]
    terrains: Arc<Vec<Terrain>>,
    #[serde(skip)]
    edge_kinds: Arc<Vec<EdgeKind>>,
    #[serde(skip)]
    groups: OnceLock<Arc<Grid<u32>>>,
    #[serde(skip)]
    lay: OnceLock<Arc<Lay>>,
}

/// The same ground and weather; what is derived from them is no part of it.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let same_ground =
            (Arc::ptr_eq(&self.cells, &other.cells) || self.cells == other.cells) && self.edges == other.edges;
        // What was derived with other things about is not to be had from an equal ground.
        let same_survey = match (self.lay.get(), other.lay.get()) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            // Of two that nobody has looked at nobody knows it: things may have come and gone in between.
            _ => false,
        };
        same_ground && same_survey && self.weather == other.weather
    }
}

impl std::hash::Hash for Map {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for cell in self.cells.cells() {
            (
                cell.terrain,
                cell.elevation,
                cell.light,
                cell.fog,
                cell.exit,
                cell.tight,
            )
                .hash(state);
        }
        let weather = &self.weather;
        (weather.visibility, weather.gravity, weather.vacuum, weather.wind).hash(state);
        // A map without any is hashed as if nothing could stand between squares.
        if let Some(edges) = &self.edges {
            edges.hash(state);
        }
    }
}

impl Map {
    /// The map of a level before anything happened.
    pub fn new(level: &crate::level::Level) -> Self {
        Self {
            cells: Arc::new(level.board.clone()),
            weather: level.weather,
            edges: level
                .edges
                .as_ref()
                .map(|edges| Arc::new(edges.map(|_, &kind| Upright(kind, None)))),
            terrains: Arc::new(level.terrains.clone()),
            edge_kinds: Arc::new(level.edge_kinds.clone()),
            groups: OnceLock::new(),
            lay: OnceLock::new(),
        }
    }

    pub(super) fn with_words_of(mut self, other: &Self) -> Self {
        self.terrains = other.terrains.clone();
        self.edge_kinds = other.edge_kinds.clone();
        self
    }

    pub(super) fn terrains(&self) -> &Arc<Vec<Terrain>> {
        &self.terrains
    }

    /// Squares across and down.
    pub fn size(&self) -> (u16, u16) {
        (self.cells.width(), self.cells.height())
    }

    /// Whether the square is on the map.
    pub fn contains(&self, at: Square) -> bool {
        self.cells.get(at).is_some()
    }

    /// The cell, if the square is on the map.
    pub fn cell(&self, at: Square) -> Option<&Cell> {
        self.cells.get(at)
    }

    /// All cells.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// The terrain, if the square is on the map.
    pub fn terrain(&self, at: Square) -> Option<&Terrain> {
        self.cells.get(at).map(|cell| &self.terrains[cell.terrain as usize])
    }

    /// Whether a full-height wall stands there (off the map counts as wall).
    pub fn solid(&self, at: Square) -> bool {
        self.terrain(at).is_none_or(|terrain| terrain.solid)
    }

    /// The height of the ground one would stand on, a pit's floor included.
    pub fn ground(&self, at: Square) -> Length {
        match (self.cells.get(at), self.terrain(at)) {
            (Some(cell), Some(terrain)) => Length(cell.elevation.0 - terrain.pit.0),
            _ => Length(0),
        }
    }

    /// Changes one cell.
    pub fn change(&mut self, at: Square, change: impl FnOnce(&mut Cell)) {
        let Some(&before) = self.cells.get(at) else { return };
        let mut after = before;
        change(&mut after);
        if after == before {
            return;
        }
        Arc::make_mut(&mut self.cells)[at] = after;
        // Light and fog are nothing to stand on.
        let ground = |cell: &Cell| (cell.terrain, cell.elevation, cell.tight);
        if ground(&after) != ground(&before) {
            let solid = |cell: &Cell| self.terrains[cell.terrain as usize].solid;
            if solid(&after) != solid(&before) {
                self.groups = OnceLock::new();
            }
            self.things_changed();
        }
    }

    /// What stands between squares; `None` where the level never has any such thing.
    pub fn edges(&self) -> Option<&Edges<Upright>> {
        self.edges.as_deref()
    }

    /// What stands at an edge.
    pub fn upright(&self, edge: Edge) -> Upright {
        let edges = self.edges.as_ref();
        edges.and_then(|edges| edges.get(edge)).copied().unwrap_or_default()
    }

    /// The kind of what stands at an edge.
    pub fn edge_kind(&self, edge: Edge) -> Option<&EdgeKind> {
        self.kind_of_edge(self.upright(edge).0)
    }

    /// A kind by its number, counted from 1.
    pub fn kind_of_edge(&self, number: u8) -> Option<&EdgeKind> {
        self.edge_kinds.get(usize::from(number.checked_sub(1)?))
    }

    /// The number of a kind, counted from 1, by its key.
    pub fn edge_kind_index(&self, key: &str) -> Option<u8> {
        let index = self.edge_kinds.iter().position(|kind| kind.key == key)?;
        u8::try_from(index + 1).ok()
    }

    /// Puts something at an edge, or nothing.
    pub(super) fn put_edge(&mut self, edge: Edge, upright: Upright) {
        let Some(edges) = &mut self.edges else { return };
        if let Some(here) = Arc::make_mut(edges).get_mut(edge) {
            *here = upright;
            self.things_changed();
        }
    }

    /// Must be called whenever a thing comes, goes, opens or closes: what is derived from things is worked out anew.
    pub(super) fn things_changed(&mut self) {
        self.lay = OnceLock::new();
    }

    /// The group of walls, touching by side or corner, that a wall belongs to.
    pub fn wall_group(&self, at: Square) -> u32 {
        let groups = self
            .groups
            .get_or_init(|| Arc::new(crate::grid::cover::groups(self.size(), |square| self.solid(square))));
        groups.get(at).copied().unwrap_or(u32::MAX)
    }

    /// The index of a terrain by its key.
    pub fn terrain_index(&self, key: &str) -> Option<u16> {
        self.terrains
            .iter()
            .position(|terrain| terrain.key == key)
            .and_then(|index| u16::try_from(index).ok())
    }
}
