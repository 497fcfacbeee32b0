//! The stages that advance a battle, in their fixed order: one schedule each, so that whoever looks ahead can go on from between any two.

use std::cell::LazyCell;

use bevy::ecs::component::ComponentId;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
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

/// When a system of the rules can have something to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    /// In every pass.
    Always,
    /// When a phase has just been entered.
    Entering(Phase),
    /// While the topmost thing in flight has a component.
    InFlight(ComponentId),
}

/// The systems of one stage, and when any of them can have something to do.
pub(super) struct Staged {
    stage: Stage,
    schedule: Schedule,
    /// Its systems, one after the other, until they are put into the schedule.
    works: Vec<(Due, Work)>,
    /// Where the ruleset's own begin: the shared ones come first.
    own: usize,
    always: bool,
    /// Whether any system waits for a phase to be entered.
    phases: bool,
    /// What the systems deal with that wait for something in flight.
    parts: Vec<ComponentId>,
}

impl Staged {
    /// A stage without systems, on one thread.
    pub(super) fn new(stage: Stage) -> Self {
        let mut schedule = Schedule::new(Resolve(stage));
        schedule.set_executor(SingleThreadedExecutor::new());
        Self {
            stage,
            schedule,
            works: Vec::new(),
            own: 0,
            always: false,
            phases: false,
            parts: Vec::new(),
        }
    }

    /// Adds a system that runs in every pass.
    pub(super) fn always(&mut self, work: Work) {
        self.always = true;
        self.add(Due::Always, work);
    }

    /// Adds a system that works when this phase has just been entered.
    pub(super) fn entering(&mut self, phase: Phase, work: Work) {
        self.phases = true;
        self.add(Due::Entering(phase), work);
    }

    /// Adds a system that works while the topmost thing in flight has this component.
    pub(super) fn in_flight(&mut self, part: ComponentId, work: Work) {
        self.parts.push(part);
        self.add(Due::InFlight(part), work);
    }

    /// Adds a system that comes after the one added last, and is due when that is.
    pub(super) fn then(&mut self, work: Work) {
        let &(due, _) = self.works.last().expect("there should be one to come after");
        self.works.push((due, work));
    }

    /// What is added from here on is the ruleset's own.
    pub(super) fn shared_ones_are_in(&mut self) {
        self.own = self.works.len();
    }

    /// Of two systems that wait for the same, the order must be stated: where the lines stand that add them states nothing.
    fn add(&mut self, due: Due, work: Work) {
        assert!(
            self.works[self.own..].iter().all(|(other, _)| *other != due),
            "two systems of {:?} wait for the same: say by `then` which comes first",
            self.stage
        );
        self.works.push((due, work));
    }

    /// Whether any of its systems can have something to do.
    pub(super) fn is_due(&self, fresh: bool, top: &impl Fn(ComponentId) -> bool) -> bool {
        self.always || (self.phases && fresh) || self.parts.iter().any(|&part| top(part))
    }

    /// Runs the systems.
    pub(super) fn run(&mut self, world: &mut World) {
        // Each has the world to itself and comes after the one before it, so that there is nothing to arrange among them: the schedule
        // is given all as one.
        if !self.works.is_empty() {
            let works = std::mem::take(&mut self.works);
            self.schedule
                .add_systems(move |world: &mut World| go_through(&works, world));
        }
        world.resource_mut::<Outbox>().stage = self.stage;
        self.schedule.run(world);
    }
}

/// Runs those of a stage's systems that are due, each as things stand when its turn comes.
fn go_through(works: &[(Due, Work)], world: &mut World) {
    let mut at = 0;
    while at < works.len() {
        let next = {
            let flow = LazyCell::new(|| world.resource::<Flow>());
            let top = LazyCell::new(|| top_part(world));
            works[at..].iter().position(|&(due, _)| match due {
                Due::Always => true,
                Due::Entering(phase) => flow.fresh && flow.phase == phase,
                Due::InFlight(part) => top(part),
            })
        };
        let Some(next) = next else { return };
        at += next;
        works[at].1(world);
        at += 1;
    }
}

/// Whether the topmost thing in flight has a component.
pub(super) fn top_part(world: &World) -> impl Fn(ComponentId) -> bool + '_ {
    let top = world.resource::<Flights>().top_entity();
    let archetype = top.and_then(|top| world.archetypes().get(world.entity(top).location().archetype_id));
    move |part| archetype.is_some_and(|archetype| archetype.contains(part))
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
    pub(super) silence: super::flow::Silence,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_world: &mut World) {}

    #[test]
    #[should_panic(expected = "say by `then` which comes first")]
    fn of_two_systems_that_wait_for_the_same_the_order_must_be_stated() {
        let mut stage = Staged::new(Stage::Turn);
        stage.entering(Phase::TurnStart, nothing);
        stage.entering(Phase::TurnEnd, nothing);
        stage.entering(Phase::TurnStart, nothing);
    }

    #[test]
    fn a_ruleset_comes_after_what_is_shared_and_what_is_stated_stands() {
        let mut stage = Staged::new(Stage::Turn);
        stage.entering(Phase::TurnStart, nothing);
        stage.then(nothing);
        stage.shared_ones_are_in();
        stage.entering(Phase::TurnStart, nothing);
        assert_eq!(stage.works.len(), 3);
    }
}
