//! Readied actions: done by a reaction, right after what they waited for (EDG-ACT-10 to EDG-ACT-12, EDG-ACT-15). What is readied is in
//! `actions/ready`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::TurnUsage;
use super::super::data::ready::{MOVE, Ready, Trigger};
use super::super::field::{reach, sight};
use super::super::ruleset::Edge;
use super::spare_walk;
use super::special::NONE;
use crate::battle::action::by_key;
use crate::battle::{Event, readied, *};
use crate::rule;

/// Something that has happened, and the owners who waited for it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    /// Who did it.
    actor: Option<Id>,
    queue: Vec<Id>,
}

fn ready(world: &World, owner: Id) -> Option<&Ready> {
    world.part::<TurnUsage>(owner)?.ready.as_ref()
}

fn trigger(world: &World, owner: Id) -> Option<Trigger> {
    ready(world, owner).map(|ready| ready.trigger)
}

/// A creature has come to where it is, from another place.
pub(crate) fn came(world: &mut World, mover: Id, before: Place) {
    readied::stepped::<Sprung>(world, mover, before, |_, _| false);
}

/// A deed is over: those are asked who waited for it.
pub(crate) fn done(world: &mut World, actor: Id, deed: Trigger) {
    readied::spring::<Sprung>(world, actor, |world, owner| trigger(world, owner) == Some(deed));
}

/// EDG-ACT-12: at the start of its own turn nothing is readied any more.
pub(crate) fn lapses(world: &mut World, id: Id) {
    let usage = world.the::<TurnUsage>(id);
    if usage.ready.is_some() {
        world.the_mut::<TurnUsage>(id).ready = None;
        world.note(id, "waits no longer", rule!("EDG-ACT-12"));
    }
}

impl Readied for Sprung {
    type Ready = Id;

    fn waiting(world: &World, actor: Id) -> Vec<Id> {
        in_order(world, |id, _| id != actor && ready(world, id).is_some())
    }

    /// EDG-ACT-10: what it waits for can be perceived.
    fn heeds(world: &World, owner: Id, actor: Id) -> bool {
        let Some(ready) = ready(world, owner) else { return false };
        let meant = match (ready.of, ready.trigger) {
            (Some(of), _) => of == actor,
            (None, Trigger::AllyActs) => sides::allied(world, owner, actor),
            (None, _) => creature::hostile(world, owner, actor),
        };
        meant && creature::able(world, owner).is_ok() && sight::sees(world, owner, actor)
    }

    fn holds(world: &World, owner: Id, actor: Id) -> bool {
        match trigger(world, owner) {
            Some(Trigger::EntersSquare(at)) => space(world, actor).contains(at),
            Some(Trigger::ComesWithin(near)) => reach::distance(world, owner, actor) <= near,
            Some(Trigger::EntersView) => sight::sees(world, owner, actor),
            _ => false,
        }
    }

    fn heeds_changes(world: &World, owner: Id, _by: Option<Id>) -> bool {
        trigger(world, owner) == Some(Trigger::EntersView)
    }

    fn sprung(actor: Id, queue: Vec<Id>) -> Self {
        Self { actor: Some(actor), queue }
    }

    fn actor(&self) -> Option<Id> {
        self.actor
    }

    fn queue(&self) -> Option<&Vec<Id>> {
        Some(&self.queue)
    }

