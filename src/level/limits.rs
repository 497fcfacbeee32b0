//! How much a level may hold, so that reading it and playing it stay quick whatever is written.

use super::compile::Compiler;
use super::diagnostic::Code;
use super::read::{self, Entry, Fields, TextSpan, Value};

/// The widest and highest map.
pub(super) const SQUARES_ACROSS: usize = 128;

/// The file, in bytes.
pub(super) const BYTES: usize = 2 << 20;

/// Creatures, those included that arrive or are made by events.
pub(super) const CREATURES: usize = 256;

/// Objects, drawn and placed.
pub(super) const OBJECTS: usize = 4096;

/// Effects of all events together.
pub(super) const EFFECTS: usize = 1024;

/// Sides, declared or named by creatures.
pub(super) const SIDES: usize = 32;

/// Squares named by zones, areas, places and effects, all of them counted each time.
const SQUARES_NAMED: usize = 500_000;

/// Zones.
pub(super) const ZONES: usize = 256;

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
    over: Option<TextSpan>,
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

impl Compiler<'_> {
    /// The values of a key that may stand there several times, as many of them as a level may have.
    pub(super) fn listed<'v>(&mut self, fields: &Fields<'v>, key: &str) -> Vec<Value<'v>> {
        let mut values = fields.get(key).map(read::one_or_many).unwrap_or_default();
        if let Some((what, most)) = limit(key, values.len()) {
            self.too_many(&values[most].span(), values.len(), what, most);
            values.truncate(most);
        }
        values
    }

    /// The entries of a table whose keys the author chooses, as many of them as a level may have.
    pub(super) fn entries_of<'v>(&mut self, fields: &Fields<'v>, key: &str) -> Vec<Entry<'v>> {
        let Some(value) = fields.get(key) else {
            return Vec::new();
        };
        let mut entries = read::entries(&mut self.report, value, &format!("`{key}`")).unwrap_or_default();
        if let Some((what, most)) = limit(key, entries.len()) {
            self.too_many(&entries[most].key_span.clone(), entries.len(), what, most);
            entries.truncate(most);
        }
        entries
    }

    pub(super) fn too_many(&mut self, span: &TextSpan, number: usize, what: &str, most: usize) {
        self.report
            .add(
                Code::TooMany,
                span,
                format!("{number} {what} are too many: a level has at most {most}"),
            )
            .because("the first one too many");
    }

    /// Counts squares that are named; false if they are too many by now.
    pub(super) fn may_name(&mut self, squares: usize, span: &TextSpan) -> bool {
        let before = self.squares_named;
        self.squares_named = before.saturating_add(squares);
        let fits = self.squares_named <= SQUARES_NAMED;
        if !fits && before <= SQUARES_NAMED {
            self.report
                .add(
                    Code::TooMany,
                    span,
                    format!("the level names more than {SQUARES_NAMED} squares in its zones, areas and effects"),
                )
                .because("too many from here on")
                .help("name each square once, or give the squares a zone of their own");
        }
        fits
    }

    /// Reports what there is too much of, wherever in the file it stands.
    pub(super) fn check_tallies(&mut self) {
        let tallies = [
            (std::mem::take(&mut self.crowd), "creatures", CREATURES),
            (std::mem::take(&mut self.clutter), "objects", OBJECTS),
            (std::mem::take(&mut self.deeds), "effects", EFFECTS),
            (std::mem::take(&mut self.parties), "sides", SIDES),
        ];
        for (tally, what, most) in tallies {
            if let Some(span) = tally.over {
                self.too_many(&span, tally.seen, what, most);
            }
        }
    }
}

/// What there is too much of, and how much there may be.
fn limit(key: &str, number: usize) -> Option<(&'static str, usize)> {
    let (_, what, most) = TABLES.iter().find(|(known, ..)| *known == key)?;
    (number > *most).then_some((*what, *most))
}
