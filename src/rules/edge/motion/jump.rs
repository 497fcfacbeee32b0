//! Jumps: straight or askew, as far as Strength and a run-up carry, farther and higher by a check (EDG-JUMP).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::{creature, gravity, life};
use super::super::data::conditions::{HANGING, PRONE};
use super::super::data::gravity::Gravity;
use super::super::data::{ACROBATICS, ATHLETICS, Ability, HalfMetres, STEP, TurnUsage};
use super::super::field::sight;
use super::super::fight::{passing, special};
use super::super::ruleset::Edge;
use super::ground::{self, Passing};
use super::{fall, moves};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Length, Square};
use crate::rule;

/// How far on foot makes a run-up (EDG-JUMP-1).
const RUN_UP: HalfMetres = 6;
/// What height is counted in (EDG-JUMP-3).
const QUARTER: Length = Length::centimetres(25);
/// The hardest check of a jump that is offered.
const MOST_TRIED: i32 = 21;
/// How high one who lies is in the way (EDG-JUMP-9).
const LIES: Length = Length::centimetres(50);

/// A jump that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Leap {
    /// The spaces that it comes through, the last one where it lands.
    way: Vec<Footprint>,
    /// What each of them costs.
    step: HalfMetres,
    /// What must be rolled, if anything.
    check: Option<Risk>,
    /// How high it jumps, where anything is in its way.
    high: Option<Trace>,
    /// Whether it leads over anything that a walk would not go over as easily.
    clears: bool,
}

/// What must be rolled for a jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Risk {
    against: Trace,
    /// After how many spaces it comes down where that fails.
    after: usize,
    why: Rule,
}

/// EDG-JUMP-1, EDG-JUMP-2: how far a creature jumps from where it is.
pub(crate) fn long(world: &World, id: Id) -> Trace {
    let strength = creature::profile(world, id).strength;
    let most = (2 * (3 + strength)).max(0);
    let mut out = Trace::new("a long jump", most).by(rule!("EDG-JUMP-1"));
    if world.the::<TurnUsage>(id).run_up < RUN_UP {
        out.push(Trace::new("from a standstill by half", most / 2 - most).by(rule!("EDG-JUMP-2")));
    }
    if gravity::felt(world, id) == Gravity::Low {
        let twice = out.value;
        out.push(Trace::new("low gravity: twice as far", twice).by(rule!("EDG-GRAV-8")));
    }
    out
}

/// EDG-JUMP-3: how high it jumps.
fn high(world: &World, id: Id) -> Length {
    let strength = creature::profile(world, id).strength;
    let most = QUARTER.0 * (1 + strength).max(0);
    let high = if world.the::<TurnUsage>(id).run_up < RUN_UP { most / 2 } else { most };
    // EDG-GRAV-8.
    Length(if gravity::felt(world, id) == Gravity::Low { 2 * high } else { high })
}

/// Why a creature cannot jump at all, if so.
fn sets_off(world: &World, id: Id) -> Result<(), Refusal> {
    creature::walks(world, id)?;
    if has_condition(world, id, PRONE) {
        return Err(Refusal::by(rule!("EDG-JUMP-1"), "prone", "It cannot jump while it lies."));
    }
    let tall = world.the::<Body>(id).tall;
    let map = world.resource::<Map>();
    let swims = |at: Square| map.terrain(at).is_some_and(|terrain| ground::is_swum(terrain, tall));
    if ground::is_aloft(world, id) || has_condition(world, id, HANGING) || space(world, id).squares().any(swims) {
        return Err(Refusal::by(rule!("EDG-JUMP-1"), "no_ground", "It has no firm ground to jump from."));
    }
    Ok(())
}

/// A jump to a square, as the first of the creature's space.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn leap(world: &World, id: Id, to: Square) -> Result<Leap, Refusal> {
    Jumper::new(world, id)?.leads(to)
}

/// What is in the way of a jump: how high above the jumper's feet, and before which of its spaces. Also whether it is a creature that lies.
struct InTheWay {
    high: Length,
    before: usize,
    lies: bool,
}

