//! The stages that advance a battle, in their fixed order. Each is a schedule of its own, so that a forecast can go on from between any
//! two.

use std::any::type_name;
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::flight::{self, Flights};
use super::flow::{Flow, Phase};
use crate::battle::values::Stage;
use bevy::ecs::archetype::Archetype;
use bevy::ecs::component::ComponentId;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// The schedule of one stage. All of them run once per pass; a battle goes through passes until nothing is in flight or a decision is
/// open.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resolve(pub Stage);

/// A system of the rules: it has the world to itself, since exactly one thing is being resolved at a time.
#[derive(Clone)]
pub(super) struct Work {
    /// The path of its function.
    name: &'static str,
    run: Arc<dyn Fn(&mut World) + Send + Sync>,
}

impl Work {
    /// A function as a system, under its own path.
    pub(super) fn new<F: Fn(&mut World) + Send + Sync + 'static>(run: F) -> Self {
        Self { name: type_name::<F>(), run: Arc::new(run) }
    }
}

/// A question that says whether a system has anything to do.
#[derive(Clone)]
pub(super) struct Holds {
    /// The path of its function: the same path is the same question.
    name: &'static str,
    ask: Arc<dyn Fn(&World) -> bool + Send + Sync>,
}

impl Holds {
    /// A function as a question, under its own path.
    pub(super) fn new<F: Fn(&World) -> bool + Send + Sync + 'static>(ask: F) -> Self {
        Self { name: type_name::<F>(), ask: Arc::new(ask) }
    }
}

/// A system as it was registered, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemRow {
    /// The stage in which it runs.
    pub stage: Stage,
    /// The path of its function, from the room on, such as `play::rounds::begin_round`.
    pub system: String,
    /// When it has anything to do, such as `while play::movement::Moving is on top`.
    pub waits_for: String,
    /// Whether it is the ruleset's own; shared ones come first in each stage.
    pub own: bool,
}

/// When a system of the rules can have something to do.
#[derive(Clone)]
enum Due {
    /// In every pass.
    Always,
    /// In every pass in which this holds.
    While(Holds),
    /// When a phase has just been entered.
    Entering(Phase),
    /// While the topmost thing in flight has a component.
    InFlight(ComponentId),
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Always, Self::Always) => true,
            (Self::While(holds), Self::While(other)) => holds.name == other.name,
            (Self::Entering(phase), Self::Entering(other)) => phase == other,
            (Self::InFlight(part), Self::InFlight(other)) => part == other,
            _ => false,
        }
    }
}

/// The systems of one stage, and when any of them can have something to do.
pub(in crate::battle) struct Staged {
    stage: Stage,
    schedule: Schedule,
    /// Its systems, one after the other.
    works: Vec<(Due, Work)>,
    /// Where the ruleset's own begin: the shared ones come first.
    own: usize,
    /// The first that is due, as the schedule is told it; none before the systems are put into the schedule.
    first: Option<Arc<AtomicUsize>>,
}

impl Staged {
    /// A stage without systems, on one thread.
    pub(in crate::battle) fn new(stage: Stage) -> Self {
        let mut schedule = Schedule::new(Resolve(stage));
        schedule.set_executor(SingleThreadedExecutor::new());
        Self { stage, schedule, works: Vec::new(), own: 0, first: None }
    }

    /// Adds a system that runs in every pass.
    pub(super) fn always(&mut self, work: Work) {
        self.add(Due::Always, work);
    }

    /// Adds a system that runs in every pass in which something holds.
    pub(super) fn while_holds(&mut self, holds: Holds, work: Work) {
        self.add(Due::While(holds), work);
    }

    /// Adds a system that works when this phase has just been entered.
    pub(super) fn entering(&mut self, phase: Phase, work: Work) {
        self.add(Due::Entering(phase), work);
    }

    /// Adds a system that works while the topmost thing in flight has this component.
    pub(super) fn in_flight(&mut self, part: ComponentId, work: Work) {
        self.add(Due::InFlight(part), work);
    }

    /// Adds a system that comes after the one added last, and is due when that is.
    pub(super) fn then(&mut self, work: Work) {
        let (due, _) = self.works.last().expect("there should be one to come after");
        self.works.push((due.clone(), work));
    }

