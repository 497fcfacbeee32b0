//! From text to [`Level`]: the order of the steps, and what they share.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::catalog::{self, Definition};
use super::diagnostic::{Code, Diagnostic};
use super::drawing::Drawing;
use super::keys;
use super::legend::Legend;
use super::model::*;
use super::read::{self, At, Entry, Fields, TextSpan, Value};
use super::report::Report;
use super::vocabulary::{KINDS, Vocabulary};
use super::words;
use crate::grid::{Grid, Square};

/// The name of the built-in void terrain.
pub(super) const VOID: &str = "void";

/// Something with a name, standing on the board.
pub(super) struct Placed<T> {
    pub(super) thing: T,
    /// Its character in the drawing, or its `at`.
    pub(super) span: TextSpan,
    /// What it is called before numbers are given.
    pub(super) base: String,
    /// Where the author wrote its name, if nobody else may have it.
    pub(super) named: Option<TextSpan>,
    /// The edge of its ground in squares; 1 for objects.
    pub(super) side: u8,
    /// It is caught off guard.
    pub(super) surprised: bool,
    /// It starts out of sight.
    pub(super) hidden: bool,
}

impl Placed<Object> {
    pub(super) fn object(
        thing: Object,
        span: TextSpan,
        base: String,
        named: Option<TextSpan>,
    ) -> Self {
        Self {
            thing,
            span,
            base,
            named,
            side: 1,
            surprised: false,
            hidden: false,
        }
    }
}

/// A named area while it is gathered.
#[derive(Default)]
pub(super) struct Zone {
    pub(super) squares: BTreeSet<Square>,
    pub(super) span: TextSpan,
    pub(super) used: bool,
}

/// Everything the steps share.
pub(super) struct Compiler<'t> {
    pub(super) report: Report<'t>,
    pub(super) vocabulary: &'t dyn Vocabulary,
    pub(super) rulesets: Vec<String>,
    pub(super) ruleset: String,
    pub(super) kinds: Vec<String>,
    pub(super) damage_words: Vec<String>,
    pub(super) conditions: Vec<String>,
    pub(super) sides: Vec<Side>,
    /// Where each side was declared; empty if the sides are those that creatures name.
    pub(super) side_spans: Vec<TextSpan>,
    pub(super) terrains: Vec<Terrain>,
    pub(super) definitions: Vec<Definition>,
    /// Own terrains and objects (`terrain.KEY`, `object.KEY`) and where they are defined.
    pub(super) own: BTreeMap<String, TextSpan>,
    /// Those of them that something uses.
    pub(super) used: BTreeSet<String>,
    pub(super) drawing: Option<Drawing>,
    pub(super) legend: Legend,
    pub(super) board: Grid<Cell>,
    pub(super) zones: BTreeMap<String, Zone>,
    pub(super) objects: Vec<Placed<Object>>,
    pub(super) creatures: Vec<Placed<Creature>>,
    /// Creatures that events make.
    pub(super) spawns: Vec<Placed<Creature>>,
    pub(super) surprised: Vec<At<String>>,
    pub(super) start_hidden: Vec<At<String>>,
}

/// Reads a level; see [`super::parse`].
pub(super) fn compile(
    text: &str,
    file: &str,
    vocabulary: &dyn Vocabulary,
) -> Result<(Level, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (document, syntax) = DeTable::parse_recoverable(text);
    let span = document.span();
    let root = Spanned::new(span, DeValue::Table(document.into_inner()));
    let mut compiler = Compiler::new(text, file, vocabulary);
    let level = compiler.level(&root);
    if !syntax.is_empty() {
        return Err(with_syntax(compiler.report, &syntax));
    }
    match level {
        Some(level) if !compiler.report.failed() => Ok((level, compiler.report.finish())),
        _ => Err(compiler.report.finish()),
    }
}

/// Findings when the text is not TOML: the syntax errors, and of the rest what certainly does not follow from them.
fn with_syntax(mut report: Report, errors: &[toml::de::Error]) -> Vec<Diagnostic> {
    let first = errors
        .iter()
        .filter_map(toml::de::Error::span)
        .map(|span| span.start)
        .min()
        .unwrap_or(0);
    report.found.retain(|entry| {
        let stands_alone = matches!(
            entry.code,
            Code::WrongType
                | Code::UnknownKey
                | Code::UnknownWord
                | Code::BadLength
                | Code::BadDice
                | Code::BadNumber
        );
        stands_alone && entry.span.end < first
    });
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or("this is not TOML");
        report
            .add(Code::Syntax, &span, format!("not TOML: {message}"))
            .because("the reader stopped here");
    }
    report.finish()
}

