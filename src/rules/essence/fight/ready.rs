//! Readied actions: released when their trigger has come (ESS-READY rows). What meets one is in `waiting`.

use bevy::prelude::World;

use super::super::actions::{self, attack, cast, maneuver};
use super::super::body::{creature, gear};
use super::super::data::stats::*;
use super::super::field::sight;
use super::super::ruleset::Essence;
use super::spells;
use super::waiting::{Openings, in_order, readied, waits_for, within};
use crate::battle::{Event, *};
use crate::rule;

/// What it could be released as upon one target: as it was readied, if that is legal now (ESS-READY-6); and an Attack hand to hand as
/// any Maneuver (ESS-MAN-1, ESS-MAN-2).
fn releases(world: &World, owner: Id, target: Option<Id>) -> Vec<(Choice, Planned)> {
    let Some(ready) =
        readied(world, owner).filter(|_| creature::able(world, owner) && !creature::surprised(world, owner))
    else {
        return Vec::new();
    };
    let doer = Essence::doer(world, owner);
    let act = &ready.act;
    let mut out = Vec::new();
    let action = actions::ready::by_action(act).ok();
    let whole = action.and_then(|action| Some((action, action.at_trigger(&doer, act, target).ok()?)));
    if let Some((action, release)) = whole {
        let choice = Choice::new("release", action.readied_as(&doer, act));
        out.push((choice.to(Purpose::Harm).by(rule!("ESS-READY-5")), release));
    }
    let upon = act.target.or(target).filter(|_| act.action == attack::ATTACK.key());
    if let Some(target) = upon {
        out.extend(maneuver::instead(&doer, act, target));
    }
    out
}

/// Every way of releasing it now: upon whoever brought the trigger about, or else upon any Enemy.
fn shots(world: &World, owner: Id, against: Option<Id>) -> Vec<(Choice, Planned)> {
    let ways = releases(world, owner, against);
    if against.is_some() || !ways.is_empty() {
        return ways;
    }
    let enemies = on_map(world)
        .filter(|&other| creature::hostile(world, owner, other) && !sight::hidden_from(world, other, owner));
    let upon = |other: Id| {
        let name = world.resource::<Names>().name(other);
        // By its name, since a number would tell how many others there are.
        releases(world, owner, Some(other)).into_iter().map(move |(mut choice, release)| {
            choice.key = format!("{}-{name}", choice.key).into();
            choice.label = format!("{} upon {name}", choice.label).into();
            (choice, release)
        })
    };
    enemies.flat_map(upon).collect()
}

/// ESS-READY-6: whether it is its own state or Energy that keeps a creature from releasing.
fn lacks_what_it_takes(world: &World, owner: Id) -> bool {
    let cost = readied(world, owner)
        .filter(|ready| ready.act.action == cast::KIND.key)
        .and_then(|ready| spells::named(world, &ready.act).ok())
        .map_or(0, |order| order.casting.cost());
    !creature::able(world, owner) || cost > world.the::<Vitals>(owner).energy
}

/// ESS-READY-6: those who waited for this and cannot release are told of; the others are asked.
fn weigh(world: &mut World, flight: Id) {
    let Openings { queue, against, .. } = world.the::<Openings>(flight).clone();
    let (queue, unable): (Vec<Id>, Vec<Id>) =
        queue.into_iter().partition(|&owner| !shots(world, owner, against).is_empty());
    for owner in unable.into_iter().rev() {
        if lacks_what_it_takes(world, owner) {
            world.note(owner, "cannot release what it has readied", rule!("ESS-READY-6"));
        }
    }
    let mut openings = world.the_mut::<Openings>(flight);
    (openings.queue, openings.weighed) = (queue, true);
}

/// ESS-READY-5, ESS-READY-7: whoever waited may release what it has readied, or wait on.
impl Readied for Openings {
    type Ready = Id;

    fn waiting(world: &World, actor: Id) -> Vec<Id> {
        if !on_map(world).any(|id| readied(world, id).is_some()) {
            return Vec::new();
        }
        in_order(world, actor).filter(|&owner| readied(world, owner).is_some()).collect()
    }

    fn heeds(world: &World, owner: Id, actor: Id) -> bool {
        waits_for(world, owner, Some(actor), |_| true) && !sight::hidden_from(world, actor, owner)
    }

    fn holds(world: &World, owner: Id, actor: Id) -> bool {
        readied(world, owner).is_some_and(|ready| match &ready.cue {
            Trigger::EntersReach => {
                let near = creature::distance(world, owner, actor) <= gear::reach(world, owner);
                near && !parted(world, space(world, owner), space(world, actor))
            }
            Trigger::EntersSight => sight::sees(world, owner, actor),
            cue => within(world, cue, space(world, actor)),
        })
    }

    fn sprung(actor: Id, queue: Vec<Id>) -> Self {
        Self { queue, against: Some(actor), weighed: false }
    }

    fn actor(&self) -> Option<Id> {
        self.against
    }

    fn queue(&self) -> Option<&Vec<Id>> {
        Some(&self.queue)
    }

    fn queue_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn is_lined_up(&self) -> bool {
        self.weighed
    }

    fn line_up(world: &mut World, flight: Id) {
        weigh(world, flight);
    }

    fn ways(world: &World, flight: Id, owner: Id) -> Vec<(Choice, Planned)> {
        shots(world, owner, world.the::<Self>(flight).against)
    }

    fn asks(world: &World, flight: Id, owner: Id) -> Option<Asking> {
        let names = world.resource::<Names>();
        let against = world.the::<Self>(flight).against;
        let upon = against.map_or(String::new(), |against| format!(" upon {}", names.name(against)));
        Some(Asking {
            prompt: format!("Does {} release its readied action{upon}?", names.name(owner)),
            waits: rule!("ESS-READY-5"),
            rules: vec![rule!("ESS-READY-5"), rule!("ESS-READY-7")],
        })
    }

    fn pay(world: &mut World, _flight: Id, owner: Id) {
        world.the_mut::<TurnUsage>(owner).ready = None;
        let name = "Readied action".into();
        let event = Event::new(What::Action { name }).actor(owner);
        world.tell(event.by_all([rule!("ESS-READY-2"), rule!("ESS-READY-3"), rule!("ESS-READY-4")]));
    }
}