    /// Its systems in their order, for people.
    pub(super) fn rows(&self, world: &World) -> Vec<SystemRow> {
        let row = |(place, (due, work)): (usize, &(Due, Work))| SystemRow {
            stage: self.stage,
            system: system_path(work.name),
            waits_for: match due {
                Due::Always => "every pass".to_owned(),
                Due::While(holds) => format!("while {} holds", system_path(holds.name)),
                Due::Entering(phase) => format!("entering {phase:?}"),
                Due::InFlight(part) => {
                    let part = world.components().get_name(*part).map(|name| system_path(&name.to_string()));
                    format!("while {} is on top", part.unwrap_or_default())
                }
            },
            own: place >= self.own,
        };
        self.works.iter().enumerate().map(row).collect()
    }

    /// What is added from here on is the ruleset's own.
    pub(in crate::battle) fn shared_ones_are_in(&mut self) {
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

    /// Runs the systems, from the first one on that is due.
    fn run(&mut self, first: usize, world: &mut World) {
        if let Some(told) = &self.first {
            told.store(first, Ordering::Relaxed);
        } else {
            // Each has the world to itself and comes after the one before it. There is nothing to arrange among them, so the schedule is
            // given all as one.
            let told = Arc::new(AtomicUsize::new(first));
            self.first = Some(told.clone());
            let (stage, works) = (self.stage, self.works.clone());
            self.schedule.add_systems(move |world: &mut World| {
                let first = told.load(Ordering::Relaxed);
                let mut flights = world.resource_mut::<Flights>();
                (flights.stage, flights.system) = (stage, works[first].1.name);
                go_through(&works, first, world);
            });
        }
        self.schedule.run(world);
    }
}

/// A path of this program as people read it: without the program's name and without the rooms that every path begins with.
pub fn system_path(full: &str) -> String {
    full.replace("battlemat::battle::", "").replace("battlemat::", "")
}

/// Runs the first of these stages that has anything to do; which one it was.
pub(in crate::battle) fn run_next(stages: &mut [Staged], world: &mut World) -> Option<usize> {
    let (at, first) = {
        let now = Now::of(world);
        let mut due = stages.iter().map(|stage| now.first_due(&stage.works)).enumerate();
        due.find_map(|(at, first)| Some((at, first?)))?
    };
    stages[at].run(first, world);
    Some(at)
}

/// Runs a system and those after it that are due, each as things stand when its turn comes.
fn go_through(works: &[(Due, Work)], first: usize, world: &mut World) {
    let mut at = first;
    loop {
        let (due, work) = &works[at];
        flight::system_begins(world, matches!(due, Due::InFlight(_)));
        (work.run)(world);
        at += 1;
        let Some(next) = Now::of(world).first_due(&works[at..]) else {
            return;
        };
        at += next;
        world.resource_mut::<Flights>().system = works[at].1.name;
    }
}

/// What systems wait for, as things stand; looked up when first asked for.
struct Now<'w> {
    world: &'w World,
    flow: OnceCell<&'w Flow>,
    top: OnceCell<Option<&'w Archetype>>,
}

impl<'w> Now<'w> {
    fn of(world: &'w World) -> Self {
        Self { world, flow: OnceCell::new(), top: OnceCell::new() }
    }

    fn first_due(&self, works: &[(Due, Work)]) -> Option<usize> {
        works.iter().position(|(due, _)| match *due {
            Due::Always => true,
            Due::While(ref holds) => (holds.ask)(self.world),
            Due::Entering(phase) => {
                let flow = self.flow.get_or_init(|| self.world.resource());
                flow.fresh && flow.phase == phase
            }
            Due::InFlight(part) => self.top().is_some_and(|top| top.contains(part)),
        })
    }

    /// What the topmost thing in flight consists of.
    fn top(&self) -> Option<&'w Archetype> {
        *self.top.get_or_init(|| {
            let top = self.world.resource::<Flights>().top_entity()?;
            let place = self.world.entity(top).location().archetype_id;
            self.world.archetypes().get(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_world: &mut World) {}

    #[test]
    #[should_panic(expected = "say by `then` which comes first")]
    fn of_two_systems_that_wait_for_the_same_the_order_must_be_stated() {
        let mut stage = Staged::new(Stage::Turn);
        stage.entering(Phase::TurnStart, Work::new(nothing));
        stage.entering(Phase::TurnEnd, Work::new(nothing));
        stage.entering(Phase::TurnStart, Work::new(nothing));
    }

    #[test]
    fn a_ruleset_comes_after_what_is_shared_and_what_is_stated_stands() {
        let mut stage = Staged::new(Stage::Turn);
        stage.entering(Phase::TurnStart, Work::new(nothing));
        stage.then(Work::new(nothing));
        stage.shared_ones_are_in();
        stage.entering(Phase::TurnStart, Work::new(nothing));
        assert_eq!(stage.works.len(), 3);
    }
}
