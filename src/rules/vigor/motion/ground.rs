//! The squares around a mover as it finds them: what a step onto them costs, and who stands there (VIG-MOVE).

use std::cell::Cell;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Barrier, MOST_TINY, SQUARE, Size};
use super::super::field::barrier::{clear_way, parts, stands_on, way_over};
use super::mover::Mover;
use crate::battle::*;
use crate::grid::{Edge, Footprint, Length, Square};
use crate::rule;

/// How somebody who stands in the way lets one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// VIG-MOVE-5: an ally.
    Ally,
    /// VIG-MOVE-6: an enemy that cannot stop it.
    Past,
    /// VIG-MOVE-6: an enemy that can.
    No,
    /// VIG-MOVE-7: one in whose square a Tiny one may stay, and whether it is an enemy.
    Shared(bool),
}

/// Whether two that are there would be in each other's way: what is a fall deeper is in nobody's (VIG-FALL-4, VIG-FALL-6).
pub(crate) fn meet(one: Place, other: Place) -> bool {
    let apart = (one.height.0 - other.height.0).abs();
    one.space.overlaps(other.space) && apart < Length::feet(SQUARE).0
}

/// What a square is to ways.
#[derive(Clone, Copy, Debug)]
struct Tile {
    barrier: Barrier,
    /// Difficult ground, or water.
    rough: bool,
    pit: bool,
    floor: Length,
}

/// What the mover finds around it.
pub(crate) struct Ground<'w> {
    pub(crate) world: &'w World,
    map: &'w Map,
    lay: &'w Lay,
    /// Square by square, once it has been asked for.
    tiles: Vec<Cell<Option<Tile>>>,
    others: Vec<(Id, Place, Passing)>,
    /// The squares in which any of them stands, at whatever height.
    taken: Vec<bool>,
    /// Whether there is anything anywhere that could be jumped over: a pit, or ground that lies a fall deeper than another.
    pub gaps: bool,
}

/// Why a step cannot be taken. Made a sentence only for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    NotNear,
    /// A wall or the like stands between the squares.
    Edge,
    /// Wider than it jumps.
    Gap,
    /// It falls before, and the Move ends with that.
    Falls,
    Solid,
    Corner,
    Steep,
    Enemy,
    /// The Move would end where nobody may stop.
    Midway,
    /// Neither squares nor actions are left.
    Spent {
        cost: i32,
    },
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::NotNear => Self::new("no_step", "That is not a neighbouring square."),
            Bar::Edge => Self::by(rule!("VIG-GRID-9"), "edge", "Something stands between the squares."),
            Bar::Gap => Self::by(rule!("VIG-MOVE-10"), "gap", "It cannot jump so far."),
            Bar::Falls => Self::by(rule!("VIG-FALL-7"), "falls", "It falls before it gets there."),
            Bar::Solid => Self::by(rule!("VIG-MOVE-9"), "solid", "Something solid or tall stands there."),
            Bar::Corner => Self::by(rule!("VIG-GRID-8"), "corner", "Something stands at the corner."),
            Bar::Steep => Self::by(rule!("VIG-FALL-7"), "steep", "From 6 ft on it would be climbed."),
            Bar::Enemy => Self::by(rule!("VIG-MOVE-6"), "enemy", "An enemy stands there."),
            Bar::Midway => Self::by(rule!("VIG-MOVE-5"), "cannot_stop", "The Move would end where it may not stop."),
            Bar::Spent { cost } => {
                let message = format!("The step costs {cost}; nothing is left for it.");
                Self::by(rule!("VIG-MOVE-1"), "spent", message)
            }
        }
    }
}

