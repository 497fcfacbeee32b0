//! A step over open ground: the creature that takes it, where it leads, whom it meets there, and what may forbid it.

use crate::battle::board::{Lay, Map, Standable};
use crate::battle::values::{Id, Motion};
use crate::grid::{Footprint, Length, Square};
use crate::level::Terrain;

/// Why a step cannot be taken. It is made a sentence only for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenBar {
    /// The square is no neighbour.
    NotNear,
    /// Something solid stands there, or between.
    Solid,
    /// Something solid stands at the corner.
    Corner,
    /// It leads too far up or down.
    Steep,
    /// It leads up or down a face that cannot be climbed.
    Sheer,
    /// It leads up or down, and the mover lies on the ground.
    Lies,
    /// It leads into a hole.
    Gap,
    /// An enemy stands there whom the mover does not get past.
    Enemy,
    /// What ails the mover forbids it.
    Forbidden,
    /// Where the mover has come to, no walk goes on.
    Halts,
    /// The mover may not stop there.
    Taken,
    /// The mover may not stop there: an enemy stands there.
    Held,
    /// Not enough is left for it.
    Spent {
        /// What it costs.
        cost: i32,
        /// What is left.
        left: i32,
    },
}

impl OpenBar {
    /// The code of its refusal.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::NotNear => "no_step",
            Self::Solid => "solid",
            Self::Corner => "corner",
            Self::Steep => "steep",
            Self::Sheer => "sheer",
            Self::Lies => "lies",
            Self::Gap => "gap",
            Self::Enemy => "enemy",
            Self::Forbidden => "forbidden",
            Self::Halts => "halts",
            Self::Taken => "cannot_stop",
            Self::Held => "enemy_there",
            Self::Spent { .. } => "spent",
        }
    }
}

/// How much farther than on foot a mover gets in other ways; nothing where it has no speed of its own for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Farther {
    /// Through the air.
    pub flying: Option<i32>,
    /// Through water.
    pub swimming: Option<i32>,
    /// Up and down what must be climbed.
    pub climbing: Option<i32>,
}

impl Farther {
    /// By a way of moving.
    pub(super) fn by(self, motion: Motion) -> i32 {
        let more = match motion {
            Motion::Fly => self.flying,
            Motion::Swim => self.swimming,
            Motion::Climb => self.climbing,
            _ => None,
        };
        more.unwrap_or(0)
    }
}

/// A creature on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenWalker {
    /// The squares it takes.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
    /// How tall it is.
    pub tall: Length,
    /// Whether it crawls.
    pub crawls: bool,
    /// Whether hard ground does not count for it.
    pub sure: bool,
    /// Whether it goes through the air.
    pub flies: bool,
    /// The height that it goes to on its way through the air; it keeps its own where there is none.
    pub bound: Option<Length>,
    /// How far it may still go on foot; below nothing where it has gone farther in another way.
    pub left: i32,
    /// How much farther it gets in other ways.
    pub farther: Farther,
    /// How far it has gone.
    pub gone: i32,
    /// Whether no walk goes on from where it is.
    pub halted: bool,
}

/// A step that nothing solid forbids, as a ruleset prices it.
pub(crate) struct OpenStep<'a, P> {
    /// The creature that takes it, where it is before.
    pub walker: &'a OpenWalker,
    /// The squares it takes after it.
    pub space: Footprint,
    /// Whether the step leads along both axes.
    pub askew: bool,
    /// The height of its feet after it.
    pub height: Length,
    /// How far it leads up or down, where that is too far for a step on level ground; negative for down.
    pub climbs: Option<Length>,
    /// Whether it leads over something low between two squares.
    pub over: bool,
    /// The top of what stands between two squares and is climbed over.
    pub fence: Option<Length>,
    /// Whether the mover is narrow after it.
    pub squeezes: bool,
    pub(super) map: &'a Map,
    pub(super) lay: &'a Lay,
    pub(super) others: &'a [Other<P>],
}

/// Another creature as a mover finds it.
pub(super) struct Other<P> {
    pub id: Id,
    pub space: Footprint,
    pub low: Length,
    pub high: Length,
    /// Whether nothing is under its feet.
    pub aloft: bool,
    /// Whether the mover may stop in its space.
    pub shared: bool,
    pub passing: P,
}

impl<P> Other<P> {
    /// Whether a mover meets it in a space: bodies of which one is in the air pass above each other.
    pub(super) fn meets(&self, walker: &OpenWalker, space: Footprint, low: Length) -> bool {
        let apart = || low >= self.high || low.0 + walker.tall.0 <= self.low.0;
        self.space.overlaps(space) && !((walker.flies || self.aloft) && apart())
    }
}

/// The other creatures that a mover knows of. A search asks for each step who stands there, and most squares are empty.
pub(super) struct Others<P> {
    all: Vec<Other<P>>,
    /// By row, the columns where any of them stands, both counted anew after 64.
    rows: [u64; 64],
}

impl<P> Others<P> {
    /// All those that may stand in a space: none where it is surely empty.
    pub(super) fn around(&self, space: Footprint) -> &[Other<P>] {
        let taken = |at: Square| self.rows[at.y as usize % 64] >> (at.x as usize % 64) & 1 == 1;
        if space.squares().any(taken) { &self.all } else { &[] }
    }
}

impl<P> FromIterator<Other<P>> for Others<P> {
    fn from_iter<I: IntoIterator<Item = Other<P>>>(others: I) -> Self {
        let all: Vec<Other<P>> = others.into_iter().collect();
        let mut rows = [0; 64];
        for at in all.iter().flat_map(|other| other.space.squares()) {
            rows[at.y as usize % 64] |= 1 << (at.x as usize % 64);
        }
        Self { all, rows }
    }
}

impl<P: Copy> OpenStep<'_, P> {
    /// What the mover would stand on, square by square.
    pub(crate) fn footings(&self) -> impl Iterator<Item = &Standable> {
        self.space.squares().filter_map(|at| self.lay.footing.get(at))
    }

    /// The same with the terrain of each square, and how high the ground of it is.
    pub(crate) fn grounds(&self) -> impl Iterator<Item = (&Standable, &Terrain, Length)> {
        let squares = self.space.squares();
        squares.filter_map(|at| Some((self.lay.footing.get(at)?, self.map.terrain(at)?, self.map.ground(at))))
    }

    /// Whether the mover stands in a hole before the step.
    pub(crate) fn leaves_a_hole(&self) -> bool {
        self.walker.space.squares().any(|at| self.map.terrain(at).is_some_and(|terrain| terrain.pit.0 > 0))
    }

    /// Those known to the mover's side who stand there, and how they let it pass.
    pub(crate) fn met(&self) -> impl Iterator<Item = (Id, P)> {
        let there = self.others.iter().filter(|other| other.meets(self.walker, self.space, self.height));
        there.map(|other| (other.id, other.passing))
    }
}
