//! The one schedule that advances a battle, and its stages in their fixed order.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// Runs once per pass; a battle passes through it until nothing is in flight or a decision is open.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolve;

/// The stages, in the order they run. Rulesets add systems to them and never reorder them.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
        );
    schedule
}
