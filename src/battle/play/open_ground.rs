//! Open ground: squares of a grid that are walked over step by step, each step at a price in one unit of length. Shared is what a step
//! may be, what is solid, how high it leads, who stands there, the floor after it and what is left; likewise of a mover in the air, which
//! rises over what is in its way. A ruleset adds [`OpenRules`].

use std::marker::PhantomData;

use bevy::prelude::World;

use super::walking::Walking;
use crate::battle::board::{CEILING, Lay, Map, Standable, divided, floor_of, lay, stand};
use crate::battle::ruleset::{Rules, known_to};
use crate::battle::values::{Body, ById, Id, Motion, Place, Placement, Reckoning, Refusal, Rule, Trace};
use crate::grid::{Footprint, Length, Square};
use crate::level::Terrain;

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
            Self::Taken => "cannot_stop",
            Self::Held => "enemy_there",
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
    /// Whether what leads too far up or down is climbed, at a price; else it is no step.
    const CLIMBS: bool = false;
    /// Whether movers fly, and bodies in the air are passed above and below.
    const FLIES: bool = false;
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

    /// Whether a body of this height swims in a square.
    fn swims(_terrain: &Terrain, _tall: Length) -> bool {
        false
    }

    /// Why a mover may not stop in the space of another creature.
    fn taken(_passing: Self::Passing) -> OpenBar {
        OpenBar::Taken
    }

    /// Whether a mover in the air goes above another creature rather than past it.
    fn flown_over(_passing: Self::Passing) -> bool {
        true
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
    /// How tall it is.
    pub tall: Length,
    /// Whether it crawls.
    pub crawls: bool,
    /// Whether it goes through the air.
    pub flies: bool,
    /// The height that it goes to on its way through the air; it keeps its own where there is none.
    pub bound: Option<Length>,
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
    /// The height of its feet after it.
    pub height: Length,
    /// How far it leads up or down, where that is too far for a step on level ground; negative for down.
    pub climbs: Option<Length>,
    /// Whether it leads over something low between two squares.
    pub over: bool,
    map: &'a Map,
    lay: &'a Lay,
    others: &'a [Other<P>],
}

/// Another creature as a mover finds it.
struct Other<P> {
    id: Id,
    space: Footprint,
    low: Length,
    high: Length,
    /// Whether nothing is under its feet.
    aloft: bool,
    passing: P,
}

impl<P> Other<P> {
    /// Whether a mover meets it in a space: bodies of which one is in the air pass above each other.
    fn meets(&self, walker: &OpenWalker, space: Footprint, low: Length) -> bool {
        let apart = || low >= self.high || low.0 + walker.tall.0 <= self.low.0;
        self.space.overlaps(space) && !((walker.flies || self.aloft) && apart())
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

/// What a mover finds around it.
pub(crate) struct OpenGround<'w, R: OpenRules> {
    world: &'w World,
    mover: Id,
    map: &'w Map,
    lay: &'w Lay,
    others: Vec<Other<R::Passing>>,
    /// Those of them in whose space the mover may stop.
    shared: Vec<Id>,
    step_up: Length,
    hurdle: Length,
}

impl<'w, R: OpenRules> OpenGround<'w, R> {
    /// The ground around a creature as its side knows it, and the creature on it with so far left to go.
    pub(crate) fn set_out(world: &'w World, id: Id, left: i32, crawls: bool) -> (Self, OpenWalker) {
        let others = known_to(world, id).filter(|(other, _)| *other != id && !R::ignores(world, id, *other));
        let other = |(other, stand): (Id, Placement)| {
            let tall = if R::FLIES { world.the::<Body>(other).tall } else { Length::ZERO };
            Other {
                id: other,
                space: stand.space,
                low: stand.height,
                high: Length(stand.height.0.saturating_add(tall.0)),
                aloft: R::FLIES && stand.height > floor_of(world, stand.space),
                passing: R::passing(world, id, other),
            }
        };
        let others: Vec<_> = others.map(other).collect();
        let ruleset = world.resource::<Rules>().0;
        let (map, lay) = lay(world);
        let ground = Self {
            world,
            mover: id,
            map,
            lay,
            shared: others.iter().map(|other| other.id).filter(|&other| R::shares(world, id, other)).collect(),
            others,
            step_up: ruleset.stride(world, id),
            hurdle: ruleset.hurdle(world, id),
        };
        let Placement { space, height, .. } = stand(world, id);
        let tall = world.the::<Body>(id).tall;
        (ground, OpenWalker { space, height, tall, crawls, flies: false, bound: None, left, gone: 0 })
    }

    fn solid(&self, at: Square) -> bool {
        self.lay.footing.get(at).is_none_or(|there| there.solid)
    }

    /// What keeps a mover from stopping where it is.
    fn may_stop(&self, walker: &OpenWalker) -> Result<(), OpenBar> {
        let stands = |there: &Standable| R::STOPS_ON_OBJECTS || !there.object;
        let free =
            |there: &Standable| !there.solid && (stands(there) || (walker.flies && walker.height > there.height));
        let open = |at: Square| self.lay.footing.get(at).is_some_and(free);
        if !walker.space.squares().all(open) {
            return Err(OpenBar::Taken);
        }
        let taken = |other: &&Other<R::Passing>| {
            other.meets(walker, walker.space, walker.height) && !self.shared.contains(&other.id)
        };
        self.others.iter().find(taken).map_or(Ok(()), |other| Err(R::taken(other.passing)))
    }

