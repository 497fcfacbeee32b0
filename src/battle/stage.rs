//! The stages that advance a battle, in their fixed order: one schedule each, so that whoever looks ahead can go on from between any two.

use bevy::ecs::component::ComponentId;
use bevy::ecs::schedule::{
    IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};
use bevy::prelude::*;

use super::{Flights, Flow, Outbox, Phase};

/// The schedule of one stage. All of them run once per pass; a battle goes through passes until nothing is in flight or a decision is
/// open.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolve(pub Stage);

/// The stages, in the order they run. Rulesets add systems to them and never reorder them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    #[default]
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

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 10] = [
        Self::Intake,
        Self::Turn,
        Self::Movement,
        Self::Targeting,
        Self::Reactions,
        Self::Rolls,
        Self::Damage,
        Self::Consequences,
        Self::Environment,
        Self::Report,
    ];
}

/// A system of the rules: it has the world to itself, since exactly one thing is being resolved at a time.
pub type Work = fn(&mut World);

/// One system among all of its stage, so that the next one can be put after it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Place(usize);

/// The systems of one stage, and when any of them can have something to do.
pub struct Staged {
    stage: Stage,
    /// The systems, one after the other.
    pub schedule: Schedule,
    count: usize,
    always: bool,
    /// Whether any system waits for a phase to be entered.
    phases: bool,
    /// What the systems deal with that wait for something in flight.
    parts: Vec<ComponentId>,
}

impl Staged {
    /// A stage without systems: one thread, ambiguity is an error.
    pub(super) fn new(stage: Stage) -> Self {
        let mut schedule = Schedule::new(Resolve(stage));
        schedule
            .set_executor(SingleThreadedExecutor::new())
            .set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
        Self {
            stage,
            schedule,
            count: 0,
            always: false,
            phases: false,
            parts: Vec::new(),
        }
    }

    /// Adds a system that runs in every pass.
    pub(super) fn always(&mut self, work: Work) {
        self.always = true;
        self.add(work);
    }

    /// Adds a system that works when this phase has just been entered.
    pub(super) fn entering(&mut self, phase: Phase, work: Work) {
        self.phases = true;
        self.add(move |world: &mut World| {
            let flow = world.resource::<Flow>();
            if flow.fresh && flow.phase == phase {
                work(world);
            }
        });
    }

    /// Adds a system that works while the topmost thing in flight has this component.
    pub(super) fn in_flight(&mut self, part: ComponentId, work: Work) {
        self.parts.push(part);
        self.add(move |world: &mut World| {
            let top = world.resource::<Flights>().top_entity();
            if top.is_some_and(|top| world.entity(top).contains_id(part)) {
                work(world);
            }
        });
    }

    // Whether a system has anything to do is asked by the system, and before that once for all of the stage, not by run conditions:
    // Bevy asks a system's own condition even where that of its set has failed, and most passes skip most stages.
    fn add<M>(&mut self, system: impl IntoScheduleConfigs<bevy::ecs::system::ScheduleSystem, M>) {
        let place = Place(self.count);
        let mut system = system.in_set(place);
        if let Some(before) = self.count.checked_sub(1) {
            system = system.after(Place(before));
        }
        self.schedule.add_systems(system);
        self.count += 1;
    }

    /// Runs the systems, if any can have something to do.
    pub(super) fn run(&mut self, world: &mut World) {
        if self.always || (self.phases && world.resource::<Flow>().fresh) || self.deals_with_top(world) {
            world.resource_mut::<Outbox>().stage = self.stage;
            self.schedule.run(world);
        }
    }

    fn deals_with_top(&self, world: &World) -> bool {
        let top = world.resource::<Flights>().top_entity();
        top.filter(|_| !self.parts.is_empty()).is_some_and(|top| {
            let top = world.entity(top);
            self.parts.iter().any(|&part| top.contains_id(part))
        })
    }
}

/// How far the resolution of an order has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The stage that comes next.
    pub(super) stage: usize,
    /// Whether a pass is due whatever is in flight: an order that launches nothing (leaving, an override) may still decide the fight
    /// or end a turn.
    pub(super) due: bool,
    pub(super) round: u32,
    pub(super) passes: u32,
}
