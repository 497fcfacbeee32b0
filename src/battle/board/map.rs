//! The map as it is now: ground that may change. `board_index` derives from it what rules ask; `positions` tells which creatures and
//! objects stand on it.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub(crate) use super::board_index::Lay;

use super::edges::EdgeObject;
use crate::grid::{Edge, Edges, Footprint, Grid, Length, Square};
use crate::level::{Cell, EdgeKind, Terrain, Weather};

/// The level the battle is played on.
#[derive(Resource, Clone)]
pub struct LevelRes(pub Arc<crate::level::Level>);

/// The ground as it is now. Shared with snapshots until it changes.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
pub struct Map {
    #[serde(with = "crate::battle::values::saved_form::shared")]
    pub(super) cells: Arc<Grid<Cell>>,
    /// The weather.
    pub weather: Weather,
    /// What stands between squares; nothing where the level never has any such thing.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "crate::battle::values::saved_form::shared_option"
    )]
    pub(super) edges: Option<Arc<Edges<EdgeObject>>>,
    #[serde(skip)]
    pub(super) terrains: Arc<Vec<Terrain>>,
    #[serde(skip)]
    pub(super) edge_kinds: Arc<Vec<EdgeKind>>,
    #[serde(skip)]
    pub(super) groups: OnceLock<Arc<Grid<u32>>>,
    #[serde(skip)]
    pub(super) lay: OnceLock<Arc<Lay>>,
    /// Whether gravity is another anywhere than over the whole board.
    #[serde(skip)]
    pub(super) places_of_gravity: OnceLock<bool>,
}

/// The same ground and weather; what is derived from them is no part of it.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let same_ground =
            (Arc::ptr_eq(&self.cells, &other.cells) || self.cells == other.cells) && self.edges == other.edges;
        // What was derived with other things about is not to be had from an equal ground.
        let same_survey = match (self.lay.get(), other.lay.get()) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            // If no caller has looked at either of two states, which one it is does not matter: things may have come and gone in between.
            _ => false,
        };
        same_ground && same_survey && self.weather == other.weather
    }
}