/// A creature that can jump, with what its jumps depend on.
struct Jumper<'w> {
    world: &'w World,
    id: Id,
    own: Footprint,
    height: Length,
    ground: OpenGround<'w, Edge>,
    walker: OpenWalker,
    long: Trace,
    high: Length,
    left: HalfMetres,
    /// The others that its side knows of.
    others: Vec<(Id, Placement)>,
}

impl<'w> Jumper<'w> {
    /// One that has firm ground to jump from.
    ///
    /// # Errors
    /// It has not.
    fn new(world: &'w World, id: Id) -> Result<Self, Refusal> {
        sets_off(world, id)?;
        let (ground, walker) = Edge::set_out(world, id);
        let Placement { space: own, height, .. } = stand(world, id);
        let others = known_to(world, id).filter(|(other, _)| *other != id).collect();
        let (long, high) = (long(world, id), high(world, id));
        let left = creature::metres_left(world, id);
        Ok(Self { world, id, own, height, ground, walker, long, high, left, others })
    }

    fn leads(&self, to: Square) -> Result<Leap, Refusal> {
        let own = self.own;
        let (dx, dy) = (to.x - own.at.x, to.y - own.at.y);
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let direction = Direction::towards(i32::from(dx), i32::from(dy)).filter(|_| straight);
        let direction = direction.ok_or_else(|| {
            Refusal::by(rule!("EDG-JUMP-4"), "not_straight", "A jump goes in one of eight directions.")
        })?;
        let step = STEP[usize::from(dx != 0 && dy != 0)];
        let far = usize::try_from(own.at.steps_to(to)).unwrap_or(0);
        let cost = step.saturating_mul(i32::try_from(far).unwrap_or(i32::MAX));
        if cost > self.left {
            let words = format!("It costs {}; {} left.", creature::metres(cost), creature::metres(self.left));
            return Err(Refusal::by(rule!("EDG-JUMP-7"), "spent", words));
        }
        let mut way = Vec::new();
        let mut obstacles = Vec::new();
        let mut here = own;
        for place in 0..far {
            let next = here.step(direction);
            let (high, lies) = self.passes((here, next), place + 1 == far)?;
            obstacles.extend(high.filter(|high| high.0 > 0).map(|high| InTheWay { high, before: place, lies }));
            way.push(next);
            here = next;
        }
        // Whether it may come down there.
        let lands = OpenWalker { space: here, height: floor_of(self.world, here), ..self.walker };
        self.ground.stop(&lands).map_err(Into::<Refusal>::into)?;
        let eased = |space: &Footprint| space.squares().any(|at| !own.contains(at) && self.is_in_the_way(at));
        let clears = way.iter().rev().skip(1).any(eased) || !obstacles.is_empty();
        let check = self.risk((far, step), &obstacles);
        let high = (!obstacles.is_empty()).then(|| self.high_jump(&obstacles));
        Ok(Leap { way, step, check, high, clears })
    }

    /// EDG-JUMP-3: how high it jumps, in centimetres, and over what.
    fn high_jump(&self, obstacles: &[InTheWay]) -> Trace {
        let centimetres = self.high.whole(Length::centimetres(1));
        let mut out = Trace::new("a high jump", centimetres).by(rule!("EDG-JUMP-3"));
        for one in obstacles {
            if one.lies {
                out.note("over one who lies there", rule!("EDG-JUMP-9"));
            } else {
                out.note(format!("over {} by the level", one.high), rule!("EDG-GRID-16"));
            }
        }
        out
    }

    /// EDG-JUMP-5: what must be rolled for a jump of so many steps, if it is longer than usual.
    fn risk_of_length(&self, (far, step): (usize, HalfMetres)) -> Option<Risk> {
        let gap = i32::try_from(far).unwrap_or(i32::MAX) - 1;
        let normal = self.long.value / step;
        let more = gap - normal;
        if more <= 0 {
            return None;
        }
        let mut against = Trace::new("a longer jump", 13).by(rule!("EDG-JUMP-5"));
        against.note(format!("{normal} of {gap} squares without a check"), rule!("EDG-JUMP-4"));
        if more > 1 {
            against.push(Trace::new("for each further square", 4 * (more - 1)).by(rule!("EDG-JUMP-5")));
        }
        Some(Risk { against, after: usize::try_from(normal).unwrap_or(0), why: rule!("EDG-JUMP-5") })
    }