impl<'w> Ground<'w> {
    /// As one mover finds it.
    pub(crate) fn of(world: &'w World, mover: &Mover) -> Self {
        let own = side_of(world, mover.id);
        // Of whom its side does not know it cannot take account (VIG-HIDE-10).
        let others = known_to(world, mover.id).filter(|(id, _)| *id != mover.id);
        let passing = |id: Id| {
            let theirs = creature::profile(world, id).size;
            let apart = (theirs as i32 - mover.size as i32).abs();
            let free = apart >= 2 || creature::incapacitated(world, id);
            let hostile = creature::hostile(world, mover.id, id);
            if mover.size == Size::Tiny && (theirs != Size::Tiny || room_for_tiny(world, own, id)) {
                return Passing::Shared(hostile);
            }
            match (hostile, free) {
                (false, _) => Passing::Ally,
                (true, true) => Passing::Past,
                (true, false) => Passing::No,
            }
        };
        let others: Vec<(Id, Place, Passing)> = others.map(|(id, _)| (id, Place::of(world, id), passing(id))).collect();
        let (map, lay) = lay(world);
        let count = lay.footing.cells().len();
        let mut taken = vec![false; count];
        for at in others.iter().flat_map(|(_, other, _)| other.space.squares()) {
            if let Some(index) = lay.footing.index_of(at) {
                taken[index] = true;
            }
        }
        Self {
            world,
            map,
            lay,
            tiles: vec![Cell::new(None); count],
            others,
            taken,
            gaps: lay.pits || mover.height.max(lay.heights.1).0 - lay.heights.0.0 >= Length::feet(SQUARE).0,
        }
    }

    /// A square; none off the map.
    #[inline]
    fn tile(&self, at: Square) -> Option<Tile> {
        let index = self.lay.footing.index_of(at)?;
        let known = &self.tiles[index];
        if known.get().is_none() {
            let footing = self.lay.footing.get(at)?;
            known.set(Some(Tile {
                barrier: stands_on(self.world, (self.map, self.lay), at),
                rough: footing.difficult || footing.water.0 > 0,
                pit: self.map.terrain(at).is_some_and(|terrain| terrain.pit.0 > 0),
                floor: footing.height,
            }));
        }
        known.get()
    }

    fn barrier(&self, at: Square) -> Barrier {
        self.tile(at).map_or(Barrier::Tall, |tile| tile.barrier)
    }

    /// What a step of a body of one square onto a square costs at least.
    pub(crate) fn least(&self, to: Square) -> i32 {
        1 + i32::from(self.tile(to).is_some_and(|tile| tile.rough))
    }

    /// Whether a mover of one square who steps onto a square would fall there.
    pub(crate) fn falls(&self, mover: &Mover, to: Square) -> bool {
        let stairs = || self.lay.is_walked_up(mover.space, to.into());
        self.tile(to).is_some_and(|tile| tile.floor.0 - mover.height.0 <= -Length::feet(SQUARE).0) && !stairs()
    }

    /// As [`floor_of`].
    fn floor(&self, space: Footprint) -> Length {
        let floors = space.squares().filter_map(|at| self.tile(at));
        floors.map(|tile| tile.floor).max().unwrap_or_default()
    }

    /// Whether anything can stand between squares here.
    const fn has_edges(&self) -> bool {
        self.lay.between.is_some()
    }

    /// Those who are in each other's way with whoever is there.
    fn met(&self, place: Place) -> impl Iterator<Item = &(Id, Place, Passing)> {
        let taken = |at| self.lay.footing.index_of(at).is_some_and(|index| self.taken[index]);
        let all = if place.space.squares().any(taken) { self.others.as_slice() } else { &[] };
        all.iter().filter(move |(_, other, _)| meet(*other, place))
    }

    /// Whether nobody can be in a square, however it has come there.
    pub(crate) fn is_filled(&self, at: Square) -> bool {
        matches!(self.barrier(at), Barrier::Tall | Barrier::Solid)
    }

    fn obstacle(&self, at: Square) -> bool {
        self.barrier(at).is_obstacle()
    }

    /// Whether a mover may stop in a space at a height (VIG-MOVE-5, VIG-MOVE-6, VIG-MOVE-9).
    #[inline]
    pub(crate) fn may_stop(&self, space: Footprint, height: Length) -> bool {
        let shares = |(_, _, passing): &(Id, Place, Passing)| matches!(passing, Passing::Shared(_));
        self.met(Place { space, height }).all(shares) && !space.squares().any(|at| self.obstacle(at))
    }

