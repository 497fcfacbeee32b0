//! A battle: the rules world, and the one path by which orders change it.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

pub use bevy::prelude::World;

use super::recorded::{Past, Recorded, Understood};
use crate::battle::board::{Bystanders, is_bystander, on_map, side_of};
use crate::battle::engine::memory::{Bookmark, Memory};
use crate::battle::engine::{Engine, Flights, Flow, Phase, Snapshot, SystemRow, ask, launch, persist, topmost};
use crate::battle::play::assembly::assemble;
use crate::battle::play::{Moving, StepPhase, gm, level_start, pauses, spawn};
use crate::battle::ruleset::Ruleset;
use crate::battle::values::{
    Answer, Arrives, ById, Decision, Event, Group, Id, Ids, Names, OnMap, Order, Outbox, Outcome, Pause, Refusal,
    SideId, Stage, Tell, What,
};
use crate::dice::{Dice, Forced, Mismatch};
use crate::grid::reach::Reach;
use crate::level::Level;

/// Why a battle could not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The ruleset cannot play the level: sentences for the author or player, never empty.
    Level(Vec<String>),
    /// A forced die does not fit the first that was asked for.
    Dice(Mismatch),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Level(why) => f.write_str(&why.join("\n")),
            Self::Dice(mismatch) => write!(f, "The forced dice do not fit: {mismatch}."),
        }
    }
}

impl std::error::Error for StartError {}

/// What an accepted order brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of the first event it brought about.
    pub from: usize,
    /// The decision that is open now.
    pub decision: Option<Decision>,
}

/// What an order is refused for when the dice that lie forced for it are others than it rolls.
fn misfit(mismatch: Mismatch) -> Refusal {
    Refusal::new("forced_dice", format!("The forced dice do not fit: {mismatch}."))
}

/// A level being played under a ruleset.
pub struct Battle {
    pub(in crate::battle) engine: Engine,
    level: Arc<Level>,
    ruleset: &'static dyn Ruleset,
    seed: u64,
    events: Vec<Event>,
    orders: Vec<Recorded>,
    start: Vec<Forced>,
    past: Vec<Past>,
    remembers: bool,
    /// What it was at its marks; `None` until a caller wants to go back.
    memory: Option<Box<Memory>>,
    /// How often it was put back to a mark: how much was looked ahead.
    put_back: u64,
    /// Where the creature asked about last can go, as long as nothing changes.
    reach: Mutex<Option<(Id, Arc<Reach>)>>,
}

impl Battle {
    /// Sets up a level under a ruleset and runs it to the first order or decision.
    ///
    /// # Errors
    /// Every reason why the ruleset cannot play the level.
    pub fn new(level: Arc<Level>, ruleset: &'static dyn Ruleset, seed: u64) -> Result<Self, StartError> {
        Self::with_dice(level, ruleset, seed, &[], false)
    }

    /// As [`Battle::new`], with forced dice from the very first one on.
    ///
    /// # Errors
    /// Every reason why the ruleset cannot play the level; dice that do not fit.
    pub fn with_dice(
        level: Arc<Level>,
        ruleset: &'static dyn Ruleset,
        seed: u64,
        faces: &[Forced],
        strict: bool,
    ) -> Result<Self, StartError> {
        let mut battle = Self::set_up(level, ruleset, seed)?;
        battle.engine.world.resource_mut::<Dice>().force(faces.iter().copied(), strict);
        battle.start.extend(faces);
        battle.resolve().map_err(StartError::Dice)?;
        Ok(battle)
    }

    /// Everything on the map, nothing run.
    fn set_up(level: Arc<Level>, ruleset: &'static dyn Ruleset, seed: u64) -> Result<Self, StartError> {
        let mut engine = assemble(level.clone(), ruleset, seed);
        let mut wrong = Vec::new();
        for object in &level.objects {
            if let Err(message) = spawn::object(&mut engine.world, object) {
                wrong.push(message);
            }
        }
        for creature in &level.creatures {
            match spawn::creature(&mut engine.world, creature) {
                Ok(id) => {
                    let entity = engine.world.entity_of(id).expect("a creature should exist");
                    let mut entity = engine.world.entity_mut(entity);
                    match creature.arrives {
                        _ if creature.called => entity.insert(Arrives::WHEN_CALLED),
                        Some(round) => entity.insert(Arrives { round }),
                        None => entity.insert(OnMap),
                    };
                }
                Err(message) => wrong.push(message),
            }
        }
        let standing: std::collections::BTreeSet<SideId> =
            on_map(&engine.world).map(|id| side_of(&engine.world, id)).collect();
        if standing.is_empty() && wrong.is_empty() {
            wrong.push("There is no creature on the map.".into());
        }
        if !wrong.is_empty() {
            return Err(StartError::Level(wrong));
        }
        level_start::find_room(&mut engine.world).map_err(StartError::Level)?;
        ruleset.prepare(&mut engine.world);
        Ok(Self {
            engine,
            level,
            ruleset,
            seed,
            events: Vec::new(),
            orders: Vec::new(),
            start: Vec::new(),
            past: Vec::new(),
            remembers: true,
            memory: None,
            put_back: 0,
            reach: Mutex::default(),
        })
    }

