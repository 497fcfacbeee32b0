//! What stands between squares: drawn in a plan, or listed as `[[run]]`.

use std::collections::BTreeMap;

use super::art;
use super::compiler::Compiler;
use super::define::Meant;
use super::diagnostic::Code;
use super::drawing::DrawnBetween;
use super::edge_kinds::{EDGE_GLYPHS, EdgeKind, edge_kinds};
use super::gathered::{EdgeMeaning, Placed};
use super::keys;
use super::limits::OBJECTS;
use super::model::*;
use super::read::{self, At, Entry, Fields, TextSpan, Value};
use super::words;
use crate::grid::{Direction, Edge, Edges, Footprint, Square};

/// Which sides of squares are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    One(Direction),
    /// Those that part them from all others.
    Around,
}

const SIDES: words::Words<Sides> = &[
    ("north", Sides::One(Direction::North)),
    ("east", Sides::One(Direction::East)),
    ("south", Sides::One(Direction::South)),
    ("west", Sides::One(Direction::West)),
    ("around", Sides::Around),
];

/// What is left between squares.
enum Remains {
    Nothing,
    Kind(String),
}

impl Remains {
    fn kind(self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Kind(key) => Some(key),
        }
    }
}

/// What becomes of an edge at which nothing is to stand.
const NOTHING: &str = "nothing";

