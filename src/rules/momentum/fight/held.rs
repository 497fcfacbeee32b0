//! Held actions: paid on one's turn, done by themselves when what they wait for has happened (MOM-TRIG).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::conditions::DOWN;
use super::super::data::{HeldAction, HeldActions, Trigger};
use super::super::field::{aim, distance, sight};
use super::super::ruleset::Momentum;
use crate::battle::action::by_key;
use crate::battle::{Event, readied, *};
use crate::grid::Footprint;
use crate::rule;

/// An action that is held: whose, and which of its owner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Held {
    owner: Id,
    serial: u16,
}

impl From<Held> for Id {
    fn from(held: Held) -> Self {
        held.owner
    }
}

/// Something that has happened, and what is held for it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    /// The creature that did it; none where the game master says that it has happened.
    actor: Option<Id>,
    /// What is held for it.
    queue: Vec<Held>,
}

/// Holds an action from now on.
pub(crate) fn hold(world: &mut World, owner: Id, trigger: Trigger, of_ally: bool, act: Act) {
    let mut held = world.the_mut::<HeldActions>(owner);
    let serial = held.0.iter().map(|one| one.serial + 1).max().unwrap_or(0);
    held.0.push(HeldAction { serial, trigger, of_ally, act });
}

/// A creature has come to where it is, from a space (MOM-TRIG-4, MOM-TRIG-12, MOM-TRIG-14, MOM-TRIG-15). Only held actions answer to
/// movement (MOM-FLOW-9).
pub(crate) fn entered(world: &mut World, actor: Id, before: Footprint) {
    let at = Place { space: before, height: world.the::<Position>(actor).height };
    readied::stepped::<Sprung>(world, actor, at, |world, held| match trigger(world, held) {
        Some(Trigger::LeavesSquare(at)) => before.contains(at) && !space(world, actor).contains(at),
        _ => false,
    });
}

/// MOM-TRIG-16: a creature's attack, or its Ability, is completely resolved.
pub(crate) fn attacked(world: &mut World, actor: Id, ability: bool) {
    readied::spring::<Sprung>(world, actor, |world, held| is_for_attack(world, held, ability));
}

/// Whether what is held waits for an attack, or an Ability.
fn is_for_attack(world: &World, held: Held, ability: bool) -> bool {
    match trigger(world, held) {
        Some(Trigger::Attacks) => true,
        Some(Trigger::UsesAbility) => ability,
        _ => false,
    }
}

/// Whether anything that is held answers an attack or an Ability of a creature.
pub(crate) fn answers(world: &World, actor: Id, ability: bool) -> bool {
    let mut waiting = Sprung::waiting(world, actor).into_iter();
    waiting.any(|held| Sprung::heeds(world, held, actor) && is_for_attack(world, held, ability))
}

/// MOM-TRIG-16: an Ability of a creature that attacks nobody is completely resolved.
pub(crate) fn helped(world: &mut World, actor: Id) {
    readied::spring::<Sprung>(world, actor, |world, held| trigger(world, held) == Some(Trigger::UsesAbility));
}

/// MOM-TRIG-16: a creature has gone Down, which is answered after all damage of the event.
pub(crate) fn went_down(world: &mut World, actor: Id) {
    readied::spring_after::<Sprung>(world, actor, |world, held| trigger(world, held) == Some(Trigger::GoesDown));
}

/// MOM-TRIG-16: a creature has ended its turn, which is answered before the gap for held turns.
pub(crate) fn ended_turn(world: &mut World, actor: Id) {
    readied::spring::<Sprung>(world, actor, |world, held| trigger(world, held) == Some(Trigger::EndsTurn));
}

/// MOM-TRIG-11, MOM-GM-1: the game master says that what a creature waits for has come.
pub(crate) fn told(world: &mut World, owner: Id, against: Option<Id>) {
    let mut queue: Vec<Held> = all_held(world, owner).collect();
    queue.reverse();
    launch(world, Sprung { actor: against, queue });
}

/// All that a creature holds.
fn all_held(world: &World, owner: Id) -> impl Iterator<Item = Held> + '_ {
    let all = world.part::<HeldActions>(owner).map_or(&[][..], |held| &held.0);
    all.iter().map(move |one| Held { owner, serial: one.serial })
}

fn known(world: &World, held: Held) -> Option<&HeldAction> {
    world.part::<HeldActions>(held.owner)?.0.iter().find(|one| one.serial == held.serial)
}

fn trigger(world: &World, held: Held) -> Option<Trigger> {
    known(world, held).map(|one| one.trigger)
}

/// What is held is held no more.
fn let_go(world: &mut World, held: Held) {
    world.the_mut::<HeldActions>(held.owner).0.retain(|one| one.serial != held.serial);
}

/// What it is done as now.
fn planned(world: &World, flight: Id, held: Held) -> Option<Result<Planned, Refusal>> {
    let one = known(world, held)?;
    let unit = by_key::<Momentum>(&one.act.action).expect("what was held should be an action");
    let against = world.the::<Sprung>(flight).actor.filter(|_| !one.of_ally);
    let aimed = unit.kind().aimed[0] == AimedAt::Creature && one.act.at.is_none();
    let act = if aimed { one.act.or_upon(against) } else { one.act.clone() };
    Some(unit.at_trigger(&Momentum::doer(world, held.owner), &act, against))
}