    /// EDG-JUMP-8: what must be rolled for the highest of what is in its way, if that is higher than it jumps.
    fn risk_of_height(&self, obstacles: &[InTheWay]) -> Option<Risk> {
        let one = obstacles.iter().filter(|one| one.high > self.high).max_by_key(|one| one.high)?;
        let quarters = (one.high.0 - self.high.0 + QUARTER.0 - 1) / QUARTER.0;
        let mut against = Trace::new("a higher jump", 13).by(rule!("EDG-JUMP-8"));
        against.note(format!("{} high, {} without a check", one.high, self.high), rule!("EDG-JUMP-3"));
        if quarters > 1 {
            against.push(Trace::new("for each further 25 cm", 4 * (quarters - 1)).by(rule!("EDG-JUMP-8")));
        }
        Some(Risk { against, after: one.before, why: rule!("EDG-JUMP-8") })
    }

    /// The harder of the two.
    fn risk(&self, steps: (usize, HalfMetres), obstacles: &[InTheWay]) -> Option<Risk> {
        match (self.risk_of_length(steps), self.risk_of_height(obstacles)) {
            (Some(long), Some(high)) if high.against.value > long.against.value => Some(high),
            (None, one) | (one, _) => one,
        }
    }

    /// Whether a square is one that a walk does not go over as easily as a jump.
    fn is_in_the_way(&self, at: Square) -> bool {
        let (map, lay) = lay(self.world);
        let rough = map.terrain(at).is_some_and(|terrain| terrain.harm.is_some() || terrain.pit.0 > 0);
        let off = |there: &Standable| (there.height.0 - self.height.0).abs() > ground::STRIDE.0;
        rough || lay.footing.get(at).is_none_or(|there| there.object || off(there)) || is_hard(self.world, at)
    }

    /// How high what a jumper comes over is above its feet, from one space of its jump to the next. Also whether that is a creature that
    /// lies there.
    fn passes(&self, (here, next): (Footprint, Footprint), lands: bool) -> Result<(Option<Length>, bool), Refusal> {
        let lay = lay(self.world).1;
        let closed = |at: Square| lay.footing.get(at).is_none_or(|there| there.solid);
        let top = lay.between.as_ref().and_then(|between| between.before(here, next.at, self.height));
        if top == Some(CEILING) || divided(self.world, next) || next.squares().any(closed) {
            return Err(Refusal::by(rule!("EDG-GRID-10"), "solid", "Something solid is in the way."));
        }
        let (dx, dy) = (next.at.x - here.at.x, next.at.y - here.at.y);
        let corner = |at: Square| closed(at.offset(dx, 0)) || closed(at.offset(0, dy));
        if dx != 0 && dy != 0 && here.squares().any(corner) {
            return Err(Refusal::by(rule!("EDG-GRID-10"), "corner", "Something solid stands at the corner."));
        }
        let above = |low: Length| Length(low.0.saturating_sub(self.height.0));
        let mut high = top.map(above);
        let squares = next.squares().filter(|&at| !self.own.contains(at));
        for there in squares.filter_map(|at| lay.footing.get(at)) {
            // Where it lands, an ordinary step up is none in its way.
            let step = lands && !there.object && above(there.height).0 <= ground::STRIDE.0;
            high = high.max(Some(above(there.height)).filter(|_| !step));
        }
        let lying = self.lying(next)?.map(|top| above(Length(top.0 + LIES.0)));
        Ok((high.max(lying), lying.is_some() && lying > high))
    }

