//! Ways to name squares: one, many, a rectangle, a zone, or a character of the drawing.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::DeValue;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Zone;
use super::keys;
use super::read::{self, At, Entry, Fields, TextSpan, Value};
use crate::grid::Square;

impl Compiler<'_> {
    /// One square `[x, y]` of the board.
    pub(super) fn square(&mut self, value: Value) -> Option<Square> {
        let Some((x, y)) = pair(value) else {
            self.no_square(value);
            return None;
        };
        if !self.has_board() {
            return None;
        }
        let (width, height) = (i64::from(self.board.width()), i64::from(self.board.height()));
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            if !self.lost.size {
                self.off_map(&value.span(), x, y);
            }
            return None;
        }
        Some(Square::new(x as i16, y as i16))
    }

    fn off_map(&mut self, span: &TextSpan, x: i64, y: i64) {
        let (width, height) = (self.board.width(), self.board.height());
        let turned = (0..i64::from(width)).contains(&y) && (0..i64::from(height)).contains(&x);
        let found = self.report.add(Code::OffMap, span, format!("the square [{x}, {y}] is not on the map"));
        let found = found.because(format!("the map has columns 0 to {} and rows 0 to {}", width - 1, height - 1));
        if turned {
            found.help(format!("x, the column, comes first: [{y}, {x}] is on the map"));
        }
    }

    /// Says of what is to be a square and is none what is wrong with it.
    fn no_square(&mut self, value: Value) {
        let coordinates = value.get_ref().as_array().filter(|list| !list.is_empty());
        let Some(list) = coordinates else {
            read::wrong_type(&mut self.report, value, "a square", "[x, y]");
            if has_axes(value) {
                self.report.amend("write the two numbers alone: [x, y]");
            }
            return;
        };
        let whole: Vec<i64> = list.iter().filter_map(read::integer).collect();
        let (why, help) = match whole[..] {
            [x, y, _] if list.len() == 3 => {
                ("three numbers".to_owned(), format!("write [{x}, {y}]; how high something is says `elevation`"))
            }
            [a, b, c, d] if list.len() == 4 => (
                "four numbers".to_owned(),
                format!(
                    "a square is [x, y]; where several may be meant, a rectangle is {{ from = [{a}, {b}], to = [{c}, {d}] }}"
                ),
            ),
            _ if list.iter().any(|number| number.get_ref().is_float()) => {
                ("not whole numbers".to_owned(), "squares are counted, so both numbers are whole: [x, y]".to_owned())
            }
            _ if list.iter().any(|number| number.get_ref().is_str()) => {
                ("text, not numbers".to_owned(), "write the two numbers without quotes: [x, y]".to_owned())
            }
            _ => (format!("{} instead of two numbers", list.len()), "write [x, y]".to_owned()),
        };
        self.report
            .add(Code::WrongType, &value.span(), "a square must be two whole numbers, [x, y]")
            .because(why)
            .help(help);
    }

    /// Any number of squares, row-major, none twice.
    pub(super) fn squares(&mut self, value: Value) -> Option<Vec<Square>> {
        let mut squares = BTreeSet::new();
        self.gather(value, &mut squares)?;
        Some(squares.into_iter().collect())
    }

    fn gather(&mut self, value: Value, squares: &mut BTreeSet<Square>) -> Option<()> {
        if let Some(text) = value.get_ref().as_str() {
            return self.gather_zone(&At::new(text.to_owned(), value.span()), squares);
        }
        if pair(value).is_some() {
            if !self.may_name(1, &value.span()) {
                return None;
            }
            squares.insert(self.square(value)?);
            return Some(());
        }
        if let Some(list) = value.get_ref().as_array() {
            let number = |item: &Spanned<DeValue>| item.get_ref().is_integer() || item.get_ref().is_float();
            if !list.is_empty() && list.iter().all(number) {
                self.no_square(value);
                return None;
            }
            for item in list {
                self.gather(item, squares)?;
            }
            return Some(());
        }
        if !value.get_ref().is_table() {
            read::wrong_type(
                &mut self.report,
                value,
                "a place",
                "[x, y], a list of squares, { from, to } or a zone's name",
            );
            return None;
        }
        if has_axes(value) {
            self.no_square(value);
            return None;
        }
        let fields = Fields::open(&mut self.report, value, "a place", keys::SQUARES, &[])?;
        let ways = ["from", "zone", "legend"].iter().filter(|key| fields.get(key).is_some()).count();
        if ways == 0 && fields.has_slips() {
            return None;
        }
        if ways != 1 {
            self.report
                .add(Code::OneOf, &fields.span, "a place names its squares one way")
                .because("exactly one of `from` with `to`, `zone`, `legend`");
            return None;
        }
        if let Some(zone) = fields.string(&mut self.report, "zone") {
            self.gather_zone(&zone, squares)
        } else if let Some(character) = fields.string(&mut self.report, "legend") {
            self.gather_drawn(&character, squares)
        } else {
            self.gather_rectangle(&fields, squares)
        }
    }

    fn gather_rectangle(&mut self, fields: &Fields, squares: &mut BTreeSet<Square>) -> Option<()> {
        let from = fields.get("from").and_then(|value| self.square(value));
        let to = fields.require(&mut self.report, "to").and_then(|value| self.square(value));
        let (from, to) = (from?, to?);
        let across = |one: i16, other: i16| usize::from(one.abs_diff(other)) + 1;
        if !self.may_name(across(from.x, to.x) * across(from.y, to.y), &fields.span) {
            return None;
        }
        for y in from.y.min(to.y)..=from.y.max(to.y) {
            squares.extend((from.x.min(to.x)..=from.x.max(to.x)).map(|x| Square::new(x, y)));
        }
        Some(())
    }

    fn gather_zone(&mut self, name: &At<String>, squares: &mut BTreeSet<Square>) -> Option<()> {
        self.known_zone(name)?;
        if !self.may_name(self.zones[&name.value].squares.len(), &name.span) {
            return None;
        }
        squares.extend(&self.zones[&name.value].squares);
        Some(())
    }

    fn gather_drawn(&mut self, character: &At<String>, squares: &mut BTreeSet<Square>) -> Option<()> {
        let mut letters = character.value.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            self.report
                .add(Code::LegendCharacter, &character.span, "`legend` names one character of the drawing")
                .because("not one character");
            return None;
        };
        let Some(drawing) = &self.drawing else {
            return Some(());
        };
        let found = drawing.squares_of(letter).to_vec();
        if !found.is_empty() && !self.may_name(found.len(), &character.span) {
            return None;
        }
        squares.extend(&found);
        if found.is_empty() {
            self.report
                .add(Code::UnknownCharacter, &character.span, format!("`{letter}` is not in the drawing"))
                .because("drawn nowhere")
                .help("draw the character, or name the squares another way");
        }
        Some(())
    }

    /// Marks a zone as used; a report if there is none.
    pub(super) fn known_zone(&mut self, name: &At<String>) -> Option<String> {
        if let Some(zone) = self.zones.get_mut(&name.value) {
            zone.used = true;
            return Some(name.value.clone());
        }
        if self.lost.zones {
            return None;
        }
        let known: Vec<&String> = self.zones.keys().collect();
        self.report
            .add(Code::UnknownZone, &name.span, format!("there is no zone `{}`", name.value))
            .because("neither drawn nor in [zone]")
            .suggest(&name.value, &known);
        None
    }

    /// Adds a square to a zone, which begins to exist with it.
    pub(super) fn extend_zone(&mut self, name: &str, span: &TextSpan, square: Square) {
        let zone = self.zones.entry(name.to_owned()).or_insert_with(|| Zone { span: span.clone(), ..Zone::default() });
        zone.squares.insert(square);
    }

    /// Reads `[zone]`.
    pub(super) fn read_zones(&mut self, fields: &Fields) {
        if let Some(value) = fields.get("zone").filter(|value| value.get_ref().is_array()) {
            // Which zones there are cannot be known then.
            self.lost.zones = true;
            read::wrong_type(&mut self.report, value, "`zone`", "a table");
            self.report.amend("there is only one of it: write `[zone]`, and under it `name = squares` for each");
            return;
        }
        for Entry { key, key_span, value } in self.entries_of(fields, "zone") {
            let squares = self.squares(value);
            if let Some(drawn) = self.zones.get(key) {
                let message = format!("zone `{key}` is drawn and listed; it has the squares of both");
                self.report
                    .add(Code::SaidTwice, &key_span, message)
                    .because("listed here")
                    .label(&drawn.span, "drawn here")
                    .help("keep one of them, or give them two names");
            }
            let fresh = || Zone { span: key_span.clone(), ..Zone::default() };
            let zone = self.zones.entry(key.to_owned()).or_insert_with(fresh);
            zone.broken |= squares.is_none();
            zone.squares.extend(squares.unwrap_or_default());
        }
    }
}

/// Whether a value is a table such as `{ x = 2, y = 2 }`.
fn has_axes(value: Value) -> bool {
    value.get_ref().as_table().is_some_and(|table| table.contains_key("x") && table.contains_key("y"))
}

/// Two whole numbers.
fn pair(value: Value) -> Option<(i64, i64)> {
    let list = value.get_ref().as_array()?;
    let [x, y] = &list[..] else { return None };
    Some((read::integer(x)?, read::integer(y)?))
}
