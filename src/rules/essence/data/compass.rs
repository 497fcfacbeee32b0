//! The eight directions, by the words that orders and levels use.

/// The words of the eight directions, clockwise from north.
pub(crate) const WORDS: [&str; 8] = [
    "north",
    "north_east",
    "east",
    "south_east",
    "south",
    "south_west",
    "west",
    "north_west",
];
