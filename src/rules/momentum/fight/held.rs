//! Held actions: paid on one's turn, done by themselves when what they wait for has happened (MOM-TRIG).

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{HeldActions, Trigger};
use super::super::field::{aim, sight};
use super::super::ruleset::Momentum;
use crate::battle::action::by_key;
use crate::battle::{Event, readied, *};
use crate::grid::Footprint;
use crate::rule;

/// An action that is held: whose, for what, and which of its owner's that wait for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    owner: Id,
    trigger: Trigger,
    #[serde(default)]
    number: u8,
}

impl From<Held> for Id {
    fn from(held: Held) -> Self {
        held.owner
    }
}

impl Hash for Held {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.owner, self.trigger).hash(hasher);
        if self.number > 0 {
            self.number.hash(hasher);
        }
    }
}

/// Something that has happened, and what is held for it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    /// Who did it.
    actor: Id,
    /// What is held for it.
    queue: Vec<Held>,
}

/// MOM-TRIG-4, MOM-TRIG-12, MOM-TRIG-14: somebody has come to where it is, from a space.
pub(crate) fn entered(world: &mut World, actor: Id, before: Footprint) {
    let before = Place { space: before, height: world.the::<Position>(actor).height };
    readied::stepped::<Sprung>(world, actor, before, |_, _| false);
}

/// MOM-TRIG-16: a creature's attack, or its Ability, is completely resolved.
pub(crate) fn attacked(world: &mut World, actor: Id, ability: bool) {
    readied::spring::<Sprung>(world, actor, |_, held| match held.trigger {
        Trigger::Attacks => true,
        Trigger::UsesAbility => ability,
        _ => false,
    });
}

/// All that a creature holds.
fn all_held(world: &World, owner: Id) -> impl Iterator<Item = Held> + '_ {
    let all = world.part::<HeldActions>(owner).map_or(&[][..], |held| &held.0);
    all.iter().enumerate().map(move |(place, &(trigger, _))| {
        let before = all[..place].iter().filter(|(other, _)| *other == trigger).count();
        Held { owner, trigger, number: u8::try_from(before).unwrap_or(u8::MAX) }
    })
}

/// Its place among all that its owner holds.
fn place(world: &World, held: Held) -> Option<usize> {
    all_held(world, held.owner).position(|other| other == held)
}

fn act(world: &World, held: Held) -> Option<&Act> {
    let place = place(world, held)?;
    Some(&world.the::<HeldActions>(held.owner).0[place].1)
}

/// What is held is held no more, and the others that wait for the same move up.
fn let_go(world: &mut World, flight: Id, held: Held) {
    if let Some(place) = place(world, held) {
        world.the_mut::<HeldActions>(held.owner).0.remove(place);
    }
    let after =
        |other: &&mut Held| (other.owner, other.trigger) == (held.owner, held.trigger) && other.number > held.number;
    for other in world.the_mut::<Sprung>(flight).queue.iter_mut().filter(after) {
        other.number -= 1;
    }
}

/// What it is done as now.
fn planned(world: &World, flight: Id, held: Held) -> Option<Result<Planned, Refusal>> {
    let act = act(world, held)?;
    let unit = by_key::<Momentum>(&act.action).expect("what was held should be an action");
    Some(unit.at_trigger(&Momentum::doer(world, held.owner), act, world.the::<Sprung>(flight).actor()))
}

/// MOM-TRIG-9, MOM-TRIG-17: those who waited act in the order of their Initiative, each whole before the next.
impl Readied for Sprung {
    type Ready = Held;

    fn waiting(world: &World, actor: Id) -> Vec<Held> {
        let owners = on_map(world).filter(|&id| id != actor && all_held(world, id).next().is_some());
        creature::by_initiative(world, owners).into_iter().flat_map(|owner| all_held(world, owner)).collect()
    }

    fn heeds(world: &World, held: Held, actor: Id) -> bool {
        creature::hostile(world, held.owner, actor) && creature::conscious(world, held.owner)
    }

    fn holds(world: &World, held: Held, actor: Id) -> bool {
        let here = space(world, actor);
        match held.trigger {
            Trigger::EntersSquare(at) => here.contains(at),
            Trigger::EntersRange => act(world, held).is_some_and(|act| {
                let attacks = &creature::profile(world, held.owner).attacks;
                let with = attacks.iter().find(|with| Some(&with.key) == act.with.as_ref());
                with.is_some_and(|with| aim::aims_at(world, held.owner, with, actor, here).is_ok())
            }),
            Trigger::EntersView => sight::sees(world, held.owner, actor),
            Trigger::Attacks | Trigger::UsesAbility => false,
        }
    }

    fn sprung(actor: Id, queue: Vec<Held>) -> Self {
        Self { actor, queue }
    }

    fn actor(&self) -> Option<Id> {
        Some(self.actor)
    }

    fn queue(&self) -> Option<&Vec<Held>> {
        Some(&self.queue)
    }

    fn queue_mut(&mut self) -> Option<&mut Vec<Held>> {
        Some(&mut self.queue)
    }

    fn ways(world: &World, flight: Id, held: Held) -> Vec<(Choice, Planned)> {
        let planned = planned(world, flight, held).and_then(Result::ok);
        planned.into_iter().map(|planned| (Choice::new("", ""), planned)).collect()
    }

    /// MOM-TRIG-1: it is done by itself.
    fn asks(_world: &World, _flight: Id, _held: Held) -> Option<Asking> {
        None
    }

    /// MOM-TRIG-5: one trigger, one performance.
    fn pay(world: &mut World, flight: Id, held: Held) {
        let_go(world, flight, held);
    }

    fn cannot(world: &mut World, flight: Id, held: Held) {
        if let Some(Err(why)) = planned(world, flight, held) {
            let_go(world, flight, held);
            let text = format!("loses what it held: {}", why.message);
            let event = Event::note(text).actor(held.owner);
            world.tell(event.by(rule!("MOM-TRIG-8")));
        }
    }
}

/// MOM-TRIG-12: a push is answered once it is complete.
pub(crate) fn arrives(world: &mut World, creature: Id, before: Place) {
    sight::look_about(world);
    if !is_pushed(world, creature) {
        entered(world, creature, before.space);
    }
}