    /// EDG-JUMP-9: the highest floor on which a creature lies in a space.
    ///
    /// # Errors
    /// A creature stands there that it does not get past.
    fn lying(&self, next: Footprint) -> Result<Option<Length>, Refusal> {
        let mut lying = None;
        let there = |stand: &Placement| stand.space.overlaps(next) && !stand.space.overlaps(self.own);
        for &(other, stand) in self.others.iter().filter(|(_, stand)| there(stand)) {
            let tall = self.world.the::<Body>(other).tall;
            if has_condition(self.world, other, PRONE) {
                lying = lying.max(Some(stand.height));
            } else if Edge::passing(self.world, self.id, other) == Passing::No
                && stand.height.0 + tall.0 > self.height.0
            {
                return Err(Refusal::by(rule!("EDG-JUMP-9"), "enemy", "An enemy stands in the way."));
            }
        }
        Ok(lying)
    }

    /// Whether it would come down in a hole, or farther below.
    fn is_low(&self, to: Square) -> bool {
        let there = Footprint { at: to, ..self.own };
        let low =
            |at: Square| lay(self.world).1.footing.get(at).is_none_or(|it| it.height < self.height - ground::STRIDE);
        there.squares().any(low)
    }
}

/// Whether a square is hard going, water included (EDG-JUMP-6).
fn is_hard(world: &World, at: Square) -> bool {
    let (map, lay) = lay(world);
    let hard = |there: &Standable| there.difficult || there.object || there.water >= ground::STRIDE;
    lay.footing.get(at).is_some_and(hard) || map.terrain(at).is_some_and(ground::is_rough)
}

/// Every square to which a creature could jump over something, with no check harder than [`MOST_TRIED`].
pub(crate) fn all(world: &World, id: Id) -> Vec<Square> {
    let Ok(jumper) = Jumper::new(world, id) else { return Vec::new() };
    let range = (jumper.long.value / STEP[0] + 3).min(jumper.left / STEP[0]);
    let at = jumper.own.at;
    let fences = lay(world).1.between.is_some();
    let mut out = Vec::new();
    for way in Square::default().neighbours() {
        let along = |far: i32| at.offset(way.x * far as i16, way.y * far as i16);
        let meets = |far: i32| {
            let space = Footprint { at: along(far), ..jumper.own };
            let body = |(_, stand): &(Id, Placement)| stand.space.overlaps(space);
            fences || space.squares().any(|at| jumper.is_in_the_way(at)) || jumper.others.iter().any(body)
        };
        // Nothing is to be jumped over where nothing lies on the way.
        let Some(first) = (1..range).find(|&far| meets(far)) else { continue };
        let lands = |to: &Square| {
            let sane = |risk: &Risk| risk.against.value <= MOST_TRIED;
            !jumper.is_low(*to) && jumper.leads(*to).is_ok_and(|leap| leap.clears && leap.check.iter().all(sane))
        };
        out.extend((first + 1..=range).map(along).filter(lands));
    }
    out
}

/// It jumps: the check first, then square by square, since enemies whose reach it leaves may strike at it.
pub(crate) fn jump(world: &mut World, id: Id, to: Square) {
    let Ok(Leap { mut way, step, check, high, .. }) = leap(world, id, to) else {
        return world.note(id, "cannot jump there any more", rule!("EDG-JUMP-1"));
    };
    let long = long(world, id);
    let clears = usize::try_from(long.value / step).unwrap_or(0);
    let event = Event::number(id, long);
    let event = if way.len() > 1 && way.len() - 1 <= clears { event.by(rule!("EDG-JUMP-4")) } else { event };
    world.tell(event);
    if let Some(high) = high {
        world.tell(Event::number(id, high));
    }
    let mut failed = false;
    if let Some(Risk { against, after, why }) = check {
        let athletics = Check::new(world, id, Aim::Act, "Athletics", (Ability::Strength, Some(ATHLETICS)));
        let settled = Settled::of(id, Aim::Act);
        if !special::attempt(world, athletics, against, settled, why.clone()) {
            world.note(id, "falls short", why);
            way.truncate(after);
            failed = true;
        }
    }
    world.the_mut::<TurnUsage>(id).run_up = 0;
    way.reverse();
    let height = stand(world, id).height;
    launch(
        world,
        Leaping {
            mover: id,
            start: Place::of(world, id),
            here: Place::of(world, id),
            rest: way,
            step,
            height,
            announced: false,
            failed,
        },
    );
}

