//! Ways of going that are no ordinary steps (EDG-MOVE-14, EDG-MOVE-16, EDG-MOVE-17). They are a climb that ends on the face, a step off an
//! edge, a grip that is let go, a blink from one place to another.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::conditions::{BLINDED, HANGING, PRONE};
use super::super::data::{HalfMetres, STEP, TurnUsage};
use super::super::field::{reach, sight};
use super::super::fight::passing;
use super::super::ruleset::Edge;
use super::{fall, ground, moves};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// One that can be gone.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pace {
    mover: Id,
    from: Place,
    to: Place,
    motion: Motion,
    cost: Trace,
    /// Whether it holds on to a face after it.
    hangs: bool,
}

fn spent(cost: HalfMetres, left: HalfMetres) -> Refusal {
    let words = format!("It costs {}; {} left.", creature::metres(cost), creature::metres(left.max(0)));
    Refusal::by(rule!("EDG-GRID-2"), "spent", words)
}

/// EDG-MOVE-16: a climb towards a neighbouring square as far as the metres go, where they do not take it all the way. To its own square it
/// climbs down the face on which it hangs.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn climb(world: &World, id: Id, to: Square) -> Result<Pace, Refusal> {
    creature::walks(world, id)?;
    let from = Place::of(world, id);
    let (ground, walker) = Edge::set_out(world, id);
    let left = walker.left + walker.farther.climbing.unwrap_or(0);
    if to == from.space.at {
        return climb_down_here(world, id, left);
    }
    let able = OpenWalker { left: HalfMetres::MAX / 2, ..walker };
    let (after, step) = ground.next(&able, to)?;
    if step.motion != Motion::Climb || has_condition(world, id, PRONE) {
        return Err(Refusal::by(rule!("EDG-MOVE-16"), "no_face", "Nothing is to be climbed on that step."));
    }
    if step.cost.value <= left {
        return Err(Refusal::by(rule!("EDG-MOVE-16"), "no_need", "An ordinary move takes it all the way."));
    }
    let rise = after.height.0 - from.height.0;
    let up = rise > 0;
    let hard = {
        let (_, lay) = lay(world);
        after.space.squares().any(|at| lay.footing.get(at).is_some_and(|there| there.difficult))
    };
    let rate = ground::climbing_rate(world, id, hard);
    // Up the face in its own square; down it in the square below, after the step over the edge.
    let first = if up { 0 } else { step.cost.value - rate * reach::halves(Length(rise.abs())) };
    let high = (left - first).max(0) / rate;
    if high == 0 {
        return Err(spent(first + rate, left));
    }
    let gone = Length(high * ground::STRIDE.0);
    let to = if up {
        Place { height: from.height + gone, ..from }
    } else {
        Place { space: after.space, height: from.height - gone }
    };
    let mut cost = Edge::costs();
    if first > 0 {
        cost.push(Trace::new("over the edge", first).by(rule!("EDG-GRID-3")));
    }
    let words = if up { "climbing up" } else { "climbing down" };
    cost.push(Trace::new(words, rate * high).by(rule!("EDG-MOVE-16")));
    Ok(Pace { mover: id, from, to, motion: Motion::Climb, cost, hangs: true })
}

fn climb_down_here(world: &World, id: Id, left: HalfMetres) -> Result<Pace, Refusal> {
    if !has_condition(world, id, HANGING) {
        return Err(Refusal::by(rule!("EDG-MOVE-16"), "no_face", "It does not hang on a face."));
    }
    let from = Place::of(world, id);
    let floor = floor_of(world, from.space);
    let rate = ground::climbing_rate(world, id, false);
    let all = reach::halves(Length(from.height.0 - floor.0));
    let high = all.min(left.max(0) / rate);
    if high == 0 {
        return Err(spent(rate, left));
    }
    let down = high == all;
    let height = if down { floor } else { Length(from.height.0 - high * ground::STRIDE.0) };
    let cost = Edge::costs().with(Trace::new("climbing down", rate * high).by(rule!("EDG-MOVE-16")));
    Ok(Pace { mover: id, from, to: Place { height, ..from }, motion: Motion::Climb, cost, hangs: !down })
}

