//! Whether those who are to fight can come together at all.
//!
//! Walking, climbing, swimming and breaking what can be broken all count as ways; only what nobody passes closes one.

use std::collections::BTreeSet;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::model::*;
use crate::grid::{Edge, Grid, Square};

/// Squares between which one can get have the same number; where nobody can stand there is none.
type Regions = Grid<Option<u32>>;

/// A creature of a side that is not neutral, and the region it stands in.
type Fighter<'c> = (&'c Placed<Creature>, u32);

impl Compiler<'_> {
    pub(super) fn check_reach(&mut self) {
        let regions = self.regions();
        let everybody = std::mem::take(&mut self.creatures);
        let spawned = std::mem::take(&mut self.spawns);
        let fighters: Vec<Fighter> = everybody
            .iter()
            .chain(&spawned)
            .filter(|placed| self.sides.iter().any(|side| side.id == placed.thing.side && !side.neutral))
            .filter_map(|placed| Some((placed, regions.get(placed.thing.at).copied().flatten()?)))
            .collect();
        let apart = self.check_sides_apart(&fighters);
        self.check_shut_in(&fighters, &apart);
        let peopled: BTreeSet<u32> = fighters.iter().map(|&(_, region)| region).collect();
        if !peopled.is_empty() {
            self.check_places(|square| regions[square].is_some_and(|region| peopled.contains(&region)));
        }
        self.creatures = everybody;
        self.spawns = spawned;
    }

    /// Reports pairs of sides of which no creature can come to one of the other; returns the sides in them.
    fn check_sides_apart(&mut self, fighters: &[Fighter]) -> BTreeSet<String> {
        let mut apart = BTreeSet::new();
        let sides: Vec<String> = self.sides.iter().filter(|side| !side.neutral).map(|side| side.id.clone()).collect();
        for (index, side) in sides.iter().enumerate() {
            for other in &sides[index + 1..] {
                let (ours, theirs) = (members(fighters, side), members(fighters, other));
                let (Some((one, _)), Some((two, _))) = (ours.first(), theirs.first()) else {
                    continue;
                };
                let meet = ours.iter().any(|(_, here)| theirs.iter().any(|(_, there)| here == there));
                if !meet {
                    self.report
                        .add(Code::SidesApart, &one.span, format!("no way leads from `{side}` to `{other}`"))
                        .because("nobody gets from here")
                        .label(&two.span, "to here");
                    apart.extend([side.clone(), other.clone()]);
                }
            }
        }
        apart
    }

    /// Reports creatures that can come to nobody of another side.
    fn check_shut_in(&mut self, fighters: &[Fighter], apart: &BTreeSet<String>) {
        if self.sides.iter().filter(|side| !side.neutral).count() < 2 {
            return;
        }
        for (placed, region) in fighters {
            let side = &placed.thing.side;
            let meets = fighters.iter().any(|(other, there)| there == region && other.thing.side != *side);
            if !meets && !apart.contains(side) {
                let message = format!("`{}` can reach nobody it could fight", placed.thing.name);
                self.report.add(Code::UnreachableCreature, &placed.span, message).because("shut in here");
            }
        }
    }

    /// Reports zones and exits that nobody can come to.
    fn check_places(&mut self, reached: impl Fn(Square) -> bool) {
        for (name, zone) in &self.zones {
            if !zone.squares.is_empty() && !zone.squares.iter().any(|&square| reached(square)) {
                self.report
                    .add(Code::UnreachableZone, &zone.span, format!("nobody can get to zone `{name}`"))
                    .because("cut off");
            }
        }
        for (square, cell) in self.board.iter() {
            if cell.exit && !reached(square) {
                let span = self.drawing.as_ref().map_or(0..0, |drawing| drawing.span_of(square));
                self.report
                    .add(Code::UnreachableExit, &span, format!("nobody can get to the exit at {square}"))
                    .because("cut off");
            }
        }
    }

    fn regions(&self) -> Regions {
        let mut closed = self.board.map(|_, cell| {
            let terrain = &self.terrains[usize::from(cell.terrain)];
            terrain.solid
        });
        for placed in &self.objects {
            let object = &placed.thing;
            if object.blocks && object.height.is_none() && object.door.is_none() && object.hp.is_none() {
                for &square in &object.squares {
                    closed[square] = true;
                }
            }
        }
        let passes = |square: Square| closed.get(square).is_some_and(|closed| !closed);
        let mut regions: Regions = self.board.map(|_, _| None);
        let mut count = 0;
        for start in self.board.squares() {
            if closed[start] || regions[start].is_some() {
                continue;
            }
            regions[start] = Some(count);
            let mut open = vec![start];
            while let Some(from) = open.pop() {
                for next in from.neighbours() {
                    // Between two walls that touch at a corner nobody gets through.
                    let corner = passes(Square::new(next.x, from.y)) || passes(Square::new(from.x, next.y));
                    let shut = Edge::passed(from.into(), next).any(|edge| self.closes(edge));
                    if passes(next) && corner && !shut && regions[next].is_none() {
                        regions[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        regions
    }
}

fn members<'c>(fighters: &[Fighter<'c>], side: &str) -> Vec<Fighter<'c>> {
    fighters.iter().filter(|(placed, _)| placed.thing.side == side).copied().collect()
}