    /// The height at which a mover in the air comes into a space: as high as it is, or as it wants to be by a metre for each step, and
    /// above all that it does not go through.
    fn aloft(&self, walker: &OpenWalker, space: Footprint, top: Option<Length>) -> Length {
        let own = walker.height;
        let wanted = match walker.bound {
            Some(bound) if bound > own => bound.min(Length(own.0 + Length::METRE.0)),
            Some(bound) => bound.max(Length(own.0 - Length::METRE.0)),
            None => own,
        };
        let rough = |at: Square| {
            let Some((there, terrain)) = self.lay.footing.get(at).zip(self.map.terrain(at)) else {
                return Length::ZERO;
            };
            let hard = there.difficult || there.object || there.water.0 > 0 || terrain.harm.is_some();
            Length(there.height.0 + if hard { Length::METRE.0 } else { 0 })
        };
        let floor = space.squares().map(rough).max().unwrap_or_default();
        let mut height = wanted.max(floor).max(top.unwrap_or(wanted));
        let over = |height: Length| {
            let above = |other: &&Other<R::Passing>| {
                other.meets(walker, space, height) && R::flown_over(other.passing) && !self.shared.contains(&other.id)
            };
            self.others.iter().filter(above).map(|other| other.high).max()
        };
        while let Some(head) = over(height) {
            height = head;
        }
        height
    }

    /// Whether a step leads too far up or down for one on level ground.
    fn is_steep(&self, walker: &OpenWalker, space: Footprint, height: Length) -> bool {
        (height.0 - walker.height.0).abs() > self.step_up.0 && !self.lay.is_walked_up(walker.space, space)
    }

    /// Whether a face that a mover would climb is sheer: that of the higher ground, or of a hole.
    fn sheer(&self, walker: &OpenWalker, space: Footprint, up: bool) -> bool {
        let (high, low) = if up { (space, walker.space) } else { (walker.space, space) };
        let face = |at: Square| self.lay.footing.get(at).is_some_and(|there| there.sheer);
        let hole = |at: Square| self.map.terrain(at).is_some_and(|terrain| terrain.pit.0 > 0 && terrain.sheer);
        high.squares().any(face) || low.squares().any(hole)
    }

    /// What a mover passes with a step between two squares: whether it steps over that, and how high it is.
    fn between(&self, walker: &OpenWalker, to: Square, askew: bool) -> Result<Option<Length>, OpenBar> {
        let Some(between) = &self.lay.between else { return Ok(None) };
        let Some(top) = between.before(walker.space, to, walker.height) else { return Ok(None) };
        let over = !askew && top.0 <= walker.height.0.saturating_add(self.hurdle.0);
        let passes = if walker.flies { top != CEILING } else { over };
        if passes { Ok(Some(top)) } else { Err(OpenBar::Solid) }
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

    fn motion(&self, walker: &OpenWalker, after: &OpenWalker) -> Motion {
        let swims = |at: Square| self.map.terrain(at).is_some_and(|terrain| R::swims(terrain, walker.tall));
        match () {
            () if walker.flies => Motion::Fly,
            () if walker.crawls => Motion::Crawl,
            () if R::CLIMBS && self.is_steep(walker, after.space, after.height) => Motion::Climb,
            () if after.space.squares().any(swims) => Motion::Swim,
            () => Motion::Walk,
        }
    }

    fn costs(&self) -> Trace {
        R::costs()
    }

    fn stop(&self, walker: &OpenWalker) -> Result<(), Barred<R>> {
        Ok(self.may_stop(walker)?)
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
        let askew = dx != 0 && dy != 0;
        let top = self.between(walker, to, askew)?;
        if divided(self.world, space) || space.squares().any(|at| self.solid(at)) {
            return Err(OpenBar::Solid.into());
        }
        if R::forbids(self.world, self.mover, walker.space, space) {
            return Err(OpenBar::Forbidden.into());
        }
        let height = if walker.flies { self.aloft(walker, space, top) } else { floor_of(self.world, space) };
        let rise = Length(height.0 - walker.height.0);
        let steep = !walker.flies && self.is_steep(walker, space, height);
        if steep && !R::CLIMBS {
            return Err(OpenBar::Steep.into());
        }
        let (climbs, over) = (steep.then_some(rise), top.is_some());
        let (map, lay, others) = (self.map, self.lay, &self.others);
        R::price(&OpenStep { walker, space, askew, height, climbs, over, map, lay, others }, out)?;
        if steep && walker.crawls {
            return Err(OpenBar::Lies.into());
        }
        if steep && self.sheer(walker, space, rise.0 > 0) {
            return Err(OpenBar::Sheer.into());
        }
        let cost = out.total();
        if cost > walker.left {
            return Err(OpenBar::Spent { cost, left: walker.left }.into());
        }
        Ok(OpenWalker { space, height, left: walker.left - cost, gone: walker.gone + cost, ..*walker })
    }
}