    /// An enemy beside the mover that could stop it.
    pub(crate) fn watcher(&self, space: Footprint) -> Option<Id> {
        let near =
            |(_, other, passing): &&(Id, Place, Passing)| *passing == Passing::No && other.space.steps(space) <= 1;
        self.others.iter().find(near).map(|&(id, ..)| id)
    }

    /// A step: the mover after it, and its cost told to a reckoning.
    ///
    /// # Errors
    /// What forbids it.
    pub(crate) fn price(&self, mover: &Mover, to: Square, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        if mover.falls {
            return Err(Bar::Falls);
        }
        if !mover.space.at.touches(to) || mover.space.at == to {
            return self.leap(mover, to, out);
        }
        let whole = self.onto(mover, to, mover.edge, out);
        match whole {
            // VIG-MOVE-8: where it does not fit it may make itself narrower.
            Err(Bar::Solid) if mover.edge > 1 => self.onto(mover, to, mover.edge - 1, out),
            _ => whole,
        }
    }

    /// VIG-FALL-5, VIG-FALL-7: whether a face leads up or down to a neighbouring square that it could climb, and stand there.
    ///
    /// # Errors
    /// What stands against it.
    pub(crate) fn may_climb(&self, mover: &Mover, to: Square) -> Result<(), Bar> {
        let from = mover.space;
        let tall = |edge| matches!(way_over(self.world, edge), Barrier::Tall | Barrier::Solid);
        let space = Footprint { at: to, ..from };
        if Edge::passed(from, to).chain(Edge::inside(space)).any(tall) {
            return Err(Bar::Edge);
        }
        if !space.squares().all(|at| self.lay.footing.get(at).is_some()) || !self.may_stop(space, self.floor(space)) {
            return Err(Bar::Solid);
        }
        Ok(())
    }

