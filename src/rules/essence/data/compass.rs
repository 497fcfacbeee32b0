//! The eight directions, by the words that orders and levels use.

use crate::grid::Direction;

/// The words of the eight directions, clockwise from north.
pub(crate) const WORDS: [&str; 8] =
    ["north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"];

/// Each word with its direction.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Direction)> {
    WORDS.into_iter().zip(Direction::ALL)
}

/// The direction that a word means.
pub(crate) fn meant(word: &str) -> Option<Direction> {
    all().find(|&(known, _)| known == word).map(|(_, direction)| direction)
}

/// A word as people read it.
pub(crate) fn said(word: &str) -> String {
    word.replace('_', "-")
}
