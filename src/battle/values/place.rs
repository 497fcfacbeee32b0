//! Where a creature stands, and one step of a move.

use serde::{Deserialize, Serialize};

use super::components::Position;
use super::look::Motion;
use super::rule::Text;
use super::trace::Trace;
use crate::grid::{Footprint, Length, Square};

/// Where a creature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Its squares.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
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