    /// A step onto a space of a given edge.
    fn onto(&self, mover: &Mover, to: Square, side: u8, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        let from = mover.space.at;
        let space = Footprint { at: to, side };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let own = Footprint { side, ..mover.space };
        if dx != 0 && dy != 0 {
            // Of a large body each square by itself (VIG-GRID-11).
            let cut = |at: Square| self.obstacle(at.offset(dx, 0)) || self.obstacle(at.offset(0, dy));
            if own.squares().any(cut) {
                return Err(Bar::Corner);
            }
        }
        let mut twice: Option<(&'static str, Rule, Option<Id>)> = None;
        let mut reasons = 0;
        let mut dear_of = |why: &'static str, rule: Rule, whose: Option<Id>| {
            reasons += 1;
            twice = twice.take().or(Some((why, rule, whose)));
        };
        let mut dear = |why: &'static str, rule: Rule| dear_of(why, rule, None);
        let edges = self.has_edges().then(|| Edge::passed(own, to).chain(Edge::inside(space)));
        for edge in edges.into_iter().flatten() {
            match way_over(self.world, edge) {
                Barrier::Tall | Barrier::Solid => return Err(Bar::Edge),
                Barrier::Low if dx != 0 && dy != 0 => return Err(Bar::Corner),
                Barrier::Low => dear("over what stands between", rule!("VIG-GRID-9")),
                _ => {}
            }
        }
        let floor = self.floor(space);
        let rise = floor.0 - mover.height.0;
        if side < mover.edge {
            dear("squeezing", rule!("VIG-MOVE-8"));
        }
        for at in space.squares() {
            let tile = self.tile(at).ok_or(Bar::Solid)?;
            match tile.barrier {
                Barrier::Tall | Barrier::Solid => return Err(Bar::Solid),
                // Only what is newly covered counts (VIG-GRID-11).
                _ if mover.space.contains(at) => {}
                Barrier::Low => dear("over a low obstacle", rule!("VIG-MOVE-9")),
                _ if tile.rough => dear("difficult ground", rule!("VIG-MOVE-3")),
                _ => {}
            }
        }
        let high = rise.abs() >= Length::feet(SQUARE).0;
        let stairs = high && self.lay.is_walked_up(mover.space, space);
        if rise > 0 && high && !stairs {
            return Err(Bar::Steep);
        }
        if rise > 0 {
            dear("a step up", rule!("VIG-FALL-7"));
        }
        // VIG-FALL-7: whoever steps off an edge comes over it level, and upon nobody at the bottom.
        let falls = rise < 0 && high && !stairs;
        let height = if falls { mover.height } else { floor };
        // Who shares its place already is in nobody's way (VIG-GRID-11).
        let met = self.met(Place { space, height });
        for &(whose, _, passing) in met.filter(|(_, other, _)| !meet(*other, mover.place())) {
            match passing {
                Passing::No => return Err(Bar::Enemy),
                Passing::Past => dear_of("past an enemy", rule!("VIG-MOVE-6"), Some(whose)),
                Passing::Shared(true) => dear_of("into an enemy's square", rule!("VIG-MOVE-7"), Some(whose)),
                Passing::Shared(false) => out.note_of("into another's square", rule!("VIG-MOVE-7"), whose),
                Passing::Ally => out.note_of("past an ally", rule!("VIG-MOVE-5"), whose),
            }
        }
        out.count("a step", 1, rule!("VIG-GRID-2"));
        if let Some((why, rule, whose)) = &twice {
            out.count_of(why, 1, rule.clone(), *whose);
            if mover.edge > 1 {
                out.note("what the dearest of its squares costs, once", rule!("VIG-GRID-11"));
            }
        }
        if reasons > 1 {
            out.note("twice, and not more than twice", rule!("VIG-MOVE-14"));
        }
        let cost = 1 + i32::from(reasons > 0);
        if falls {
            out.note("off the edge", rule!("VIG-FALL-7"));
        }
        let mut after = self.pay(mover, cost, space, height, out)?;
        after.falls = falls;
        Ok(after)
    }

    /// VIG-MOVE-10, VIG-MOVE-16: straight over what it cannot stand on: a gap that it jumps, or a low obstacle for which its Move is too
    /// short otherwise.
    fn leap(&self, mover: &Mover, to: Square, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        let from = mover.space.at;
        let (x, y) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        let far = x.abs().max(y.abs());
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        if mover.space.side < mover.edge || !straight || !mover.upright || far < 2 {
            return Err(Bar::NotNear);
        }
        let unit = |n: i32| i16::try_from(n.signum()).unwrap_or(0);
        let step = (unit(x), unit(y));
        let Ok(last) = i16::try_from(far) else {
            return Err(Bar::NotNear);
        };
        let place = |n: i16| mover.space.offset(step.0 * n, step.1 * n);
        let space = place(last);
        let jumps = (1..last).all(|n| self.gapes(mover, place(n)));
        let low = far == 1 + i32::from(mover.edge) && mover.slow() && self.low_before(mover, place(1));
        if !jumps && !low {
            return Err(Bar::NotNear);
        }
        let floor = self.floor(space);
        let level = (floor.0 - mover.height.0).abs() < Length::feet(SQUARE).0;
        let inside = space.squares().all(|at| self.tile(at).is_some());
        if !inside || !level || !self.may_stop(space, floor) || !self.clear(mover.space, step, last) {
            return Err(Bar::NotNear);
        }
        if jumps {
            // What is under all of a large body is narrower than the gap by all of it but a square.
            if far - 2 + i32::from(mover.edge) > mover.jump {
                return Err(Bar::Gap);
            }
            out.count("a jump", far, rule!("VIG-MOVE-10"));
            let dear = self.dear_landing(space, out);
            return self.pay(mover, far + i32::from(dear), space, floor, out);
        }
        if mover.run > 0 || mover.actions == 0 {
            return Err(Bar::Spent { cost: mover.per });
        }
        out.count("a whole Move for a low obstacle", mover.per, rule!("VIG-MOVE-16"));
        self.pay(mover, mover.per, space, floor, out)
    }

