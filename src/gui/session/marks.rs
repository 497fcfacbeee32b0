//! What the board shows of goals: their grounds, and the stars of creatures and things. Where they are, `goals` finds.

use std::collections::BTreeMap;

use crate::battle::{Id, SideId};
use crate::grid::Square;

/// A part of the board that a goal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Ground {
    /// Its squares, sorted.
    pub squares: Vec<Square>,
    /// What it is, and how far the goal is.
    pub words: String,
    /// The side whose goal it is.
    pub side: Option<SideId>,
}

/// Why a creature or thing has a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) enum Star {
    /// Its fall is what a side wants.
    Wanted(SideId),
    /// Its fall loses the fight for a side.
    MustLive(SideId),
    /// A side wants it to get away, or to be carried away.
    MustLeave(SideId),
}

/// Where the goals are, for the viewer.
#[derive(Debug)]
pub(in crate::gui) struct Marks {
    /// All creatures and things that have a star, as far as the viewer knows of them.
    pub stars: BTreeMap<Id, Star>,
    /// All grounds of goals, the viewer's first.
    pub grounds: Vec<Ground>,
}
