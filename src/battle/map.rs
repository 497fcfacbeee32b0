//! The map as it is now: ground that may change, and who or what stands on it.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::grid::{Grid, Length, Square};
use crate::level::{Cell, Door, Terrain, Weather};

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
    #[serde(skip)]
    terrains: Arc<Vec<Terrain>>,
    #[serde(skip)]
    groups: OnceLock<Arc<Grid<u32>>>,
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
    }
}

impl Map {
    pub(super) fn new(level: &crate::level::Level) -> Self {
        Self {
            cells: Arc::new(level.board.clone()),
            weather: level.weather,
            terrains: Arc::new(level.terrains.clone()),
            groups: OnceLock::new(),
        }
    }

    pub(super) fn with_terrains(mut self, terrains: Arc<Vec<Terrain>>) -> Self {
        self.terrains = terrains;
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
        if let Some(cell) = Arc::make_mut(&mut self.cells).get_mut(at) {
            change(cell);
            self.groups = OnceLock::new();
        }
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

/// Everything that is not a creature, by identity.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Inventory(pub Vec<Id>);

/// Creatures on the map, by identity.
pub fn on_map(world: &World) -> impl Iterator<Item = Id> + '_ {
    world
        .resource::<Roster>()
        .0
        .iter()
        .copied()
        .filter(|&id| world.part::<OnMap>(id).is_some())
}

/// The space of a creature.
pub fn space(world: &World, id: Id) -> crate::grid::Footprint {
    footprint(world.the::<Position>(id), world.the::<Body>(id))
}

/// The creature that stands in a square.
pub fn creature_at(world: &World, at: Square) -> Option<Id> {
    on_map(world).find(|&id| space(world, id).contains(at))
}

/// Objects that still exist, by identity.
pub fn things(world: &World) -> impl Iterator<Item = Id> + '_ {
    world
        .resource::<Inventory>()
        .0
        .iter()
        .copied()
        .filter(|&id| world.part::<Thing>(id).is_some())
}

/// The object that stands in a square.
pub fn thing_at(world: &World, at: Square) -> Option<Id> {
    things(world).find(|&id| world.the::<Thing>(id).squares.contains(&at))
}

/// Whether a closed door stands in a square.
pub fn closed_door_at(world: &World, at: Square) -> bool {
    things(world).any(|id| {
        world.part::<DoorState>(id).is_some_and(|door| door.0 != Door::Open)
            && world.the::<Thing>(id).squares.contains(&at)
    })
}

/// The top of an object above the level's zero; `None` for one of full height.
pub fn top_of(world: &World, thing: Id) -> Option<Length> {
    let height = world.the::<GivesCover>(thing).height?;
    let ground = world
        .the::<Thing>(thing)
        .squares
        .iter()
        .map(|&square| world.resource::<Map>().ground(square))
        .max()
        .unwrap_or_default();
    Some(Length(ground.0 + height.0))
}

/// The height one would stand at in a square: the ground, or the top of an object that must be climbed.
pub fn floor(world: &World, at: Square) -> Length {
    let ground = world.resource::<Map>().ground(at);
    match thing_at(world, at) {
        Some(thing) if world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none() => {
            top_of(world, thing).unwrap_or(ground).max(ground)
        }
        _ => ground,
    }
}