impl<'t> Compiler<'t> {
    fn new(text: &'t str, file: &'t str, vocabulary: &'t dyn Vocabulary) -> Self {
        Self {
            report: Report::new(text, file),
            vocabulary,
            rulesets: vocabulary.rulesets(),
            ruleset: String::new(),
            kinds: Vec::new(),
            damage_words: vocabulary.damage_words(),
            conditions: vocabulary.conditions(),
            sides: Vec::new(),
            side_spans: Vec::new(),
            terrains: catalog::terrains(),
            definitions: catalog::objects(),
            own: BTreeMap::new(),
            used: BTreeSet::new(),
            drawing: None,
            legend: Legend::default(),
            board: Grid::filled(0, 0, Cell::default()),
            zones: BTreeMap::new(),
            objects: Vec::new(),
            creatures: Vec::new(),
            spawns: Vec::new(),
            surprised: Vec::new(),
            start_hidden: Vec::new(),
        }
    }

    fn level(&mut self, root: Value) -> Option<Level> {
        let mut fields = Fields::open(&mut self.report, root, "a level", keys::LEVEL, &[])?;
        fields.span = 0..self
            .report
            .text()
            .find('\n')
            .unwrap_or(self.report.text().len());
        let name = fields
            .require(&mut self.report, "name")
            .and_then(|_| fields.title(&mut self.report, "name"));
        let about = fields.string(&mut self.report, "about");
        self.read_ruleset(&fields);
        let weather = fields
            .get("weather")
            .and_then(|value| self.weather(value))
            .unwrap_or_default();
        let rules = self.read_rules(&fields);
        self.read_sides(&fields);
        self.define_terrains(&fields);
        self.define_objects(&fields);
        self.read_legend(&fields);
        self.draw(&fields);
        self.overlays(&fields);
        self.read_zones(&fields);
        self.read_areas(&fields);
        self.read_places(&fields);
        self.read_creatures(&fields);
        self.name_everybody();
        let arrivals = self.read_arrivals(&fields);
        let events = self.read_events(&fields);
        let goals = self.read_goals(&fields);
        self.read_lists(&fields);
        let opening = self.read_opening(&fields);
        self.check(&goals);
        self.waive(&fields);
        Some(Level {
            name: name.map(|at| at.value).unwrap_or_default(),
            about: about
                .map(|at| at.value.trim().to_owned())
                .unwrap_or_default(),
            ruleset: self.ruleset.clone(),
            board: self.board.clone(),
            terrains: self.terrains.clone(),
            objects: self
                .objects
                .iter()
                .map(|placed| placed.thing.clone())
                .collect(),
            creatures: self
                .creatures
                .iter()
                .map(|placed| placed.thing.clone())
                .collect(),
            sides: self.sides.clone(),
            events: events.into_iter().map(|at| at.value).collect(),
            goals: if goals.is_empty() {
                vec![Goal::LastSideStanding { side: None }]
            } else {
                goals.into_iter().map(|at| at.value).collect()
            },
            zones: self
                .zones
                .iter()
                .map(|(name, zone)| (name.clone(), zone.squares.iter().copied().collect()))
                .collect(),
            arrivals,
            surprised: distinct(&self.surprised),
            start_hidden: distinct(&self.start_hidden),
            opening,
            weather,
            rules,
            source: self.report.text().to_owned(),
        })
    }

    fn read_ruleset(&mut self, fields: &Fields) {
        let asked = fields
            .require(&mut self.report, "ruleset")
            .and_then(|_| fields.string(&mut self.report, "ruleset"));
        match asked {
            Some(name) if self.rulesets.contains(&name.value) => self.ruleset = name.value,
            asked => {
                if let Some(name) = asked {
                    self.report
                        .add(
                            Code::UnknownRuleset,
                            &name.span,
                            format!("there is no ruleset `{}`", name.value),
                        )
                        .because("not a ruleset")
                        .suggest(&name.value, &self.rulesets);
                }
                self.ruleset = self.rulesets.first().cloned().unwrap_or_default();
            }
        }
        self.kinds = self.vocabulary.kinds(&self.ruleset);
        if self.kinds.is_empty() {
            self.kinds = KINDS.iter().map(|&kind| kind.to_owned()).collect();
        }
    }

