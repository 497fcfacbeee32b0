//! How far things are apart: the largest of columns, rows and the metres between two bodies (R8, MOM-TERR-13).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::Metres;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};

/// A body: the squares it takes, where its feet are and where its head is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// The squares.
    pub space: Footprint,
    /// The height of its feet.
    pub low: Length,
    /// The height of its head.
    pub high: Length,
}

impl Extent {
    /// A creature's, or an object's.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        if world.part::<Creature>(id).is_none() {
            let Some(laid) = laid_at(world, id) else {
                return Self { space: Footprint::single(Square::default()), low: Length::ZERO, high: Length::ZERO };
            };
            return Self { space: laid.space, low: laid.height, high: laid.top.unwrap_or(CEILING) };
        }
        let stand = stand(world, id);
        Self::standing(world, id, stand.space, stand.height)
    }

    /// A creature's, if it stood somewhere.
    pub(crate) fn standing(world: &World, id: Id, space: Footprint, low: Length) -> Self {
        Self { space, low, high: Length(low.0 + creature::profile(world, id).size.tall().0) }
    }

    /// Of a square, on the ground.
    pub(crate) fn ground(world: &World, space: Footprint) -> Self {
        let low = floor_of(world, space);
        Self { space, low, high: low }
    }

    /// Whether its feet are no lower than another body's head.
    pub(crate) fn is_above(self, other: Self) -> bool {
        self.low >= other.high
    }

    /// Whether one of two bodies is above the other.
    pub(crate) fn is_clear_of(self, other: Self) -> bool {
        self.is_above(other) || other.is_above(self)
    }

    /// How far it is to another; it is nothing between those who share a square (MOM-OCC-11).
    pub(crate) fn to(self, other: Self) -> Metres {
        let above = |low: Length, high: Length| (i64::from(low.0) - i64::from(high.0)).max(0);
        let gap = above(self.low, other.high).max(above(other.low, self.high));
        let up = i32::try_from(gap / i64::from(Length::METRE.0)).unwrap_or(i32::MAX);
        self.space.steps(other.space).max(up)
    }
}

/// How far a creature is from another creature or object.
pub(crate) fn between(world: &World, id: Id, other: Id) -> Metres {
    let space = seen_from(world, id, other);
    Extent::of(world, id).to(Extent { space, ..Extent::of(world, other) })
}

/// Where another creature or object is for a creature: what stands between two squares is in the one on its own side.
pub(crate) fn seen_from(world: &World, id: Id, other: Id) -> Footprint {
    let edge = laid_at(world, other).filter(|laid| laid.edge.is_some());
    edge.map_or_else(|| Extent::of(world, other).space, |laid| laid.from(space(world, id)))
}

/// Whether they are within 1 m of each other (MOM-CON-5), with nothing between that stops a hand.
pub(crate) fn beside(world: &World, id: Id, other: Id) -> bool {
    between(world, id, other) <= 1 && !parted(world, space(world, id), seen_from(world, id, other))
}