/// Whether what is being answered is itself an answer, or there are others to the same event.
fn answers_an_answer(world: &World) -> bool {
    all_in_flight::<Sprung>(world).count() > 1
}

/// The rules by which it is done now.
fn rules_of(world: &World, flight: Id, held: Held) -> Vec<Rule> {
    let Some(one) = known(world, held) else {
        return Vec::new();
    };
    let sprung = world.the::<Sprung>(flight);
    let walks = |id: Id| all_in_flight::<Moving>(world).any(|(_, moving)| moving.creature == id);
    let comes = matches!(
        one.trigger,
        Trigger::EntersRange | Trigger::EntersSquare(_) | Trigger::LeavesSquare(_) | Trigger::EntersView
    );
    let in_view = matches!(one.trigger, Trigger::EntersRange | Trigger::EntersView);
    let forced = comes && sprung.actor.is_some_and(|actor| !walks(actor));
    let deed = !comes && one.trigger != Trigger::TableSays;
    let several = creature::profile(world, held.owner).extra_attacks > 0;
    let rules = [
        Some(rule!("MOM-TRIG-2")),
        Some(rule!("MOM-TRIG-5")),
        Some(rule!("MOM-TRIG-11")),
        (comes && !forced).then(|| rule!("MOM-TRIG-4")),
        several.then(|| rule!("MOM-TRIG-6")),
        (!sprung.queue.is_empty()).then(|| rule!("MOM-TRIG-9")),
        forced.then(|| rule!("MOM-TRIG-12")),
        in_view.then(|| rule!("MOM-TRIG-14")),
        deed.then(|| rule!("MOM-TRIG-16")),
        answers_an_answer(world).then(|| rule!("MOM-TRIG-17")),
    ];
    rules.into_iter().flatten().collect()
}

/// MOM-TRIG-9, MOM-TRIG-17: those who waited act in the order of their Initiative, each whole before the next.
impl Readied for Sprung {
    type Ready = Held;

    fn waiting(world: &World, actor: Id) -> Vec<Held> {
        let owners = on_map(world).filter(|&id| id != actor && all_held(world, id).next().is_some());
        creature::by_initiative(world, owners).into_iter().flat_map(|owner| all_held(world, owner)).collect()
    }

    fn heeds(world: &World, held: Held, actor: Id) -> bool {
        let of_ally = known(world, held).is_some_and(|one| one.of_ally);
        let meant = if of_ally { creature::allied } else { creature::hostile };
        meant(world, held.owner, actor) && creature::conscious(world, held.owner)
    }

    fn holds(world: &World, held: Held, actor: Id) -> bool {
        let Some(one) = known(world, held) else {
            return false;
        };
        let here = space(world, actor);
        match one.trigger {
            Trigger::EntersSquare(at) => here.contains(at),
            Trigger::EntersRange => {
                let attacks = &creature::profile(world, held.owner).attacks;
                let with = attacks.iter().find(|with| Some(&with.key) == one.act.with.as_ref());
                // What hands do reaches 1 m.
                with.map_or_else(
                    || one.act.with.is_none() && distance::beside(world, held.owner, actor),
                    |with| aim::aims_at(world, held.owner, with, actor, here).is_ok(),
                )
            }
            Trigger::EntersView => sight::sees(world, held.owner, actor),
            Trigger::GoesDown => has_condition(world, actor, DOWN),
            Trigger::LeavesSquare(_)
            | Trigger::Attacks
            | Trigger::UsesAbility
            | Trigger::EndsTurn
            | Trigger::TableSays => false,
        }
    }

    /// MOM-TRIG-14: coming into range is a matter of its own steps; the owner's own deed never sets off its trigger.
    fn heeds_changes(world: &World, held: Held, by: Option<Id>) -> bool {
        let own = match by {
            Some(by) => by == held.owner,
            None => world.resource::<Flow>().active() == Some(held.owner),
        };
        trigger(world, held) == Some(Trigger::EntersView) && !own
    }

    fn sprung(actor: Id, queue: Vec<Held>) -> Self {
        Self { actor: Some(actor), queue }
    }

    fn actor(&self) -> Option<Id> {
        self.actor
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
        let rules = rules_of(world, flight, held);
        let actor = world.the::<Sprung>(flight).actor;
        let_go(world, held);
        let event = Event::note("does what it held").actor(held.owner).target(actor);
        world.tell(event.by_all(rules));
    }

    fn cannot(world: &mut World, flight: Id, held: Held) {
        if let Some(Err(why)) = planned(world, flight, held) {
            let again = answers_an_answer(world).then(|| rule!("MOM-TRIG-17"));
            let_go(world, held);
            let text = format!("loses what it held: {}", why.message);
            let event = Event::note(text).actor(held.owner);
            world.tell(event.by(rule!("MOM-TRIG-8")).by_all(again));
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
