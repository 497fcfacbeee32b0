//! Further drawings of the map's size, and `[[area]]`: height, light, fog, air, zones, exits.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::drawing::Drawing;
use super::keys;
use super::model::*;
use super::read::{self, At, Entry, Fields, TextSpan};
use super::weather::gravity;
use super::words;
use crate::grid::{Length, Square};

/// Heights beyond this are surely a slip of the unit.
const HIGHEST: Length = Length::metres(100);

impl Compiler<'_> {
    pub(super) fn overlays(&mut self, fields: &Fields) {
        for (key, drawing) in [("heights", "elevation"), ("zone_names", "zones")] {
            if let Some(entry) =
                fields.entry(key).filter(|entry| entry.value.get_ref().is_table() && fields.get(drawing).is_none())
            {
                self.report
                    .add(Code::DoesNothing, &entry.key_span, format!("`{key}` says what is drawn in `{drawing}`"))
                    .because(format!("there is no `{drawing}`"))
                    .help(format!("draw `{drawing}`, or remove this"));
            }
        }
        let heights = self.read_heights(fields);
        let mut strangers: Vec<(&str, char, TextSpan, String)> = Vec::new();
        for (square, character, span) in self.overlay(fields, "elevation") {
            match heights.get(&character) {
                Some(&height) => self.board[square].elevation = height,
                None => strangers.push(("elevation", character, span, super::suggest::list(&letters(&heights)))),
            }
        }
        for (square, character, span) in self.overlay(fields, "light") {
            match character {
                'b' => self.board[square].light = Light::Bright,
                'd' => self.board[square].light = Light::Dim,
                'x' => self.board[square].light = Light::Dark,
                _ => strangers.push(("light", character, span, "`b` bright, `d` dim, `x` dark".to_owned())),
            }
        }
        for (square, character, span) in self.overlay(fields, "fog") {
            match character {
                'f' => self.board[square].fog = true,
                _ => strangers.push(("fog", character, span, "`f` for fog".to_owned())),
            }
        }
        let found = self.report.found.len();
        let names = self.read_zone_names(fields);
        for (square, character, span) in self.overlay(fields, "zones") {
            match (&names, names.as_ref().and_then(|names| names.get(&character))) {
                (_, Some(name)) => self.extend_zone(name, &span, square),
                (None, None) if character.is_alphanumeric() => {
                    self.extend_zone(&character.to_string(), &span, square);
                }
                (Some(names), None) => {
                    strangers.push(("zones", character, span, super::suggest::list(&letters(names))));
                }
                (None, None) => {
                    strangers.push(("zones", character, span, "letters and digits".to_owned()));
                }
            }
        }
        // A drawing of zones that cannot be read may hold any zone.
        let strange = strangers.iter().any(|(overlay, ..)| *overlay == "zones");
        self.lost.zones |= strange || self.report.found.len() > found;
        self.report_overlay_strangers(strangers);
        for (square, cell) in self.board.clone().iter() {
            if cell.elevation.abs() > HIGHEST {
                let span = self.drawing.as_ref().map_or(0..0, |drawing| drawing.span_of(square));
                self.report
                    .add(Code::ElevationNonsense, &span, format!("the ground at {square} is {} high", cell.elevation))
                    .because(format!("more than {HIGHEST} from the level's zero"));
                break;
            }
        }
    }

    fn report_overlay_strangers(&mut self, strangers: Vec<(&str, char, TextSpan, String)>) {
        let mut told: Vec<(&str, char)> = Vec::new();
        for (overlay, character, span, known) in strangers {
            if told.contains(&(overlay, character)) {
                continue;
            }
            told.push((overlay, character));
            self.report
                .add(
                    Code::OverlayCharacter,
                    &span,
                    format!("`{}` has no meaning in `{overlay}`", character.escape_debug()),
                )
                .because("unknown here")
                .help(format!("`.` is nothing; known: {known}"));
        }
    }

    /// The characters of an overlay that say something, if it is as large as the map.
    fn overlay(&mut self, fields: &Fields, key: &str) -> Vec<(Square, char, TextSpan)> {
        let Some(value) = fields.get(key) else {
            return Vec::new();
        };
        let Some(drawing) = Drawing::new(self.report.text(), value) else {
            read::wrong_type(&mut self.report, value, &format!("`{key}`"), "a drawing in '''quotes'''");
            let amends = [
                (
                    "light",
                    "`light` is a drawing, square by square; for the same light everywhere write `ambient = \"dim\"`",
                ),
                ("zones", "`zones` is a drawing; a table of names and squares is `[zone]`"),
                ("elevation", "`elevation` is a drawing; what its digits mean says `heights`"),
            ];
            if let Some((_, help)) = amends.iter().find(|(one, _)| *one == key) {
                self.report.amend(help);
            }
            return Vec::new();
        };
        if !self.has_board() {
            return Vec::new();
        }
        let (width, height) = (usize::from(self.board.width()), usize::from(self.board.height()));
        if self.lost.size && drawing.height() != height {
            // How large the map is meant to be, nobody knows.
            return Vec::new();
        }
        let odd = (0..drawing.height().min(height)).find(|&y| drawing.row_length(y) != width);
        if odd.is_some() || drawing.height() != height {
            let (span, why) = match odd {
                Some(y) => (drawing.row_span(y), format!("this row has {} of {width} squares", drawing.row_length(y))),
                None => (drawing.span.clone(), format!("{} rows instead of {height}", drawing.height())),
            };
            self.report
                .add(
                    Code::OverlaySize,
                    &span,
                    format!("`{key}` must be drawn as large as the map, {width} by {height}"),
                )
                .because(why);
            return Vec::new();
        }
        let telling = drawing.characters().filter(|&(.., c, _)| c != '.' && c != ' ');
        telling.map(|(x, y, c, span)| (Square::new(x as i16, y as i16), c, span.clone())).collect()
    }

    /// What the characters of `elevation` mean: digits are steps of five feet unless `heights` says otherwise.
    fn read_heights(&mut self, fields: &Fields) -> BTreeMap<char, Length> {
        let mut heights: BTreeMap<char, Length> =
            ('0'..='9').zip(0..).map(|(digit, n)| (digit, Length::feet(5 * n))).collect();
        let Some(value) = fields.get("heights") else {
            return heights;
        };
        heights.clear();
        for entry in read::entries(&mut self.report, value, "`heights`").unwrap_or_default() {
            let Some(letter) = self.overlay_letter(&entry) else {
                continue;
            };
            if let Some(height) = read::length(&mut self.report, entry.value, entry.key) {
                heights.insert(letter, height.value);
            }
        }
        heights
    }

    fn read_zone_names(&mut self, fields: &Fields) -> Option<BTreeMap<char, String>> {
        let value = fields.get("zone_names")?;
        let mut names = BTreeMap::new();
        for entry in read::entries(&mut self.report, value, "`zone_names`")? {
            let Some(letter) = self.overlay_letter(&entry) else {
                continue;
            };
            if let Some(name) = read::string(&mut self.report, entry.value, entry.key) {
                names.insert(letter, name.value);
            }
        }
        Some(names)
    }

    fn overlay_letter(&mut self, entry: &Entry) -> Option<char> {
        let mut letters = entry.key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if !letter.is_whitespace() && letter != '.' => Some(letter),
            _ => {
                self.report
                    .add(Code::LegendCharacter, &entry.key_span, format!("`{}` is not an overlay character", entry.key))
                    .because("one visible character, not `.`");
                None
            }
        }
    }

    /// Reads `[[area]]`: properties of squares without drawing them.
    pub(super) fn read_areas(&mut self, fields: &Fields) {
        for value in self.listed(fields, "area") {
            let Some(fields) = Fields::open(&mut self.report, value, "an area", keys::AREA, &[]) else {
                continue;
            };
            let before = self.report.found.len();
            let squares = fields.require(&mut self.report, "squares").and_then(|value| self.squares(value));
            let sound = self.report.found.len() == before;
            let terrain = fields.string(&mut self.report, "terrain").and_then(|key| self.terrain(key));
            let terrain = terrain.and_then(|key| self.terrain_index(&key));
            let elevation = fields.length(&mut self.report, "elevation");
            let light = self.light_word(&fields);
            let report = &mut self.report;
            let fog = fields.boolean(report, "fog");
            let vacuum = fields.boolean(report, "vacuum");
            let exit = fields.boolean(report, "exit");
            let tight = fields.word(report, "tight", words::SIZES);
            let gravity = fields.get("gravity").and_then(|value| gravity(report, value));
            if let Some(At { value, span }) = elevation.as_ref().filter(|at| at.value.abs() > HIGHEST) {
                report
                    .add(Code::ElevationNonsense, span, format!("the ground here would be {value} high"))
                    .because(format!("more than {HIGHEST} from the level's zero"));
            }
            let says = |key: &&str| *key != "squares" && fields.entry(key).is_some();
            let idle = if sound && !fields.has_slips() && !keys::AREA.iter().any(says) {
                Some("it says nothing of its squares")
            } else if sound && squares.as_ref().is_some_and(Vec::is_empty) {
                Some("it has no squares")
            } else {
                None
            };
            if let Some(why) = idle {
                report.add(Code::DoesNothing, &fields.span, "this area changes nothing").because(why);
            }
            for square in squares.unwrap_or_default() {
                let cell = &mut self.board[square];
                cell.terrain = terrain.unwrap_or(cell.terrain);
                cell.elevation = elevation.as_ref().map_or(cell.elevation, |at| at.value);
                cell.light = light.as_ref().map_or(cell.light, |at| at.value);
                cell.fog = fog.unwrap_or(cell.fog);
                cell.vacuum = vacuum.or(cell.vacuum);
                cell.exit = exit.unwrap_or(cell.exit);
                cell.tight = tight.as_ref().map(|at| at.value).or(cell.tight);
                cell.gravity = gravity.or(cell.gravity);
            }
        }
    }
}

fn letters<T>(map: &BTreeMap<char, T>) -> Vec<String> {
    map.keys().map(char::to_string).collect()
}