/// A creature in the middle of a jump.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Leaping {
    /// Who jumps.
    pub mover: Id,
    start: Place,
    /// Where its jump has brought it up to now.
    here: Place,
    /// The spaces that it still comes through, the next one last.
    rest: Vec<Footprint>,
    step: HalfMetres,
    height: Length,
    /// Whether those whose reach the next space leaves have been asked.
    announced: bool,
    failed: bool,
}

/// The next square of the jump on top, or its end.
pub(crate) fn leap_on(world: &mut World) {
    loop {
        let Some((flight, leaping)) = topmost::<Leaping>(world) else { return };
        let leaping = leaping.clone();
        let Leaping { mover, step, height, announced, .. } = leaping;
        // One that a blow has brought elsewhere jumps no farther.
        let able = is_on_map(world, mover)
            && Place::of(world, mover) == leaping.here
            && creature::conscious(world, mover)
            && creature::moves(world, mover).is_ok()
            && !has_condition(world, mover, PRONE);
        let next = leaping.rest.last().copied().filter(|_| able);
        let Some(next) = next else {
            land(world);
            return come_to_ground(world, &leaping);
        };
        let to = Place { space: next, height };
        let mut cost = Edge::costs();
        cost.push(Trace::new("a step of the jump", step).by(rule!("EDG-JUMP-4")));
        let motion = Motion::Jump;
        if !announced {
            world.the_mut::<Leaping>(flight).announced = true;
            let (to, side, how) = (next.at, next.side, motion.word().into());
            passing::leaving(world, mover, &Step { to, height, side, motion, how, cost: cost.clone() });
            if world.resource::<Flights>().top() != Some(flight) {
                return;
            }
        }
        {
            let mut leaping = world.the_mut::<Leaping>(flight);
            leaping.rest.pop();
            leaping.announced = false;
        }
        if meets_a_stranger(world, mover, to) {
            creature::spend(world, mover, step);
            world.the_mut::<Leaping>(flight).rest.clear();
            continue;
        }
        let from = Place::of(world, mover);
        creature::spend(world, mover, step);
        moves::go(world, mover, to, MoveKind::ByItself);
        world.the_mut::<Leaping>(flight).here = to;
        let event = Event::step(mover, from.position(), to.position(), motion, motion.word());
        world.tell(event.trace(cost));
    }
}

/// Whether a creature of which the jumper's side does not know stands where it comes to; it is found.
fn meets_a_stranger(world: &mut World, mover: Id, to: Place) -> bool {
    let met = moves::strangers_met(world, mover, to);
    let any = !met.is_empty();
    sight::find(world, mover, met);
    any
}

/// EDG-JUMP-6: it comes down; on hard ground it must keep its feet.
fn come_to_ground(world: &mut World, leaping: &Leaping) {
    let Leaping { mover, start, failed, .. } = *leaping;
    if !is_on_map(world, mover) {
        return;
    }
    let here = Place::of(world, mover);
    if here == start {
        return;
    }
    let floor = floor_of(world, here.space);
    let low = here.height.0 - floor.0 > ground::STRIDE.0;
    let conscious = creature::conscious(world, mover);
    if !low {
        let to = Place { height: floor, ..here };
        moves::go(world, mover, to, MoveKind::ByItself);
        let hard = here.space.squares().any(|at| !start.space.contains(at) && is_hard(world, at));
        if hard && conscious && !has_condition(world, mover, PRONE) {
            let check = Check::new(world, mover, Aim::Act, "Acrobatics", (Ability::Dexterity, Some(ACROBATICS)));
            let settled = Settled::of(mover, Aim::Act);
            let against = Trace::new("landing on hard ground", 14).by(rule!("EDG-JUMP-6"));
            if !special::attempt(world, check, against, settled, rule!("EDG-JUMP-6")) {
                life::knock_down(world, mover, rule!("EDG-JUMP-6"));
            }
        }
    } else if failed {
        world.note(mover, "does not get across", rule!("EDG-JUMP-5"));
    }
    // What is launched last comes first.
    arrive(world, mover, Arrival::by_itself(start, Vec::new()));
    fall::come_down(world, mover);
}
