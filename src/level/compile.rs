//! From text to [`Level`]: the order of the steps.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::compiler::Compiler;
use super::diagnostic::{Code, Diagnostic};
use super::long_keys::LongKey;
use super::model::*;
use super::read::{At, Fields, Value};
use super::report::Report;
use super::vocabulary::{KINDS, Vocabulary};
use super::{keys, limits, syntax};

/// A level with its warnings and hints, or what keeps it from being one.
pub type Parsed = Result<(Level, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Which findings are asked for, of those that are there under one ruleset and not under another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those under the level's own ruleset.
    Own,
    /// All, each with its rulesets.
    All,
}

/// Reads a level; see [`super::parse`].
pub(super) fn compile(text: &str, file: &str, vocabulary: &dyn Vocabulary, scope: Scope) -> Parsed {
    let mut compiler = Compiler::new(text, file, vocabulary);
    if text.len() > limits::BYTES {
        compiler.too_many(&(0..0), text.len(), "bytes", limits::BYTES);
        return Err(compiler.report.finish());
    }
    if let Some(LongKey { span, number, what, most }) = LongKey::find(text) {
        compiler.too_many(&span, number, what, most);
        compiler.report.amend("write it shorter; nothing in a level needs as much");
        return Err(compiler.report.finish());
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    let span = document.span();
    let root = Spanned::new(span, DeValue::Table(document.into_inner()));
    let level = compiler.level(&root);
    if scope == Scope::Own {
        let own = compiler.ruleset.clone();
        compiler.report.keep_those_under(&own);
    }
    if !errors.is_empty() {
        syntax::report(&mut compiler.report, &errors);
        return Err(compiler.report.finish());
    }
    match level {
        Some(level) if !compiler.report.failed() => Ok((level, compiler.report.finish())),
        _ => Err(compiler.report.finish()),
    }
}

/// Reads a text as TOML for others than levels, by the same reader and under the same limits. What is wrong with it is reported; nothing is
/// looked at where it is too large.
pub(crate) fn with_document<'t, T>(
    report: &mut Report<'t>,
    look: impl FnOnce(&mut Report<'t>, Value) -> Option<T>,
) -> Option<T> {
    let text = report.text();
    if text.len() > limits::BYTES {
        let message = format!("{} bytes are more than the {} that are read", text.len(), limits::BYTES);
        report.add(Code::TooMany, &(0..0), message).because("too large");
        return None;
    }
    if let Some(LongKey { span, number, what, most }) = LongKey::find(text) {
        report.add(Code::TooMany, &span, format!("{number} {what}: there may be {most}")).because("too long");
        return None;
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    let span = document.span();
    let root = Spanned::new(span, DeValue::Table(document.into_inner()));
    let found = look(report, &root);
    if errors.is_empty() {
        return found;
    }
    syntax::report(report, &errors);
    None
}

impl Compiler<'_> {
    fn level(&mut self, root: Value) -> Option<Level> {
        let mut fields = Fields::open(&mut self.report, root, "a level", keys::LEVEL, &[])?;
        // A legend without its header is read all the same.
        self.report.legend_astray = false;
        fields.span = 0..self.report.text().find('\n').unwrap_or(self.report.text().len());
        let name = fields.require(&mut self.report, "name").and_then(|_| fields.title(&mut self.report, "name"));
        let about = fields.string(&mut self.report, "about");
        self.read_ruleset(&fields);
        let weather = fields.get("weather").and_then(|value| self.weather(value)).unwrap_or_default();
        let rules = self.read_rules(&fields);
        self.read_sides(&fields);
        self.define_terrains(&fields);
        self.define_objects(&fields);
        self.define_edges(&fields);
        self.read_legend(&fields);
        self.read_edge_legend(&fields);
        self.draw(&fields);
        self.overlays(&fields);
        self.read_zones(&fields);
        self.use_zones_of_rules(&rules);
        self.read_areas(&fields);
        self.read_places(&fields);
        self.read_runs(&fields);
        self.read_creatures(&fields);
        self.name_everybody();
        let (arrivals, called) = self.read_arrivals(&fields);
        let events = self.read_events(&fields);
        let prepared = self.read_prepared(&fields);
        let goals = self.read_goals(&fields);
        self.read_lists(&fields);
        self.check_mentioned();
        self.check_events_named(&events);
        self.check_events_meant(&events);
        self.check_doors_meant();
        self.check_events_idle(&events);
        let opening = self.read_opening(&fields);
        self.check_numbered();
        self.check(&goals, &events);
        self.check_tallies();
        self.check_weight(&events);
        self.waive(&fields);
        let edges = self.standing_between();
        Some(Level {
            name: name.map(|at| at.value).unwrap_or_default(),
            about: about.map(|at| at.value.trim().to_owned()).unwrap_or_default(),
            ruleset: self.ruleset.clone(),
            board: self.board.clone(),
            edge_kinds: edges.as_ref().map(|_| self.edge_kinds.clone()).unwrap_or_default(),
            edges,
            terrains: self.terrains.clone(),
            objects: self.objects.iter().map(|placed| placed.thing.clone()).collect(),
            creatures: self.creatures.iter().map(|placed| placed.thing.clone()).collect(),
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
            called,
            surprised: distinct(&self.surprised),
            start_hidden: distinct(&self.start_hidden),
            opening,
            weather,
            rules,
            prepared,
            source: self.report.text().to_owned(),
            cast: None,
        })
    }

    fn read_ruleset(&mut self, fields: &Fields) {
        let asked =
            fields.require(&mut self.report, "ruleset").and_then(|_| fields.string(&mut self.report, "ruleset"));
        match asked {
            Some(name) if self.rulesets.contains(&name.value) => {
                self.report.only_begun(&name.value, &name.span);
                self.ruleset = name.value;
            }
            asked => {
                if let Some(name) = asked {
                    let known = self.vocabulary.rulesets();
                    self.report.unknown_ruleset(&name.value, &name.span, &known);
                }
                self.ruleset = self.rulesets.first().cloned().unwrap_or_default();
            }
        }
        self.kinds = self.vocabulary.kinds(&self.ruleset);
        if self.kinds.is_empty() {
            self.kinds = KINDS.iter().map(|&kind| kind.to_owned()).collect();
        }
    }
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
