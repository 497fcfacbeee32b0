//! Reading no more than a level may hold.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::limits::{CREATURES, EFFECTS, OBJECTS, SIDES, SQUARES_NAMED, limit};
use super::name_rule::check_title;
use super::read::{self, Entry, Fields, TextSpan, Value};

impl Compiler<'_> {
    /// The values of a key that may stand there several times, as many of them as a level may have.
    pub(super) fn listed<'v>(&mut self, fields: &Fields<'v>, key: &str) -> Vec<Value<'v>> {
        let mut values = fields.all(key).into_iter().flat_map(read::one_or_many).collect::<Vec<_>>();
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
        // A character that is drawn is looked at where it is drawn.
        if !matches!(key, "legend" | "edges") {
            for entry in &entries {
                if let Err(why) = check_title(entry.key) {
                    read::bad_name(&mut self.report, entry.key, &entry.key_span, why);
                }
            }
        }
        entries
    }

    pub(super) fn too_many(&mut self, span: &TextSpan, number: usize, what: &str, most: usize) {
        self.report
            .add(Code::TooMany, span, format!("{number} {what} are too many: a level has at most {most}"))
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
