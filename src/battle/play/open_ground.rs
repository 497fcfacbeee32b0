//! Open ground: squares of a grid that are walked over step by step, each step at a price in one unit of length. Shared is what a step
//! may be, what is solid, how high it leads, who stands there, the floor after it and what is left. A ruleset adds [`OpenRules`].

use std::marker::PhantomData;

use bevy::prelude::World;

use super::walking::Walking;
use crate::battle::board::{Lay, Standable, bars_the_way, floor_of, lay, stand};
use crate::battle::ruleset::{Rules, known_to};
use crate::battle::values::{Id, Motion, Place, Placement, Reckoning, Refusal, Rule, Trace};
use crate::grid::{Footprint, Length, Square};

/// What keeps a step askew from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Corners {
    /// Something solid on one side of it.
    One,
    /// Something solid on both sides of it.
    Both,
}

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
    /// An enemy stands there whom the mover does not get past.
    Enemy,
    /// What ails the mover forbids it.
    Forbidden,
    /// The mover may not stop there.
    Taken,
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
            Self::Enemy => "enemy",
            Self::Forbidden => "forbidden",
            Self::Taken => "cannot_stop",
            Self::Spent { .. } => "spent",
        }
    }
}

/// What a ruleset says of open ground.
pub(crate) trait OpenRules: Sized + 'static {
    /// How a creature in the way lets a mover pass.
    type Passing: Copy;
    /// What keeps a step askew from being made.
    const CORNERS: Corners;
    /// Whether a mover may stop on the top of an object.
    const STOPS_ON_OBJECTS: bool;
    /// By the code of a bar: the rule behind it and its sentence.
    const BARS: &'static [(&'static str, Rule, &'static str)];
    /// The rule by which a step must be paid in full.
    const SPENT: Rule;

    /// A length in words, such as "4.5 m".
    fn words(length: i32) -> String;

    /// What steps are counted in, and the rule that says so.
    fn costs() -> Trace;

    /// Whether another creature is nothing to a mover, neither on its way nor where it stops. Example: the one that rides it.
    fn ignores(_world: &World, _mover: Id, _other: Id) -> bool {
        false
    }

    /// Whether a mover may stop in the space of another creature.
    fn shares(_world: &World, _mover: Id, _other: Id) -> bool {
        false
    }

    /// Whether what ails a mover forbids a step. Example: it is afraid of what that leads to.
    fn forbids(_world: &World, _mover: Id, _from: Footprint, _to: Footprint) -> bool {
        false
    }

    /// How another creature lets a mover pass.
    fn passing(world: &World, mover: Id, other: Id) -> Self::Passing;

    /// What a step costs: its terms are told to a reckoning.
    ///
    /// # Errors
    /// A creature there does not let the mover pass.
    fn price(step: &OpenStep<'_, Self::Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar>;
}

/// A bar of a ruleset, which knows how that one words it.
pub(crate) struct Barred<R>(OpenBar, PhantomData<fn() -> R>);

impl<R> From<OpenBar> for Barred<R> {
    fn from(bar: OpenBar) -> Self {
        Self(bar, PhantomData)
    }
}

impl<R: OpenRules> From<Barred<R>> for Refusal {
    fn from(Barred(bar, _): Barred<R>) -> Self {
        let code = bar.code();
        match bar {
            OpenBar::NotNear => Self::new(code, "That is not a neighbouring square."),
            OpenBar::Spent { cost, left } => {
                Self::by(R::SPENT, code, format!("It costs {}; {} left.", R::words(cost), R::words(left)))
            }
            _ => {
                let row = R::BARS.iter().find(|row| row.0 == code);
                let (_, rule, sentence) = row.expect("a ruleset should word each bar that it has");
                Self::by(rule.clone(), code, *sentence)
            }
        }
    }
}

/// A creature on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenWalker {
    /// The squares it takes.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
    /// Whether it crawls.
    pub crawls: bool,
    /// How far it may still go.
    pub left: i32,
    /// How far it has gone.
    pub gone: i32,
}

/// A step that nothing solid forbids, as a ruleset prices it.
pub(crate) struct OpenStep<'a, P> {
    /// The creature that takes it, where it is before.
    pub walker: &'a OpenWalker,
    /// The squares it takes after it.
    pub space: Footprint,
    /// Whether the step leads along both axes.
    pub askew: bool,
    lay: &'a Lay,
    others: &'a [(Id, Footprint, P)],
}

impl<P: Copy> OpenStep<'_, P> {
    /// What the mover would stand on, square by square.
    pub(crate) fn footings(&self) -> impl Iterator<Item = &Standable> {
        self.space.squares().filter_map(|at| self.lay.footing.get(at))
    }

    /// Those known to the mover's side who stand there, and how they let it pass.
    pub(crate) fn met(&self) -> impl Iterator<Item = (Id, P)> {
        let there = self.others.iter().filter(|(_, other, _)| other.overlaps(self.space));
        there.map(|&(id, _, passing)| (id, passing))
    }
}