    fn read_rules(&mut self, fields: &Fields) -> BTreeMap<String, toml::Table> {
        let mut rules = BTreeMap::new();
        let Some(value) = fields.get("rules") else {
            return rules;
        };
        let vocabulary = self.vocabulary;
        for Entry {
            key,
            key_span,
            value,
        } in read::entries(&mut self.report, value, "`rules`").unwrap_or_default()
        {
            if !self.rulesets.iter().any(|ruleset| ruleset == key) {
                self.report
                    .add(
                        Code::UnknownRuleset,
                        &key_span,
                        format!("there is no ruleset `{key}`"),
                    )
                    .because("not a ruleset")
                    .suggest(key, &self.rulesets);
                continue;
            }
            let check =
                |ruleset: &str, table: &toml::Table| vocabulary.check_options(ruleset, table);
            if let Some(table) = read::ruleset_table(&mut self.report, key, value, &check) {
                rules.insert(key.to_owned(), table);
            }
        }
        rules
    }

    /// Reads `[weather]`, or the effect that changes it.
    pub(super) fn weather(&mut self, value: Value) -> Option<Weather> {
        let report = &mut self.report;
        let fields = Fields::open(report, value, "weather", keys::WEATHER, &[])?;
        let usual = Weather::default();
        Some(Weather {
            visibility: fields
                .word(report, "visibility", words::VISIBILITIES)
                .map_or(usual.visibility, |at| at.value),
            gravity: fields
                .get("gravity")
                .and_then(|value| gravity(report, value))
                .unwrap_or(usual.gravity),
            vacuum: fields.boolean(report, "vacuum").unwrap_or(usual.vacuum),
            wind: fields
                .word(report, "wind", words::DIRECTIONS)
                .map(|at| at.value),
        })
    }

    fn read_sides(&mut self, fields: &Fields) {
        let Some(value) = fields.get("side") else {
            return;
        };
        let mut seen: BTreeMap<String, TextSpan> = BTreeMap::new();
        for value in read::one_or_many(value) {
            let Some(fields) = Fields::open(&mut self.report, value, "a side", keys::SIDE, &[])
            else {
                continue;
            };
            let report = &mut self.report;
            let id = fields
                .require(report, "id")
                .and_then(|_| fields.title(report, "id"));
            let name = fields.title(report, "name");
            let seat = fields
                .word(report, "seat", words::SEATS)
                .map_or(Seat::Human, |at| at.value);
            let neutral = fields.boolean(report, "neutral").unwrap_or(false);
            let Some(id) = id else { continue };
            if let Some(first) = seen.get(&id.value) {
                report
                    .add(
                        Code::DuplicateId,
                        &id.span,
                        format!("two sides have the id `{}`", id.value),
                    )
                    .because("again here")
                    .label(first, "first here");
                continue;
            }
            seen.insert(id.value.clone(), id.span.clone());
            let name = name.map_or_else(|| title_case(&id.value), |at| at.value);
            self.sides.push(Side {
                id: id.value,
                name,
                seat,
                neutral,
            });
            self.side_spans.push(id.span);
        }
    }

    /// The side's id if there is such a side. If the level declares no sides, naming one makes it.
    pub(super) fn side(&mut self, id: At<String>) -> Option<String> {
        if self.sides.iter().any(|side| side.id == id.value) {
            return Some(id.value);
        }
        if self.side_spans.is_empty() && !id.value.trim().is_empty() {
            let name = title_case(&id.value);
            self.sides.push(Side {
                id: id.value.clone(),
                name,
                seat: Seat::Human,
                neutral: false,
            });
            return Some(id.value);
        }
        let known: Vec<&str> = self.sides.iter().map(|side| side.id.as_str()).collect();
        self.report
            .add(
                Code::UnknownSide,
                &id.span,
                format!("there is no side `{}`", id.value),
            )
            .because("no [[side]] has this id")
            .suggest(&id.value, &known);
        None
    }

