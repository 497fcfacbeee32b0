//! Where creatures stand, under every ruleset: in a wall, in a thing, in one another, in danger.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::model::*;
use super::vocabulary::Vocabulary;
use crate::grid::{Footprint, Square};

impl Compiler<'_> {
    /// Checks where creatures stand, under the level's own ruleset and under every finished one: their sizes differ.
    pub(super) fn check_creatures(&mut self, things: &BTreeMap<Square, usize>) {
        let mut rulesets = vec![self.ruleset.clone()];
        rulesets.extend(self.vocabulary.rulesets().into_iter().filter(|ruleset| *ruleset != self.ruleset));
        for ruleset in &rulesets {
            self.size_under(ruleset);
            let first = self.report.found.len();
            self.check_creatures_under(ruleset, things);
            self.report.sort_in(first, ruleset);
        }
        self.report.level_out(rulesets.len());
        self.size_under(&rulesets[0]);
    }

    /// Gives every creature the ground that it covers under a ruleset.
    fn size_under(&mut self, ruleset: &str) {
        for placed in self.creatures.iter_mut().chain(&mut self.spawns) {
            placed.side = edge(self.vocabulary, ruleset, &placed.thing);
        }
    }

    fn check_creatures_under(&mut self, ruleset: &str, things: &BTreeMap<Square, usize>) {
        let shares: Vec<usize> =
            self.creatures.iter().map(|placed| sharers(self.vocabulary, ruleset, &placed.thing)).collect();
        let mut taken: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
        for (index, placed) in self.creatures.iter().enumerate() {
            let late = placed.thing.comes_late();
            let stands = stand(&self.board, &self.terrains, &self.objects, things, placed);
            report_stand(&mut self.report, placed, stands, late);
            report_height(&mut self.report, &self.board, placed);
            if late {
                continue;
            }
            for square in Footprint::new(placed.thing.at, placed.side).squares() {
                let there = taken.entry(square).or_default();
                let needs_its_own = |other: &&usize| shares[index] == 0 && shares[**other] == 0;
                let mut sharing = there.iter().filter(|other| shares[**other] > 0);
                let full = shares[index] > 0 && sharing.clone().count() >= shares[index];
                let other = there.iter().find(needs_its_own).or_else(|| sharing.next_back().filter(|_| full)).copied();
                there.push(index);
                if let Some(other) = other {
                    let other = &self.creatures[other];
                    let message = format!("`{}` and `{}` both stand on {square}", other.thing.name, placed.thing.name);
                    self.report
                        .add(Code::CreaturesOverlap, &placed.span, message)
                        .because("occupied")
                        .label(&other.span, "by this one");
                    break;
                }
            }
        }
        for placed in &self.spawns {
            let stands = stand(&self.board, &self.terrains, &self.objects, things, placed);
            report_stand(&mut self.report, placed, stands, true);
            report_height(&mut self.report, &self.board, placed);
        }
    }
}

/// The edge of the ground a creature covers at the start under a ruleset.
pub(super) fn edge(vocabulary: &dyn Vocabulary, ruleset: &str, creature: &Creature) -> u8 {
    vocabulary.footprint(ruleset, &creature.kind, creature.size, creature.rules.get(ruleset)).max(1)
}

/// How many such creatures may start on one square under a ruleset, another creature's or not.
fn sharers(vocabulary: &dyn Vocabulary, ruleset: &str, creature: &Creature) -> usize {
    vocabulary.sharers(ruleset, &creature.kind, creature.size, creature.rules.get(ruleset))
}

/// Reports feet under the ground, or far above it.
fn report_height(report: &mut super::report::Report, board: &crate::grid::Grid<Cell>, placed: &Placed<Creature>) {
    let Creature { at, elevation: Some(feet), .. } = placed.thing else { return };
    let (Some(cell), Some(span)) = (board.get(at), &placed.height) else { return };
    let ground = cell.elevation;
    if feet < ground || feet.0 > ground.0.saturating_add(crate::grid::Length::metres(100).0) {
        report
            .add(Code::ElevationNonsense, span, format!("a creature cannot be {feet} high here"))
            .because(format!("the ground is at {ground}"))
            .help("`elevation` counts from the level's zero, not from the ground");
    }
}

