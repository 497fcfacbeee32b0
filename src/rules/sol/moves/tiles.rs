//! The ground around a mover: walls, heights, water, and who stands in the way.

use bevy::prelude::World;

use super::super::{sight, stats::*, turn};
use super::mover::Mover;
use crate::battle::*;
use crate::grid::{Footprint, Grid, Length, Square};
use crate::level::Size;

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

/// The map as one mover finds it.
pub struct Tiles<'w> {
    map: &'w Map,
    footing: &'w Grid<Footing>,
    /// The lowest and the highest ground.
    heights: (Length, Length),
    occupied: Vec<Occupied>,
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

impl<'w> Tiles<'w> {
    /// The map as this mover finds it.
    pub fn of(world: &'w World, mover: &Mover) -> Self {
        Self::with(world, mover, |_| true)
    }

    /// As [`Tiles::of`], but only with those who could matter for one step.
    pub fn beside(world: &'w World, mover: &Mover) -> Self {
        let far = i32::from(mover.full) + 1;
        Self::with(world, mover, |space| space.steps(mover.space) <= far)
    }

    fn with(world: &'w World, mover: &Mover, matters: impl Fn(Footprint) -> bool) -> Self {
        let footing = footing(world);
        let mut occupied = vec![Occupied::No; footing.cells().len()];
        let side = world.the::<Creature>(mover.id).side;
        for other in on_map(world) {
            // Whom nobody of its side knows of is in nobody's way until walked into (SOL-SEE-9).
            if other == mover.id || !sight::known_to(world, side, other) {
                continue;
            }
            let space = space(world, other);
            if !matters(space) {
                continue;
            }
            let how = how_occupied(world, mover, other);
            for square in space.squares() {
                if let Some(index) = footing.index_of(square) {
                    occupied[index] = how;
                }
            }
        }
        Self {
            map: world.resource::<Map>(),
            footing,
            heights: heights(world),
            occupied,
        }
    }

    /// The place of a square among the tiles.
    pub fn index(&self, at: Square) -> Option<usize> {
        self.footing.index_of(at)
    }

    /// The square of a place.
    pub fn square(&self, index: usize) -> Square {
        self.footing.square_at(index)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.occupied.len()
    }

    /// The tile of a square; off the map everything is solid.
    pub fn at(&self, at: Square) -> Tile {
        let Some(index) = self.footing.index_of(at) else {
            return SOLID;
        };
        let footing = &self.footing.cells()[index];
        Tile {
            solid: footing.solid,
            difficult: footing.difficult || (footing.water.0 > 0 && footing.water < DEEP),
            deep: footing.water >= DEEP,
            height: footing.height,
            sheer: footing.sheer,
            metal: footing.metal,
            tight: footing.tight,
            occupied: self.occupied[index],
            on_object: footing.object,
        }
    }

    /// Whether anything here is too high for an ordinary step of the mover, so that jumping and climbing matter.
    pub fn uneven(&self, mover: &Mover) -> bool {
        let (low, high) = self.heights;
        high.max(mover.height).0 - low.min(mover.height).0 > mover.stride().0
    }

    /// Whether nothing solid stands in a space.
    pub fn open(&self, space: Footprint) -> bool {
        space.squares().all(|square| !self.at(square).solid)
    }

    /// Whether creatures of a size fit into a space without squeezing.
    pub fn roomy(&self, space: Footprint, size: Size) -> bool {
        space
            .squares()
            .all(|square| self.at(square).tight.is_none_or(|tight| tight >= size))
    }

    /// SOL-SQZ-8: whether the level lets nobody squeeze into some square of a space.
    pub fn shut(&self, space: Footprint) -> bool {
        let word = |at: Square| self.map.terrain(at)?.rules.get("sol")?.get("no_squeeze")?.as_bool();
        space.squares().any(|at| word(at) == Some(true))
    }

    /// Whether nobody else stands in a space (SOL-OCC-6).
    pub fn free(&self, space: Footprint) -> bool {
        space.squares().all(|square| self.at(square).occupied == Occupied::No)
    }

    /// Whether a space is wholly in deep water.
    pub fn afloat(&self, space: Footprint) -> bool {
        space.squares().all(|square| self.at(square).deep)
    }

    /// The highest ground of a space: what a creature in it stands on.
    pub fn ground(&self, space: Footprint) -> Length {
        let heights = space.squares().map(|square| self.at(square).height);
        heights.max().unwrap_or_default()
    }
}

fn how_occupied(world: &World, mover: &Mover, other: Id) -> Occupied {
    if turn::hostile(world, mover.id, other) {
        let unconscious = world.the::<Conditions>(other).has(condition::UNCONSCIOUS);
        let steps = world.the::<Stats>(other).0.size as i32 - mover.size as i32;
        if unconscious || steps >= 2 {
            Occupied::Passable { unconscious }
        } else {
            Occupied::Enemy { smaller: steps < 0 }
        }
    } else {
        Occupied::Friend {
            neutral: world.the::<Creature>(other).side != world.the::<Creature>(mover.id).side,
        }
    }
}