    /// VIG-MOVE-16: whether a mover that leaves its square for one that is no neighbour clambers over what is low, and does not jump.
    pub(crate) fn clambers(&self, from: &Mover, to: Square) -> bool {
        self.clambered(from, to).next().is_some()
    }

    /// The squares that it clambers over, those included that its body covers at the end.
    pub(crate) fn clambered(&self, from: &Mover, to: Square) -> impl Iterator<Item = Square> {
        let (dx, dy) = (to.x - from.space.at.x, to.y - from.space.at.y);
        let far = dx.abs().max(dy.abs());
        let place = move |n: i16| from.space.offset(dx.signum() * n, dy.signum() * n);
        let low = far > 1 && !(1..far).all(|n| self.gapes(from, place(n))) && self.low_before(from, place(1));
        let own = from.space;
        let last = if low { far } else { 1 };
        (1..last).flat_map(move |n| place(n).squares()).filter(move |at| !own.contains(*at))
    }

    /// Whether a low obstacle, and nothing else that stops a mover, lies in the squares that a first step would newly cover.
    fn low_before(&self, mover: &Mover, first: Footprint) -> bool {
        let before = || first.squares().filter(|at| !mover.space.contains(*at));
        let over = Place { space: first, height: mover.height };
        let halts = |(_, _, passing): &(Id, Place, Passing)| *passing == Passing::No;
        before().any(|at| self.barrier(at) == Barrier::Low)
            && !before().any(|at| self.is_filled(at))
            && !self.met(over).any(halts)
    }

    /// Whether nothing at an edge or a corner is in the way of so many steps in one direction.
    fn clear(&self, from: Footprint, step: (i16, i16), steps: i16) -> bool {
        let place = |n: i16| from.offset(step.0 * n, step.1 * n);
        let parted = |n| Edge::inside(place(n)).any(|edge| parts(self.world, edge));
        let divided = self.has_edges() && (1..=steps).any(parted);
        let mut ways = (0..steps).flat_map(|n| {
            let squares = place(n).squares();
            squares.map(move |at| (at, at.offset(step.0, step.1)))
        });
        !divided && ways.all(|(one, other)| clear_way(self.world, one, other, |at| !self.obstacle(at)).is_ok())
    }

    /// Whether no ground is under a mover anywhere in a space.
    fn gapes(&self, mover: &Mover, space: Footprint) -> bool {
        space.squares().all(|at| {
            self.tile(at).is_some_and(|tile| {
                let down = mover.height.0 - tile.floor.0;
                down >= Length::feet(SQUARE).0 || (tile.pit && down > 0)
            })
        })
    }

    /// VIG-MOVE-3, VIG-MOVE-7: whether the square that a jump ends in costs double.
    fn dear_landing(&self, space: Footprint, out: &mut impl Reckoning) -> bool {
        let rough = |at: Square| self.tile(at).is_some_and(|tile| tile.rough);
        if space.squares().any(rough) {
            out.count("onto difficult ground", 1, rule!("VIG-MOVE-3"));
            return true;
        }
        let shares = |enemy: bool| {
            let there = |(_, other, passing): &&(Id, Place, Passing)| {
                *passing == Passing::Shared(enemy) && other.space.overlaps(space)
            };
            self.others.iter().find(there).map(|&(whose, ..)| whose)
        };
        if let Some(whose) = shares(true) {
            out.count_of("into an enemy's square", 1, rule!("VIG-MOVE-7"), Some(whose));
            return true;
        }
        if let Some(whose) = shares(false) {
            out.note_of("into another's square", rule!("VIG-MOVE-7"), whose);
        }
        false
    }

