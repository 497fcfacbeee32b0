//! Walking from square to square over ground as a ruleset knows it: where somebody gets to, the next step, a whole way.

use super::*;
use crate::grid::Square;
use crate::grid::reach::{Reach, Steps};

/// Ground as somebody finds it who walks over it.
pub trait Walking: Sized {
    /// Somebody on the way: its place, what it has paid and may still pay. Kept small, since a search makes thousands.
    type Walker: Copy;
    /// Why a step cannot be taken. Made a sentence only for those who ask.
    type Bar: Into<Refusal>;

    /// Where it is.
    fn place(&self, walker: &Self::Walker) -> Place;

    /// What it has paid since it set out.
    fn paid(&self, walker: &Self::Walker) -> i32;

    /// How it walks.
    fn motion(&self, walker: &Self::Walker) -> Motion;

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

    /// Every square that a walker could get to.
    fn reach(&self, world: &World, walker: Self::Walker) -> Reach {
        Reach::search(world.resource::<Map>().size(), &Searched(self), walker)
    }

    /// A step really meant, with what it costs told in full; the walker after it.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn next(&self, walker: &Self::Walker, to: Square) -> Result<(Self::Walker, Step), Refusal> {
        let mut cost = self.costs();
        let after = self.step(walker, to, &mut cost).map_err(Into::into)?;
        let (place, motion) = (self.place(&after), self.motion(walker));
        let step = Step {
            to,
            height: place.height,
            side: place.space.side,
            motion,
            how: motion.word().into(),
            cost,
        };
        Ok((after, step))
    }

    /// A whole way, step by step.
    ///
    /// # Errors
    /// The first step that is forbidden, or that it may not stop where the way ends.
    fn way(&self, mut walker: Self::Walker, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        for &to in path {
            let (after, step) = self.next(&walker, to)?;
            walker = after;
            steps.push(step);
        }
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
        ground.reach(world, walker)
    }

    /// Its next step.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn one_step(world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        let (ground, walker) = Self::set_out(world, creature);
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

/// Ground as a search goes over it.
struct Searched<'a, G>(&'a G);

impl<G: Walking> Steps for Searched<'_, G> {
    type State = G::Walker;

    fn place(&self, walker: &G::Walker) -> Square {
        self.0.place(walker).space.at
    }

    fn paid(&self, walker: &G::Walker) -> u32 {
        self.0.paid(walker).unsigned_abs()
    }

    fn ahead(&self, walker: &G::Walker) -> impl Iterator<Item = Square> {
        self.0.place(walker).space.at.neighbours().into_iter()
    }

    fn step(&self, walker: &G::Walker, to: Square) -> impl IntoIterator<Item = G::Walker> {
        self.0.step(walker, to, &mut Sum::default()).ok()
    }

    fn no_worse(&self, one: &G::Walker, other: &G::Walker) -> bool {
        self.0.paid(one) <= self.0.paid(other)
    }

    fn may_stop(&self, walker: &G::Walker) -> bool {
        self.0.stop(walker).is_ok()
    }
}
