//! `[legend]`: what the characters of the drawing mean.

use super::catalog::{GLYPHS, Glyph};
use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::{Drawn, Meaning};
use super::keys;
use super::read::{Entry, Fields};
use super::words;

/// The built-in meaning of a character.
pub(super) fn built_in(character: char) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|glyph| glyph.character == character)
}

impl Compiler<'_> {
    pub(super) fn read_legend(&mut self, fields: &Fields) {
        for entry in self.entries_of(fields, "legend") {
            let mut letters = entry.key.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                self.bad_legend_key(&entry);
                continue;
            };
            if letter.is_whitespace() || letter.is_control() {
                self.bad_legend_key(&entry);
                continue;
            }
            if built_in(letter).is_some() {
                self.report
                    .add(Code::LegendShadows, &entry.key_span, format!("`{letter}` is a built-in character"))
                    .because("means something else in this level");
            }
            if let Some(meaning) = self.read_meaning(&entry) {
                self.legend.own.insert(letter, meaning);
            }
        }
    }

    /// Reports what is said of a creature where none stands.
    fn of_nobody(&mut self, fields: &Fields) {
        let personal = ["side", "size", "height", "items", "arrives", "surprised", "hidden", "bystander"];
        let rulesets = self.rulesets.iter().map(String::as_str);
        for key in personal.into_iter().chain(rulesets) {
            if let Some(entry) = fields.entry(key) {
                self.report
                    .add(
                        Code::UnknownKey,
                        &entry.key_span,
                        format!("`{key}` says something of a creature, and none stands here"),
                    )
                    .because("nothing reads this")
                    .help("add `creature = …`, or leave it away");
            }
        }
    }

    pub(super) fn bad_legend_key(&mut self, entry: &Entry) {
        self.report
            .add(
                Code::LegendCharacter,
                &entry.key_span,
                format!("`{}` is not a legend character", entry.key.escape_debug()),
            )
            .because("a square is drawn with one visible character");
    }

    fn read_meaning(&mut self, entry: &Entry) -> Option<Meaning> {
        let rulesets = self.rulesets.clone();
        let fields = Fields::open(&mut self.report, entry.value, "a legend entry", keys::LEGEND, &rulesets)?;
        if fields.is_empty() {
            self.report
                .add(Code::LegendEmpty, &entry.key_span, format!("`{}` means nothing", entry.key))
                .because("no key says what stands here");
        }
        let terrain = fields.string(&mut self.report, "terrain").and_then(|key| self.terrain(key));
        // A lamp's reach if something stands here that can carry one, else the light on the square.
        let glow = fields.get("light").filter(|value| {
            let text = value.get_ref().as_str().unwrap_or_default();
            words::LIGHTS.iter().all(|(word, _)| *word != text) && text.starts_with(|c: char| c.is_ascii_digit())
        });
        let light = if glow.is_some() { None } else { fields.word(&mut self.report, "light", words::LIGHTS) };
        let glow = glow.and_then(|_| fields.extent(&mut self.report, "light"));
        let elevation = fields.length(&mut self.report, "elevation");
        // Name and elevation are the creature's, if there is one, and else the object's and the ground's.
        let (creature, name, raised) = if fields.get("creature").is_some() {
            let person = self.person(&fields, "creature", glow);
            self.lost.creature |= person.is_none();
            (person.map(|person| person.lifted(elevation)), None, None)
        } else {
            self.of_nobody(&fields);
            (None, fields.name(&mut self.report).map(|at| (at.value, at.span)), elevation)
        };
        let definition = fields.string(&mut self.report, "object").and_then(|key| self.definition(key));
        self.lost.object |= definition.is_none() && fields.get("object").is_some();
        let mut object = definition.map(|definition| Drawn { definition, name });
        let door = fields.word(&mut self.report, "door", words::DOORS);
        match (&mut object, door) {
            (Some(object), Some(door)) => object.definition.object.door = Some(door.value),
            (None, Some(door)) => {
                self.report
                    .add(Code::MissingKey, &door.span, "`door` says how an object stands")
                    .because("no `object` here")
                    .help("add `object = \"door\"`");
            }
            _ => {}
        }
        if let (Some(object), Some(glow), None) = (&mut object, glow, &creature) {
            object.definition.object.light = glow;
        }
        let report = &mut self.report;
        Some(Meaning {
            span: entry.key_span.clone(),
            terrain,
            object,
            creature,
            zones: fields.strings(report, "zone").unwrap_or_default().into_iter().map(|at| at.value).collect(),
            elevation: raised.map(|at| at.value),
            light: light.map(|at| at.value),
            fog: fields.boolean(report, "fog").unwrap_or(false),
            exit: fields.boolean(report, "exit").unwrap_or(false),
            tight: fields.word(report, "tight", words::SIZES).map(|at| at.value),
        })
    }
}
