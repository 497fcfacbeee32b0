//! What is brought about in one stage and takes place in another. Examples: a movement that an order begins, a roll that decides an
//! action, the harm at the end of a push. Its cause launches it, so each stage tells only what belongs to it.

use super::engine::Engine;
use super::flight::{land, topmost};
use super::persist;
use crate::battle::values::Stage;
use bevy::prelude::*;

/// Something in flight that only waits for its stage.
pub trait Later: persist::Saved + Component {
    /// The stage in which it takes place.
    const STAGE: Stage;

    /// It takes place, and is no longer in flight.
    fn happen(self, world: &mut World);
}

impl Engine {
    /// Registers a kind of thing that takes place in its stage, as part of the state.
    pub fn later<T: Later>(&mut self, name: &'static str) {
        self.save::<T>(name);
        self.in_flight::<T>(T::STAGE, happen::<T>);
    }
}

fn happen<T: Later>(world: &mut World) {
    // One may bring about another of its kind, which is then on top.
    while let Some(thing) = topmost::<T>(world).map(|(_, thing)| thing.clone()) {
        land(world);
        thing.happen(world);
    }
}
