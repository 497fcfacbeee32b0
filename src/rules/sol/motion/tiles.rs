//! The ground around a mover: walls, heights, water, and who stands in the way.

use std::cell::Cell;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::{
    collide::collide,
    mover::{Bar, Mover},
};
use crate::battle::*;
use crate::grid::{Footprint, Grid, Length, Square};
use crate::level::Size;
use crate::rule;

/// Who stands in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// Nobody.
    No,
    /// Somebody friendly or neutral: may be passed (SOL-OCC-1, SOL-OCC-9).
    Friend,
    /// An enemy that may be passed, for its size or because it is unconscious (SOL-OCC-2, SOL-OCC-7).
    Passable { whose: Id, unconscious: bool },
    /// An enemy that may not, smaller than the mover or not (SOL-OCC-2, SOL-OCC-3).
    Enemy { smaller: bool },
}

/// One square.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub solid: bool,
    pub difficult: bool,
    pub deep: bool,
    pub height: Length,
    pub sheer: bool,
    pub metal: bool,
    pub tight: Option<Size>,
    pub occupied: Occupied,
    /// The ground is the top of an object.
    pub on_object: bool,
}

/// By how many sizes one creature is above another.
pub(super) struct Sizes(pub i32);

impl Sizes {
    /// The order they are counted on is that of [`Size`].
    pub(super) const RULE: Rule = rule!("SOL-SIZE-7");

    fn between(size: Size, other: Size) -> Self {
        Self(size as i32 - other as i32)
    }
}

/// The map as one mover finds it.
pub struct Tiles<'w> {
    world: &'w World,
    mover: (Id, Size),
    map: &'w Map,
    footing: &'w Grid<Standable>,
    /// What stands between squares.
    between: Option<&'w Between>,
    /// The lowest and the highest ground.
    heights: (Length, Length),
    crowd: Crowd,
}

/// Who stands around: square by square for a search, or as a list where only a few squares are looked at.
enum Crowd {
    Squares(Vec<Occupied>),
    Spaces(Vec<Somebody>),
}

/// Somebody who stands around; for what the mover takes it is settled when it stands in the way.
struct Somebody {
    id: Id,
    space: Footprint,
    side: SideId,
    how: Cell<Option<Occupied>>,
}

const SOLID: Tile = Tile {
    solid: true,
    difficult: false,
    deep: false,
    height: Length(0),
    sheer: true,
    metal: false,
    tight: None,
    occupied: Occupied::No,
    on_object: false,
};

/// Water this deep is swum in (R55): four feet.
const DEEP: Length = Length::feet(4);

fn is_shallow(footing: &Standable) -> bool {
    footing.water.0 > 0 && footing.water < DEEP
}

impl<'w> Tiles<'w> {
    /// The map as this mover finds it.
    pub fn of(world: &'w World, mover: &Mover) -> Self {
        Self::laid_out(world, mover, i32::MAX)
    }

    /// As [`Tiles::within`], for whoever asks for the same squares again and again: who stands around is laid out square by square.
    pub fn laid_out(world: &'w World, mover: &Mover, far: i32) -> Self {
        let mut tiles = Self::within(world, mover, far);
        let mut occupied = vec![Occupied::No; tiles.footing.cells().len()];
        if let Crowd::Spaces(spaces) = &tiles.crowd {
            for other in spaces {
                let how = tiles.how(other);
                for square in other.space.squares() {
                    if let Some(index) = tiles.footing.index_of(square) {
                        occupied[index] = how;
                    }
                }
            }
        }
        tiles.crowd = Crowd::Squares(occupied);
        tiles
    }

    /// As [`Tiles::of`], but only with those who could matter for one step.
    pub fn beside(world: &'w World, mover: &Mover) -> Self {
        Self::within(world, mover, i32::from(mover.full) + 1)
    }

    /// As [`Tiles::of`], but only with those who stand within so many squares.
    pub fn within(world: &'w World, mover: &Mover, far: i32) -> Self {
        let others = known_to(world, mover.id)
            .filter(|(other, stand)| *other != mover.id && stand.space.steps(mover.space) <= far);
        let (map, lay) = lay(world);
        let spaces =
            others.map(|(id, stand)| Somebody { id, space: stand.space, side: stand.side, how: Cell::new(None) });
        Self {
            world,
            mover: (mover.id, mover.size),
            map,
            footing: &lay.footing,
            between: lay.between.as_ref(),
            heights: lay.heights,
            crowd: Crowd::Spaces(spaces.collect()),
        }
    }

    fn how(&self, other: &Somebody) -> Occupied {
        if let Some(how) = other.how.get() {
            return how;
        }
        let how = how_occupied(self.world, self.mover, other);
        other.how.set(Some(how));
        how
    }

    fn occupied(&self, at: Square, index: usize) -> Occupied {
        match &self.crowd {
            Crowd::Squares(occupied) => occupied[index],
            // Whoever comes later in the list has the say, as it has square by square.
            Crowd::Spaces(spaces) => {
                let here = spaces.iter().rev().find(|other| other.space.contains(at));
                here.map_or(Occupied::No, |other| self.how(other))
            }
        }
    }

    /// The place of a square among the tiles.
    pub fn index(&self, at: Square) -> Option<usize> {
        self.footing.index_of(at)
    }

    /// The least that a step of a mover of one square onto a square costs, with so much for each cause (SOL-TERR-1).
    pub fn least(&self, at: Square, each: Feet) -> Feet {
        let slow = |footing: &Standable| footing.difficult || is_shallow(footing);
        each * (1 + i32::from(self.footing.get(at).is_some_and(slow)))
    }

