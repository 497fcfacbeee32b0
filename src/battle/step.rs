//! Where a creature stands, and one step of a move.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::grid::{Footprint, Length, Square};

/// Where a creature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Its squares.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
}

impl Place {
    /// Where a creature stands now.
    pub fn of(world: &World, creature: Id) -> Self {
        let stand = stand(world, creature);
        Self { space: stand.space, height: stand.height }
    }

    /// Its position there.
    pub const fn position(&self) -> Position {
        Position { at: self.space.at, height: self.height }
    }

    /// A square, as high as one would stand there.
    pub fn at(world: &World, at: Square) -> Self {
        Self {
            space: Footprint::single(at),
            height: lay(world).1.footing.get(at).map_or(Length(0), |footing| footing.height),
        }
    }
}

/// One step of a move, worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Top-left square after it.
    pub to: Square,
    /// Height of the feet after it.
    pub height: Length,
    /// Edge of the space after it, in squares.
    pub side: u8,
    /// The way of moving.
    pub motion: Motion,
    /// What people call it.
    pub how: Text,
    /// The cost with its reasons.
    pub cost: Trace,
}

impl Step {
    /// Its position after it.
    pub fn position(&self) -> Position {
        self.place().position()
    }

    /// Where the creature stands after it.
    pub fn place(&self) -> Place {
        Place { space: Footprint { at: self.to, side: self.side }, height: self.height }
    }
}
