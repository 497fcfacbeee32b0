//! The ground around a mover, read once: what is solid, hard going, narrow, and who stands in the way.

use bevy::prelude::World;

use super::{cover, moves, sight, stats::*, who};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::level::Size;
use crate::rule;

/// Who stands in a square, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nobody it knows of.
    Nobody,
    /// An Ally.
    Ally,
    /// Anybody two Sizes larger or smaller.
    FarSize,
    /// An Enemy.
    Enemy,
    /// An Enemy it has tried to pass on this Move.
    Passed(Passage),
    /// Somebody who takes no side.
    Other,
}

/// Everything a step depends on besides the mover.
pub struct Ground<'w> {
    world: &'w World,
    lines: cover::Sightlines<'w>,
    blocking: Vec<Square>,
    hard_things: Vec<Square>,
    bodies: Vec<(Footprint, Body)>,
    size: Size,
}

impl<'w> Ground<'w> {
    /// Reads it for a mover.
    pub fn new(world: &'w World, id: Id) -> Self {
        let mut blocking = Vec::new();
        let mut hard_things = Vec::new();
        for Object { thing, parts, .. } in objects(world) {
            if parts.get::<Fixture>().is_some_and(|fixture| fixture.illusory) {
                continue; // One walks right into it.
            }
            if thing.blocks && !parts.contains::<DoorState>() {
                blocking.extend(thing.squares.iter().copied());
            } else if thing.difficult {
                hard_things.extend(thing.squares.iter().copied());
            }
        }
        blocking.sort_unstable();
        hard_things.sort_unstable();
        let size = who::profile(world, id).size;
        let height = who::steps_up(world.the::<Position>(id).height);
        let passed = &world.the::<Deeds>(id).passed;
        let along = who::along(world, id);
        let bodies = on_map(world)
            .filter(|&other| other != id && !along.contains(&other))
            .filter(|&other| super::ride::mount_of(world, other).is_none())
            .filter(|&other| who::steps_up(world.the::<Position>(other).height) == height)
            .filter(|&other| !sight::hidden_from(world, other, id))
            .map(|other| {
                let body = if let Some(&passage) = passed.get(&other) {
                    Body::Passed(passage)
                } else if who::friendly(world, id, other) {
                    Body::Ally
                } else if who::sizes_above(world, id, other).abs() >= 2 {
                    Body::FarSize
                } else if who::hostile(world, id, other) {
                    Body::Enemy
                } else {
                    Body::Other
                };
                (space(world, other), body)
            })
            .collect();
        Self {
            world,
            lines: cover::Sightlines::new(world),
            blocking,
            hard_things,
            bodies,
            size,
        }
    }

    /// Who stands in a square.
    pub fn occupant(&self, at: Square) -> Body {
        self.bodies
            .iter()
            .find(|(space, _)| space.contains(at))
            .map_or(Body::Nobody, |&(_, body)| body)
    }

    /// ESS-MOVE-11: whether a Move may end in a space.
    pub fn may_stop(&self, space: Footprint) -> bool {
        !self.bodies.iter().any(|(other, _)| other.overlaps(space))
    }

    fn open(&self, at: Square) -> bool {
        !self.lines.total(at)
    }

    fn roomy(&self, at: Square, size: Size) -> bool {
        let cell = self.world.resource::<Map>().cell(at);
        cell.is_some_and(|cell| cell.tight.is_none_or(|tight| tight >= size))
    }

    /// ESS-SQZ-1, ESS-SQZ-5: where the mover's space comes to lie, and whether it squeezes there.
    pub fn placed(&self, from: Footprint, squeezing: bool, to: Square) -> Result<(Footprint, bool), Refusal> {
        let full = who::edge(self.size);
        let fits = |space: Footprint| space.squares().all(|at| self.open(at) && self.roomy(at, self.size));
        let solid = || Refusal::by(rule!("ESS-GRID-8"), "solid", "Something solid stands there.");
        let whole = if squeezing && full > from.side {
            self.unfolded(to).first().copied()
        } else {
            Some(Footprint { at: to, side: full }).filter(|&space| fits(space))
        };
        if let Some(space) = whole {
            return Ok((space, false));
        }
        if !self.open(to) {
            return Err(solid());
        }
        let half = full.div_ceil(2);
        let space = Footprint { at: to, side: half };
        let narrow = |at: Square| match self.world.resource::<Map>().cell(at).and_then(|cell| cell.tight) {
            None => true,
            Some(tight) if full == 1 => tight as i32 + 2 >= self.size as i32,
            Some(tight) => tight >= Size::Medium,
        };
        if space.squares().all(|at| self.open(at) && narrow(at)) {
            Ok((space, true))
        } else if space.squares().all(|at| self.open(at)) {
            Err(Refusal::by(
                rule!("ESS-SQZ-1"),
                "too_tight",
                "That is less than half of what it needs.",
            ))
        } else {
            Err(solid())
        }
    }