    /// Columns and rows of the map.
    pub fn board(&self) -> (u16, u16) {
        self.footing.size()
    }

    /// The tile of a square; off the map everything is solid.
    pub fn at(&self, at: Square) -> Tile {
        let Some(index) = self.footing.index_of(at) else {
            return SOLID;
        };
        let footing = &self.footing.cells()[index];
        Tile {
            solid: footing.solid,
            difficult: footing.difficult || is_shallow(footing),
            deep: footing.water >= DEEP,
            height: footing.height,
            sheer: footing.sheer,
            metal: footing.metal,
            tight: footing.tight,
            occupied: self.occupied(at, index),
            on_object: footing.object,
        }
    }

    /// Whether something solid stands in a square; off the map everything is.
    pub fn solid(&self, at: Square) -> bool {
        self.footing.get(at).is_none_or(|footing| footing.solid)
    }

    /// The largest size that fits into a square without squeezing.
    pub fn tight(&self, at: Square) -> Option<Size> {
        self.footing.get(at)?.tight
    }

    /// Whether anything here is too high for an ordinary step of the mover, so that jumping and climbing matter.
    pub fn uneven(&self, mover: &Mover) -> bool {
        let (low, high) = self.heights;
        let low_walls = self.between.is_some_and(|between| between.low);
        low_walls || high.max(mover.height).0 - low.min(mover.height).0 > mover.stride().0
    }

    /// Whether a step from one space into another leads over stairs.
    pub fn is_walked_up(&self, from: Footprint, to: Footprint) -> bool {
        lay(self.world).1.is_walked_up(from, to)
    }

    /// What keeps a mover out of a space that is not open: something in it, or something that divides it (SOL-EDGE-1).
    pub fn why_not_open(&self, space: Footprint) -> Bar {
        if space.squares().any(|square| self.solid(square)) { Bar::Solid } else { Bar::Edge }
    }

    /// Whether nothing solid stands in a space, nor anything that divides it.
    pub fn open(&self, space: Footprint) -> bool {
        space.squares().all(|square| !self.solid(square)) && !self.between.is_some_and(|between| between.divides(space))
    }

    /// How high what stands between two spaces is, where it is more than a mover whose feet are so high steps over.
    pub fn hurdle(&self, from: Footprint, to: Square, mover: &Mover) -> Option<Length> {
        let feet = Length(mover.height.0.saturating_add(mover.stride().0));
        self.between?.before(from, to, feet)
    }

    /// Whether creatures of a size fit into a space without squeezing.
    pub fn roomy(&self, space: Footprint, size: Size) -> bool {
        space.squares().all(|square| self.tight(square).is_none_or(|tight| tight >= size))
    }

    /// SOL-SQZ-8: whether the level lets nobody squeeze into some square of a space.
    pub fn shut(&self, space: Footprint) -> bool {
        let word = |at: Square| self.map.terrain(at)?.rules.get("sol")?.get("no_squeeze")?.as_bool();
        space.squares().any(|at| word(at) == Some(true))
    }

    /// Whether nobody else stands in a space (SOL-OCC-6).
    pub fn free(&self, space: Footprint) -> bool {
        match &self.crowd {
            Crowd::Spaces(spaces) => !spaces.iter().any(|other| other.space.overlaps(space)),
            Crowd::Squares(_) => space.squares().all(|square| self.at(square).occupied == Occupied::No),
        }
    }

    /// Whether nobody else known is in a place, at its height (SOL-OCC-6).
    pub fn leaves_room(&self, place: Place) -> bool {
        let mut others = known_to(self.world, self.mover.0).filter(|(other, _)| *other != self.mover.0);
        !others.any(|(_, stand)| collide(place, Place { space: stand.space, height: stand.height }))
    }

    /// The friendly ones whose spaces are entered by a step from one space into another, each with whether it is a bystander. Known only
    /// where those who stand around were not laid out.
    pub fn friends(&self, from: Footprint, to: Footprint) -> impl Iterator<Item = (Id, bool)> {
        let spaces = match &self.crowd {
            Crowd::Spaces(spaces) => spaces.as_slice(),
            Crowd::Squares(_) => &[],
        };
        let entered = move |at: &Square| !from.contains(*at);
        let own = side_of(self.world, self.mover.0);
        spaces
            .iter()
            .filter(move |other| to.squares().filter(entered).any(|at| other.space.contains(at)))
            .filter(|other| self.how(other) == Occupied::Friend)
            .map(move |other| (other.id, other.side != own))
    }

    /// Whether a space is wholly in deep water.
    pub fn afloat(&self, space: Footprint) -> bool {
        space.squares().all(|square| self.at(square).deep)
    }

    /// The highest ground of a space: what a creature in it stands on.
    pub fn ground(&self, space: Footprint) -> Length {
        let heights = space.squares().map(|square| self.at(square).height);
        heights.max().unwrap_or_default()
    }
}

fn how_occupied(world: &World, (mover, size): (Id, Size), other: &Somebody) -> Occupied {
    let who = world.look(other.id).expect("whoever stands somewhere should exist");
    let conditions: &Conditions = who.get().expect("a creature should have conditions or none");
    let hostile = creature::hostile(world, mover, other.id);
    if !hostile {
        return Occupied::Friend;
    }
    let unconscious = conditions.has(condition::UNCONSCIOUS);
    let stats: &Stats = who.get().expect("a creature should have a profile");
    let above = Sizes::between(stats.0.size, size).0;
    if unconscious || above >= 2 {
        Occupied::Passable { whose: other.id, unconscious }
    } else {
        Occupied::Enemy { smaller: above < 0 }
    }
}
