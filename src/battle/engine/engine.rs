//! The rules world with the stages that advance it: what rulesets register and add, and how one pass follows another.

use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::flight::{Flights, Pieces};
use super::flow::Phase;
use super::persist::Registry;
use super::schedule::{Holds, Staged, SystemRow, Work};
use super::{memory, persist};
use crate::battle::board::{LevelRes, Map};
use crate::battle::values::{Ids, Outbox, Stage};
use crate::dice::Dice;
use crate::level::Level;

/// The rules world and the stages that advance it.
pub struct Engine {
    /// The rules world.
    pub world: World,
    /// The stages, in their order. Systems come into them by the functions below; within a stage the shared ones run first. Two systems
    /// may wait for the same phase or thing in flight. Then their order must be stated by [`Engine::then`]; adding them side by side
    /// panics.
    stages: Vec<Staged>,
}

impl Engine {
    /// Registers a component as part of the state.
    pub fn save<T: persist::Saved + Component>(&mut self, name: &'static str) {
        self.world.resource_mut::<Registry>().component::<T>(name);
    }

    /// Registers a resource as part of the state, at its default.
    pub fn save_resource<T>(&mut self, name: &'static str)
    where
        T: persist::Saved + Resource + Component<Mutability = Mutable> + Default,
    {
        self.world.init_resource::<T>();
        self.world.resource_mut::<Registry>().resource::<T>(name);
    }

    /// Adds a system that runs in every pass.
    pub fn always(&mut self, stage: Stage, system: impl Fn(&mut World) + Send + Sync + 'static) {
        self.stages[stage as usize].always(Work::new(system));
    }

    /// Adds a system that runs in every pass in which something holds that is quickly told.
    pub fn while_holds(
        &mut self,
        stage: Stage,
        holds: impl Fn(&World) -> bool + Send + Sync + 'static,
        system: impl Fn(&mut World) + Send + Sync + 'static,
    ) {
        self.stages[stage as usize].while_holds(Holds::new(holds), Work::new(system));
    }

    /// Adds a system that runs in the first pass of a phase.
    pub fn entering(&mut self, stage: Stage, phase: Phase, system: impl Fn(&mut World) + Send + Sync + 'static) {
        self.stages[stage as usize].entering(phase, Work::new(system));
    }

    /// Says that things in flight with a component are resolved piece by piece: the end of the fight is tested between the pieces.
    pub fn in_pieces<T: Component>(&mut self) {
        let part = self.world.register_component::<T>();
        self.world.resource_mut::<Pieces>().add(part);
    }

    /// Adds a system that runs while the topmost thing in flight has a component.
    pub fn in_flight<T: Component>(&mut self, stage: Stage, system: impl Fn(&mut World) + Send + Sync + 'static) {
        let part = self.world.register_component::<T>();
        self.stages[stage as usize].in_flight(part, Work::new(system));
    }

    /// Adds a system that comes after the one that was added to the stage last, and is due when that is.
    ///
    /// # Panics
    /// Where there is none.
    pub fn then(&mut self, stage: Stage, system: impl Fn(&mut World) + Send + Sync + 'static) {
        self.stages[stage as usize].then(Work::new(system));
    }

    /// A world with the shared mechanisms' resources and no systems.
    pub(in crate::battle) fn empty(level: Arc<Level>, seed: u64) -> Self {
        let mut world = World::new();
        let map = Map::new(&level);
        world.init_resource::<Ids>();
        world.resource_mut::<Ids>().truncate(1); // identities count from 1
        world.init_resource::<Flights>();
        world.init_resource::<Pieces>();
        world.init_resource::<Outbox>();
        world.init_resource::<Registry>();
        world.insert_resource(LevelRes(level));
        world.insert_resource(Dice::new(seed));
        world.insert_resource(map);
        world.resource_mut::<Registry>().resource_kept::<Map>("map", memory::ground);
        Self { world, stages: Stage::ALL.map(Staged::new).into() }
    }

    /// Every system as it was registered: stage by stage, in the order in which they run.
    pub(in crate::battle) fn systems(&self) -> Vec<SystemRow> {
        self.stages.iter().flat_map(|stage| stage.rows(&self.world)).collect()
    }

    /// What is added from here on is the ruleset's own.
    pub(in crate::battle) fn shared_ones_are_in(&mut self) {
        self.stages.iter_mut().for_each(Staged::shared_ones_are_in);
    }

    /// How many stages there are.
    pub(in crate::battle) fn stages(&mut self) -> (&mut World, &mut [Staged]) {
        (&mut self.world, &mut self.stages)
    }
}
