//! The names of the drawings that terrains and objects may ask for with `art`.
//!
//! The drawings themselves belong to the window; a test holds these lists to what was drawn.

use super::diagnostic::Code;
use super::read::At;
use super::report::Report;

/// Grounds.
pub const GROUNDS: &[&str] = &[
    "dirt", "mud", "sand", "snow", "grass", "road", "shallows", "water", "slime", "lava", "ice", "floor", "deck",
    "planks", "pit", "rubble", "brush",
];

/// Walls, and what is no part of the board.
pub const WALLS: &[&str] = &["bulkhead", "rock", "timber", "void", "wall"];

/// What stands between squares.
pub const EDGES: &[&str] = &["bars", "curtain", "door", "fence", "low_wall", "opening", "planking", "wall", "window"];

/// Things. Doors are drawn by what they are made of.
pub const THINGS: &[&str] = &[
    "altar",
    "barrel",
    "barrier",
    "bench",
    "bones",
    "boulder",
    "brazier",
    "bush",
    "campfire",
    "cart",
    "chest",
    "console",
    "cot",
    "crate",
    "dead-tree",
    "debris",
    "door",
    "fence",
    "flag",
    "generator",
    "gravestone",
    "hatch",
    "hay",
    "item",
    "ladder",
    "lamp",
    "locker",
    "machine",
    "mine",
    "pillar",
    "pine",
    "pipe",
    "pipe-corner",
    "rug",
    "sandbags",
    "shelf",
    "stairs",
    "statue",
    "table",
    "tank",
    "trap",
    "tree",
    "valve",
    "vehicle",
    "well",
    "window-horizontal",
];

/// Grounds and walls.
pub(super) fn grounds() -> Vec<&'static str> {
    [GROUNDS, WALLS].concat()
}

/// Reports a name that nothing is drawn by.
pub(super) fn check(report: &mut Report, name: &At<String>, known: &[&str]) {
    if known.contains(&name.value.as_str()) {
        return;
    }
    report
        .add(Code::UnknownArt, &name.span, format!("there is no drawing `{}`", name.value))
        .because("something like it is shown instead")
        .suggest(&name.value, known);
}