/// What a mover finds around it.
pub(crate) struct OpenGround<'w, R: OpenRules> {
    world: &'w World,
    mover: Id,
    lay: &'w Lay,
    others: Vec<(Id, Footprint, R::Passing)>,
    /// Those of them in whose space the mover may stop.
    shared: Vec<Id>,
    step_up: Length,
}

impl<'w, R: OpenRules> OpenGround<'w, R> {
    /// The ground around a creature as its side knows it, and the creature on it with so far left to go.
    pub(crate) fn set_out(world: &'w World, id: Id, left: i32, crawls: bool) -> (Self, OpenWalker) {
        let others = known_to(world, id).filter(|(other, _)| *other != id && !R::ignores(world, id, *other));
        let others: Vec<_> = others.collect();
        let ground = Self {
            world,
            mover: id,
            lay: lay(world).1,
            shared: others.iter().map(|(other, _)| *other).filter(|&other| R::shares(world, id, other)).collect(),
            others: others.iter().map(|&(other, stand)| (other, stand.space, R::passing(world, id, other))).collect(),
            step_up: world.resource::<Rules>().0.stride(world, id),
        };
        let Placement { space, height, .. } = stand(world, id);
        (ground, OpenWalker { space, height, crawls, left, gone: 0 })
    }

    fn solid(&self, at: Square) -> bool {
        self.lay.footing.get(at).is_none_or(|there| there.solid)
    }

    /// Whether a mover may stop in a space.
    pub(crate) fn may_stop(&self, space: Footprint) -> bool {
        let free = |there: &Standable| !there.solid && (R::STOPS_ON_OBJECTS || !there.object);
        let open = |at: Square| self.lay.footing.get(at).is_some_and(free);
        let taken = |(id, other, _): &(Id, Footprint, R::Passing)| other.overlaps(space) && !self.shared.contains(id);
        space.squares().all(open) && !self.others.iter().any(taken)
    }

    /// Whether what is solid beside a step askew keeps it from being made.
    fn cuts_a_corner(&self, space: Footprint, (dx, dy): (i16, i16)) -> bool {
        let beside = |at: Square| [at.offset(dx, 0), at.offset(0, dy)].map(|at| self.solid(at));
        let cut = |at: Square| match R::CORNERS {
            Corners::One => beside(at) != [false, false],
            Corners::Both => beside(at) == [true, true],
        };
        dx != 0 && dy != 0 && space.squares().any(cut)
    }
}

impl<R: OpenRules> Walking for OpenGround<'_, R> {
    type Walker = OpenWalker;
    type Bar = Barred<R>;

    fn place(&self, walker: &OpenWalker) -> Place {
        Place { space: walker.space, height: walker.height }
    }

    fn paid(&self, walker: &OpenWalker) -> i32 {
        walker.gone
    }

    fn motion(&self, walker: &OpenWalker, _after: &OpenWalker) -> Motion {
        if walker.crawls { Motion::Crawl } else { Motion::Walk }
    }

    fn costs(&self) -> Trace {
        R::costs()
    }

    fn stop(&self, walker: &OpenWalker) -> Result<(), Barred<R>> {
        self.may_stop(walker.space).then_some(()).ok_or(OpenBar::Taken.into())
    }

    fn step(&self, walker: &OpenWalker, to: Square, out: &mut impl Reckoning) -> Result<OpenWalker, Barred<R>> {
        let from = walker.space.at;
        if !from.touches(to) || from == to {
            return Err(OpenBar::NotNear.into());
        }
        let space = Footprint { at: to, ..walker.space };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if self.cuts_a_corner(walker.space, (dx, dy)) {
            return Err(OpenBar::Corner.into());
        }
        if bars_the_way(self.world, walker.space, to, walker.height) || space.squares().any(|at| self.solid(at)) {
            return Err(OpenBar::Solid.into());
        }
        if R::forbids(self.world, self.mover, walker.space, space) {
            return Err(OpenBar::Forbidden.into());
        }
        let height = floor_of(self.world, space);
        let steep = (height.0 - walker.height.0).abs() > self.step_up.0;
        if steep && !self.lay.is_walked_up(walker.space, space) {
            return Err(OpenBar::Steep.into());
        }
        let askew = dx != 0 && dy != 0;
        R::price(&OpenStep { walker, space, askew, lay: self.lay, others: &self.others }, out)?;
        let cost = out.total();
        if cost > walker.left {
            return Err(OpenBar::Spent { cost, left: walker.left }.into());
        }
        Ok(OpenWalker { space, height, left: walker.left - cost, gone: walker.gone + cost, ..*walker })
    }
}