    /// The world of a level with everything on its map, before anything has run.
    ///
    /// # Errors
    /// Every reason why the ruleset cannot play the level.
    pub(in crate::battle) fn standing(level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<World, StartError> {
        Ok(Self::set_up(level, ruleset, 0)?.engine.world)
    }

    /// Stops keeping snapshots for undo: for simulations.
    pub fn forget_past(&mut self) {
        self.remembers = false;
        self.past.clear();
        self.memory = None;
    }

    /// Marks this moment, so that one can go back to it.
    pub(in crate::battle) fn mark(&mut self) -> Bookmark {
        let world = &mut self.engine.world;
        let memory = self.memory.get_or_insert_with(|| Box::new(Memory::new(world)));
        memory.mark(world)
    }

    /// How often something was played out ahead in this battle and put back, forecasts included.
    pub fn looks_ahead(&self) -> u64 {
        self.put_back
    }

    /// Puts the state back to a mark; the mark stays, log and orders are as they are.
    pub(in crate::battle) fn back(&mut self, mark: Bookmark) {
        self.put_back += 1;
        let memory = self.memory.as_mut().expect("a mark should be in a memory");
        memory.back(&mut self.engine.world, mark);
    }

    /// Forgets a mark and those after it.
    pub(in crate::battle) fn unmark(&mut self, mark: Bookmark) {
        if let Some(memory) = &mut self.memory {
            memory.unmark(mark);
        }
    }

    /// What it was at its marks.
    pub(in crate::battle) fn memory(&self) -> Option<&Memory> {
        self.memory.as_deref()
    }

    /// The rules world, to be read.
    pub fn world(&self) -> &World {
        &self.engine.world
    }

    pub(in crate::battle) fn world_mut(&mut self) -> &mut World {
        self.forget_reach();
        &mut self.engine.world
    }

    /// The stages and the world, for tests that change what is there.
    #[cfg(test)]
    pub(in crate::battle) fn engine_mut(&mut self) -> &mut Engine {
        self.forget_reach();
        &mut self.engine
    }

    /// The level.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Everything that happened, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Everything that was ordered, in order.
    pub fn orders(&self) -> &[Recorded] {
        &self.orders
    }

    /// Every system that advances it, stage by stage, in the order in which they run.
    pub fn systems(&self) -> Vec<SystemRow> {
        self.engine.systems()
    }

    /// The state of the cycle.
    pub fn flow(&self) -> &Flow {
        self.engine.world.resource::<Flow>()
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.flow().outcome.as_ref()
    }

    /// The creature whose turn it is.
    pub fn active(&self) -> Option<Id> {
        self.flow().active()
    }

    /// Every creature that takes orders now: the one whose turn it is, and others that act on the same turn.
    pub fn actors(&self) -> Vec<Id> {
        let Some(active) = self.active().filter(|_| self.flow().phase == Phase::Acting) else {
            return Vec::new();
        };
        let mut out = vec![active];
        out.extend(self.ruleset.also_acts(&self.engine.world, active));
        out
    }

    /// The question that is open.
    pub fn decision(&self) -> Option<&Decision> {
        topmost::<Decision>(&self.engine.world).map(|(_, decision)| decision)
    }

    /// The pause at which a side has the word now, although it is not the turn of its creatures.
    pub fn pause(&self) -> Option<Pause> {
        pauses::heard(&self.engine.world).map(|(at, _)| at)
    }

    /// The side whose person or computer must speak next.
    pub fn side_to_move(&self) -> Option<SideId> {
        if let Some(decision) = self.decision() {
            return Some(decision.side);
        }
        let active = self.active()?;
        Some(side_of(&self.engine.world, active))
    }

    /// The name of a creature or object.
    pub fn name(&self, id: Id) -> &str {
        self.engine.world.resource::<Names>().name(id)
    }

    /// Where a creature can go now; worked out once for each state of the battle.
    pub fn reach(&self, creature: Id) -> Arc<Reach> {
        let mut known = self.reach.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((whose, reach)) = &*known
            && *whose == creature
        {
            return reach.clone();
        }
        let reach = Arc::new(self.ruleset.reach(&self.engine.world, creature));
        *known = Some((creature, reach.clone()));
        reach
    }

    pub(in crate::battle) fn forget_reach(&mut self) {
        *self.reach.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The hash of the state.
    pub fn hash(&self) -> u64 {
        persist::hash(&self.engine.world)
    }

    /// Puts faces into the forced queue.
    pub fn force_dice(&mut self, faces: &[Forced], strict: bool) {
        self.engine.world.resource_mut::<Dice>().force(faces.iter().copied(), strict);
    }

    /// The faces that lie forced for the next order.
    pub fn forced_dice(&self) -> Vec<Forced> {
        let unused = self.engine.world.resource::<Dice>().unused();
        unused.into_iter().map(Forced).collect()
    }

    /// The faces forced before the very first die.
    pub fn start_dice(&self) -> &[Forced] {
        &self.start
    }

    /// Throws away forced faces that have not been used, and ends strictness.
    pub fn unforce_dice(&mut self) {
        self.engine.world.resource_mut::<Dice>().unforce();
    }

    /// Takes an order in and runs the battle to the next order or decision.
    ///
    /// # Errors
    /// The refusal; nothing has changed then.
    pub fn order(&mut self, order: &Order) -> Result<Report, Refusal> {
        let understood = self.understand(order)?;
        let (forced, queue) = (self.engine.world.resource::<Dice>().is_forced(), self.forced_dice());
        let mark = (self.remembers || forced).then(|| self.mark());
        if self.memory.is_none() {
            self.engine.world.clear_trackers();
            self.engine.world.resource_mut::<Ids>().take_turned();
        }
        let from = self.events.len();
        let whose = mark.map(|_| (self.by(order), self.turn()));
        self.forget_reach();
        let resolved = if let Order::TakeBack(back) = order {
            self.go_back(back);
            self.collect();
            Ok(())
        } else {
            self.apply_order(order, understood);
            self.resolve()
        };
        if let Err(mismatch) = resolved {
            let mark = mark.expect("a mismatch should need forced dice");
            self.back(mark);
            self.unmark(mark);
            self.events.truncate(from);
            return Err(misfit(mismatch));
        }
        match (mark, whose) {
            (Some(mark), Some((by, turn))) if self.remembers => {
                self.past.push(Past { mark, events: from, orders: self.orders.len(), by, turn });
            }
            (Some(mark), _) => self.unmark(mark),
            (None, _) => {}
        }
        let hash = if self.remembers { self.hash() } else { 0 };
        self.orders.push(Recorded { order: order.clone(), dice: queue, hash });
        Ok(Report { from, decision: self.decision().cloned() })
    }

    /// A bystander that attacks is one no more.
    fn take_part(&mut self, order: &Order) {
        let Order::Act(act) = order else { return };
        let world = &mut self.engine.world;
        if !is_bystander(world, act.creature) {
            return;
        }
        let offers = self.ruleset.offers_in(world, act.creature, &[Group::Attack]);
        if offers.iter().any(|offer| offer.action == act.action && offer.group == Group::Attack) {
            world.resource_mut::<Bystanders>().0.remove(&act.creature);
            world.tell(Event::note("takes part in the fight from now on").actor(act.creature));
        }
    }

    pub(in crate::battle) fn apply_order(&mut self, order: &Order, understood: Understood) {
        let mut flights = self.engine.world.resource_mut::<Flights>();
        (flights.stage, flights.system) = (Stage::Intake, "");
        self.take_part(order);
        let world = &mut self.engine.world;
        ask::withdraw(world, order);
        match (understood, order) {
            (Understood::Plan(plan), _) => plan.begin(world),
            (Understood::Way(mut rest), Order::Move(order)) => {
                rest.reverse();
                launch(world, Moving { creature: order.creature, rest, stride: StepPhase::Ready });
            }
            (_, Order::EndTurn { .. }) => world.resource_mut::<Flow>().enter(Phase::TurnEnd),
            (_, Order::Answer { choice }) => {
                let flight = world
                    .resource::<Flights>()
                    .top_entity()
                    .expect("an open decision should be on something in flight");
                let decision =
                    world.entity_mut(flight).take::<Decision>().expect("a checked answer should have its decision");
                let chosen = decision.choices.iter().find(|known| known.key == *choice);
                let mut event = Event::new(What::Answered {
                    choice: choice.clone().into(),
                    label: chosen.map(|known| known.label.clone()).unwrap_or_default(),
                    purpose: chosen.map(|known| known.purpose).unwrap_or_default(),
                })
                .actor(decision.creature);
                event.target = chosen.and_then(|known| known.target);
                if ask::is_alone(world) {
                    world.tell_alone(decision.side, event);
                } else {
                    world.tell(event);
                }
                world.entity_mut(flight).insert(Answer(choice.clone()));
            }
            (_, Order::Wish(order)) => pauses::wish(world, order),
            (_, Order::Gm(act)) => gm::apply(world, act),
            (_, Order::Move(_) | Order::Act(_) | Order::TakeBack(_)) => {}
        }
    }

    /// The side whose order one is.
    fn by(&self, order: &Order) -> Option<SideId> {
        match order {
            Order::Gm(_) => None,
            Order::TakeBack(back) => back.by,
            Order::Wish(wish) => Some(wish.side),
            Order::Act(act) if !self.actors().contains(&act.creature) => {
                Some(side_of(&self.engine.world, act.creature))
            }
            _ => self.side_to_move().filter(|&side| side != SideId::TABLE),
        }
    }

    /// Whose turn it is: round, creature, side.
    pub(crate) fn turn(&self) -> Option<(u32, Id, SideId)> {
        let active = self.active()?;
        let side = side_of(&self.engine.world, active);
        Some((self.flow().round, active, side))
    }

    /// The moment before an order, if it is remembered.
    pub(in crate::battle) fn before(&self, order: usize) -> Option<&Past> {
        let forgotten = self.orders.len() - self.past.len();
        self.past.get(order.checked_sub(forgotten)?)
    }

    /// Takes over what was told since the last time.
    fn collect(&mut self) {
        let mut outbox = self.engine.world.resource_mut::<Outbox>();
        self.events.append(&mut outbox.events);
    }

    /// Runs the stages until nothing is in flight and a player must speak, or a decision is open.
    ///
    /// # Errors
    /// The forced die that did not fit: nothing runs from there on, and the caller goes back.
    fn resolve(&mut self) -> Result<(), Mismatch> {
        let mut progress = self.engine.begin();
        while self.engine.step(&mut progress)? {}
        self.collect();
        Ok(())
    }

    /// Takes an order in and runs the battle on, without a word of it in the log: the caller goes back.
    ///
    /// # Errors
    /// The forced dice do not fit.
    pub(in crate::battle) fn go_through(&mut self, order: &Order, understood: Understood) -> Result<(), Refusal> {
        self.apply_order(order, understood);
        let told = self.events.len();
        let resolved = self.resolve();
        self.events.truncate(told);
        resolved.map_err(misfit)
    }

    /// Takes the last order back. False when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.forget_reach();
        self.back(past.mark);
        self.unmark(past.mark);
        self.events.truncate(past.events);
        self.orders.truncate(past.orders);
        true
    }

    /// Puts the state as it was at a mark, which is a change like any other.
    pub(in crate::battle) fn recall_mark(&mut self, mark: Bookmark) {
        let memory = self.memory.as_mut().expect("a mark should be in a memory");
        memory.recall(&mut self.engine.world, mark);
    }

    /// The whole battle at this moment.
    pub fn snapshot(&self) -> Snapshot {
        persist::take(&self.engine.world)
    }

    /// Puts the state back to a snapshot of this battle; log and memory begin anew from there.
    pub(in crate::battle) fn restore(&mut self, snapshot: &Snapshot) {
        self.forget_reach();
        persist::put(&mut self.engine.world, snapshot);
        self.memory = None;
        self.events.clear();
        self.past.clear();
        self.orders.clear();
    }

    /// Forgets what lies before this moment: nothing is taken back from here.
    pub(in crate::battle) fn begin_memory_anew(&mut self) {
        self.memory = None;
        self.past.clear();
    }

    /// This moment, of which a spare copy of the battle can be set up later, and on another thread.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { level: self.level.clone(), ruleset: self.ruleset, seed: self.seed, snapshot: self.snapshot() }
    }
}

/// A moment of a battle. It is cheap to take; to set a battle up takes longer.
#[derive(Clone)]
pub struct Moment {
    level: Arc<Level>,
    ruleset: &'static dyn Ruleset,
    seed: u64,
    snapshot: Snapshot,
}

impl Moment {
    /// A spare copy of the battle at that moment. It is to be looked at; its past is not the battle's.
    #[must_use]
    pub fn battle(&self) -> Battle {
        let copy = Battle::set_up(self.level.clone(), self.ruleset, self.seed);
        let mut copy = copy.expect("a level that is being played should set up again");
        copy.restore(&self.snapshot);
        copy
    }
}