    /// ESS-SQZ-5: the places in which a squeezed mover takes its full space again around a square it steps to, the one it
    /// names first.
    pub fn unfolded(&self, to: Square) -> Vec<Footprint> {
        let full = who::edge(self.size);
        let half = Footprint {
            at: to,
            side: full.div_ceil(2),
        };
        let back = i16::from(full - half.side);
        let fits = |space: &Footprint| {
            let roomy = |at: Square| self.open(at) && self.roomy(at, self.size);
            space.squares().all(roomy) && self.may_stop(*space)
        };
        let all = (-back..=0).flat_map(|dy| (-back..=0).map(move |dx| Square::new(to.x + dx, to.y + dy)));
        let mut out: Vec<Footprint> = all.map(|at| Footprint { at, side: full }).filter(fits).collect();
        out.sort_by_key(|space| space.at != to);
        out
    }

    /// ESS-GRID-4: no diagonal step past a wall.
    pub fn corner(&self, from: Footprint, to: Footprint) -> Result<(), Refusal> {
        if from.at.x == to.at.x || from.at.y == to.at.y {
            return Ok(());
        }
        let side = to.side.min(from.side);
        for at in [Square::new(from.at.x, to.at.y), Square::new(to.at.x, from.at.y)] {
            let swept = Footprint { at, side };
            let hits = swept
                .squares()
                .any(|square| !from.contains(square) && !to.contains(square) && self.lines.total(square));
            if hits {
                return Err(Refusal::by(
                    rule!("ESS-GRID-4"),
                    "corner",
                    "No diagonal step past a wall.",
                ));
            }
        }
        Ok(())
    }

    /// The height of the feet after a step, if it needs no climbing.
    pub fn height(&self, from: Length, aloft: bool, to: Footprint) -> Result<Length, Refusal> {
        let map = self.world.resource::<Map>();
        let floor = to.squares().map(|at| map.ground(at)).max().unwrap_or_default();
        let (was, is) = (who::steps_up(from), who::steps_up(floor));
        if aloft {
            if is > was {
                return Err(Refusal::by(rule!("ESS-FLY-4"), "too_high", "It has to rise first."));
            }
            return Ok(from.max(floor));
        }
        if to.squares().any(|at| self.blocking.binary_search(&at).is_ok()) {
            return Err(Refusal::by(rule!("ESS-CLIMB-1"), "climb", "That has to be climbed."));
        }
        if is > was {
            return Err(Refusal::by(rule!("ESS-CLIMB-1"), "climb", "That has to be climbed."));
        }
        if is < was {
            return Err(Refusal::by(
                rule!("ESS-CLIMB-2"),
                "drop",
                "It goes down there: climb or jump.",
            ));
        }
        Ok(floor)
    }

    /// ESS-TERR-1 to ESS-TERR-4: what makes it hard to leave a space.
    pub fn hardships(&self, space: Footprint, squeezing: bool) -> Vec<(&'static str, Rule)> {
        let mut out = Vec::new();
        let map = self.world.resource::<Map>();
        let hard = |at: Square| {
            let terrain = map.terrain(at);
            let ground =
                terrain.is_some_and(|t| t.difficult || (t.water.0 > 0 && t.water < moves::DEEP && t.ice.0 == 0));
            let ignored = moves::ignored_from(self.world, at).is_some_and(|from| self.size >= from);
            (ground && !ignored) || self.hard_things.binary_search(&at).is_ok()
        };
        if space.squares().any(hard) {
            out.push(("Difficult Terrain", rule!("ESS-TERR-1")));
        }
        if space.squares().any(|at| self.occupant(at) == Body::FarSize) {
            out.push(("another's square", rule!("ESS-OCC-2")));
        }
        if space
            .squares()
            .any(|at| self.occupant(at) == Body::Passed(Passage::Slow))
        {
            out.push(("past an Enemy", rule!("ESS-MOVE-7")));
        }
        if squeezing {
            out.push(("squeezing", rule!("ESS-SQZ-2")));
        }
        out
    }

    /// ESS-TERR-6, ESS-MOVE-8: what would be hard going and is not for this one.
    pub fn ignored(&self, space: Footprint) -> Vec<(&'static str, Rule)> {
        let mut out = Vec::new();
        let large = |at: Square| moves::ignored_from(self.world, at).is_some_and(|from| self.size >= from);
        if space.squares().any(large) {
            out.push(("too large to be slowed", rule!("ESS-TERR-6")));
        }
        if space
            .squares()
            .any(|at| self.occupant(at) == Body::Passed(Passage::Free))
        {
            out.push(("past an Enemy at no penalty", rule!("ESS-MOVE-8")));
        }
        out
    }
}
