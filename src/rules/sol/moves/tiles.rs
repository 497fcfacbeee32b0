//! The ground around a mover, read once: walls, heights, water, and who stands in the way.

use bevy::prelude::World;

use super::super::{stats::*, turn};
use super::mover::Mover;
use crate::battle::*;
use crate::grid::{Length, Square};
use crate::level::{Door, Size};

/// Who stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// Nobody.
    No,
    /// Somebody friendly or neutral: may be passed (SOL-OCC-1, SOL-OCC-9).
    Friend { neutral: bool },
    /// An enemy that may be passed, for its size or because it is unconscious (SOL-OCC-2, SOL-OCC-7).
    Passable { unconscious: bool },
    /// An enemy that may not, smaller than the mover or not (SOL-OCC-2, SOL-OCC-3).
    Enemy { smaller: bool },
}

/// One square.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub solid: bool,
    pub difficult: bool,
    pub deep: bool,
    pub height: Length,
    pub sheer: bool,
    pub metal: bool,
    pub tight: Option<Size>,
    pub occupied: Occupied,
    /// The ground is the top of an object.
    pub on_object: bool,
}

/// The squares around a mover.
pub struct Tiles {
    from: Square,
    width: i16,
    tiles: Vec<Tile>,
}

const SOLID: Tile = Tile {
    solid: true,
    difficult: false,
    deep: false,
    height: Length(0),
    sheer: true,
    metal: false,
    tight: None,
    occupied: Occupied::No,
    on_object: false,
};

/// Water this deep is swum in (R55): four feet.
const DEEP: Length = Length::feet(4);

impl Tiles {
    /// Reads the squares within so many of the mover's space.
    pub fn around(world: &World, mover: &Mover, squares: i16) -> Self {
        let map = world.resource::<Map>();
        let side = i16::from(mover.space.side) + 2;
        let from = Square::new(mover.space.at.x - squares - 1, mover.space.at.y - squares - 1);
        let width = 2 * squares + side + 1;
        let mut tiles = Vec::with_capacity((width * width) as usize);
        for y in from.y..from.y + width {
            for x in from.x..from.x + width {
                let at = Square::new(x, y);
                let (Some(cell), Some(terrain)) = (map.cell(at), map.terrain(at)) else {
                    tiles.push(SOLID);
                    continue;
                };
                tiles.push(Tile {
                    solid: terrain.solid,
                    difficult: terrain.difficult || (terrain.water.0 > 0 && terrain.water < DEEP),
                    deep: terrain.water >= DEEP,
                    height: map.ground(at),
                    sheer: terrain.sheer,
                    metal: terrain.metal,
                    tight: cell.tight,
                    occupied: Occupied::No,
                    on_object: false,
                });
            }
        }
        let mut out = Self { from, width, tiles };
        out.lay_things(world);
        out.lay_creatures(world, mover);
        out
    }

    fn lay_things(&mut self, world: &World) {
        for id in things(world) {
            let thing = world.the::<Thing>(id);
            let door = world.part::<DoorState>(id).map(|door| door.0);
            for &square in &thing.squares {
                let Some(index) = self.index(square) else { continue };
                let tile = &mut self.tiles[index];
                match door {
                    Some(Door::Open) => {}
                    Some(_) => tile.solid = true,
                    None if thing.blocks => match top_of(world, id) {
                        Some(top) => {
                            tile.height = top.max(tile.height);
                            tile.on_object = true;
                        }
                        None => tile.solid = true,
                    },
                    None => tile.difficult |= thing.difficult,
                }
            }
        }
    }

    fn lay_creatures(&mut self, world: &World, mover: &Mover) {
        for other in on_map(world) {
            if other == mover.id {
                continue;
            }
            let occupied = if turn::hostile(world, mover.id, other) {
                let unconscious = world.the::<Conditions>(other).has(condition::UNCONSCIOUS);
                let steps = world.the::<Stats>(other).0.size as i32 - mover.profile.size as i32;
                if unconscious || steps >= 2 {
                    Occupied::Passable { unconscious }
                } else {
                    Occupied::Enemy { smaller: steps < 0 }
                }
            } else {
                Occupied::Friend {
                    neutral: world.the::<Creature>(other).side != world.the::<Creature>(mover.id).side,
                }
            };
            for square in space(world, other).squares() {
                if let Some(index) = self.index(square) {
                    self.tiles[index].occupied = occupied;
                }
            }
        }
    }

    /// The place of a square among the tiles.
    pub fn index(&self, at: Square) -> Option<usize> {
        let (x, y) = (at.x - self.from.x, at.y - self.from.y);
        (x >= 0 && y >= 0 && x < self.width && y < self.width).then(|| (y as usize) * self.width as usize + x as usize)
    }

    /// The square of a place.
    pub fn square(&self, index: usize) -> Square {
        let width = self.width as usize;
        Square::new(
            self.from.x + (index % width) as i16,
            self.from.y + (index / width) as i16,
        )
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The tile of a square; off the map everything is solid.
    pub fn at(&self, at: Square) -> &Tile {
        self.index(at).map_or(&SOLID, |index| &self.tiles[index])
    }
}
