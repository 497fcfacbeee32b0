//! How much a level may hold, so that reading it and playing it stay quick whatever is written.

use super::read::TextSpan;

/// The widest and highest map.
pub(super) const SQUARES_ACROSS: usize = 128;

/// The file, in bytes.
pub(super) const BYTES: usize = 2 << 20;

/// Creatures, those included that arrive or are made by events.
pub(crate) const CREATURES: usize = 256;

/// Objects, drawn and placed.
pub(super) const OBJECTS: usize = 4096;

/// Effects of all events together.
pub(super) const EFFECTS: usize = 1024;

/// Sides, declared or named by creatures.
pub(super) const SIDES: usize = 32;

/// Squares named by zones, areas, places and effects, all of them counted each time.
pub(super) const SQUARES_NAMED: usize = 500_000;

/// Squares struck by the effects of all events together.
pub(super) const STRUCK: usize = 500_000;

/// How often the effects of all events together befall a creature, each square of a push counted.
pub(super) const BEFALLS: usize = 50_000;

/// How often events come about in one moment, those included that others set off.
pub(super) const MOMENT: usize = 1024;

/// Events that one step sets off.
pub(super) const SET_OFF: usize = 32;

/// Zones.
pub(super) const ZONES: usize = 256;

/// Parts of one key, told apart by dots. Rows of a drawing that was not opened look like keys, too, and are no wider than a map.
pub(super) const KEY_PARTS: usize = SQUARES_ACROSS + 1;

/// One part of a key that stands without quotes, in bytes.
pub(super) const KEY_BYTES: usize = 1000;

/// Dots between parts of keys, and of numbers, in the whole file.
pub(super) const DOTS: usize = 50_000;

/// Tables of one kind: their key, what they are called, how many there may be.
const TABLES: &[(&str, &str, usize)] = &[
    ("side", "sides", SIDES),
    ("place", "placed objects", OBJECTS),
    ("run", "runs of edges", OBJECTS),
    ("area", "areas", 1024),
    ("arrival", "arrivals", 256),
    ("event", "events", 256),
    ("goal", "goals", 64),
    ("allow", "waivers", 128),
    ("legend", "legend characters", 1024),
    ("terrain", "own terrains", 256),
    ("object", "own objects", 256),
    ("edge", "own edges", 128),
    ("edges", "own characters of edges", 256),
    ("zone", "zones", ZONES),
];

/// What is counted while a level is read, wherever it stands.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) seen: usize,
    /// Where the first one too many stands.
    pub(super) over: Option<TextSpan>,
}

impl Tally {
    /// Counts one more; false if it is one too many.
    pub(super) fn fits(&mut self, most: usize, span: &TextSpan) -> bool {
        self.seen += 1;
        if self.seen > most && self.over.is_none() {
            self.over = Some(span.clone());
        }
        self.seen <= most
    }
}

/// What there is too much of, and how much there may be.
pub(super) fn limit(key: &str, number: usize) -> Option<(&'static str, usize)> {
    let (_, what, most) = TABLES.iter().find(|(known, ..)| *known == key)?;
    (number > *most).then_some((*what, *most))
}
