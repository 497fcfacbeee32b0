//! The ground around a mover, read once: what is solid, hard going, narrow, and who stands in the way.

use std::cell::Cell;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::terrain;
use super::{cover, sight};
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
pub(crate) struct Ground<'w> {
    world: &'w World,
    map: &'w Map,
    lines: cover::Sightlines<'w>,
    blocking: Vec<Square>,
    hard_things: Vec<Square>,
    bodies: Vec<(Footprint, Body, Id)>,
    size: Size,
    /// The squares of the map as far as they have been looked at, for a search; empty where only a few are asked for.
    spots: Vec<Cell<Option<Spot>>>,
}

/// What one square is to the mover.
#[derive(Clone, Copy)]
struct Spot {
    /// Nothing fills it that stops every line.
    open: bool,
    /// Something stands there that has to be climbed.
    blocking: bool,
    /// It is hard going.
    hard: bool,
    /// It would be hard going for somebody smaller.
    ignored: bool,
    /// The largest Size that fits without squeezing.
    tight: Option<Size>,
    floor: Length,
    body: Body,
}

impl<'w> Ground<'w> {
    /// Reads it for a mover.
    pub(crate) fn new(world: &'w World, id: Id) -> Self {
        Self::within(world, id, i32::MAX)
    }

    /// As [`Ground::new`], but only with those who could matter for one step.
    pub(crate) fn beside(world: &'w World, id: Id) -> Self {
        Self::within(world, id, 2 + i32::from(creature::profile(world, id).size.edge()))
    }