    /// Reads `surprised` and `start_hidden`: names of creatures, or ids of sides for all of theirs.
    fn read_lists(&mut self, fields: &Fields) {
        let surprised = fields
            .strings(&mut self.report, "surprised")
            .unwrap_or_default();
        let hidden = fields
            .strings(&mut self.report, "start_hidden")
            .unwrap_or_default();
        let surprised = self.names(surprised);
        let hidden = self.names(hidden);
        self.surprised.extend(surprised);
        self.start_hidden.extend(hidden);
    }

    /// Names of creatures; the id of a side stands for all of its creatures.
    pub(super) fn names(&mut self, listed: Vec<At<String>>) -> Vec<At<String>> {
        let mut names = Vec::new();
        for name in listed {
            let whole_side = self.sides.iter().any(|side| side.id == name.value);
            if whole_side && !self.creature_names().contains(&name.value.as_str()) {
                let members = self
                    .creatures
                    .iter()
                    .filter(|placed| placed.thing.side == name.value);
                names.extend(
                    members.map(|placed| At::new(placed.thing.name.clone(), name.span.clone())),
                );
            } else if self.known_creature(&name) {
                names.push(name);
            }
        }
        names
    }

    fn creature_names(&self) -> Vec<&str> {
        self.creatures
            .iter()
            .chain(&self.spawns)
            .map(|placed| placed.thing.name.as_str())
            .collect()
    }

    /// Whether the level has such a creature; a report if not.
    pub(super) fn known_creature(&mut self, name: &At<String>) -> bool {
        let known: Vec<String> = self
            .creature_names()
            .into_iter()
            .map(str::to_owned)
            .collect();
        let found = known.contains(&name.value);
        if !found {
            self.report
                .add(
                    Code::UnknownCreature,
                    &name.span,
                    format!("nobody here is called `{}`", name.value),
                )
                .because("no creature of this level")
                .suggest(&name.value, &known);
        }
        found
    }

    /// Whether the level has such an object; a report if not.
    pub(super) fn known_object(&mut self, name: &At<String>) -> bool {
        let found = self
            .objects
            .iter()
            .any(|placed| placed.thing.name == name.value);
        if !found {
            let known: Vec<&str> = self
                .objects
                .iter()
                .map(|placed| placed.thing.name.as_str())
                .collect();
            self.report
                .add(
                    Code::UnknownThing,
                    &name.span,
                    format!("nothing here is called `{}`", name.value),
                )
                .because("no object of this level")
                .suggest(&name.value, &known);
        }
        found
    }

    fn read_opening(&mut self, fields: &Fields) -> Option<String> {
        let name = fields.string(&mut self.report, "opening")?;
        self.known_creature(&name).then_some(name.value)
    }

    /// Whether a drawing was read, so that squares can be checked.
    pub(super) fn has_board(&self) -> bool {
        self.board.width() > 0
    }
}

/// Gravity in hundredths, from `0.38` or `1`.
fn gravity(report: &mut Report, value: Value) -> Option<i32> {
    let text = match value.get_ref() {
        DeValue::Integer(_) => read::integer(value).map(|whole| whole.to_string()),
        DeValue::Float(float) => Some(float.as_str().to_owned()),
        _ => {
            read::wrong_type(report, value, "`gravity`", "a number such as 0.38");
            return None;
        }
    };
    let hundredths = text
        .as_deref()
        .and_then(hundredths)
        .filter(|number| (0..=1000).contains(number));
    if hundredths.is_none() {
        report
            .add(Code::BadNumber, &value.span(), "`gravity` is out of range")
            .because("must be from 0 to 10, with at most two decimals");
    }
    hundredths
}

fn hundredths(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 2 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: i32 = whole
        .parse()
        .ok()
        .filter(|number| (0..=100).contains(number))?;
    let fraction: i32 = format!("{fraction:0<2}").parse().ok()?;
    Some(whole * 100 + fraction)
}

/// `crate_top` becomes `Crate top`.
pub(super) fn title_case(word: &str) -> String {
    let spaced = word.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn distinct(names: &[At<String>]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        if !out.contains(&name.value) {
            out.push(name.value.clone());
        }
    }
    out
}