    fn queue_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn ways(world: &World, flight: Id, owner: Id) -> Vec<(Choice, Planned)> {
        let able = creature::able(world, owner).is_ok() && creature::can_react(world, owner).is_ok();
        let Some(ready) = ready(world, owner).filter(|_| able) else { return Vec::new() };
        let choice = |label: Text, purpose: Purpose| {
            let choice = Choice::new("release", label).costs("its reaction", Price::Points(1));
            choice.to(purpose).by(rule!("EDG-ACT-11"))
        };
        if ready.act.action == MOVE {
            if creature::moves(world, owner).is_err() || creature::speed(world, owner) == 0 {
                return Vec::new();
            }
            let planned = Planned::new(move |world| _ = launch(world, ReadiedWalk { id: owner, walks: false }));
            return vec![(choice("Moves".into(), Purpose::Move), planned)];
        }
        let (doer, against) = (Edge::doer(world, owner), world.the::<Self>(flight).actor);
        let Some(unit) = by_key::<Edge>(&ready.act.action) else { return Vec::new() };
        let aimed = unit.kind().aimed[0] == AimedAt::Creature && ready.act.at.is_none();
        let act = if aimed { ready.act.or_upon(against) } else { ready.act.clone() };
        let planned = unit.at_trigger(&doer, &act, against).ok();
        let label = unit.readied_as(&doer, &act);
        planned.into_iter().map(|planned| (choice(label.clone(), unit.kind().purpose), planned)).collect()
    }

    fn asks(world: &World, flight: Id, owner: Id) -> Option<Asking> {
        let names = world.resource::<Names>();
        let why = world.the::<Self>(flight).actor.map_or(String::new(), |actor| format!(" ({})", names.name(actor)));
        Some(Asking {
            prompt: format!("Does {} do what it has readied{why}?", names.name(owner)),
            waits: rule!("EDG-ACT-11"),
            rules: vec![rule!("EDG-ACT-10"), rule!("EDG-ACT-11")],
        })
    }

    fn pay(world: &mut World, flight: Id, owner: Id) {
        let actor = world.the::<Self>(flight).actor;
        let several = creature::profile(world, owner).extra_attacks > 0;
        let moves = ready(world, owner).is_some_and(|ready| ready.act.action == MOVE);
        world.the_mut::<TurnUsage>(owner).ready = None;
        creature::react(world, owner);
        let event = Event::note("does what it has readied").actor(owner).target(actor).by(rule!("EDG-ACT-11"));
        world.tell(event.by(rule!("EDG-ACT-12")).by_all((several || moves).then_some(rule!("EDG-ACT-15"))));
    }

    /// EDG-ACT-12: a reaction that is used up is not to be had again.
    fn cannot(world: &mut World, _flight: Id, owner: Id) {
        if let Err((why, _)) = creature::can_react(world, owner) {
            world.note(owner, format!("cannot do what it has readied: {why}"), rule!("EDG-ACT-12"));
        }
    }
}

/// A creature that makes a readied move: it says where to, and goes with just its speed (EDG-ACT-15).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ReadiedWalk {
    id: Id,
    /// Whether it has set out.
    walks: bool,
}

/// The question where it goes.
const WALK: &str = "readied_move";

impl Asks for ReadiedWalk {
    const AFTERWARDS: bool = true;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { id, walks } = world.the::<Self>(flight);
        if walks || creature::moves(world, id).is_err() {
            return Inquiry::Nobody;
        }
        let here = space(world, id).at;
        let reach = Edge::gets_within(world, id, creature::speed(world, id));
        let stops = reach.squares.iter().filter(|reached| reached.stop && reached.at != here);
        let mut choices: Vec<Choice> =
            stops.map(|reached| Choice::place(reached.at, "To", rule!("EDG-ACT-15"))).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(Choice::new(NONE, "Stays").to(Purpose::Decline).by(rule!("EDG-ACT-15")));
        let prompt = format!("Where does {} move?", world.resource::<Names>().name(id));
        Question::inquiry(Decision::new(world, id, WALK, prompt, choices), [rule!("EDG-ACT-15")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        world.the_mut::<Self>(flight).walks = true;
        let id = world.the::<Self>(flight).id;
        let speed = creature::speed(world, id);
        let reach = Edge::gets_within(world, id, speed);
        let named = reach.squares.iter().map(|reached| reached.at).find(|at| at.word() == word);
        if let Some(way) = named.and_then(|at| reach.path(at)) {
            spare_walk::walk(world, id, way, speed);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let &Self { id, .. } = world.the::<Self>(flight);
        land(world);
        spare_walk::has_walked(world, id);
    }
}