    /// As [`Ground::new`], but only with those who stand within so many squares.
    fn within(world: &'w World, id: Id, far: i32) -> Self {
        let mut blocking = Vec::new();
        let mut hard_things = Vec::new();
        for Object { thing, parts, .. } in objects(world) {
            if parts.get::<ObjectProperties>().is_some_and(|fixture| fixture.illusory) {
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
        let size = creature::profile(world, id).size;
        let height = creature::steps_up(world.the::<Position>(id).height);
        let passed = &world.the::<TurnUsage>(id).passed;
        let along = creature::along(world, id);
        let here = space(world, id);
        let bodies = all_stands(world)
            .filter(|(_, stand)| stand.space.steps(here) <= far && creature::steps_up(stand.height) == height)
            .map(|(other, _)| other)
            .filter(|&other| other != id && !along.contains(&other))
            .filter(|&other| creature::mount_of(world, other).is_none())
            .filter(|&other| !sight::hidden_from(world, other, id))
            .map(|other| {
                let body = if let Some(&passage) = passed.get(&other) {
                    Body::Passed(passage)
                } else if creature::friendly(world, id, other) {
                    Body::Ally
                } else if creature::sizes_above(world, id, other).abs() >= 2 {
                    Body::FarSize
                } else if creature::hostile(world, id, other) {
                    Body::Enemy
                } else {
                    Body::Other
                };
                (space(world, other), body, other)
            })
            .collect();
        Self {
            world,
            map: world.resource::<Map>(),
            lines: cover::Sightlines::new(world),
            blocking,
            hard_things,
            bodies,
            size,
            spots: Vec::new(),
        }
    }

    /// As [`Ground::within`], for whoever asks for the same squares again and again: each is looked at once.
    pub(crate) fn laid_out(world: &'w World, id: Id, far: i32) -> Self {
        let mut ground = Self::within(world, id, far);
        ground.spots = vec![Cell::new(None); ground.map.cells().cells().len()];
        ground
    }

    /// What a square is to the mover; `None` off the map.
    #[inline]
    fn spot(&self, at: Square) -> Option<Spot> {
        let index = self.map.cells().index_of(at)?;
        let Some(cell) = self.spots.get(index) else {
            return Some(self.look(at, index));
        };
        Some(cell.get().unwrap_or_else(|| {
            let spot = self.look(at, index);
            cell.set(Some(spot));
            spot
        }))
    }

    fn look(&self, at: Square, index: usize) -> Spot {
        let terrain = self.map.terrain(at);
        let poor = terrain.is_some_and(|t| t.difficult || (t.water.0 > 0 && t.water < terrain::DEEP && t.ice.0 == 0));
        let ignored = terrain::ignored_from(self.world, at).is_some_and(|from| self.size >= from);
        let body = self.bodies.iter().find(|(space, ..)| space.contains(at));
        Spot {
            open: !self.lines.total(at),
            blocking: self.blocking.binary_search(&at).is_ok(),
            hard: (poor && !ignored) || self.hard_things.binary_search(&at).is_ok(),
            ignored,
            tight: self.map.cells().cells()[index].tight,
            floor: self.map.ground(at),
            body: body.map_or(Body::Nobody, |&(_, body, _)| body),
        }
    }

    /// Who stands in a square.
    pub(crate) fn occupant(&self, at: Square) -> Body {
        self.spot(at).map_or(Body::Nobody, |spot| spot.body)
    }

    /// Whose square it is, for what is told of a step through it.
    pub(crate) fn whose(&self, at: Square) -> Option<Id> {
        let body = self.bodies.iter().find(|(space, ..)| space.contains(at));
        body.map(|&(_, _, id)| id)
    }

    /// ESS-SQZ-5: whether a mover squeezes in a space though its full one fits around it.
    pub(crate) fn squeezes_for_nothing(&self, space: Footprint) -> bool {
        space.side < self.size.edge() && !self.unfolded(space.at).is_empty()
    }

    /// ESS-MOVE-11, ESS-SQZ-5: whether a Move may end in a space.
    pub(crate) fn may_stop(&self, space: Footprint) -> bool {
        if self.squeezes_for_nothing(space) {
            return false;
        }
        if space.side == 1 {
            return self.occupant(space.at) == Body::Nobody;
        }
        !self.bodies.iter().any(|(other, ..)| other.overlaps(space))
    }

    fn open(&self, at: Square) -> bool {
        self.spot(at).is_some_and(|spot| spot.open)
    }

    /// Whether the mover has room in a space without squeezing.
    fn fits(&self, space: Footprint) -> bool {
        let fits = |spot: Spot| spot.open && spot.tight.is_none_or(|tight| tight >= self.size);
        self.whole(space) && space.squares().all(|at| self.spot(at).is_some_and(fits))
    }

    /// ESS-SQZ-1, ESS-SQZ-5: where the mover's space comes to lie, and whether it squeezes there.
    pub(crate) fn placed(&self, from: Footprint, squeezing: bool, to: Square) -> Result<(Footprint, bool), Refusal> {
        let full = self.size.edge();
        let whole = if squeezing && full > from.side {
            self.unfolded(to).first().copied()
        } else {
            Some(Footprint { at: to, side: full }).filter(|&space| self.fits(space))
        };
        if let Some(space) = whole {
            return Ok((space, false));
        }
        let half = full.div_ceil(2);
        let space = Footprint { at: to, side: half };
        let narrow = |at: Square| match self.spot(at).and_then(|spot| spot.tight) {
            None => true,
            Some(tight) if full == 1 => tight as i32 + 2 >= self.size as i32,
            Some(tight) => tight >= Size::Medium,
        };
        let (rule, code, text) = if !space.squares().all(|at| self.open(at)) {
            (rule!("ESS-GRID-8"), "solid", "Something solid stands there.")
        } else if !self.whole(space) {
            let text = "Something stands across the space it would take.";
            (rule!("ESS-EDGE-1"), "between", text)
        } else if !space.squares().all(narrow) {
            let text = "That is less than half of what it needs.";
            (rule!("ESS-SQZ-1"), "too_tight", text)
        } else {
            return Ok((space, true));
        };
        Err(Refusal::by(rule, code, text))
    }

    /// ESS-SQZ-5: the places in which a squeezed mover takes its full space again around a square it steps to, the one it
    /// names first.
    pub(crate) fn unfolded(&self, to: Square) -> Vec<Footprint> {
        let full = self.size.edge();
        let narrow = Footprint { at: to, side: full.div_ceil(2) };
        let fits = |space: &Footprint| self.fits(*space) && self.may_stop(*space);
        let mut out: Vec<Footprint> = narrow.nested(full).filter(fits).collect();
        out.sort_by_key(|space| space.at != to);
        out
    }

    /// What stands between squares, where anything does.
    fn between(&self) -> Option<&'w Between> {
        self.lines.between()
    }

    /// ESS-EDGE-1, ESS-EDGE-2: whether a step leads over something low between squares; not through anything higher, and
    /// diagonally neither over anything nor past its end.
    pub(crate) fn hurdle(&self, from: Footprint, to: Footprint, feet: Length) -> Result<bool, Refusal> {
        let side = to.side.min(from.side);
        let from = Footprint { at: from.at, side };
        let Some(between) = self.between() else {
            return Ok(false);
        };
        let Some(top) = between.before(from, to.at, feet) else {
            return Ok(false);
        };
        if creature::steps_up(top) > creature::steps_up(feet) {
            let through = "Something it cannot get through stands between the squares.";
            let over = "What stands between the squares is too high to be stepped over.";
            let (code, text) = if top == CEILING { ("between", through) } else { ("high", over) };
            return Err(Refusal::by(rule!("ESS-EDGE-1"), code, text));
        }
        if from.at.x != to.at.x && from.at.y != to.at.y {
            let text = "No diagonal step over what stands between squares, nor past its end.";
            return Err(Refusal::by(rule!("ESS-EDGE-2"), "edge_end", text));
        }
        Ok(true)
    }

    /// Whether nothing up to the ceiling runs between squares of a space.
    fn whole(&self, space: Footprint) -> bool {
        !self.between().is_some_and(|between| between.divides(space))
    }

    /// ESS-GRID-4: no diagonal step past a wall.
    pub(crate) fn corner(&self, from: Footprint, to: Footprint) -> Result<(), Refusal> {
        if from.at.x == to.at.x || from.at.y == to.at.y {
            return Ok(());
        }
        let side = to.side.min(from.side);
        for at in [Square::new(from.at.x, to.at.y), Square::new(to.at.x, from.at.y)] {
            let swept = Footprint { at, side };
            let hits =
                swept.squares().any(|square| !from.contains(square) && !to.contains(square) && !self.open(square));
            if hits {
                let text = "No diagonal step past a wall.";
                return Err(Refusal::by(rule!("ESS-GRID-4"), "corner", text));
            }
        }
        Ok(())
    }

    /// The height of the feet after a step from a place, if it needs no climbing. Stairs are walked.
    pub(crate) fn height(&self, from: Place, aloft: bool, to: Footprint) -> Result<Length, Refusal> {
        let Place { space, height: from } = from;
        let floors = to.squares().map(|at| self.spot(at).map_or(Length(0), |spot| spot.floor));
        let floor = floors.max().unwrap_or_default();
        let (was, is) = (creature::steps_up(from), creature::steps_up(floor));
        if aloft {
            if is > was {
                return Err(Refusal::by(rule!("ESS-FLY-4"), "too_high", "It has to rise first."));
            }
            return Ok(from.max(floor));
        }
        let blocked = || to.squares().any(|at| self.spot(at).is_some_and(|spot| spot.blocking));
        let walked = is != was && lay(self.world).1.is_walked_up(space, to);
        if (is > was && !walked) || blocked() {
            return Err(Refusal::by(rule!("ESS-CLIMB-1"), "climb", "That has to be climbed."));
        }
        if is < was && !walked {
            let text = "It goes down there: climb or jump.";
            return Err(Refusal::by(rule!("ESS-CLIMB-2"), "drop", text));
        }
        Ok(floor)
    }

    /// ESS-TERR-1 to ESS-TERR-4: what makes it hard to leave a space.
    pub(crate) fn hardships(&self, space: Footprint, squeezing: bool) -> impl Iterator<Item = (&'static str, Rule)> {
        let (mut hard, mut another, mut past) = (false, false, false);
        for spot in space.squares().filter_map(|at| self.spot(at)) {
            hard |= spot.hard;
            another |= spot.body == Body::FarSize;
            past |= spot.body == Body::Passed(Passage::Slow);
        }
        let hard = hard.then(|| ("Difficult Terrain", rule!("ESS-TERR-1")));
        let another = another.then(|| ("another's square", rule!("ESS-OCC-2")));
        let past = past.then(|| ("past an Enemy", rule!("ESS-MOVE-7")));
        let squeezing = squeezing.then(|| ("squeezing", rule!("ESS-SQZ-2")));
        hard.into_iter().chain(another).chain(past).chain(squeezing)
    }

    /// ESS-TERR-6, ESS-MOVE-8: what would be hard going and is not for this one.
    pub(crate) fn ignored(&self, space: Footprint) -> Vec<(&'static str, Rule)> {
        let mut out = Vec::new();
        let spots = || space.squares().filter_map(|at| self.spot(at));
        if spots().any(|spot| spot.ignored) {
            out.push(("too large to be slowed", rule!("ESS-TERR-6")));
        }
        if spots().any(|spot| spot.body == Body::Passed(Passage::Free)) {
            out.push(("past an Enemy at no penalty", rule!("ESS-MOVE-8")));
        }
        out
    }
}
