//! The stages that advance a battle, in their fixed order, and the systems in them.

use bevy::ecs::component::ComponentId;
use bevy::prelude::*;

use super::{Flights, Flow, Phase};

/// The stages, in the order they run. Rulesets add systems to them and never reorder them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The order that was taken in becomes a thing in flight.
    Intake,
    /// Rounds and turns begin and end; initiative.
    Turn,
    /// Steps are taken, falls happen.
    Movement,
    /// Targets, line of effect, cover.
    Targeting,
    /// Interrupts and decisions.
    Reactions,
    /// Dice are rolled for what is in flight.
    Rolls,
    /// Numbers become wounds.
    Damage,
    /// What wounds and effects bring about: conditions, death.
    Consequences,
    /// The level's events.
    Environment,
    /// The end of the fight is tested, the flow goes on.
    Report,
}

/// A system of the rules: it has the world to itself, since exactly one thing is being resolved at a time.
pub type Work = fn(&mut World);

/// When a system has something to do.
#[derive(Clone, Copy, Debug)]
enum When {
    /// In every pass.
    Always,
    /// In the first pass of a phase.
    Entering(Phase),
    /// While the topmost thing in flight has this component.
    InFlight(ComponentId),
}

/// All systems of a battle: stage by stage, within a stage in the order they were added, shared ones first.
///
/// A battle passes through them until nothing is in flight or a decision is open. A thousand orders are some three thousand
/// passes, most of which have work for one or two systems, so that asking the others must cost next to nothing; and the
/// order is total, so that none of them can be ambiguous.
#[derive(Default)]
pub struct Stages {
    systems: Vec<(Stage, When, Work)>,
}

impl Stages {
    /// Adds a system that runs in every pass.
    pub(super) fn always(&mut self, stage: Stage, system: Work) {
        self.add(stage, When::Always, system);
    }

    /// Adds a system that runs in the first pass of a phase.
    pub(super) fn entering(&mut self, stage: Stage, phase: Phase, system: Work) {
        self.add(stage, When::Entering(phase), system);
    }

    /// Adds a system that runs while the topmost thing in flight has a component.
    pub(super) fn in_flight(&mut self, stage: Stage, part: ComponentId, system: Work) {
        self.add(stage, When::InFlight(part), system);
    }

    fn add(&mut self, stage: Stage, when: When, system: Work) {
        let at = self.systems.partition_point(|&(there, ..)| there <= stage);
        self.systems.insert(at, (stage, when, system));
    }

    /// The stages that have systems, in the order they run, with how many.
    pub fn order(&self) -> Vec<(Stage, usize)> {
        let chunks = self.systems.chunk_by(|a, b| a.0 == b.0);
        chunks.map(|chunk| (chunk[0].0, chunk.len())).collect()
    }

    /// Goes through all stages once.
    pub(super) fn pass(&self, world: &mut World) {
        // Looked up anew only after a system that may have changed it.
        let mut entering = None;
        let mut top = None;
        for &(_, when, system) in &self.systems {
            let due = match when {
                When::Always => true,
                When::Entering(phase) => *entering.get_or_insert_with(|| fresh_phase(world)) == Some(phase),
                When::InFlight(part) => {
                    let top = *top.get_or_insert_with(|| world.resource::<Flights>().top_entity());
                    let top = top.and_then(|top| world.get_entity(top).ok());
                    top.is_some_and(|top| top.contains_id(part))
                }
            };
            if due {
                system(world);
                (entering, top) = (None, None);
            }
        }
    }
}

/// The phase that has just been entered, if one has.
fn fresh_phase(world: &World) -> Option<Phase> {
    let flow = world.resource::<Flow>();
    flow.fresh.then_some(flow.phase)
}
