//! What can stand between an attacker and its target, and how much of the target each of it hides.

use bevy::prelude::World;

use super::super::super::data::stats::*;
use super::ends::{Covered, Origin, height_of};
use crate::battle::*;
use crate::grid::{Edge, Footprint, Length, Ratio, Square, line::Meeting};
use crate::rule;

/// What stands between, told apart as SOL-COVER-15 does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Walls(u32),
    /// What stands between squares and is no wall, by its run.
    Run(u32),
    Thing(Id),
    Creature(Id),
}

/// Everything that can block a line, collected once for a measurement.
pub(super) struct Obstacles<'w> {
    world: &'w World,
    map: &'w Map,
    lay: &'w Lay,
    /// The creatures that stand between the two or beside that, as far as they are not the two themselves.
    bodies: Vec<(Id, Footprint)>,
    target: Option<Id>,
}

impl<'w> Obstacles<'w> {
    pub(super) fn collect(world: &'w World, origin: &Origin, target: &Covered) -> Self {
        let (a, b) = (origin.space, target.space);
        let (low, high) = (
            (a.at.x.min(b.at.x), a.at.y.min(b.at.y)),
            (a.far_corner().x.max(b.far_corner().x), a.far_corner().y.max(b.far_corner().y)),
        );
        let between = |space: Footprint| {
            let far = space.far_corner();
            far.x >= low.0 && space.at.x <= high.0 && far.y >= low.1 && space.at.y <= high.1
        };
        let bodies = all_stands(world)
            .filter(|&(id, stand)| Some(id) != target.who && Some(id) != origin.who && between(stand.space))
            .map(|(id, stand)| (id, stand.space))
            .collect();
        Self { bodies, ..Self::that_hide_all(world, target) }
    }

    /// What can hide the whole of a target: everything but creatures, which never do (SOL-COVER-20).
    pub(super) fn that_hide_all(world: &'w World, target: &Covered) -> Self {
        let (map, lay) = lay(world);
        Self { world, map, lay, bodies: Vec::new(), target: target.who }
    }

    #[inline]
    fn screen(&self, square: Square) -> Occluder {
        self.lay.screens.get(square).copied().unwrap_or(Occluder::OUTSIDE)
    }

    /// Whether nothing can block a line there, as in most squares.
    #[inline]
    pub(super) fn clear(&self, square: Square) -> bool {
        let screen = self.screen(square);
        !screen.wall && screen.things == 0 && !self.bodies.iter().any(|(_, body)| body.contains(square))
    }

    pub(super) fn at(&self, square: Square, mut meet: impl FnMut(Source)) {
        let screen = self.screen(square);
        if screen.wall {
            meet(Source::Walls(self.wall_group(square)));
        }
        if screen.things > 0 {
            let things = self.lay.things_of(screen);
            things.filter(|&id| Some(id) != self.target).for_each(|id| meet(Source::Thing(id)));
        }
        let here = self.bodies.iter().filter(|(_, body)| body.contains(square));
        here.for_each(|&(id, _)| meet(Source::Creature(id)));
    }

    fn wall_group(&self, square: Square) -> u32 {
        match &self.lay.between {
            Some(between) => between.walls.get(square).copied().unwrap_or(u32::MAX),
            None => self.map.wall_group(square),
        }
    }

