//! Jumps and climbs that are ordered by name: things in flight, since a reaction may come before them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::stats::*;
use super::super::field::sight;
use super::{
    faces::faces,
    fall,
    mover::{Mode, Mover},
    place::corner,
    reach::apply,
    tiles::Tiles,
};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::level::counted;
use crate::rule;

/// A jump or a climb in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Feat {
    creature: Id,
    at: Square,
    /// Feet of a face to climb; a jump has none.
    climb: Option<Feet>,
    /// How far it has come.
    far: Far,
}

/// How far a jump or climb has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Far {
    /// Nothing has been done yet.
    Ready,
    /// Those who may act before it have been asked.
    Announced,
    /// It has been done, from this place; the harm of the ground comes next.
    Done(Place),
    /// Then the level's events.
    Trodden(Place),
    /// Then those who may act after it.
    Entered(Place),
}

impl Feat {
    /// A jump to a square or, with feet, a climb.
    pub(crate) fn new(creature: Id, at: Square, climb: Option<Feet>) -> Self {
        Self { creature, at, climb, far: Far::Ready }
    }

    /// What comes of it from here, if it can still be done.
    fn work_out(&self, world: &World) -> Option<(Mover, Step)> {
        let mover = Mover::of(world, self.creature);
        let tiles = Tiles::of(world, &mover);
        let (how, after, cost) = match self.climb {
            None => {
                let mut possible = jumps(&tiles, &mover).filter(|jump| jump.paid);
                let jump = possible.find(|jump| jump.after.space.at == self.at)?;
                (Motion::Jump, jump.after, jump.cost())
            }
            Some(feet) => {
                let possible = faces(&tiles, &mover).into_iter();
                let mut fitting = possible.filter(|face| (face.at, face.feet) == (self.at, feet));
                let face = fitting.next()?;
                (Motion::Climb, face.after, face.cost)
            }
        };
        let step = Step {
            to: after.space.at,
            height: after.height,
            side: after.space.side,
            motion: how,
            how: how.word().into(),
            cost,
        };
        Some((after, step))
    }
}

/// Whether a step, a jump or a climb has been done of which more is still to come.
pub(crate) fn half_done(world: &World) -> bool {
    let step = uppermost::<Moving>(world).is_some_and(|(_, moving)| moving.stride.is_half_done());
    step || uppermost::<Feat>(world).is_some_and(|(_, feat)| !matches!(feat.far, Far::Ready | Far::Announced))
}

/// Takes a checked order in.
pub(crate) fn begin(world: &mut World, feat: Feat) {
    launch(world, feat);
}

