//! Whether those who are to fight can come together at all.
//!
//! Walking, climbing, swimming and breaking what can be broken all count as ways; only what nobody passes closes one.

use std::collections::BTreeSet;

use super::compile::Compiler;
use super::diagnostic::Code;
use super::model::*;
use crate::grid::{Grid, Square};

impl Compiler<'_> {
    pub(super) fn check_reach(&mut self) {
        let regions = self.regions();
        let region = |square: Square| regions.get(square).copied().flatten();
        let fighting = |side: &str| {
            self.sides
                .iter()
                .any(|known| known.id == side && !known.neutral)
        };
        let fighters: Vec<_> = self
            .creatures
            .iter()
            .chain(&self.spawns)
            .filter(|placed| fighting(&placed.thing.side))
            .filter_map(|placed| Some((placed, region(placed.thing.at)?)))
            .collect();
        let peopled: BTreeSet<u32> = fighters.iter().map(|&(_, region)| region).collect();
        let mut findings = Vec::new();
        let mut apart: Vec<&str> = Vec::new();
        let sides: Vec<&Side> = self.sides.iter().filter(|side| !side.neutral).collect();
        for (index, side) in sides.iter().enumerate() {
            for other in &sides[index + 1..] {
                let of = |id: &str| -> Vec<u32> {
                    fighters
                        .iter()
                        .filter(|(placed, _)| placed.thing.side == id)
                        .map(|&(_, region)| region)
                        .collect()
                };
                let (ours, theirs) = (of(&side.id), of(&other.id));
                if !ours.is_empty()
                    && !theirs.is_empty()
                    && ours.iter().all(|region| !theirs.contains(region))
                {
                    apart.extend([side.id.as_str(), other.id.as_str()]);
                    let one = fighters
                        .iter()
                        .find(|(placed, _)| placed.thing.side == side.id);
                    let two = fighters
                        .iter()
                        .find(|(placed, _)| placed.thing.side == other.id);
                    if let (Some((one, _)), Some((two, _))) = (one, two) {
                        findings.push((
                            Code::SidesApart,
                            one.span.clone(),
                            format!("no way leads from `{}` to `{}`", side.id, other.id),
                            "nobody gets from here".to_owned(),
                            Some((two.span.clone(), "to here".to_owned())),
                        ));
                    }
                }
            }
        }
        for (placed, region) in &fighters {
            let meets = |(other, there): &&(_, u32)| {
                let other: &&super::compile::Placed<Creature> = other;
                there == region && other.thing.side != placed.thing.side
            };
            if fighters.iter().find(meets).is_none()
                && sides.len() > 1
                && !apart.contains(&placed.thing.side.as_str())
            {
                let message = format!("`{}` can reach nobody it could fight", placed.thing.name);
                findings.push((
                    Code::UnreachableCreature,
                    placed.span.clone(),
                    message,
                    "shut in here".to_owned(),
                    None,
                ));
            }
        }
        for (name, zone) in &self.zones {
            let reached =
                |square: &Square| region(*square).is_some_and(|region| peopled.contains(&region));
            if !zone.squares.is_empty() && !peopled.is_empty() && !zone.squares.iter().any(reached)
            {
                let message = format!("nobody can get to zone `{name}`");
                findings.push((
                    Code::UnreachableZone,
                    zone.span.clone(),
                    message,
                    "cut off".to_owned(),
                    None,
                ));
            }
        }
        for (square, cell) in self.board.iter() {
            let reached = region(square).is_some_and(|region| peopled.contains(&region));
            if cell.exit && !reached && !peopled.is_empty() {
                let span = self
                    .drawing
                    .as_ref()
                    .map_or(0..0, |drawing| drawing.span_of(square));
                let message = format!("nobody can get to the exit at {square}");
                findings.push((
                    Code::UnreachableExit,
                    span,
                    message,
                    "cut off".to_owned(),
                    None,
                ));
            }
        }
        for (code, span, message, why, label) in findings {
            let entry = self.report.add(code, &span, message).because(why);
            if let Some((span, text)) = label {
                entry.label(&span, text);
            }
        }
    }

    /// A number for each square, the same for squares between which one can get; `None` where nobody can stand.
    fn regions(&self) -> Grid<Option<u32>> {
        let mut closed = self.board.map(|_, cell| {
            let terrain = &self.terrains[usize::from(cell.terrain)];
            terrain.solid && terrain.hp.is_none()
        });
        for placed in &self.objects {
            let object = &placed.thing;
            if object.blocks
                && object.height.is_none()
                && object.door.is_none()
                && object.hp.is_none()
            {
                for &square in &object.squares {
                    closed[square] = true;
                }
            }
        }
        let mut regions: Grid<Option<u32>> = self.board.map(|_, _| None);
        let mut count = 0;
        for start in self.board.squares() {
            if closed[start] || regions[start].is_some() {
                continue;
            }
            regions[start] = Some(count);
            let mut open = vec![start];
            while let Some(from) = open.pop() {
                for next in from.neighbours() {
                    let passes = |square: Square| closed.get(square).is_some_and(|closed| !closed);
                    let (dx, dy) = (next.x - from.x, next.y - from.y);
                    let corner = passes(from.offset(dx, 0)) || passes(from.offset(0, dy));
                    if passes(next) && corner && regions[next].is_none() {
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
