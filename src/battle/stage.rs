//! The one schedule that advances a battle, and its stages in their fixed order.

use bevy::ecs::component::ComponentId;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

use super::{Flights, Flow, Outbox, Phase};

/// Runs once per pass; a battle passes through it until nothing is in flight or a decision is open.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolve;

/// The stages, in the order they run. Rulesets add systems to them and never reorder them.
///
/// Systems of [`Stage::Turn`] run in the first pass of a phase only, those from [`Stage::Movement`] to
/// [`Stage::Consequences`] only while something is in flight.
#[derive(SystemSet, Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// A system of the rules: it has the world to itself, since exactly one thing is being resolved at a time.
pub type Work = fn(&mut World);

/// One system among all of them, so that the next one of its stage can be put after it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place(pub u16);

// Whether a system has anything to do is asked by the system, not by a run condition: Bevy asks a system's own condition even where
// that of its set has failed, and most passes skip most sets.

/// A system that works when this phase has just been entered.
pub(super) fn entering(stage: Stage, phase: Phase, work: Work) -> impl FnMut(&mut World) + Send + Sync + 'static {
    move |world: &mut World| {
        let flow = world.resource::<Flow>();
        if flow.fresh && flow.phase == phase {
            world.resource_mut::<Outbox>().stage = stage;
            work(world);
        }
    }
}

/// A system that works in every pass.
pub(super) fn always(stage: Stage, work: Work) -> impl FnMut(&mut World) + Send + Sync + 'static {
    move |world: &mut World| {
        world.resource_mut::<Outbox>().stage = stage;
        work(world);
    }
}

/// A system that works while the topmost thing in flight has this component.
pub(super) fn in_flight(stage: Stage, part: ComponentId, work: Work) -> impl FnMut(&mut World) + Send + Sync + 'static {
    move |world: &mut World| {
        let top = world.resource::<Flights>().top_entity();
        if top.is_some_and(|top| world.entity(top).contains_id(part)) {
            world.resource_mut::<Outbox>().stage = stage;
            work(world);
        }
    }
}

/// All stages that deal with what is in flight.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Resolving;

/// Sets up the schedule: stages chained, one thread, ambiguity is an error.
pub(super) fn schedule() -> Schedule {
    use Stage::*;
    let mut schedule = Schedule::new(Resolve);
    schedule
        .set_executor(SingleThreadedExecutor::new())
        .set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        })
        .configure_sets(
            (
                Intake,
                Turn,
                Movement,
                Targeting,
                Reactions,
                Rolls,
                Damage,
                Consequences,
                Environment,
                Report,
            )
                .chain(),
        )
        // Most passes have work for one of the two only; the rest is not even asked.
        .configure_sets(Turn.run_if(phase_is_fresh))
        .configure_sets((Movement, Targeting, Reactions, Rolls, Damage, Consequences).in_set(Resolving))
        .configure_sets(Resolving.run_if(something_in_flight));
    schedule
}

fn phase_is_fresh(flow: Res<Flow>) -> bool {
    flow.fresh
}

fn something_in_flight(flights: Res<Flights>) -> bool {
    flights.top().is_some()
}
