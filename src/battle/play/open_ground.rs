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
use crate::level::{Size, Terrain};

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
    /// How far a mover in the air rises or sinks with one step, and how far above hard ground it goes so as not to mind it.
    const AIR: Length = Length::METRE;
    /// How high an object may rise above its ground to be walked onto, and off again, as level ground is.
    const PASSABLE: Length = Length::ZERO;
    /// Whether what stands between squares and is too high to be stepped over is climbed over, straight ahead.
    const CLIMBS_FENCES: bool = false;
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

    /// The height to which a mover in the air rises so as not to be below another; by default no higher.
    fn risen(_own: Length, least: Length) -> Length {
        least
    }

    /// How a creature makes itself narrow where there is no room for all of it; by default none does.
    fn narrows(_world: &World, _mover: Id) -> Option<Narrow> {
        None
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

/// How a body makes itself narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Narrow {
    /// The edge of all its space.
    pub whole: u8,
    /// The edge of the space that it makes do with.
    pub edge: u8,
    /// Its size, which must fit for all of it to have room.
    pub size: Size,
    /// The size that must fit for it to get through at all.
    pub least: Size,
}

/// Where a step leads.
struct Placed {
    /// The body that goes, before the step: all of it, or the narrow part that leads.
    from: Footprint,
    /// The same after the step.
    after: Footprint,
    /// All its space after the step.
    space: Footprint,
    /// Whether it is narrow there.
    squeezes: bool,
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
    narrow: Option<Narrow>,
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
            narrow: R::narrows(world, id),
        };
        let Placement { space, height, .. } = stand(world, id);
        let tall = world.the::<Body>(id).tall;
        let farther = Farther::default();
        (ground, OpenWalker { space, height, tall, crawls, flies: false, bound: None, left, farther, gone: 0 })
    }

    /// Whether a size has room in a space: nothing solid is there, nothing runs through it, and no square is too tight for it.
    fn has_room(&self, space: Footprint, size: Size) -> bool {
        let room = |there: &Standable| !there.solid && there.tight.is_none_or(|tight| tight >= size);
        !divided(self.world, space) && space.squares().all(|at| self.lay.footing.get(at).is_some_and(room))
    }

    /// Whether a mover is narrow in a space.
    pub(crate) fn is_narrow(&self, space: Footprint) -> bool {
        self.narrow.is_some_and(|narrow| space.side < narrow.whole || !self.has_room(space, narrow.size))
    }

    /// The narrow body that goes from one space into another, before and after a step to a neighbouring square: straight ahead rather than
    /// askew.
    fn leading_edge(from: Footprint, to: Footprint) -> Option<(Footprint, Footprint)> {
        let side = from.side.min(to.side);
        let pairs = from.nested(side).flat_map(|one| to.nested(side).map(move |other| (one, other)));
        let near = pairs.filter(|(one, other)| one.at != other.at && one.at.touches(other.at));
        near.min_by_key(|(one, other)| (one.at.x != other.at.x && one.at.y != other.at.y, one.at.y, one.at.x))
    }

    /// Where a step named by a square leads.
    fn placed(&self, walker: &OpenWalker, to: Square) -> Result<Placed, OpenBar> {
        let from = walker.space;
        let as_it_is = || {
            let space = Footprint { at: to, ..from };
            let near = from.at != to && from.at.touches(to);
            if near { Ok(Placed { from, after: space, space, squeezes: false }) } else { Err(OpenBar::NotNear) }
        };
        let led = |space: Footprint, squeezes: bool| {
            let led = Self::leading_edge(from, space).ok_or(OpenBar::NotNear)?;
            Ok(Placed { from: led.0, after: led.1, space, squeezes })
        };
        let Some(narrow) = self.narrow else { return as_it_is() };
        let whole = Footprint { at: to, side: narrow.whole };
        if self.has_room(whole, narrow.size) {
            // All of it goes as it is, or out of a narrow place into a wide one.
            return if from.side == whole.side { as_it_is() } else { led(whole, false) };
        }
        let space = Footprint { at: to, side: narrow.edge };
        let wide = |space: Footprint| self.has_room(space, narrow.size);
        let fits = self.has_room(space, narrow.least) && !space.nested(narrow.whole).any(wide);
        match led(space, true) {
            Ok(placed) if fits => Ok(placed),
            Ok(_) if from.at.touches(to) => Err(OpenBar::Solid),
            _ => Err(OpenBar::NotNear),
        }
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
            Some(bound) if bound > own => bound.min(Length(own.0 + R::AIR.0)),
            Some(bound) => bound.max(Length(own.0 - R::AIR.0)),
            None => own,
        };
        let rough = |at: Square| {
            let Some((there, terrain)) = self.lay.footing.get(at).zip(self.map.terrain(at)) else {
                return Length::ZERO;
            };
            let hard = there.difficult || there.object || there.water.0 > 0 || terrain.harm.is_some();
            Length(there.height.0 + if hard { R::AIR.0 } else { 0 })
        };
        let floor = space.squares().map(rough).max().unwrap_or_default();
        let least = wanted.max(floor).max(top.unwrap_or(wanted));
        let mut height = if least > own { R::risen(own, least) } else { least };
        let over = |height: Length| {
            let above = |other: &&Other<R::Passing>| {
                other.meets(walker, space, height) && R::flown_over(other.passing) && !self.shared.contains(&other.id)
            };
            self.others.iter().filter(above).map(|other| other.high).max()
        };
        while let Some(head) = over(height) {
            height = R::risen(own, head);
        }
        height
    }

    /// How high one stands in a space, as far as it is climbed to: what is low enough to be walked onto does not count.
    fn climbed_to(&self, space: Footprint) -> Length {
        let rises = |at: Square| {
            let there = self.lay.footing.get(at)?;
            let ground = self.map.ground(at);
            let low = there.object && there.height.0 - ground.0 <= R::PASSABLE.0;
            Some(if low { ground } else { there.height })
        };
        space.squares().filter_map(rises).max().unwrap_or_default()
    }

    /// How far a step leads up, or down if negative, as far as that is climbed.
    fn rise(&self, walker: &OpenWalker, space: Footprint, height: Length) -> Length {
        let own = walker.height;
        if height > own {
            Length((self.climbed_to(space).0 - own.0).max(0))
        } else {
            let stands = own <= floor_of(self.world, walker.space);
            let from = if stands { self.climbed_to(walker.space) } else { own };
            Length((height.0 - from.0).min(0))
        }
    }

    /// Whether a step leads too far up or down for one on level ground.
    fn is_steep(&self, walker: &OpenWalker, space: Footprint, height: Length) -> bool {
        let rise = self.rise(walker, space, height);
        rise.0.abs() > self.step_up.0 && !self.lay.is_walked_up(walker.space, space)
    }

    /// How a mover goes into a space.
    fn goes(&self, walker: &OpenWalker, space: Footprint, steep: bool, squeezes: bool) -> Motion {
        let swims = |at: Square| self.map.terrain(at).is_some_and(|terrain| R::swims(terrain, walker.tall));
        match () {
            () if walker.flies => Motion::Fly,
            () if walker.crawls => Motion::Crawl,
            () if R::CLIMBS && steep => Motion::Climb,
            () if space.squares().any(swims) => Motion::Swim,
            () if squeezes => Motion::Squeeze,
            () => Motion::Walk,
        }
    }

    /// Whether a face that a mover would climb is sheer: that of the higher ground, or of a hole.
    fn sheer(&self, walker: &OpenWalker, space: Footprint, up: bool) -> bool {
        let (high, low) = if up { (space, walker.space) } else { (walker.space, space) };
        let face = |at: Square| self.lay.footing.get(at).is_some_and(|there| there.sheer);
        let hole = |at: Square| self.map.terrain(at).is_some_and(|terrain| terrain.pit.0 > 0 && terrain.sheer);
        high.squares().any(face) || low.squares().any(hole)
    }

    /// What a mover passes with a step between two squares: how high it is, and whether it is stepped over.
    fn between(
        &self,
        walker: &OpenWalker,
        (from, to): (Footprint, Square),
        askew: bool,
    ) -> Result<Option<(Length, bool)>, OpenBar> {
        let Some(between) = &self.lay.between else { return Ok(None) };
        let Some(top) = between.before(from, to, walker.height) else { return Ok(None) };
        let over = !askew && top.0 <= walker.height.0.saturating_add(self.hurdle.0);
        let climbed = R::CLIMBS_FENCES && !askew && top != CEILING;
        let passes = if walker.flies { top != CEILING } else { over || climbed };
        if passes { Ok(Some((top, over))) } else { Err(OpenBar::Solid) }
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

    /// Where all of a body has no room, a step may lead out of any part of it, and from a narrow place it may take all of its room again.
    fn ahead(&self, walker: &OpenWalker) -> impl Iterator<Item = Square> {
        let at = walker.space.at;
        let wide = |narrow: &Narrow| {
            let room = |at: Square| self.has_room(Footprint { at, side: narrow.whole }, narrow.size);
            walker.space.side < narrow.whole || !at.neighbours().into_iter().all(room)
        };
        let far =
            self.narrow.filter(|narrow| narrow.whole > 1).filter(wide).map_or(0, |narrow| i16::from(narrow.whole));
        let beyond = move |&to: &Square| !at.touches(to);
        let others = Footprint::single(at).around(u8::try_from(far).unwrap_or(0)).filter(beyond);
        at.neighbours().into_iter().chain(others)
    }

    fn motion(&self, walker: &OpenWalker, after: &OpenWalker) -> Motion {
        let led = Self::leading_edge(walker.space, after.space);
        let climbs = led.is_some_and(|(from, to)| {
            let askew = from.at.x != to.at.x && from.at.y != to.at.y;
            matches!(self.between(walker, (from, to.at), askew), Ok(Some((_, false))))
        });
        let steep = climbs || self.is_steep(walker, after.space, after.height);
        self.goes(walker, after.space, steep, self.is_narrow(after.space))
    }

    fn costs(&self) -> Trace {
        R::costs()
    }

    fn stop(&self, walker: &OpenWalker) -> Result<(), Barred<R>> {
        Ok(self.may_stop(walker)?)
    }

    fn step(&self, walker: &OpenWalker, to: Square, out: &mut impl Reckoning) -> Result<OpenWalker, Barred<R>> {
        let Placed { from, after, space, squeezes } = self.placed(walker, to)?;
        let (dx, dy) = (after.at.x - from.at.x, after.at.y - from.at.y);
        if self.cuts_a_corner(from, (dx, dy)) {
            return Err(OpenBar::Corner.into());
        }
        let askew = dx != 0 && dy != 0;
        let between = self.between(walker, (from, after.at), askew)?;
        if divided(self.world, space) || space.squares().any(|at| self.solid(at)) {
            return Err(OpenBar::Solid.into());
        }
        if R::forbids(self.world, self.mover, walker.space, space) {
            return Err(OpenBar::Forbidden.into());
        }
        let top = between.map(|(top, _)| top);
        let height = if walker.flies { self.aloft(walker, space, top) } else { floor_of(self.world, space) };
        let rise = self.rise(walker, space, height);
        let steep = !walker.flies && self.is_steep(walker, space, height);
        if steep && !R::CLIMBS {
            return Err(OpenBar::Steep.into());
        }
        let fence = between.filter(|(_, over)| !walker.flies && !over).map(|(top, _)| top);
        let (climbs, over) = (steep.then_some(rise), between.is_some_and(|(_, over)| over || walker.flies));
        let (map, lay, others) = (self.map, self.lay, &self.others);
        let step = OpenStep { walker, space, askew, height, climbs, over, fence, squeezes, map, lay, others };
        R::price(&step, out)?;
        let steep = steep || fence.is_some();
        if steep && walker.crawls {
            return Err(OpenBar::Lies.into());
        }
        if climbs.is_some() && self.sheer(walker, space, rise.0 > 0) {
            return Err(OpenBar::Sheer.into());
        }
        let cost = out.total();
        let left = walker.left + walker.farther.by(self.goes(walker, space, steep, squeezes));
        if cost > left {
            return Err(OpenBar::Spent { cost, left: left.max(0) }.into());
        }
        Ok(OpenWalker { space, height, left: walker.left - cost, gone: walker.gone + cost, ..*walker })
    }
}