    /// What stands between squares, where anything does.
    #[inline]
    pub(super) fn between(&self) -> Option<&'w Between> {
        self.lay.between.as_ref()
    }

    /// SOL-EDGE-4: what of all that stands between squares stops a line where it meets them. Where it runs through a joint, the
    /// lower of what stops it on either way round; of several that are as low, each.
    pub(super) fn where_met(&self, between: &Between, meeting: Meeting) -> impl Iterator<Item = (Source, Edge)> {
        let source = |edge: Edge| {
            let here = between.at(edge);
            let own = here.thing.is_some() && here.thing == self.target;
            if own || !here.hides() {
                None
            } else if here.is_wall() {
                Some(((CEILING, CEILING), Source::Walls(here.run), edge))
            } else {
                Some(((here.some_shots, here.shots), Source::Run(here.run), edge))
            }
        };
        let found = match meeting {
            Meeting::Across(edge, _) => [source(edge), None, None, None],
            Meeting::Joint { ways, .. } => {
                let found = ways.map(|(edges, _)| edges.map(source));
                let highest = found.map(|way| way.into_iter().flatten().map(|(tops, ..)| tops).max());
                let solid = |way: usize| self.screen(ways[way].1).wall;
                let lowest = match highest {
                    [Some(one), Some(other)] => Some(one.min(other)),
                    [Some(one), None] if solid(1) => Some(one),
                    [None, Some(other)] if solid(0) => Some(other),
                    _ => None,
                };
                // Neither way round goes before the other, nor one edge of a way before the other.
                let stops = |way: usize, edge: usize| {
                    found[way][edge].filter(|(tops, ..)| lowest == highest[way] && lowest == Some(*tops))
                };
                [stops(0, 0), stops(0, 1), stops(1, 0), stops(1, 1)]
            }
        };
        found.into_iter().flatten().map(|(_, source, edge)| (source, edge))
    }

    /// SOL-EDGE-4, SOL-EDGE-5: how much a run of what stands between squares hides.
    fn run_hides(&self, run: u32, origin: &Origin, from: Square, target: &Covered) -> (Ratio, Rule) {
        let between = self.between().expect("a run should stand between squares");
        let run = &between.runs[run as usize - 1];
        if origin.ground >= run.some_shots {
            return (Ratio::whole(0), rule!("SOL-COVER-19"));
        }
        let at_it = run.bounds(Footprint::single(from));
        if let Some(tall) = origin.tall
            && at_it
            && !run.bounds(target.space)
        {
            // SOL-COVER-18: an attacker whose head is no higher than its top does not lean over it.
            let leans = run.shots.0 < origin.ground.0 + tall.0;
            return (Ratio::whole(i64::from(!leans)), rule!("SOL-EDGE-5"));
        }
        let tall = target.tall.0.max(1);
        let up_to = |top: Length| top.0.saturating_sub(target.ground.0).clamp(0, tall);
        let whole = up_to(run.shots);
        let half = up_to(run.some_shots) - whole;
        let share = Ratio::new(i64::from(2 * whole + half), i64::from(2 * tall));
        (share, rule!("SOL-EDGE-4"))
    }

    /// The share f that a source hides of what is behind it, and the rule.
    pub(super) fn hides(&self, source: Source, origin: &Origin, from: Square, target: &Covered) -> (Ratio, Rule) {
        let world = self.world;
        let whole = Ratio::whole(1);
        let nothing = Ratio::whole(0);
        match source {
            Source::Walls(_) => (whole, rule!("SOL-COVER-16")),
            Source::Run(run) => self.run_hides(run, origin, from, target),
            Source::Thing(id) => {
                let Some(top) = top_of(world, id) else {
                    return (whole, rule!("SOL-COVER-16"));
                };
                if origin.ground >= top {
                    return (nothing, rule!("SOL-COVER-19"));
                }
                let squares = &world.the::<Thing>(id).squares;
                let beside = squares.iter().any(|square| square.steps_to(from) <= 1);
                let at_target = squares.iter().any(|&square| target.space.steps(Footprint::single(square)) <= 1);
                if let Some(tall) = origin.tall
                    && beside
                    && !at_target
                {
                    let leans = top.0 < origin.ground.0 + tall.0;
                    return (if leans { nothing } else { whole }, rule!("SOL-COVER-18"));
                }
                let hidden = (top.0 - target.ground.0).clamp(0, target.tall.0.max(1));
                let share = Ratio::new(i64::from(hidden), i64::from(target.tall.0.max(1)));
                (share, rule!("SOL-COVER-17"))
            }
            Source::Creature(id) => {
                let who = world.look(id).expect("whoever stands between should exist");
                let position: &Position = who.get().expect("a creature should be somewhere");
                if origin.ground.0 >= position.height.0 + height_of(who).0 {
                    return (nothing, rule!("SOL-COVER-19"));
                }
                let conditions: &Conditions = who.get().expect("a creature should have conditions or none");
                let lying = conditions.has(condition::PRONE) || conditions.has(condition::UNCONSCIOUS);
                let own = who.get::<Stats>().expect("a creature should have a profile").0.size as i32;
                let behind = target.size.unwrap_or(crate::level::Size::Medium) as i32;
                let share = match own - behind {
                    _ if lying => nothing,
                    ..=-1 => nothing,
                    0 | 1 => Ratio::new(1, 2),
                    _ => Ratio::new(3, 4),
                };
                (share, rule!("SOL-COVER-20"))
            }
        }
    }
}
