//! Where a creature gets to with the metres it has left, and whom it has to get past (MOM-ROUND-8, MOM-OCC).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Roll, opposed};
use super::super::body::who::{self, METRES};
use super::super::data::{Points, Skill, conditions::PRONE};
use super::ground::{Bar, Ground, Mover, Passing, passing};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square, reach::Steps};
use crate::rule;

impl Mover {
    /// The creature as it is now.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        let stand = stand(world, id);
        let able = who::able(world, id).is_ok();
        Self {
            id,
            size: who::profile(world, id).size,
            space: stand.space,
            height: stand.height,
            prone: has_condition(world, id, PRONE),
            left: if able { who::points(world, id).metres } else { 0 },
            gone: 0,
        }
    }
}

struct OverGround<'w>(Ground<'w>);

impl Steps for OverGround<'_> {
    type State = Mover;

    fn place(&self, mover: &Mover) -> Square {
        mover.space.at
    }

    fn paid(&self, mover: &Mover) -> u32 {
        mover.gone.unsigned_abs()
    }

    fn ahead(&self, mover: &Mover) -> impl Iterator<Item = Square> {
        mover.space.at.neighbours().into_iter()
    }

    fn step(&self, mover: &Mover, to: Square) -> impl IntoIterator<Item = Mover> {
        self.0.step(mover, to, &mut Sum::default()).ok()
    }

    fn no_worse(&self, one: &Mover, other: &Mover) -> bool {
        one.gone <= other.gone
    }

    fn may_stop(&self, mover: &Mover) -> bool {
        self.0.may_stop(mover.space)
    }
}

/// Every square that it could get to now.
pub(crate) fn reach(world: &World, id: Id) -> Reach {
    let mover = Mover::of(world, id);
    let going = OverGround(Ground::of(world, &mover));
    Reach::search(world.resource::<Map>().size(), &going, mover)
}

/// A step really meant, with what it costs told in full.
fn told(ground: &Ground, mover: &Mover, to: Square) -> Result<(Mover, Step), Bar> {
    let mut cost = Trace::new("metres", 0).by(rule!("MOM-ROUND-8"));
    let after = ground.step(mover, to, &mut cost)?;
    let motion = if mover.prone { Motion::Crawl } else { Motion::Walk };
    let step = Step {
        to,
        height: after.height,
        side: after.space.side,
        motion,
        how: motion.word().into(),
        cost,
    };
    Ok((after, step))
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let mover = Mover::of(world, id);
    let (_, step) = told(&Ground::of(world, &mover), &mover, to)?;
    Ok(step)
}

/// A whole way, step by step.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop where the way ends (MOM-OCC-2).
pub(crate) fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    let mut mover = Mover::of(world, id);
    let ground = Ground::of(world, &mover);
    let mut steps = Vec::new();
    for &to in path {
        let (after, step) = told(&ground, &mover, to)?;
        mover = after;
        steps.push(step);
    }
    if ground.may_stop(mover.space) {
        Ok(steps)
    } else {
        let message = "A move may not end in somebody's space, or on top of something.";
        Err(Refusal::by(rule!("MOM-OCC-2"), "cannot_stop", message))
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let mut points = world.the_mut::<Points>(id);
    points.metres -= step.cost.value;
    points.begun = true;
    let to = Position {
        at: step.to,
        height: step.height,
    };
    bring(world, id, to, Going::ByItself);
}

/// MOM-OCC-3, MOM-OCC-6, MOM-OCC-7: whoever comes into an enemy's space has to get past it, once for each.
pub(crate) fn get_past(world: &mut World, id: Id, step: &Step) {
    let (from, to) = (space(world, id), step.place().space);
    let met = |(other, stand): (Id, Stand)| {
        let enters = stand.space.overlaps(to) && !stand.space.overlaps(from);
        (enters && other != id && passing(world, id, other) == Passing::Check).then_some(other)
    };
    let met: Vec<Id> = stands(world).filter_map(met).collect();
    for other in who::by_initiative(world, met.into_iter()) {
        let mine = Roll::skill(world, id, &[Skill::RawForce, Skill::Athletics, Skill::Nimbleness]);
        let its = Roll::skill(world, other, &[Skill::RawForce, Skill::Athletics]);
        if opposed(world, mine, its) {
            world.note(id, "gets past", rule!("MOM-OCC-3"));
            continue;
        }
        who::change(world, id, METRES, -step.cost.value, [rule!("MOM-OCC-6")]);
        if let Some((flight, _)) = uppermost::<Moving>(world) {
            world.the_mut::<Moving>(flight).rest.clear();
        }
        launch(world, Pause);
        return settle(world, id);
    }
}

/// Whoever has come to a halt where nobody may stop goes to where one may.
pub(crate) fn settle(world: &mut World, id: Id) {
    let mover = Mover::of(world, id);
    if is_on_map(world, id) && !Ground::of(world, &mover).may_stop(mover.space) {
        launch(world, Settling(id));
    }
}

/// MOM-OCC-13: somebody who stands where nobody may, until it has made room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Settling(Id);

impl Later for Settling {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let (from, own) = (*world.the::<Position>(id), space(world, id));
        let Some(at) = environment::free_place(world, id, own.at, own.side) else {
            return;
        };
        let height = floor_of(world, Footprint { at, ..own });
        let to = Position { at, height };
        bring(world, id, to, Going::Carried);
        let event = Event::step(id, from, to, Motion::Pushed, Motion::Pushed.word());
        world.tell(event.by(rule!("MOM-OCC-13")));
    }
}