/// Lets the topmost feat happen, once everyone who may act before it has.
pub(super) fn perform(world: &mut World) {
    let Some((flight, &feat)) = topmost::<Feat>(world) else {
        return;
    };
    let id = feat.creature;
    let ruleset = world.resource::<Rules>().0;
    if half_done(world) {
        return come_to(world, flight, feat);
    }
    let present = is_on_map(world, id);
    let able = present && ruleset.may_act(world, id);
    let Some((after, step)) = able.then(|| feat.work_out(world)).flatten() else {
        land(world);
        if present {
            ruleset.displaced(world, id);
        }
        return;
    };
    if feat.far == Far::Ready {
        world.the_mut::<Feat>(flight).far = Far::Announced;
        ruleset.before_step(world, id, &step);
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
    let before = Mover::of(world, id);
    let from = Place::of(world, id);
    world.the_mut::<Feat>(flight).far = Far::Done(from);
    apply(world, id, &before, &after);
    let climbs = feat.climb.is_some().then_some(rule!("SOL-CLIMB-5"));
    let event = Event::step(id, from.position(), step.position(), step.motion, step.how).trace(step.cost);
    world.tell(event.by_all(climbs));
    if !before.sneaking && before.space != after.space {
        sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    }
    fall::settle(world, id);
    if world.resource::<Flights>().top() != Some(flight) {
        // The fall is what brings it onto the ground.
        world.the_mut::<Feat>(flight).far = Far::Trodden(from);
    }
}

/// What comes of it, one thing after the other, each resolved completely: the harm of the ground, the level's events, and those who may
/// act after it.
fn come_to(world: &mut World, flight: Id, feat: Feat) {
    let id = feat.creature;
    if !is_on_map(world, id) {
        return land(world);
    }
    let elsewhere = |world: &World, before: Place| before.space != space(world, id);
    match feat.far {
        Far::Done(before) => {
            world.the_mut::<Feat>(flight).far = Far::Trodden(before);
            environment::tread(world, id, Some(before.space));
        }
        Far::Trodden(before) => {
            world.the_mut::<Feat>(flight).far = Far::Entered(before);
            if elsewhere(world, before) {
                environment::entered(world, id);
            }
        }
        Far::Entered(before) => {
            land(world);
            let ruleset = world.resource::<Rules>().0;
            ruleset.after_step(world, id, before);
        }
        Far::Ready | Far::Announced => {}
    }
}

/// A jump over a gap or down from a ledge, paid for or not.
pub(crate) struct Jump {
    /// The mover after it; still as high as before it where it falls.
    pub after: Mover,
    /// Whether its landing can be paid.
    pub paid: bool,
    landing: Landing,
}

/// What makes a jump cost what it costs.
#[derive(Clone, Copy)]
struct Landing {
    gap: i32,
    run_up: bool,
    difficult: bool,
    /// Whether it lands in deep water, and whether with a speed for that.
    swims: Option<bool>,
    /// Whether it has jumped before on this turn.
    jumped: bool,
}

impl Landing {
    /// What the jump costs, told term by term: itself nothing (SOL-JUMP-1), and nothing for what lies below (SOL-JUMP-11).
    fn reckon(self, cost: &mut impl Reckoning) {
        let further = if self.jumped { 5 * self.gap } else { 0 };
        cost.count("the landing step", 5, rule!("SOL-JUMP-8"));
        match self.swims {
            Some(true) => cost.note("a swim speed", rule!("SOL-SWIM-2")),
            Some(false) => cost.count("swimming", 5, rule!("SOL-SWIM-1")),
            None => {}
        }
        if self.difficult {
            cost.count("difficult terrain", 5, rule!("SOL-TERR-1"));
        }
        if further > 0 {
            cost.count("not the first jump of the turn", further, rule!("SOL-JUMP-10"));
        }
        if self.gap > 0 {
            let rule = if self.run_up { rule!("SOL-JUMP-3") } else { rule!("SOL-JUMP-2") };
            cost.remark(|| Trace::note(format!("a gap of {}", counted(self.gap, "square"))).by(rule));
            if self.run_up {
                cost.note("a run-up", rule!("SOL-JUMP-7"));
            }
        }
    }
}

impl Jump {
    fn cost(&self) -> Trace {
        let mut cost = Trace::new("movement", 0);
        self.landing.reckon(&mut cost);
        cost
    }
}

const DIRECTIONS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// SOL-JUMP-2, SOL-JUMP-3, SOL-JUMP-8: every jump as far as it can, and down from where it stands.
pub(crate) fn jumps<'a>(tiles: &'a Tiles, mover: &'a Mover) -> impl Iterator<Item = Jump> + 'a {
    let may = mover.may_jump(tiles.afloat(mover.space));
    let ways = if may { &DIRECTIONS[..] } else { &[] };
    ways.iter().flat_map(move |&(dx, dy)| {
        let run_up = mover.has_run_up(Some((dx, dy)));
        let way = move |step: i32| mover.space.offset(dx * step as i16, dy * step as i16);
        let clears = move |gap: i32| mover.athletics >= gap * if run_up { 10 } else { 15 };
        (0..)
            .take_while(move |&gap| clears(gap) && (gap == 0 || crosses(tiles, mover, way(gap - 1), way(gap))))
            .filter_map(move |gap| lands(tiles, mover, way(gap), way(gap + 1), gap, run_up))
    })
}

/// SOL-MOVE-10, SOL-EDGE-1: whether neither a corner nor anything between the squares is in the way of a leap.
fn unbarred(tiles: &Tiles, mover: &Mover, from: Footprint, to: Footprint) -> bool {
    corner(tiles, mover, from, to).is_ok() && tiles.hurdle(from, to.at, mover).is_none()
}

/// SOL-JUMP-11: nothing but ground no higher than the jumper, never wall, object or creature.
fn crosses(tiles: &Tiles, mover: &Mover, from: Footprint, to: Footprint) -> bool {
    let clear = to.squares().filter(|&square| !mover.space.contains(square)).all(|square| {
        let tile = tiles.at(square);
        !tile.solid && !tile.on_object && tile.height <= mover.height
    });
    clear && tiles.free(to) && unbarred(tiles, mover, from, to)
}

fn lands(tiles: &Tiles, mover: &Mover, from: Footprint, to: Footprint, gap: i32, run_up: bool) -> Option<Jump> {
    let fits = tiles.open(to) && tiles.roomy(to, mover.size) && tiles.free(to) && unbarred(tiles, mover, from, to);
    let height = tiles.ground(to);
    let rise = height.0 - mover.height.0;
    let down = rise < -mover.stride().0;
    if !fits || rise > mover.stride().0 || (gap == 0 && !down) {
        return None;
    }
    let mut entered = to.squares().filter(|&square| !mover.space.contains(square));
    let difficult = entered.any(|square| tiles.at(square).difficult);
    let deep = tiles.afloat(to);
    let mode = if deep && mover.has(Mode::Swim) { Mode::Swim } else { Mode::Walk };
    let swims = deep.then_some(mode == Mode::Swim);
    let landing = Landing { gap, run_up, difficult, swims, jumped: mover.jumped };
    let mut cost = Sum::default();
    landing.reckon(&mut cost);
    let cost = cost.total();
    let mut after = *mover;
    after.space = to;
    after.height = if down { mover.height } else { height };
    after.moved += cost;
    after.jumped = true;
    after.run_up = [None; 3];
    Some(Jump { after, paid: mover.affords(cost, mode).is_ok(), landing })
}

/// The rule that stands against a jump to a square.
pub(crate) fn why_no_jump(tiles: &Tiles, mover: &Mover, at: Square) -> Refusal {
    let (dx, dy) = (at.x - mover.space.at.x, at.y - mover.space.at.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if !straight {
        return Refusal::by(rule!("SOL-JUMP-8"), "not_straight", "Jumps go in a straight or diagonal line.");
    }
    if !mover.may_jump(tiles.afloat(mover.space)) {
        return Refusal::by(
            rule!("SOL-JUMP-12"),
            "no_jump",
            "Only upright, and not while sneaking, squeezing, swimming or climbing.",
        );
    }
    if jumps(tiles, mover).any(|jump| jump.after.space.at == at) {
        return Refusal::by(rule!("SOL-JUMP-12"), "speed", "The landing cannot be paid.");
    }
    let gap = i32::from(dx.abs().max(dy.abs())) - 1;
    if mover.athletics < 15 * gap {
        return Refusal::by(rule!("SOL-JUMP-6"), "too_far", "That is farther than it jumps.");
    }
    Refusal::by(rule!("SOL-JUMP-11"), "blocked", "Something is in the way, or there is no room to land.")
}
