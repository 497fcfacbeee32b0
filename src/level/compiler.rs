//! What the steps from text to level share.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::{self, Definition};
use super::drawing::Drawing;
use super::edge_kinds::edge_kinds;
use super::gathered::{Between, Legend, Lost, Placed, Zone};
use super::limits::Tally;
use super::model::*;
use super::read::{At, TextSpan};
use super::report::Report;
use super::vocabulary::Vocabulary;
use crate::grid::{Edge, Grid};

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
    /// Ids of events that the rest of the level means.
    pub(super) events_meant: Vec<At<String>>,
    /// Names of creatures and of objects that events mean before all events are read; `true` for creatures.
    pub(super) meant_later: Vec<(bool, At<String>)>,
    /// Sides that are named and that there are not, each with its finding's place among the findings.
    pub(super) sides_unknown: BTreeMap<String, usize>,
    /// Creatures, and things, that are drawn in several places under one name.
    pub(super) numbered: Vec<(String, TextSpan, Vec<TextSpan>)>,
    /// Sides of squares of which events let nothing be left, and where that is written.
    pub(super) torn_down: Vec<(Vec<Edge>, TextSpan)>,
    /// Sides of squares at which events put something up.
    pub(super) put_up: BTreeSet<Edge>,
    /// Objects whose light events put out, and those that they let give light.
    pub(super) put_out: Vec<At<String>>,
    pub(super) lit: BTreeSet<String>,
    /// What an event waits for the breaking of.
    pub(super) to_break: Vec<At<String>>,
    /// Doors that things are to unlock.
    pub(super) doors_meant: Vec<At<String>>,
    /// Events are being read, which may make what others mean.
    pub(super) in_events: bool,
    /// Objects that events put down.
    pub(super) put_down: Vec<Placed<Object>>,
    /// An event opens a way out.
    pub(super) opens_exit: bool,
    /// How many squares were named so far.
    pub(super) squares_named: usize,
    /// Creatures that events make.
    pub(super) spawns: Vec<Placed<Creature>>,
    pub(super) surprised: Vec<At<String>>,
    pub(super) start_hidden: Vec<At<String>>,
}

impl<'t> Compiler<'t> {
    /// Before anything is read.
    pub(super) fn new(text: &'t str, file: &'t str, vocabulary: &'t dyn Vocabulary) -> Self {
        let mut report = Report::new(text, file);
        report.begun = vocabulary.begun();
        Self {
            report,
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
            events_meant: Vec::new(),
            meant_later: Vec::new(),
            sides_unknown: BTreeMap::new(),
            numbered: Vec::new(),
            torn_down: Vec::new(),
            put_up: BTreeSet::new(),
            put_out: Vec::new(),
            lit: BTreeSet::new(),
            to_break: Vec::new(),
            doors_meant: Vec::new(),
            in_events: false,
            put_down: Vec::new(),
            opens_exit: false,
            squares_named: 0,
            surprised: Vec::new(),
            start_hidden: Vec::new(),
        }
    }

    /// Whether a drawing was read, so that squares can be checked.
    pub(super) fn has_board(&self) -> bool {
        self.board.width() > 0
    }
}