/// What is wrong with where a creature stands.
enum Stand {
    Fine,
    OffMap(Square),
    InWall(Square, String),
    InObject(Square, String),
    Hazard(Square, String),
    TooBig(Square, Size),
}

fn stand(
    board: &crate::grid::Grid<Cell>,
    terrains: &[Terrain],
    objects: &[Placed<Object>],
    things: &BTreeMap<Square, usize>,
    placed: &Placed<Creature>,
) -> Stand {
    let creature = &placed.thing;
    let squares = || Footprint::new(creature.at, placed.side).squares();
    for square in squares() {
        let Some(cell) = board.get(square) else {
            return Stand::OffMap(square);
        };
        let terrain = &terrains[usize::from(cell.terrain)];
        if terrain.solid {
            return Stand::InWall(square, terrain.name.clone());
        }
        let thing = things.get(&square).map(|&index| &objects[index].thing);
        let on_top = |object: &Object| match (creature.elevation, object.height) {
            (Some(feet), Some(top)) => feet.0 >= cell.elevation.0.saturating_add(top.0),
            _ => false,
        };
        if let Some(object) = thing.filter(|object| object.blocks && object.door != Some(Door::Open) && !on_top(object))
        {
            return Stand::InObject(square, object.name.clone());
        }
    }
    if creature.elevation.is_none() {
        for square in squares() {
            let terrain = &terrains[usize::from(board[square].terrain)];
            let deep = terrain.water.0 > crate::grid::Length::feet(4).0 && terrain.ice.0 == 0;
            if terrain.pit.0 > 0 || deep || terrain.harm.is_some() {
                return Stand::Hazard(square, terrain.name.clone());
            }
        }
    }
    let size = match (creature.size, placed.side) {
        (Some(size), _) => size,
        (None, 0 | 1) => Size::Medium,
        (None, 2) => Size::Large,
        (None, 3) => Size::Huge,
        (None, _) => Size::Colossal,
    };
    // Who is said to squeeze is meant to.
    let meant = |table: &toml::Table| table.get("squeezing").and_then(toml::Value::as_bool) == Some(true);
    if creature.rules.values().any(meant) {
        return Stand::Fine;
    }
    let tight =
        squares().find_map(|square| board[square].tight.filter(|&tight| tight < size).map(|tight| (square, tight)));
    tight.map_or(Stand::Fine, |(square, tight)| Stand::TooBig(square, tight))
}

fn report_stand(report: &mut super::report::Report, placed: &Placed<Creature>, stand: Stand, late: bool) {
    let name = &placed.thing.name;
    let blocked = |code| if late { Code::SpawnBlocked } else { code };
    let (code, message, why) = match stand {
        Stand::Fine => return,
        Stand::OffMap(square) => {
            let edge = placed.side;
            (
                Code::OffMap,
                format!("`{name}` sticks out of the map at {square}"),
                format!("it covers {edge} by {edge} squares"),
            )
        }
        Stand::InWall(square, terrain) => (
            blocked(Code::CreatureInWall),
            format!("`{name}` stands in a wall at {square}"),
            format!("{terrain} is solid"),
        ),
        Stand::InObject(square, object) => (
            blocked(Code::CreatureInObject),
            format!("`{name}` stands in `{object}` at {square}"),
            "occupied".to_owned(),
        ),
        Stand::Hazard(square, terrain) => (
            Code::CreatureInHazard,
            format!("`{name}` starts in danger at {square}"),
            format!("this is {}", terrain.to_lowercase()),
        ),
        Stand::TooBig(square, tight) => (
            Code::CreatureTooBig,
            format!("`{name}` must squeeze at {square}"),
            format!("only {} creatures fit here", format!("{tight:?}").to_lowercase()),
        ),
    };
    report.add(code, &placed.span, message).because(why);
}
