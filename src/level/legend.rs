//! `[legend]`: what the characters of the drawing mean.

use super::catalog::{Glyph, built_in};
use super::compiler::Compiler;
use super::diagnostic::Code;
use super::drawing::one_character;
use super::gathered::{Drawn, Meaning};
use super::keys;
use super::read::{Entry, Fields};
use super::words;

/// Whether an entry takes a built-in meaning away that may be missed. For example `c = { zone = "yard" }` takes the crate away, and
/// `"@" = { object = "cart" }` the road under the cart.
fn hides(glyph: &Glyph, thing: bool, terrain: Option<&str>) -> bool {
    match (glyph.terrain, thing) {
        (Some(ground), false) => terrain != Some(ground),
        (Some(_), true) => !glyph.character.is_alphanumeric() && terrain.is_none(),
        (None, thing) => !thing,
    }
}

impl Compiler<'_> {
    pub(super) fn read_legend(&mut self, fields: &Fields) {
        if fields.get("legend").is_some_and(|value| !value.get_ref().is_table()) {
            self.report.legend_astray = true;
        }
        let mut entries = self.entries_of(fields, "legend");
        let most = super::limits::limit("legend", usize::MAX).map_or(0, |(_, most)| most);
        entries.extend(fields.astray().iter().take(most).cloned());
        for entry in entries {
            let Some(letter) = one_character(entry.key) else {
                self.bad_legend_key(&entry);
                continue;
            };
            if letter.is_whitespace() || letter.is_control() {
                self.bad_legend_key(&entry);
                continue;
            }
            let Some(meaning) = self.read_meaning(&entry) else { continue };
            let says = |key: &str| entry.value.get_ref().as_table().is_some_and(|table| table.contains_key(key));
            let thing = says("object") || says("creature");
            if let Some(glyph) = built_in(letter).filter(|glyph| hides(glyph, thing, meaning.terrain.as_deref())) {
                let usual = glyph.object.or(glyph.terrain).unwrap_or_default();
                self.report
                    .add(Code::LegendShadows, &entry.key_span, format!("`{letter}` is a built-in character, `{usual}`"))
                    .because("no longer so in this level");
            }
            self.legend.own.insert(letter, meaning);
        }
    }

    /// `light` on squares: a word.
    pub(super) fn light_word(&mut self, fields: &Fields) -> Option<super::read::At<super::model::Light>> {
        let number = fields.get("light").and_then(|value| Some((value, super::read::with_unit(value)?)));
        if let Some((value, help)) = number {
            super::read::wrong_type(&mut self.report, value, "`light`", "a word");
            let words = "on squares write `bright`, `dim` or `dark` in quotes";
            self.report.amend(&format!("{words}; for the reach of a lamp {help}"));
            return None;
        }
        fields.word(&mut self.report, "light", words::LIGHTS)
    }

    /// Reports what is said of a creature where none stands.
    fn of_nobody(&mut self, fields: &Fields) {
        let personal = ["side", "size", "height", "items", "arrives", "surprised", "hidden", "bystander", "manner"];
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
        let light = if glow.is_some() { None } else { self.light_word(&fields) };
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
            vacuum: fields.boolean(report, "vacuum"),
            exit: fields.boolean(report, "exit").unwrap_or(false),
            tight: fields.word(report, "tight", words::SIZES).map(|at| at.value),
        })
    }
}