impl std::hash::Hash for Map {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for cell in self.cells.cells() {
            (cell.terrain, cell.elevation, cell.light, cell.fog, cell.exit, cell.tight).hash(state);
        }
        // A map on which gravity is the same everywhere is hashed as if it could be no other.
        for (at, cell) in self.cells.iter().filter(|(_, cell)| cell.gravity.is_some()) {
            (at, cell.gravity).hash(state);
        }
        // Squares without a word of their own are hashed as if there were no such word.
        let own_air = |(at, cell): (Square, &Cell)| Some((at, cell.vacuum?));
        self.cells.iter().filter_map(own_air).for_each(|said| said.hash(state));
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
            edges: level.edges.as_ref().map(|edges| Arc::new(edges.map(|_, &kind| EdgeObject(kind, None)))),
            terrains: Arc::new(level.terrains.clone()),
            edge_kinds: Arc::new(level.edge_kinds.clone()),
            groups: OnceLock::new(),
            lay: OnceLock::new(),
            places_of_gravity: OnceLock::new(),
        }
    }

    pub(in crate::battle) fn with_words_of(mut self, other: &Self) -> Self {
        self.terrains = other.terrains.clone();
        self.edge_kinds = other.edge_kinds.clone();
        self
    }

    pub(in crate::battle) fn terrains(&self) -> &Arc<Vec<Terrain>> {
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

    /// Whether there is nothing to breathe in a square: as its level says of it, else as the weather is.
    pub fn airless(&self, at: Square) -> bool {
        self.cells.get(at).and_then(|cell| cell.vacuum).unwrap_or(self.weather.vacuum)
    }

    /// The height of the ground one would stand on, a pit's floor included.
    pub fn ground(&self, at: Square) -> Length {
        match (self.cells.get(at), self.terrain(at)) {
            (Some(cell), Some(terrain)) => Length(cell.elevation.0 - terrain.pit.0),
            _ => Length(0),
        }
    }

    /// Whether gravity is another on any square than over the whole board.
    pub fn has_places_of_gravity(&self) -> bool {
        *self.places_of_gravity.get_or_init(|| self.cells.cells().iter().any(|cell| cell.gravity.is_some()))
    }

    /// Gravity on a square, in hundredths of the usual one.
    pub fn gravity(&self, at: Square) -> i32 {
        self.cells.get(at).and_then(|cell| cell.gravity).unwrap_or(self.weather.gravity)
    }

    /// Gravity in a space, in hundredths of the usual one: the highest of its squares.
    pub fn gravity_in(&self, space: Footprint) -> i32 {
        if !self.has_places_of_gravity() {
            return self.weather.gravity;
        }
        space.squares().map(|at| self.gravity(at)).max().unwrap_or(self.weather.gravity)
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
        if after.gravity != before.gravity {
            self.places_of_gravity = OnceLock::new();
        }
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
    pub fn edges(&self) -> Option<&Edges<EdgeObject>> {
        self.edges.as_deref()
    }

    /// What stands at an edge.
    pub fn upright(&self, edge: Edge) -> EdgeObject {
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
    pub(in crate::battle) fn put_edge(&mut self, edge: Edge, upright: EdgeObject) {
        let Some(edges) = &mut self.edges else { return };
        if let Some(here) = Arc::make_mut(edges).get_mut(edge) {
            *here = upright;
            self.things_changed();
        }
    }

    /// Must be called whenever a thing comes, goes, opens or closes: what is derived from things is worked out anew.
    pub(in crate::battle) fn things_changed(&mut self) {
        self.lay = OnceLock::new();
    }

    /// The group of walls, touching by side or corner, that a wall belongs to.
    pub fn wall_group(&self, at: Square) -> u32 {
        let groups =
            self.groups.get_or_init(|| Arc::new(crate::grid::cover::groups(self.size(), |square| self.solid(square))));
        groups.get(at).copied().unwrap_or(u32::MAX)
    }

    /// The index of a terrain by its key.
    pub fn terrain_index(&self, key: &str) -> Option<u16> {
        self.terrains.iter().position(|terrain| terrain.key == key).and_then(|index| u16::try_from(index).ok())
    }
}

/// The ground before a change, as far as it was another: how it is remembered.
#[derive(Clone)]
pub(in crate::battle) struct Before {
    cells: Vec<(Square, Cell)>,
    edges: Vec<(Edge, EdgeObject)>,
    weather: Weather,
    derived: Option<Derived>,
}

/// What is derived from the ground and the things on it.
#[derive(Clone)]
struct Derived {
    groups: OnceLock<Arc<Grid<u32>>>,
    lay: OnceLock<Arc<Lay>>,
}

impl Before {
    /// What of the ground was another before than it is now.
    pub(in crate::battle) fn between(before: &Map, now: &Map) -> Self {
        let mut cells = Vec::new();
        if !Arc::ptr_eq(&before.cells, &now.cells) {
            let both = before.cells.cells().iter().zip(now.cells.cells());
            let changed = both.enumerate().filter(|(_, (was, is))| was != is);
            cells.extend(changed.map(|(at, (was, _))| (before.cells.square_at(at), *was)));
        }
        let mut edges = Vec::new();
        if let (Some(were), Some(are)) = (&before.edges, &now.edges)
            && !Arc::ptr_eq(were, are)
        {
            let changed = were.iter().filter(|&(edge, was)| are.get(edge) != Some(was));
            edges.extend(changed.map(|(edge, was)| (edge, *was)));
        }
        Self {
            cells,
            edges,
            weather: before.weather,
            derived: Some(Derived { groups: before.groups.clone(), lay: before.lay.clone() }),
        }
    }

    /// Makes the ground after the change that before it.
    pub(in crate::battle) fn put_back(self, map: &mut Map) {
        if !self.cells.is_empty() {
            map.places_of_gravity = OnceLock::new();
            let cells = Arc::make_mut(&mut map.cells);
            for (at, cell) in self.cells {
                cells.set(at, cell);
            }
        }
        if let Some(edges) = map.edges.as_mut().filter(|_| !self.edges.is_empty()) {
            let edges = Arc::make_mut(edges);
            for (at, upright) in self.edges {
                if let Some(here) = edges.get_mut(at) {
                    *here = upright;
                }
            }
        }
        map.weather = self.weather;
        (map.groups, map.lay) = match self.derived {
            Some(Derived { groups, lay }) => (groups, lay),
            None => (OnceLock::new(), OnceLock::new()),
        };
    }

    /// Forgets what was derived from it, which is worked out anew where it is asked for again.
    pub(in crate::battle) fn forget_derived(&mut self) {
        self.derived = None;
    }

    /// How much room it takes up.
    #[cfg(test)]
    pub(in crate::battle) fn bytes(&self) -> usize {
        let changed = size_of_val(self.cells.as_slice()) + size_of_val(self.edges.as_slice());
        let lay = self.derived.as_ref().and_then(|derived| derived.lay.get());
        let derived = lay.map_or(0, |lay| size_of_val(lay.footing.cells()) + size_of_val(lay.screens.cells()));
        size_of::<Self>() + changed + derived
    }
}