impl Compiler<'_> {
    /// Reads `[edge.KEY]`, the author's own kinds.
    pub(super) fn define_edges(&mut self, fields: &Fields) {
        let entries = self.entries_of(fields, "edge");
        // All keys first, so that `like` and `becomes` may name a later one.
        for Entry { key, key_span, .. } in &entries {
            self.own.insert(format!("edge.{key}"), key_span.clone());
            if self.edge_kinds.iter().all(|kind| kind.key != *key) {
                let plain = self.edge_kinds[0].clone();
                let (key, name) = ((*key).to_owned(), words::title_case(key));
                self.edge_kinds.push(EdgeKind { key, name, ..plain });
            }
        }
        let built_in: Vec<String> = edge_kinds().into_iter().map(|kind| kind.key).collect();
        for entry in self.in_order(entries, &built_in, "edge") {
            self.define_edge(&entry);
        }
    }

    fn define_edge(&mut self, Entry { key, key_span, value }: &Entry) {
        let Some(fields) = Fields::open(&mut self.report, value, "an edge", keys::EDGE, &[]) else {
            return;
        };
        let known = self.edge_kinds.iter().position(|kind| kind.key == *key);
        let index = known.expect("every key was added before");
        let mut kind = self.edge_kinds[index].clone();
        let like = fields.string(&mut self.report, "like");
        if let Some(like) = like.and_then(|like| self.edge_kind(&like)) {
            kind = EdgeKind { key: kind.key, name: kind.name, ..self.edge_kinds[like].clone() };
        }
        let becomes = fields.string(&mut self.report, "becomes");
        let becomes = becomes.and_then(|key| self.edge_or_nothing(&key));
        let report = &mut self.report;
        match fields.name(report) {
            Some(name) => kind.name = name.value,
            None => read::check_is_name(report, &kind.name, key_span),
        }
        if let Some(name) = fields.title(report, "art") {
            art::check(report, &name, art::EDGES);
            kind.art = name.value;
        }
        let full = |value: Value| value.get_ref().as_str() == Some("full");
        if fields.get("height").is_some_and(full) {
            kind.height = None;
        } else if let Some(height) = fields.extent(report, "height") {
            kind.height = Some(height);
        }
        kind.sill = fields.extent(report, "sill").unwrap_or(kind.sill);
        if let Some(value) = fields.get("stops") {
            kind.stops = Stops::default();
            for item in read::one_or_many(value) {
                if let Some(stop) = read::word(report, item, "stops", words::STOPS) {
                    (stop.value)(&mut kind.stops);
                }
            }
        }
        let hp = fields.number(report, "hp", 1..=9999);
        kind.hp = hp.map(|at| at.value as i32).or(kind.hp);
        let door = fields.word(report, "door", words::DOORS);
        kind.door = door.map(|at| at.value).or(kind.door);
        if let Some(material) = fields.title(report, "material") {
            kind.material = material.value;
        }
        if let Some(becomes) = becomes {
            kind.becomes = becomes.kind();
        }
        let contradiction = [
            (kind.height.is_some_and(|height| kind.sill > height), "its sill is higher than it is"),
            (kind.stops == Stops::default() && kind.sill.0 == 0, "it stops nothing at all"),
        ];
        for (_, why) in contradiction.iter().filter(|(wrong, _)| *wrong) {
            report
                .add(Code::TerrainContradiction, &fields.span, format!("edge `{key}` contradicts itself"))
                .because(*why);
        }
        self.edge_kinds[index] = kind;
    }

    /// The place of a kind among all, marked as used; a report if there is none.
    fn edge_kind(&mut self, key: &At<String>) -> Option<usize> {
        if let Some(index) = self.edge_kinds.iter().position(|kind| kind.key == key.value) {
            self.used.insert(format!("edge.{}", key.value));
            return Some(index);
        }
        let known: Vec<&str> = self.edge_kinds.iter().map(|kind| kind.key.as_str()).collect();
        let cure = self.instead(&key.value, Meant::Edge);
        self.report
            .add(Code::UnknownEdge, &key.span, format!("nothing called `{}` stands between squares", key.value))
            .because("neither built in nor defined in [edge]")
            .suggest(&key.value, &known)
            .help_if_any(cure);
        None
    }

    /// The key of a kind or of nothing; a report if there is none.
    fn edge_or_nothing(&mut self, key: &At<String>) -> Option<Remains> {
        if key.value == NOTHING {
            return Some(Remains::Nothing);
        }
        self.edge_kind(key).map(|_| Remains::Kind(key.value.clone()))
    }

    /// Reads `[edges]`, what the author's own characters between squares mean.
    pub(super) fn read_edge_legend(&mut self, fields: &Fields) {
        for entry in self.entries_of(fields, "edges") {
            let mut letters = entry.key.chars();
            let letter = match (letters.next(), letters.next()) {
                (Some(letter), None) if !letter.is_whitespace() && !letter.is_control() => letter,
                _ => {
                    self.bad_legend_key(&entry);
                    continue;
                }
            };
            let Some(fields) = Fields::open(&mut self.report, entry.value, "an edge", keys::EDGE_LEGEND, &[]) else {
                continue;
            };
            let Some(kind) = self.edge_named(&fields) else { continue };
            let meaning = self.edge_meaning(&fields, kind);
            self.between.own.insert(letter, meaning);
            self.between.spans.insert(letter, entry.key_span.clone());
        }
    }

    fn edge_named(&mut self, fields: &Fields) -> Option<usize> {
        fields.require(&mut self.report, "edge")?;
        let key = fields.string(&mut self.report, "edge")?;
        self.edge_kind(&key)
    }

    fn edge_meaning(&mut self, fields: &Fields, kind: usize) -> EdgeMeaning {
        let door = fields.word(&mut self.report, "door", words::DOORS);
        if let Some(door) = door.as_ref().filter(|_| self.edge_kinds[kind].door.is_none()) {
            let name = &self.edge_kinds[kind].key;
            self.report
                .add(Code::MissingKey, &door.span, "`door` says how a door stands")
                .because(format!("`{name}` is no door"))
                .help("add `edge = \"door\"`");
        }
        let name = fields.name(&mut self.report);
        EdgeMeaning { kind, door: door.map(|at| at.value), name: name.map(|at| (at.value, at.span)) }
    }

    /// Puts up what a plan draws between its squares.
    pub(super) fn draw_edges(&mut self, plan: &DrawnBetween) {
        let mut strangers = BTreeMap::new();
        for (edge, character, span) in &plan.edges {
            let own = self.between.own.get(character).cloned();
            let built_in = || {
                let glyph = EDGE_GLYPHS.iter().find(|(known, ..)| known == character)?;
                let kind = self.edge_kinds.iter().position(|kind| kind.key == glyph.1);
                Some(EdgeMeaning {
                    kind: kind.expect("built-in characters should draw built-in kinds"),
                    door: glyph.2,
                    name: None,
                })
            };
            match own.or_else(built_in) {
                Some(meaning) => {
                    let key = self.edge_kinds[meaning.kind].key.clone();
                    self.used.insert(format!("edge.{key}"));
                    self.put_up(*edge, &meaning, span);
                }
                None => strangers.entry(*character).or_insert_with(Vec::new).push(span.clone()),
            }
        }
        for (character, span, along) in &plan.joints {
            if !self.between.knows(*character) && !matches!(character, '+' | '.') {
                strangers.entry(*character).or_insert_with(Vec::new).push(span.clone());
            } else if !along && !matches!(character, '+' | '.' | '-' | '|') && !self.lost.board {
                self.report
                    .add(Code::EdgeInCorner, span, format!("`{character}` where sides meet does nothing"))
                    .because("no side of a square")
                    .help("a side is drawn between two squares: move it one column or one line");
            }
        }
        self.lost.board |= !strangers.is_empty();
        self.lost.object |= !strangers.is_empty();
        for (character, places) in &strangers {
            self.report
                .add(
                    Code::EdgeCharacter,
                    &places[0],
                    format!("`{}` stands between squares and means nothing there", character.escape_debug()),
                )
                .because("neither built in nor in [edges]")
                .labels(&places[1..], "and here")
                .help(
                    "squares stand at every second character of every second line of a plan, the first in the second of each",
                );
        }
    }

    /// Reads `[[run]]`: what stands between squares without being drawn.
    pub(super) fn read_runs(&mut self, fields: &Fields) {
        for value in self.listed(fields, "run") {
            let Some(fields) = Fields::open(&mut self.report, value, "a run of edges", keys::RUN, &[]) else {
                self.lost.object = true;
                continue;
            };
            let kind = self.edge_named(&fields);
            let edges = self.edges(&fields);
            let (Some(kind), Some(edges)) = (kind, edges) else {
                self.lost.object = true;
                continue;
            };
            let mut meaning = self.edge_meaning(&fields, kind);
            if edges.len() > 1 {
                // Several of one name are numbered.
                if let Some((_, span)) = &mut meaning.name {
                    *span = 0..0;
                }
            }
            let (free, taken): (Vec<Edge>, Vec<Edge>) =
                edges.into_iter().partition(|edge| !self.between.edges.contains_key(edge));
            self.report_taken(&taken, &value.span());
            for edge in free {
                self.put_up(edge, &meaning, &value.span());
            }
        }
    }

    /// `of` and `side`: sides of squares.
    pub(super) fn edges(&mut self, fields: &Fields) -> Option<Vec<Edge>> {
        let of = fields.require(&mut self.report, "of");
        let squares = of.and_then(|value| self.squares(value));
        fields.require(&mut self.report, "side");
        let side = fields.word(&mut self.report, "side", SIDES);
        let (squares, side) = (squares?, side?);
        let edges = match side.value {
            Sides::One(direction) => {
                let side = |&square: &Square| Edge::of(square, direction).expect("a straight direction has a side");
                squares.iter().map(side).collect()
            }
            Sides::Around => {
                let outer = |square: &Square| {
                    let all = Edge::around(Footprint::single(*square));
                    all.filter(|edge| edge.squares().iter().filter(|at| squares.contains(at)).count() == 1)
                        .collect::<Vec<_>>()
                };
                squares.iter().flat_map(outer).collect()
            }
        };
        Some(edges)
    }

    /// Reports that a run is to stand where something stands already, once for all such places.
    fn report_taken(&mut self, taken: &[Edge], span: &TextSpan) {
        let Some(&first) = taken.first() else { return };
        let [one, other] = first.squares();
        let message = match taken.len() {
            1 => format!("something stands between {one} and {other} twice"),
            more => format!("something stands twice in {more} places, the first of them between {one} and {other}"),
        };
        let mut earlier: Vec<&TextSpan> = taken.iter().map(|edge| &self.between.edges[edge].1).collect();
        earlier.dedup();
        self.report
            .add(Code::EdgeTwice, span, message)
            .because("again here")
            .labels(earlier, "first here")
            .help("take the one or the other away; a run fills up only what is left open");
    }

    fn put_up(&mut self, edge: Edge, meaning: &EdgeMeaning, span: &TextSpan) {
        self.between.edges.insert(edge, (meaning.kind, span.clone()));
        let kind = &self.edge_kinds[meaning.kind];
        if kind.hp.is_none() && kind.door.is_none() && meaning.name.is_none() {
            return;
        }
        // What opens, breaks or has a name is a thing of its own.
        if !self.clutter.fits(OBJECTS, span) {
            return;
        }
        let (base, named) = match &meaning.name {
            Some((name, span)) => (name.clone(), Some(span.clone()).filter(|span| span.end > 0)),
            None => (kind.name.clone(), None),
        };
        let thing = Object {
            name: kind.name.clone(),
            kind: kind.key.clone(),
            art: kind.art.clone(),
            squares: Vec::new(),
            height: kind.height,
            blocks: kind.stops.step,
            hp: kind.hp,
            door: meaning.door.or(kind.door),
            light: crate::grid::Length::ZERO,
            material: kind.material.clone(),
            difficult: false,
            resist: Vec::new(),
            vulnerable: Vec::new(),
            immune: Vec::new(),
            rules: BTreeMap::new(),
            edge: Some(edge),
            portable: false,
            unlocks: Vec::new(),
        };
        self.objects.push(Placed::object(thing, span.clone(), base, named));
    }

    /// The effect of an event that changes what stands between squares.
    pub(super) fn change_edge(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`edge`", keys::CHANGE_EDGE, &[])?;
        let edges = self.edges(&fields);
        fields.require(&mut self.report, "becomes");
        let becomes = fields.string(&mut self.report, "becomes");
        let becomes = becomes.and_then(|key| self.edge_or_nothing(&key))?;
        self.between_changes = true;
        let becomes = becomes.kind();
        let edges = edges?;
        match becomes {
            None => self.torn_down.push((edges.clone(), value.span())),
            Some(_) => self.put_up.extend(&edges),
        }
        Some(Effect::Edge { edges, becomes })
    }

    /// What stands between the squares of the whole board; `None` where nothing ever does.
    pub(super) fn standing_between(&self) -> Option<Edges<u8>> {
        if self.between.edges.is_empty() && !self.between_changes {
            return None;
        }
        let mut all = Edges::new(self.board.width(), self.board.height());
        for (&edge, &(kind, _)) in &self.between.edges {
            if let Some(place) = all.get_mut(edge) {
                *place = u8::try_from(kind + 1).expect("there should be few kinds");
            }
        }
        Some(all)
    }

    /// Whether nobody at all ever gets through an edge as it stands at the beginning.
    pub(super) fn closes(&self, edge: Edge) -> bool {
        let Some(&(kind, _)) = self.between.edges.get(&edge) else {
            return false;
        };
        let kind = &self.edge_kinds[kind];
        kind.stops.step && kind.height.is_none() && kind.hp.is_none() && kind.door.is_none()
    }

    /// Reports doors between squares that nothing holds, or that lead into a wall or off the map.
    pub(super) fn check_edges(&mut self, moved: &[String]) {
        let firm = |edge: Edge| self.between.edges.contains_key(&edge);
        let solid = |at: Square| {
            let cell = self.board.get(at);
            cell.is_none_or(|cell| self.terrains[usize::from(cell.terrain)].solid)
        };
        let mut found = Vec::new();
        for placed in self.objects.iter().filter(|placed| placed.thing.door.is_some()) {
            let Some(edge) = placed.thing.edge else { continue };
            let held = edge.ends().iter().all(|&end| {
                let others = Edge::meeting(end).into_iter().filter(|&other| other != edge);
                let squares = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| end.offset(dx, dy));
                others.into_iter().any(firm) || squares.into_iter().any(solid)
            });
            let name = &placed.thing.name;
            let span = placed.span.clone();
            if !held {
                let message = format!("`{name}` has no wall on either hand");
                found.push((Code::DoorInOpen, span, message, "one can walk round it"));
            } else if let Some(&square) = edge.squares().iter().find(|&&square| solid(square))
                && !moved.contains(name)
            {
                let message = format!("`{name}` leads nowhere at {square}");
                found.push((Code::DoorToNowhere, span, message, "nobody can stand there"));
            }
        }
        for (code, span, message, why) in found {
            self.report.add(code, &span, message).because(why);
        }
    }
}