/// EDG-MOVE-17: a step over an edge, at whose foot it falls.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn step_off(world: &World, id: Id, to: Square) -> Result<Pace, Refusal> {
    creature::walks(world, id)?;
    let from = Place::of(world, id);
    let (ground, walker) = Edge::set_out(world, id);
    let able = OpenWalker { left: HalfMetres::MAX / 2, ..walker };
    let (after, _) = ground.next(&able, to)?;
    if walker.flies || has_condition(world, id, PRONE) || from.height.0 - after.height.0 <= ground::STRIDE.0 {
        return Err(Refusal::by(rule!("EDG-MOVE-17"), "no_edge", "No edge is there to step off."));
    }
    ground.stop(&after).map_err(Into::<Refusal>::into)?;
    let at = from.space.at;
    let clear = STEP[usize::from(at.x != to.x && at.y != to.y)];
    if clear > walker.left {
        return Err(spent(clear, walker.left));
    }
    let cost = Edge::costs().with(Trace::new("a step off the edge", clear).by(rule!("EDG-MOVE-17")));
    let to = Place { space: after.space, height: from.height };
    Ok(Pace { mover: id, from, to, motion: Motion::Walk, cost, hangs: false })
}

/// Every neighbouring square that such a pace could lead to.
pub(crate) fn all(
    world: &World,
    id: Id,
    pace: impl Fn(&World, Id, Square) -> Result<Pace, Refusal>,
) -> impl Iterator<Item = Square> {
    let Place { space, height } = Place::of(world, id);
    // On level ground there is nothing to climb and no edge to step off.
    let level = move |to: Square| {
        let rise = floor_of(world, Footprint { at: to, ..space }) - height;
        rise.abs() <= ground::STRIDE && lay(world).1.between.is_none()
    };
    let around = space.at.neighbours().into_iter().chain([space.at]).filter(move |&to| !level(to));
    around.filter(move |&to| pace(world, id, to).is_ok())
}

/// It sets out: enemies whose reach it leaves may strike first.
pub(crate) fn set_out(world: &mut World, pace: Pace) {
    let Pace { mover, to, motion, .. } = pace;
    let step = Step {
        to: to.space.at,
        height: to.height,
        side: to.space.side,
        motion,
        how: motion.word().into(),
        cost: pace.cost.clone(),
    };
    if !moves::comes_off(world, mover, to, motion) {
        return creature::spend(world, mover, step.cost.value);
    }
    launch(world, pace);
    passing::leaving(world, mover, &step);
}

impl Later for Pace {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self { mover, from, to, motion, cost, hangs } = self;
        let goes = is_on_map(world, mover) && Place::of(world, mover) == from;
        if !goes || creature::moves(world, mover).is_err() || has_condition(world, mover, PRONE) {
            return;
        }
        creature::spend(world, mover, cost.value);
        if hangs {
            gain(world, mover, HANGING, Lasts::UntilEnded, [rule!("EDG-MOVE-16")]);
        }
        let along = moves::go(world, mover, to, MoveKind::ByItself);
        let event = Event::step(mover, from.position(), to.position(), motion, motion.word());
        world.tell(event.trace(cost));
        if !hangs {
            lose(world, mover, HANGING, [rule!("EDG-MOVE-16")]);
            fall::come_down(world, mover);
        }
        let meets = if hangs { Meets::Nothing } else { Meets::NewSquares };
        arrive(world, mover, Arrival::by_itself(from, along).meeting(meets));
    }
}

/// EDG-MOVE-16: lets go of the face on which it hangs.
pub(crate) fn let_go(world: &mut World, id: Id) {
    lose(world, id, HANGING, [rule!("EDG-MOVE-16")]);
    fall::come_down(world, id);
}

/// EDG-MOVE-14: the squares to which a creature gets without a way between. It sees them, the ground is firm, and its side knows of no
/// creature there.
pub(crate) fn blinks_to(world: &World, id: Id) -> Vec<Square> {
    let from = space(world, id);
    let far = 2 * creature::profile(world, id).blink_m;
    let (ground, walker) = Edge::set_out(world, id);
    if has_condition(world, id, BLINDED) {
        return Vec::new();
    }
    let map = world.resource::<Map>();
    let lands = |at: &Square| {
        let space = Footprint { at: *at, ..from };
        let near = reach::between_spaces((*at).into(), from.at.into()) <= far && *at != from.at;
        near && !divided(world, space)
            && space.squares().all(|at| map.contains(at) && !map.solid(at))
            && ground.stop(&OpenWalker { space, height: floor_of(world, space), ..walker }).is_ok()
            && space.squares().any(|at| sight::reaches(world, from, at))
    };
    map.cells().squares().filter(lands).collect()
}

/// It is there.
pub(crate) fn blink(world: &mut World, id: Id, at: Square) {
    let from = Place::of(world, id);
    let space = Footprint { at, ..from.space };
    let to = Place { space, height: floor_of(world, space) };
    world.the_mut::<TurnUsage>(id).run_up = 0;
    let along = moves::go(world, id, to, MoveKind::Carried);
    let event = Event::step(id, from.position(), to.position(), Motion::Teleport, Motion::Teleport.word());
    world.tell(event.by(rule!("EDG-MOVE-14")));
    arrive(world, id, Arrival::carried(from, along));
    fall::come_down(world, id);
}
