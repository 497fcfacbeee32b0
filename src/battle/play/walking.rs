//! Walking from square to square over ground as a ruleset knows it: where a mover gets to, the next step, a whole way.

use super::movement::Moving;
use super::step_harm::StepHarm;
use crate::battle::board::Map;
use crate::battle::engine::uppermost;
use crate::battle::values::{Id, Motion, Place, Reckoning, Refusal, Step, Sum, Trace};
use crate::grid::Square;
use crate::grid::reach::{Reach, Steps};
use bevy::prelude::World;

/// Ground as a mover that walks over it finds it.
pub trait Walking: Sized {
    /// A mover on the way: its place, what it has paid and may still pay. Kept small, since a search makes thousands.
    type Walker: Copy;
    /// Why a step cannot be taken. Made a sentence only for those who ask.
    type Bar: Into<Refusal>;

    /// Where it is.
    fn place(&self, walker: &Self::Walker) -> Place;

    /// What it has paid since it set out.
    fn paid(&self, walker: &Self::Walker) -> i32;

    /// How it has walked from one place to the next.
    fn motion(&self, from: &Self::Walker, after: &Self::Walker) -> Motion;

    /// What a step costs, before anything counts: what it is counted in, and the rule that says so.
    fn costs(&self) -> Trace;

    /// A step: the walker after it, and its cost told to a reckoning.
    ///
    /// # Errors
    /// What forbids it.
    fn step(&self, walker: &Self::Walker, to: Square, out: &mut impl Reckoning) -> Result<Self::Walker, Self::Bar>;

    /// Stops where it is.
    ///
    /// # Errors
    /// What forbids it.
    fn stop(&self, walker: &Self::Walker) -> Result<(), Self::Bar>;

    /// The squares that its next step may be named by, in the order in which they are tried.
    fn ahead(&self, walker: &Self::Walker) -> impl Iterator<Item = Square> {
        self.place(walker).space.at.neighbours().into_iter()
    }

    /// The walker after a step that is only weighed: several where it can be taken in several ways.
    fn steps(&self, walker: &Self::Walker, to: Square) -> impl IntoIterator<Item = Self::Walker> {
        self.step(walker, to, &mut Sum::default()).ok()
    }

    /// Whether the mover `one` can do everything that the mover `other` can, in the same square. Must be transitive.
    fn no_worse(&self, one: &Self::Walker, other: &Self::Walker) -> bool {
        self.paid(one) <= self.paid(other)
    }

    /// As [`Steps::pointless`].
    fn pointless(&self, _known: &Self::Walker, _from: &Self::Walker, _to: Square) -> bool {
        false
    }

    /// The walker as it sets out on the first step of a way, where it has a choice.
    fn setting_out(&self, walker: &Self::Walker, _way: &[Square]) -> Self::Walker {
        *walker
    }

    /// What is told of a step really meant, and counts for nothing.
    fn remarks(&self, _from: &Self::Walker, _after: &Self::Walker, _cost: &mut Trace) {}

    /// Every square that a creature could get to as this walker.
    fn reach(&self, world: &World, creature: Id, walker: Self::Walker) -> Reach {
        let searched = Searched { ground: self, harm: StepHarm::around(world, creature) };
        Reach::search(world.resource::<Map>().size(), &searched, walker)
    }

    /// A step really meant, with what it costs told in full; the walker after it.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn next(&self, walker: &Self::Walker, to: Square) -> Result<(Self::Walker, Step), Refusal> {
        let mut cost = self.costs();
        let after = self.step(walker, to, &mut cost).map_err(Into::into)?;
        self.remarks(walker, &after, &mut cost);
        let (place, motion) = (self.place(&after), self.motion(walker, &after));
        let step = Step {
            to: place.space.at,
            height: place.height,
            side: place.space.side,
            motion,
            how: motion.word().into(),
            cost,
        };
        Ok((after, step))
    }

    /// A way, step by step, wherever it ends; the walker at the end of it.
    ///
    /// # Errors
    /// The first step that is forbidden.
    fn go(&self, mut walker: Self::Walker, path: &[Square]) -> Result<(Self::Walker, Vec<Step>), Refusal> {
        let mut steps = Vec::new();
        for (done, &to) in path.iter().enumerate() {
            let (after, step) = self.next(&self.setting_out(&walker, &path[done..]), to)?;
            walker = after;
            steps.push(step);
        }
        Ok((walker, steps))
    }

    /// A whole way, step by step.
    ///
    /// # Errors
    /// The first step that is forbidden, or that it may not stop where the way ends.
    fn way(&self, walker: Self::Walker, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        let (walker, steps) = self.go(walker, path)?;
        self.stop(&walker).map_err(Into::into)?;
        Ok(steps)
    }
}

/// A ruleset whose creatures get about on foot: how one of them sets out, and where that leads.
pub(crate) trait OnFoot {
    /// Its ground.
    type Ground<'w>: Walking;

    /// The ground around a creature as it finds it, and itself on it.
    fn set_out(world: &World, creature: Id) -> (Self::Ground<'_>, <Self::Ground<'_> as Walking>::Walker);

    /// Every square that it could get to now.
    fn gets_to(world: &World, creature: Id) -> Reach {
        let (ground, walker) = Self::set_out(world, creature);
        ground.reach(world, creature, walker)
    }

    /// Its next step.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn one_step(world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        let (ground, walker) = Self::set_out(world, creature);
        let walker = ground.setting_out(&walker, &way_ahead(world, creature, to));
        ground.next(&walker, to).map(|(_, step)| step)
    }

    /// A whole way, step by step.
    ///
    /// # Errors
    /// The first step that is forbidden, or that it may not stop where the way ends.
    fn whole_way(world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        let (ground, walker) = Self::set_out(world, creature);
        ground.way(walker, path)
    }
}

/// The way of a mover that takes a step to a square: all that is left of its way, or that step alone.
pub(crate) fn way_ahead(world: &World, creature: Id, to: Square) -> Vec<Square> {
    let going = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == creature);
    let rest = going.map(|(_, moving)| moving.rest.iter().rev().copied().collect::<Vec<_>>());
    rest.filter(|way| way.first() == Some(&to)).unwrap_or_else(|| vec![to])
}

/// Ground as a search goes over it.
struct Searched<'a, G> {
    ground: &'a G,
    /// What harms on the way; `None` where nothing does.
    harm: Option<StepHarm<'a>>,
}

impl<G: Walking> Steps for Searched<'_, G> {
    type State = G::Walker;

    fn place(&self, walker: &G::Walker) -> Square {
        self.ground.place(walker).space.at
    }

    fn paid(&self, walker: &G::Walker) -> u32 {
        self.ground.paid(walker).unsigned_abs()
    }

    fn ahead(&self, walker: &G::Walker) -> impl Iterator<Item = Square> {
        self.ground.ahead(walker)
    }

    fn step(&self, walker: &G::Walker, to: Square) -> impl IntoIterator<Item = G::Walker> {
        self.ground.steps(walker, to)
    }

    fn no_worse(&self, one: &G::Walker, other: &G::Walker) -> bool {
        self.ground.no_worse(one, other)
    }

    fn pointless(&self, known: &G::Walker, from: &G::Walker, to: Square) -> bool {
        self.ground.pointless(known, from, to)
    }

    fn harm(&self, from: &G::Walker, after: &G::Walker) -> u32 {
        let harm = self.harm.as_ref();
        harm.map_or(0, |harm| harm.of(self.ground.place(from), self.ground.place(after)))
    }

    fn may_stop(&self, walker: &G::Walker) -> bool {
        self.ground.stop(walker).is_ok()
    }
}