    /// VIG-MOVE-5, VIG-MOVE-9, VIG-GRID-4: whether a step is begun with a new Move, since what is left of this one would end where nobody
    /// may stop, and that of a new one would not.
    fn begins_anew(&self, mover: &Mover, after: &Mover, cost: i32) -> bool {
        let gets_on = |run: i32| self.gets_on(mover, Mover { run, actions: 0, ..*after });
        mover.actions > 0
            && !self.may_stop(after.space, after.height)
            && self.may_stop(mover.space, mover.height)
            && !gets_on(mover.run - cost)
            && gets_on(mover.per - cost)
    }

    /// Whether a way leads a mover to where it may stop.
    pub(crate) fn leads(&self, mover: &Mover, way: &[Square]) -> bool {
        match way {
            [] => self.may_stop(mover.space, mover.height),
            [to, rest @ ..] => self.steps(mover, *to).into_iter().any(|after| after.falls || self.leads(&after, rest)),
        }
    }

    /// Whether a mover gets on to where it may stop with what is left of its Move, and not only back.
    fn gets_on(&self, before: &Mover, after: Mover) -> bool {
        let mut open = vec![after];
        let mut known = vec![(after.space, after.run)];
        while let Some(mover) = open.pop() {
            let next = |to: Square| self.price(&mover, to, &mut Sum::default()).ok();
            for next in mover.ahead(self.gaps).filter_map(next) {
                if next.space.at == before.space.at {
                    continue;
                }
                if next.falls || self.may_stop(next.space, next.height) {
                    return true;
                }
                let worse = |&(space, run): &(Footprint, i32)| space == next.space && run >= next.run;
                if !known.iter().any(worse) {
                    known.push((next.space, next.run));
                    open.push(next);
                }
            }
        }
        false
    }

    /// Pays a step out of the Move under way, or out of a new one.
    fn pay(
        &self,
        mover: &Mover,
        cost: i32,
        space: Footprint,
        height: Length,
        out: &mut impl Reckoning,
    ) -> Result<Mover, Bar> {
        let mut after = Mover { space, height, anew: false, ..*mover };
        if mover.run >= cost && !mover.anew && !self.begins_anew(mover, &after, cost) {
            after.run -= cost;
            after.gone += cost;
            return Ok(after);
        }
        if mover.actions == 0 {
            return Err(Bar::Spent { cost });
        }
        // What is left over is lost with the Move.
        if mover.gone > 0 && !self.may_stop(mover.space, mover.height) {
            return Err(Bar::Midway);
        }
        out.note("a Move begins", rule!("VIG-ACT-14"));
        if mover.run > 0 {
            let lost = rule!("VIG-GRID-4");
            out.count("what was left of the last one is lost", mover.run, lost);
        }
        if mover.per < cost {
            if !self.may_stop(space, height) {
                return Err(Bar::Midway);
            }
            let least = rule!("VIG-MOVE-4");
            out.count("a Move makes one step at least", mover.per - cost, least);
        }
        after.actions -= 1;
        after.run = (mover.per - cost).max(0);
        after.gone += mover.run + cost.min(mover.per);
        Ok(after)
    }
}

/// VIG-MOVE-7: whether fewer than four of the Tiny share the square of one of them.
fn room_for_tiny(world: &World, side: SideId, id: Id) -> bool {
    tiny_in(world, space(world, id), known_to_side(world, side)) < MOST_TINY
}

/// VIG-MOVE-7: how many of these creatures are Tiny and in a space.
fn tiny_in(world: &World, here: Footprint, among: impl Iterator<Item = (Id, Placement)>) -> usize {
    among.filter(|(id, stand)| stand.space.overlaps(here) && creature::profile(world, *id).size == Size::Tiny).count()
}

/// VIG-MOVE-7: whether a creature can be put where another one is: a Tiny one, unless four of them are there.
pub(crate) fn may_share(world: &World, id: Id, other: Id) -> bool {
    let tiny = |id: Id| creature::profile(world, id).size == Size::Tiny;
    let others = || all_stands(world).filter(|(known, _)| *known != id);
    tiny(id) && (!tiny(other) || tiny_in(world, space(world, other), others()) < MOST_TINY)
}
