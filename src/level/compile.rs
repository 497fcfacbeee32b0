//! From text to [`Level`]: the order of the steps, and what they share.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::catalog::{self, Definition};
use super::diagnostic::Diagnostic;
use super::drawing::Drawing;
use super::edge_kinds::edge_kinds;
use super::edges::Between;
use super::keys;
use super::legend::Legend;
use super::limits::{self, Tally};
use super::model::*;
use super::read::{At, Fields, TextSpan, Value};
use super::report::Report;
use super::syntax;
use super::vocabulary::{KINDS, Vocabulary};
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
    pub(super) fn object(thing: Object, span: TextSpan, base: String, named: Option<TextSpan>) -> Self {
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
    /// Its squares could not be read.
    pub(super) broken: bool,
}

/// What could not be read: whoever names it names nothing that is known, through no fault of the name.
#[derive(Clone, Copy, Default)]
pub(super) struct Lost {
    pub(super) creature: bool,
    pub(super) object: bool,
    pub(super) side: bool,
    pub(super) zones: bool,
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
    pub(super) edge_kinds: Vec<EdgeKind>,
    /// What stands between squares.
    pub(super) between: Between,
    /// Whether an event changes that.
    pub(super) between_changes: bool,
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
    /// What could not be read, so that names of it may be unknown.
    pub(super) lost: Lost,
    /// Creatures, from wherever they come.
    pub(super) crowd: Tally,
    /// Objects, likewise.
    pub(super) clutter: Tally,
    /// Effects of events.
    pub(super) deeds: Tally,
    /// Sides.
    pub(super) parties: Tally,
    /// Names that the rulesets' overrides mention.
    pub(super) mentioned: Vec<At<String>>,
    /// Ids of events that they name.
    pub(super) events_named: Vec<At<String>>,
    /// How many squares were named so far.
    pub(super) squares_named: usize,
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
    let mut compiler = Compiler::new(text, file, vocabulary);
    if text.len() > limits::BYTES {
        compiler.too_many(&(0..0), text.len(), "bytes", limits::BYTES);
        return Err(compiler.report.finish());
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    let span = document.span();
    let root = Spanned::new(span, DeValue::Table(document.into_inner()));
    let level = compiler.level(&root);
    if !errors.is_empty() {
        syntax::report(&mut compiler.report, &errors);
        return Err(compiler.report.finish());
    }
    match level {
        Some(level) if !compiler.report.failed() => Ok((level, compiler.report.finish())),
        _ => Err(compiler.report.finish()),
    }
}

impl<'t> Compiler<'t> {
    fn new(text: &'t str, file: &'t str, vocabulary: &'t dyn Vocabulary) -> Self {
        Self {
            report: Report::new(text, file),
            vocabulary,
            rulesets: [vocabulary.rulesets(), vocabulary.begun()].concat(),
            ruleset: String::new(),
            kinds: Vec::new(),
            damage_words: vocabulary.damage_words(),
            conditions: vocabulary.conditions(),
            sides: Vec::new(),
            side_spans: Vec::new(),
            terrains: catalog::terrains(),
            definitions: catalog::objects(),
            edge_kinds: edge_kinds(),
            between: Between::default(),
            between_changes: false,
            own: BTreeMap::new(),
            used: BTreeSet::new(),
            drawing: None,
            legend: Legend::default(),
            board: Grid::filled(0, 0, Cell::default()),
            zones: BTreeMap::new(),
            objects: Vec::new(),
            creatures: Vec::new(),
            spawns: Vec::new(),
            lost: Lost::default(),
            crowd: Tally::default(),
            clutter: Tally::default(),
            deeds: Tally::default(),
            parties: Tally::default(),
            mentioned: Vec::new(),
            events_named: Vec::new(),
            squares_named: 0,
            surprised: Vec::new(),
            start_hidden: Vec::new(),
        }
    }

    fn level(&mut self, root: Value) -> Option<Level> {
        let mut fields = Fields::open(&mut self.report, root, "a level", keys::LEVEL, &[])?;
        fields.span = 0..self.report.text().find('\n').unwrap_or(self.report.text().len());
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
        self.define_edges(&fields);
        self.read_legend(&fields);
        self.read_edge_legend(&fields);
        self.draw(&fields);
        self.overlays(&fields);
        self.read_zones(&fields);
        self.read_areas(&fields);
        self.read_places(&fields);
        self.read_runs(&fields);
        self.read_creatures(&fields);
        self.name_everybody();
        let arrivals = self.read_arrivals(&fields);
        let events = self.read_events(&fields);
        let goals = self.read_goals(&fields);
        self.read_lists(&fields);
        self.check_mentioned();
        self.check_events_named(&events);
        let opening = self.read_opening(&fields);
        self.check(&goals, &events);
        self.check_tallies();
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
                    let known = self.vocabulary.rulesets();
                    super::vocabulary::unknown_ruleset(&mut self.report, &name.value, &name.span, &known);
                }
                self.ruleset = self.rulesets.first().cloned().unwrap_or_default();
            }
        }
        self.kinds = self.vocabulary.kinds(&self.ruleset);
        if self.kinds.is_empty() {
            self.kinds = KINDS.iter().map(|&kind| kind.to_owned()).collect();
        }
    }

    /// Whether a drawing was read, so that squares can be checked.
    pub(super) fn has_board(&self) -> bool {
        self.board.width() > 0
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
