//! The rules world with the stages that advance it: what rulesets register and add, and how one pass follows another.

use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::stage::{self, Progress, Staged};
use super::*;
use crate::dice::{Dice, Mismatch};
use crate::level::Level;

/// More passes than any round needs without a word of a player, with as many creatures and events as a level may hold; reaching it is
/// a broken ruleset.
const MOST_PASSES: u32 = 2_000_000;

/// The rules world and the stages that advance it.
pub struct Engine {
    /// The rules world.
    pub world: World,
    /// The stages, in their order. Systems come into them by the functions below: within a stage the shared ones run first. Of two that
    /// wait for the same (a phase, a thing in flight), the order must be stated by [`Engine::then`]; adding them side by side panics.
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
    pub fn always(&mut self, stage: Stage, system: Work) {
        self.stages[stage as usize].always(system);
    }

    /// Adds a system that runs in every pass in which something holds that is quickly told.
    pub fn while_holds(&mut self, stage: Stage, holds: fn(&World) -> bool, system: Work) {
        self.stages[stage as usize].while_holds(holds, system);
    }

    /// Adds a system that runs in the first pass of a phase.
    pub fn entering(&mut self, stage: Stage, phase: Phase, system: Work) {
        self.stages[stage as usize].entering(phase, system);
    }

    /// Says that things in flight with a component are resolved piece by piece: the end of the fight is tested between the pieces.
    pub fn in_pieces<T: Component>(&mut self) {
        let part = self.world.register_component::<T>();
        self.world.resource_mut::<Pieces>().add(part);
    }

    /// Adds a system that runs while the topmost thing in flight has a component.
    pub fn in_flight<T: Component>(&mut self, stage: Stage, system: Work) {
        let part = self.world.register_component::<T>();
        self.stages[stage as usize].in_flight(part, system);
    }

    /// Adds a system that comes after the one that was added to the stage last, and is due when that is.
    ///
    /// # Panics
    /// Where there is none.
    pub fn then(&mut self, stage: Stage, system: Work) {
        self.stages[stage as usize].then(system);
    }

    /// Begins to resolve what was taken in.
    pub(super) fn begin(&self) -> Progress {
        Progress {
            stage: 0,
            due: topmost::<Decision>(&self.world).is_none(),
            round: self.world.resource::<Flow>().round,
            passes: 0,
            silence: flow::Silence::default(),
        }
    }

    /// Runs the next stage that has anything to do; false when it is a player's word instead.
    ///
    /// # Errors
    /// The forced die that did not fit: nothing runs from there on, and whoever called goes back.
    pub(super) fn step(&mut self, progress: &mut Progress) -> Result<bool, Mismatch> {
        let world = &mut self.world;
        if progress.stage == 0 && !std::mem::take(&mut progress.due) {
            if let Some(mismatch) = world.resource::<Dice>().mismatch() {
                return Err(mismatch.clone());
            }
            if waits(world) {
                return Ok(false);
            }
        }
        let next = stage::run_next(&mut self.stages[progress.stage..], world);
        progress.stage = next.map_or(self.stages.len(), |next| progress.stage + next + 1);
        if progress.stage == self.stages.len() {
            progress.stage = 0;
            // Rounds may go by in which nobody can act, until somebody comes who can.
            let flow = world.resource::<Flow>();
            let round = flow.round;
            progress.passes = if round == progress.round { progress.passes + 1 } else { 0 };
            progress.round = round;
            if progress.silence.is_for_good(world, flow) {
                flow::nobody_acts_again(world);
            }
            assert!(
                progress.passes < MOST_PASSES,
                "a battle should come to rest; in flight: {:?}",
                flight::chain(world)
            );
        }
        Ok(true)
    }

    pub(super) fn new(level: Arc<Level>, ruleset: &'static dyn Ruleset, seed: u64) -> Self {
        let mut world = World::new();
        let map = Map::new(&level);
        world.init_resource::<Ids>();
        world.resource_mut::<Ids>().truncate(1); // identities count from 1
        world.init_resource::<Flights>();
        world.init_resource::<Pieces>();
        world.init_resource::<Outbox>();
        world.init_resource::<ask::Withdrawn>();
        world.init_resource::<Registry>();
        world.insert_resource(LevelRes(level));
        world.insert_resource(Rules(ruleset));
        world.insert_resource(Dice::new(seed));
        world.insert_resource(map);
        let mut engine = Self { world, stages: Stage::ALL.map(Staged::new).into() };
        let mut registry = engine.world.resource_mut::<Registry>();
        registry.resource_kept::<Map>("map", memory::ground);
        engine.save_resource::<Flow>(persist::FLOW);
        engine.save_resource::<Names>("cast");
        engine.save_resource::<Roster>("roster");
        engine.save_resource::<Inventory>("inventory");
        engine.save_resource::<environment::Happened>("happened");
        engine.save_resource::<environment::Awarded>("awarded");
        engine.save_resource::<Holding>("holding");
        engine.save::<InFlight>("in_flight");
        engine.save::<ComesAfter>("comes_after");
        engine.save::<Creature>("creature");
        engine.save::<Thing>("thing");
        engine.save::<Position>("position");
        engine.save::<Body>("body");
        engine.save::<GivesCover>("gives_cover");
        engine.save::<DoorState>("door");
        engine.save::<Lamp>("lamp");
        engine.save::<OnMap>("on_map");
        engine.save::<Dead>("dead");
        engine.save::<Fled>("fled");
        engine.save::<Arrives>("arrives");
        engine.save::<LeftUnknown>("left_unknown");
        engine.save::<Conditions>("conditions");
        engine.save::<Decision>("decision");
        engine.save::<Answer>("answer");
        engine.save::<AttackStep>("attack_step");
        engine.save::<Moving>("moving");
        engine.save::<Pause>("pause");
        engine.save::<environment::Due>("due");
        engine.save::<environment::Chain>("chain");
        engine.save::<environment::Happening>("happening");
        engine.save::<befall::Befalling>("befalling");
        engine.save::<befall::Pushed>("pushed");
        flow::plugin(&mut engine);
        movement::plugin(&mut engine);
        environment::plugin(&mut engine);
        befall::plugin(&mut engine);
        engine.stages.iter_mut().for_each(Staged::shared_ones_are_in);
        ruleset.install(&mut engine);
        let others = engine.world.entities().count_spawned();
        assert!(others < Id::FIRST, "{others} resources, and more to come, leave things no places of their own");
        engine
    }
}

/// Whether the next word is a player's.
fn waits(world: &World) -> bool {
    if let Some(top) = world.resource::<Flights>().top_entity() {
        return world.get::<Decision>(top).is_some();
    }
    let flow = world.resource::<Flow>();
    matches!(flow.phase, Phase::Acting | Phase::Over) && !flow.fresh
}
