//! Where a creature gets to with the metres it has left (EDG-MOVE-1, EDG-MOVE-2).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{TurnUsage, conditions::PRONE};
use super::ground::{Bar, Ground, Mover};
use crate::battle::*;
use crate::grid::{Square, reach::Steps};
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
            crawls: has_condition(world, id, PRONE),
            left: if able { who::metres_left(world, id) } else { 0 },
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
        let pays = mover.left > 0;
        mover.space.at.neighbours().into_iter().take_while(move |_| pays)
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
    let mut cost = Trace::new("half-metres", 0).by(rule!("EDG-MOVE-1"));
    let after = ground.step(mover, to, &mut cost)?;
    let motion = if mover.crawls { Motion::Crawl } else { Motion::Walk };
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
/// The first step that is forbidden, or that it may not stop where the way ends (EDG-MOVE-11).
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
        let message = "A move may not end in somebody's space.";
        Err(Refusal::by(rule!("EDG-MOVE-11"), "cannot_stop", message))
    }
}

/// Pays for a step and takes it.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    world.the_mut::<TurnUsage>(id).moved += step.cost.value;
    let to = Position {
        at: step.to,
        height: step.height,
    };
    bring(world, id, to, Going::ByItself);
}
