//! Open ground: squares of a grid that are walked over step by step, each step at a price in one unit of length. Shared is what a step
//! may be, what is solid, how high it leads, who stands there, the floor after it and what is left. A mover in the air rises over what is
//! in its way. A ruleset adds [`OpenRules`].

use bevy::prelude::World;

use super::open_rules::{Barred, Corners, Narrow, Onward, OpenRules};
use super::open_step::{Farther, OpenBar, OpenStep, OpenWalker, Other, Others};
use super::walking::Walking;
use crate::battle::board::{CEILING, Lay, Map, Standable, divided, floor_of, lay, stand};
use crate::battle::ruleset::{Rules, known_to};
use crate::battle::values::{Body, ById, Id, Motion, Place, Placement, Reckoning, Trace};
use crate::grid::{Footprint, Length, Square};
use crate::level::Size;

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

/// What a mover finds around it.
pub(crate) struct OpenGround<'w, R: OpenRules> {
    world: &'w World,
    mover: Id,
    map: &'w Map,
    lay: &'w Lay,
    others: Others<R::Passing>,
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
                shared: R::shares(world, id, other),
                passing: R::passing(world, id, other),
            }
        };
        let ruleset = world.resource::<Rules>().0;
        let (map, lay) = lay(world);
        let ground = Self {
            world,
            mover: id,
            map,
            lay,
            others: others.map(other).collect(),
            step_up: ruleset.stride(world, id),
            hurdle: ruleset.hurdle(world, id),
            narrow: R::narrows(world, id),
        };
        let Placement { space, height, .. } = stand(world, id);
        let tall = world.the::<Body>(id).tall;
        let (farther, sure) = (Farther::default(), R::is_sure(world, id));
        (
            ground,
            OpenWalker {
                space,
                height,
                tall,
                crawls,
                sure,
                flies: false,
                bound: None,
                left,
                farther,
                gone: 0,
                halted: false,
            },
        )
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
        let taken = |other: &&Other<R::Passing>| other.meets(walker, walker.space, walker.height) && !other.shared;
        self.others.around(walker.space).iter().find(taken).map_or(Ok(()), |other| Err(R::taken(other.passing)))
    }

    /// The height at which a mover in the air comes into a space. It keeps its own, or nears the one that it is bound for by
    /// [`OpenRules::AIR`], and is above all that it does not go through.
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
                other.meets(walker, space, height) && R::flown_over(other.passing) && !other.shared
            };
            self.others.around(space).iter().filter(above).map(|other| other.high).max()
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

    /// How far a step leads up or down, where that is too far for one on level ground; negative for down.
    fn climbs(&self, walker: &OpenWalker, space: Footprint, height: Length) -> Option<Length> {
        let rise = self.rise(walker, space, height);
        (rise.0.abs() > self.step_up.0 && !self.lay.is_walked_up(walker.space, space)).then_some(rise)
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

    /// Where all of a body has no room, a step may lead out of any part of it. From a narrow place it may take all of its room again.
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

    /// What counts of a mover in a square is what it has paid. A body of several squares, or a narrow one, may go straight ahead though the
    /// square that names the step lies askew.
    fn pointless(&self, known: &OpenWalker, from: &OpenWalker, to: Square) -> bool {
        let small = from.space.side == 1 && self.narrow.is_none_or(|narrow| narrow.whole == 1);
        let at = from.space.at;
        let askew = small && at.x != to.x && at.y != to.y;
        known.gone <= from.gone + R::LEAST[usize::from(askew)]
    }

    fn motion(&self, walker: &OpenWalker, after: &OpenWalker) -> Motion {
        let led = Self::leading_edge(walker.space, after.space);
        let over_a_fence = led.is_some_and(|(from, to)| {
            let askew = from.at.x != to.at.x && from.at.y != to.at.y;
            matches!(self.between(walker, (from, to.at), askew), Ok(Some((_, false))))
        });
        let steep = over_a_fence || self.climbs(walker, after.space, after.height).is_some();
        self.goes(walker, after.space, steep, self.is_narrow(after.space))
    }

    fn costs(&self) -> Trace {
        R::costs()
    }

    fn stop(&self, walker: &OpenWalker) -> Result<(), Barred<R>> {
        Ok(self.may_stop(walker)?)
    }

    fn step(&self, walker: &OpenWalker, to: Square, out: &mut impl Reckoning) -> Result<OpenWalker, Barred<R>> {
        if walker.halted {
            return Err(OpenBar::Halts.into());
        }
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
        let climbs = if walker.flies { None } else { self.climbs(walker, space, height) };
        if climbs.is_some() && !R::CLIMBS {
            return Err(OpenBar::Steep.into());
        }
        let fence = between.filter(|(_, over)| !walker.flies && !over).map(|(top, _)| top);
        let over = between.is_some_and(|(_, over)| over || walker.flies);
        let (map, lay, others) = (self.map, self.lay, self.others.around(space));
        let step = OpenStep { walker, space, askew, height, climbs, over, fence, squeezes, map, lay, others };
        R::price(&step, out)?;
        let steep = climbs.is_some() || fence.is_some();
        if steep && walker.crawls {
            return Err(OpenBar::Lies.into());
        }
        if climbs.is_some_and(|rise| self.sheer(walker, space, rise.0 > 0)) {
            return Err(OpenBar::Sheer.into());
        }
        let cost = out.total();
        let left = walker.left + walker.farther.by(self.goes(walker, space, steep, squeezes));
        if cost > left {
            return Err(OpenBar::Spent { cost, left: left.max(0) }.into());
        }
        let (more, halted) = match R::goes_on(self.world, self.mover, walker.space, space) {
            Onward::As => (0, false),
            Onward::By(more) => (more, false),
            Onward::Halts => (0, true),
        };
        Ok(OpenWalker { space, height, left: walker.left - cost + more, gone: walker.gone + cost, halted, ..*walker })
    }
}
