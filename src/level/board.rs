//! The drawing becomes a board: ground, objects and creatures square by square.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::built_in;
use super::compiler::Compiler;
use super::diagnostic::Code;
use super::drawing::{Drawing, DrawnBetween, Plan, usual_length};
use super::gathered::{Drawn, Lost, Placed, VOID};
use super::limits::{CREATURES, OBJECTS, SQUARES_ACROSS};
use super::model::*;
use super::read::{Fields, TextSpan};
use crate::grid::{Edge, Grid, Square};

/// A character the drawing may not have, how often, and where first.
type Strangers = BTreeMap<char, Vec<TextSpan>>;

/// So many characters without a meaning are told one by one.
const SINGLE_STRANGERS: usize = 3;

impl Compiler<'_> {
    /// Reads `map` and everything drawn in it.
    pub(super) fn draw(&mut self, fields: &Fields) {
        let ambient =
            fields.word(&mut self.report, "ambient", super::words::LIGHTS).map_or(Light::Bright, |at| at.value);
        let ground = fields.string(&mut self.report, "ground").and_then(|key| self.terrain(key));
        // Without the drawing nothing is known of who and what is drawn in it.
        let before = self.lost;
        self.lost = Lost { zones: true, creature: true, object: true, ..before };
        let (key, value) = match (fields.get("map"), fields.get("plan")) {
            (None, Some(value)) => ("`plan`", value),
            (Some(_), Some(plan)) => {
                self.report
                    .add(Code::OneOf, &plan.span(), "a level is drawn as a `map` or as a `plan`")
                    .because("there is a `map`, too");
                return;
            }
            _ => match fields.require(&mut self.report, "map") {
                Some(value) => ("`map`", value),
                None => return,
            },
        };
        let Some(drawing) = Drawing::new(self.report.text(), value) else {
            super::read::wrong_type(&mut self.report, value, key, "a drawing in '''quotes'''");
            return;
        };
        let planned = key == "`plan`";
        let Some(drawing) = self.as_meant(drawing, planned) else { return };
        let reached = self.lost;
        let (drawing, between) = if planned {
            let plan = Plan::of(self.aligned(drawing));
            (plan.squares, Some(plan.between))
        } else {
            (drawing, None)
        };
        if !self.fitting(&drawing) {
            return;
        }
        // What is lost of a plan that was put right stays so.
        self.lost = if self.lost.board && !reached.board { self.lost } else { before };
        let cell = Cell { light: ambient, ..Cell::default() };
        self.board = Grid::filled(drawing.width() as u16, drawing.height() as u16, cell);
        let has_legend = fields.get("legend").is_some() || !fields.astray().is_empty();
        let mut known = self.lay_ground(&drawing, has_legend);
        self.put_objects(&drawing);
        self.put_creatures(&drawing);
        self.drawing = Some(drawing);
        if let Some(between) = &between {
            self.draw_edges(between);
        }
        self.unused_characters(between.as_ref());
        match ground.and_then(|key| self.terrain_index(&key)) {
            Some(index) => {
                for (square, known) in known.iter() {
                    if !known {
                        self.board[square].terrain = index;
                    }
                }
            }
            None => self.guess_ground(&mut known),
        }
    }

    pub(super) fn terrain_index(&self, key: &str) -> Option<u16> {
        self.terrains.iter().position(|terrain| terrain.key == key).and_then(|index| u16::try_from(index).ok())
    }

    /// Whether the drawing has a size we can play on.
    fn fitting(&mut self, drawing: &Drawing) -> bool {
        let (width, height) = (drawing.width(), drawing.height());
        if width == 0 {
            self.report.add(Code::EmptyMap, &drawing.span, "the map is empty").because("no square is drawn here");
            return false;
        }
        if width > SQUARES_ACROSS || height > SQUARES_ACROSS {
            self.report
                .add(Code::MapTooLarge, &drawing.span, format!("the map is {width} by {height} squares"))
                .because(format!("at most {SQUARES_ACROSS} by {SQUARES_ACROSS}"));
            return false;
        }
        if width * height < 8 {
            self.report
                .add(Code::MapTooSmall, &drawing.span, format!("the map has only {} squares", width * height))
                .because("too small to fight on");
        }
        self.ragged(drawing);
        true
    }

    /// Reports rows of another length than most: the long ones if they are the fewer, else the short ones.
    fn ragged(&mut self, drawing: &Drawing) {
        let (width, height) = (drawing.width(), drawing.height());
        let lengths: Vec<usize> = (0..height).map(|y| drawing.row_length(y).min(width)).collect();
        let usual = usual_length(lengths.iter().copied());
        for (y, &length) in lengths.iter().enumerate() {
            let span = drawing.row_span(y);
            // A tab is told by itself, and looks like more than the one square that it is.
            if self.report.text().get(span.clone()).is_some_and(|row| row.contains('\t')) {
                continue;
            }
            if length > usual {
                let surplus = drawing.span_at(usual, y).start..span.end;
                self.report
                    .add(
                        Code::RaggedLine,
                        &surplus,
                        format!("row {y} of the map has {length} squares, the others {usual}"),
                    )
                    .because(format!("{} too many", length - usual))
                    .help("cut the line, or draw the others as long");
            } else if length < usual {
                self.report
                    .add(Code::RaggedLine, &span, format!("row {y} of the map has {length} of {usual} squares"))
                    .because(format!("{} short", usual - length))
                    .help("fill the line up, with spaces if nothing is there");
            }
        }
    }

    /// Sets terrain and whatever else a character says about its square; returns where the ground is certain.
    fn lay_ground(&mut self, drawing: &Drawing, has_legend: bool) -> Grid<bool> {
        let mut known = self.board.map(|_, _| false);
        let mut strangers = Strangers::new();
        let void = self.terrain_index(VOID).expect("void is built in");
        for square in self.board.squares() {
            let (x, y) = (square.x as usize, square.y as usize);
            let character = drawing.at(x, y);
            let span = drawing.span_at(x, y);
            let mut cell = self.board[square];
            let mut terrain = None;
            if let Some(meaning) = self.legend.own.get(&character) {
                terrain.clone_from(&meaning.terrain);
                cell.elevation = meaning.elevation.unwrap_or(cell.elevation);
                cell.light = meaning.light.unwrap_or(cell.light);
                cell.fog |= meaning.fog;
                cell.vacuum = meaning.vacuum.or(cell.vacuum);
                cell.exit |= meaning.exit;
                cell.tight = meaning.tight.or(cell.tight);
                let zones = meaning.zones.len();
                if zones > 0 && self.may_name(zones, &span) {
                    for zone in self.legend.own[&character].zones.clone() {
                        self.extend_zone(&zone, &span, square);
                    }
                }
            } else if let Some(glyph) = built_in(character) {
                terrain = glyph.terrain.map(str::to_owned);
                cell.exit |= glyph.exit;
                if let Some(key) = glyph.terrain {
                    self.used.insert(format!("terrain.{key}"));
                }
            } else if character.is_whitespace() && character != '\t' {
                terrain = Some(VOID.to_owned());
            } else {
                strangers.entry(character).or_default().push(span);
            }
            if let Some(key) = terrain {
                cell.terrain = self.terrain_index(&key).unwrap_or(void);
                known[square] = true;
            }
            self.board[square] = cell;
        }
        self.report_strangers(&strangers, drawing, has_legend);
        known
    }

    /// Reports what means nothing in the drawing. What else follows from that is not told: who may stand there, and what is behind it.
    fn report_strangers(&mut self, strangers: &Strangers, drawing: &Drawing, has_legend: bool) {
        if strangers.is_empty() {
            return;
        }
        self.lost.board = true;
        self.lost.creature = true;
        self.lost.object = true;
        if self.report.legend_astray {
            self.lost.zones = true;
            return;
        }
        if !has_legend || strangers.len() > SINGLE_STRANGERS {
            self.report_many_strangers(strangers, has_legend);
            return;
        }
        let known: Vec<String> = self.legend.own.keys().map(char::to_string).collect();
        let undrawn: Vec<String> = self.undrawn(drawing).iter().map(char::to_string).collect();
        for (character, places) in strangers {
            let times = if places.len() == 1 { String::new() } else { format!(", drawn {} times", places.len()) };
            let entry = self
                .report
                .add(
                    Code::UnknownCharacter,
                    &places[0],
                    format!("`{}` has no meaning{times}", character.escape_debug()),
                )
                .because("neither built in nor in [legend]")
                .labels(&places[1..], "and here");
            if *character == '\t' {
                entry.help("a tab is one square: use spaces");
            } else if let Some(plain) = super::letters::plain(*character) {
                entry.help(format!(
                    "this is a full-width character: write `{plain}`, and say in [legend] what it means"
                ));
            } else {
                let own = if known.is_empty() {
                    String::new()
                } else {
                    format!(" (it has {})", super::suggest::list(&known))
                };
                let unused = if undrawn.is_empty() {
                    own
                } else {
                    format!("; or is it {}, which [legend] has and which is drawn nowhere?", undrawn.join(" or "))
                };
                entry.help(format!("add `\"{}\" = {{ terrain = … }}` to [legend]{unused}", character.escape_debug()));
            }
        }
    }

    /// One finding for all of them, where there is no legend or they are many.
    fn report_many_strangers(&mut self, strangers: &Strangers, has_legend: bool) {
        let mut places: Vec<&TextSpan> = strangers.values().map(|places| &places[0]).collect();
        places.sort_by_key(|span| span.start);
        let Some((first, others)) = places.split_first() else { return };
        let shown: Vec<String> = strangers.keys().map(|character| character.escape_debug().to_string()).collect();
        let list = super::suggest::list(&shown);
        let (message, why, help) = if has_legend {
            let count = strangers.len();
            (format!("{count} characters have no meaning: {list}"), "the first of them", "add them to [legend]")
        } else {
            let verb = if strangers.len() == 1 { "has" } else { "have" };
            (
                format!("{list} {verb} no meaning, and the level has no [legend]"),
                "the legend says what characters mean",
                "write `[legend]` below the drawing, and under it a line such as `a = { creature = \"scout\", side = \"red\" }` for each",
            )
        };
        self.report
            .add(Code::UnknownCharacter, first, message)
            .because(why)
            .labels(others.iter().copied(), "and here")
            .help(help);
        self.lost.zones = true;
    }

    /// Characters of the legend that are drawn nowhere.
    fn undrawn(&self, drawing: &Drawing) -> Vec<char> {
        let drawn: BTreeSet<char> = drawing.characters().map(|(.., c, _)| c).collect();
        self.legend.own.keys().copied().filter(|character| !drawn.contains(character)).collect()
    }

    /// What object a character draws.
    fn drawn(&mut self, character: char) -> Option<Drawn> {
        if let Some(meaning) = self.legend.own.get(&character) {
            return meaning.object.clone();
        }
        let glyph = built_in(character)?;
        let key = glyph.object?;
        self.used.insert(format!("object.{key}"));
        let mut definition = self.definitions.iter().find(|definition| definition.object.kind == key)?.clone();
        definition.object.door = glyph.door.or(definition.object.door);
        Some(Drawn { definition, name: None })
    }

    fn put_objects(&mut self, drawing: &Drawing) {
        let mut done: BTreeSet<Square> = BTreeSet::new();
        for square in self.board.squares() {
            let character = drawing.at(square.x as usize, square.y as usize);
            let Some(Drawn { definition, name }) = self.drawn(character) else {
                continue;
            };
            if done.contains(&square) {
                continue;
            }
            let mut squares = BTreeSet::from([square]);
            if definition.joined {
                let mut open = vec![square];
                while let Some(from) = open.pop() {
                    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                        let next = from.offset(dx, dy);
                        let alike =
                            self.board.contains(next) && drawing.at(next.x as usize, next.y as usize) == character;
                        if alike && squares.insert(next) {
                            open.push(next);
                        }
                    }
                }
            }
            done.extend(&squares);
            if !self.clutter.fits(OBJECTS, &drawing.span_of(square)) {
                continue;
            }
            let object = Object { squares: squares.into_iter().collect(), ..definition.object };
            let (base, named) = match name {
                Some((name, span)) => (name, Some(span)),
                None => (object.name.clone(), None),
            };
            self.objects.push(Placed::object(object, drawing.span_of(square), base, named));
        }
    }

    fn put_creatures(&mut self, drawing: &Drawing) {
        let mut by_character: BTreeMap<char, Vec<TextSpan>> = BTreeMap::new();
        let mut done: BTreeSet<Square> = BTreeSet::new();
        for square in self.board.squares() {
            let character = drawing.at(square.x as usize, square.y as usize);
            let Some(person) = self.legend.own.get(&character).and_then(|meaning| meaning.creature.clone()) else {
                continue;
            };
            if done.contains(&square) {
                continue;
            }
            if !self.crowd.fits(CREATURES, &drawing.span_of(square)) {
                continue;
            }
            let mut placed = person.stand(square, drawing.span_of(square));
            placed.side = self.edge(&placed.thing);
            // A large creature may be drawn whole, or only by its top-left square.
            let side = i16::from(placed.side);
            let block = (0..side).flat_map(|dy| (0..side).map(move |dx| square.offset(dx, dy)));
            let whole = block.clone().all(|square| {
                self.board.contains(square) && drawing.at(square.x as usize, square.y as usize) == character
            });
            if whole {
                done.extend(block);
            }
            by_character.entry(character).or_default().push(placed.span.clone());
            self.creatures.push(placed);
        }
        for (character, mut places) in by_character {
            let person = self.legend.own[&character].creature.as_ref();
            if let (Some(name), true) = (person.and_then(|person| person.name.as_ref()), places.len() > 1) {
                let first = places.remove(0);
                self.numbered.push((name.value.clone(), first, places));
            }
        }
    }

    fn unused_characters(&mut self, plan: Option<&DrawnBetween>) {
        let Some(drawing) = &self.drawing else { return };
        if self.lost.board {
            // It may be what a character was meant to be that means nothing.
            return;
        }
        for character in self.undrawn(drawing) {
            self.report
                .add(Code::LegendUnused, &self.legend.own[&character].span, format!("`{character}` is drawn nowhere"))
                .because("not in the map");
        }
        let mut between: BTreeSet<char> = BTreeSet::new();
        if let Some(plan) = plan {
            between.extend(plan.edges.iter().map(|(_, character, _)| *character));
            between.extend(plan.joints.iter().map(|(character, ..)| *character));
        }
        for (character, span) in &self.between.spans {
            if !between.contains(character) {
                let why = if plan.is_some() { "not between the squares" } else { "a map draws no sides; a plan does" };
                self.report.add(Code::LegendUnused, span, format!("`{character}` is drawn nowhere")).because(why);
            }
        }
    }

    /// Ground under what was drawn without saying on what: that of most of the squares around, walls, pits and deep water
    /// aside unless there is nothing else, and those behind something between squares.
    fn guess_ground(&mut self, known: &mut Grid<bool>) {
        for (behind, allow_wet) in [(false, false), (false, true), (true, false), (true, true)] {
            // Only what lies beside ground found in the last round can be found in the next.
            let mut next: BTreeSet<Square> = self.board.squares().filter(|&square| !known[square]).collect();
            loop {
                let mut found: Vec<(Square, u16)> = Vec::new();
                for square in std::mem::take(&mut next) {
                    let mut counts: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
                    for (order, near) in square.neighbours().into_iter().enumerate() {
                        if !known.get(near).copied().unwrap_or(false) || (!behind && self.is_behind(square, near)) {
                            continue;
                        }
                        let index = self.board[near].terrain;
                        let terrain = &self.terrains[usize::from(index)];
                        let deep = terrain.pit.0 > 0 || terrain.water.0 > 0;
                        if !terrain.solid && (allow_wet || !deep) {
                            // Side neighbours weigh more than corners.
                            let weight = if near.x == square.x || near.y == square.y { 3 } else { 2 };
                            counts.entry(index).or_insert((0, 8 - order)).0 += weight;
                        }
                    }
                    let best = counts.into_iter().max_by_key(|&(_, rank)| rank);
                    found.extend(best.map(|(index, _)| (square, index)));
                }
                if found.is_empty() {
                    break;
                }
                for &(square, index) in &found {
                    self.board[square].terrain = index;
                    known[square] = true;
                }
                let beside = found.iter().flat_map(|(square, _)| square.neighbours());
                next.extend(beside.filter(|&near| known.get(near) == Some(&false)));
            }
        }
    }

    /// Whether something drawn between squares lies on the way from one to the next.
    fn is_behind(&self, from: Square, to: Square) -> bool {
        let drawn = &self.between.edges;
        !drawn.is_empty() && Edge::passed(from.into(), to).any(|edge| drawn.contains_key(&edge))
    }
}
