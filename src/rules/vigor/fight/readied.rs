//! Readied actions: whoever waited for what has just happened may do what it has readied (VIG-READY). What one readies is in
//! `actions/ready`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, creature, hands};
use super::super::data::{Reaction, Ready, Trigger, TurnUsage};
use super::super::field::{reach, sight};
use super::super::ruleset::Vigor;
use crate::battle::action::by_key;
use crate::battle::{Event, readied, sides, *};
use crate::grid::Square;
use crate::rule;

/// Something that has happened, and the owners whose readied actions waited for it, the next one last. `None` until the owners have been
/// looked for.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    actor: Id,
    /// Whom it was done to.
    victim: Option<Id>,
    what: Vec<Trigger>,
    /// Whether it was a step or a Move, to which nothing before was a reaction (VIG-READY-6).
    step: bool,
    /// Who had reacted to it when it was over, where its maker goes on with something else.
    reacted: Option<Vec<(Id, Reaction)>>,
    queue: Option<Vec<Id>>,
}

/// VIG-READY-5: an act has been declared; what it triggers comes once it is resolved.
pub(crate) fn after(world: &mut World, actor: Id, victim: Option<Id>, what: Vec<Trigger>) {
    over(world, actor, victim, what, None);
}

/// The same for an attack with which somebody has struck back, and those who have reacted to that.
pub(crate) fn after_striking_back(
    world: &mut World,
    actor: Id,
    victim: Id,
    what: Vec<Trigger>,
    reacted: Vec<(Id, Reaction)>,
) {
    over(world, actor, Some(victim), what, Some(reacted));
}

fn over(world: &mut World, actor: Id, victim: Option<Id>, what: Vec<Trigger>, reacted: Option<Vec<(Id, Reaction)>>) {
    if somebody_waits(world) {
        let sprung = Sprung { actor, victim, what, step: false, reacted, queue: None };
        launch(world, (sprung, ComesAfter));
    }
}

fn somebody_waits(world: &World) -> bool {
    on_map(world).any(|id| cue(world, id).is_some())
}

/// What somebody waits for.
fn cue(world: &World, owner: Id) -> Option<&Trigger> {
    let ready = world.part::<TurnUsage>(owner)?.ready.as_ref()?;
    Some(&ready.cue)
}

/// VIG-READY-5: a creature has come onto a square, from another place, across these squares.
pub(crate) fn stepped(world: &mut World, actor: Id, before: Place, across: &[Square]) {
    readied::stepped::<Sprung>(
        world,
        actor,
        before,
        |world, owner| matches!(cue(world, owner), Some(Trigger::EntersSquare(at)) if across.contains(at)),
    );
}

/// Whether a Move has begun of which those have yet to be told who wait for what its mover does.
pub(crate) fn awaits_the_move(world: &World, actor: Id) -> bool {
    let under_way = world.part::<TurnUsage>(actor).is_some_and(|turn| turn.moving);
    under_way && on_map(world).any(|id| cue(world, id) == Some(&Trigger::Acts(actor)))
}

/// VIG-READY-5: a Move is over, be it given in one piece or in several.
pub(crate) fn move_is_over(world: &mut World, actor: Id) {
    let Some(mut turn) = world.part_mut::<TurnUsage>(actor).filter(|turn| turn.moving) else {
        return;
    };
    turn.moving = false;
    if somebody_waits(world) {
        let what = vec![Trigger::Acts(actor)];
        let sprung = Sprung { actor, victim: None, what, step: true, reacted: None, queue: None };
        launch(world, (sprung, ComesAfter));
    }
}

/// Whether nothing is left of the Move of the creature whose turn it is, and nothing of it is in flight any more: it has used up its
/// squares, or something has ended it.
pub(super) fn a_move_has_ended(world: &World) -> bool {
    let ended = |id: Id| world.part::<TurnUsage>(id).is_some_and(|turn| turn.moving && turn.run == 0);
    world.resource::<Flights>().top().is_none() && world.resource::<Flow>().active().is_some_and(ended)
}

pub(super) fn end_the_move(world: &mut World) {
    if let Some(id) = world.resource::<Flow>().active() {
        move_is_over(world, id);
    }
}

/// VIG-ADJ-6, VIG-GRID-7: whether somebody has another within reach of what it has readied: of the weapon that it is done with, and
/// where it is done with none of whatever is in hand.
fn in_reach(world: &World, owner: Id, act: &Act, actor: Id) -> bool {
    let profile = creature::profile(world, owner);
    // Of a technique the weapon follows on its own name.
    let key = act.with.as_deref().and_then(|with| with.rsplit('/').next());
    let named = profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
    let reach = named.map_or_else(
        || {
            let in_hand = hands::at_hand(world, owner).map(|with| reach::reach(world, owner, with));
            in_hand.fold(profile.size.reach(), i32::max)
        },
        |with| reach::reach(world, owner, with),
    );
    reach::within(world, owner, reach, actor).is_ok()
}

/// VIG-READY-9: what a readied action comes to now, and what it costs beside the reaction.
fn release(world: &World, owner: Id, against: Id) -> Option<(Planned, creature::Cost, Text)> {
    let Ready { act, name, .. } = world.the::<TurnUsage>(owner).ready.as_ref()?;
    let unit = by_key::<Vigor>(&act.action)?;
    let doer = Vigor::doer(world, owner);
    let cost = unit.cost(&doer, act);
    let (vigor, mana) = (breath::REACTION + cost.vigor, cost.mana);
    creature::can_react(world, owner, vigor).ok()?;
    if world.the::<super::super::data::Tracks>(owner).mana < mana {
        return None;
    }
    let planned = unit.at_trigger(&doer, act, Some(against)).ok()?;
    Some((planned, cost, name.clone()))
}

impl Sprung {
    /// VIG-READY-6, VIG-READY-10: how somebody has reacted to it already; each step is a trigger of its own.
    fn reaction(&self, world: &World, of: Id) -> Option<Reaction> {
        let now = || world.part::<TurnUsage>(self.actor).map(|turn| &turn.reacted);
        let all = self.reacted.as_ref().or_else(now).filter(|_| !self.step)?;
        all.iter().find(|(id, _)| *id == of).map(|&(_, how)| how)
    }
}

impl Readied for Sprung {
    type Ready = Id;

    fn waiting(world: &World, actor: Id) -> Vec<Id> {
        if !somebody_waits(world) {
            return Vec::new();
        }
        in_order(world, |id, _| id != actor && cue(world, id).is_some())
    }

    fn heeds(world: &World, owner: Id, actor: Id) -> bool {
        match cue(world, owner) {
            Some(Trigger::Acts(id)) => *id == actor,
            _ => creature::hostile(world, owner, actor),
        }
    }

    fn holds(world: &World, owner: Id, actor: Id) -> bool {
        let ready = world.the::<TurnUsage>(owner).ready.as_ref();
        ready.is_some_and(|Ready { cue, act, .. }| match cue {
            Trigger::EntersReach => in_reach(world, owner, act, actor),
            Trigger::EntersSquare(at) => space(world, actor).contains(*at),
            Trigger::EntersView => sight::concealed(world, owner, actor).is_none(),
            _ => false,
        })
    }

    fn sprung(actor: Id, queue: Vec<Id>) -> Self {
        Self { actor, victim: None, what: Vec::new(), step: true, reacted: None, queue: Some(queue) }
    }

    fn actor(&self) -> Option<Id> {
        Some(self.actor)
    }

    fn queue(&self) -> Option<&Vec<Id>> {
        self.queue.as_ref()
    }

    fn queue_mut(&mut self) -> Option<&mut Vec<Id>> {
        self.queue.as_mut()
    }

    /// Those who waited for an act, in the order of turns.
    fn line_up(world: &mut World, flight: Id) {
        let Sprung { actor, victim, what, queue: None, .. } = world.the::<Self>(flight).clone() else {
            return;
        };
        let mut queue = readied::heedful::<Self>(world, actor);
        queue.retain(|&owner| {
            let attacked = |id| sides::allied(world, id, owner);
            let of_an_ally = || victim.filter(|&id| world.part::<Creature>(id).is_some()).is_some_and(attacked);
            cue(world, owner).is_some_and(|cue| what.contains(cue) && (*cue != Trigger::AllyAttacked || of_an_ally()))
        });
        queue.reverse();
        world.the_mut::<Self>(flight).queue = Some(queue);
    }

    fn ways(world: &World, flight: Id, owner: Id) -> Vec<(Choice, Planned)> {
        let sprung = world.the::<Self>(flight);
        let actor = sprung.actor;
        let reacted = sprung.reaction(world, owner).is_some();
        if reacted || !is_on_map(world, owner) || !is_on_map(world, actor) {
            return Vec::new();
        }
        let known = knows(world, side_of(world, owner), actor);
        let way = release(world, owner, actor).filter(|_| known).map(|(planned, cost, label)| {
            let fire = Choice::new("release", label).to(Purpose::Harm).by(rule!("VIG-READY-2"));
            (breath::priced(world, owner, breath::REACTION + cost.vigor, fire), planned)
        });
        way.into_iter().collect()
    }

    fn asks(world: &World, flight: Id, owner: Id) -> Option<Asking> {
        let names = world.resource::<Names>();
        let actor = names.name(world.the::<Self>(flight).actor);
        Some(Asking {
            prompt: format!("{} has waited for this of {actor}.", names.name(owner)),
            waits: rule!("VIG-READY-7"),
            rules: vec![rule!("VIG-READY-4"), rule!("VIG-READY-5"), rule!("VIG-READY-9")],
        })
    }

    fn pay(world: &mut World, flight: Id, owner: Id) {
        let actor = world.the::<Self>(flight).actor;
        let Some(Ready { act, name, .. }) = world.the_mut::<TurnUsage>(owner).ready.take() else {
            return;
        };
        let event = Event::new(What::Action { name }).actor(owner).by(rule!("VIG-READY-2"));
        world.tell(event.by(rule!("VIG-READY-5")));
        let unit = by_key::<Vigor>(&act.action);
        if let Some(cost) = unit.map(|unit| unit.cost(&Vigor::doer(world, owner), &act)) {
            breath::pay(world, owner, breath::REACTION + cost.vigor, rule!("VIG-READY-9"));
            breath::pay_mana(world, owner, cost.mana);
        }
        let reacted = &mut world.the_mut::<TurnUsage>(actor).reacted;
        reacted.push((owner, Reaction::Readied));
        // What anybody did about an act of its own before counts for this one no more.
        world.the_mut::<TurnUsage>(owner).reacted.clear();
        let purpose = unit.map(|unit| unit.kind().purpose);
        // What does harm tells of itself.
        if purpose != Some(Purpose::Harm) {
            after(world, owner, None, vec![Trigger::Acts(owner)]);
        }
        launch(world, breath::Winding(owner));
    }

    /// VIG-REACT-24: whoever cannot do now what it waited to do keeps it.
    fn cannot(world: &mut World, flight: Id, owner: Id) {
        why_not(world, flight, owner);
    }
}

/// Tells why it cannot.
fn why_not(world: &mut World, flight: Id, owner: Id) {
    if !is_on_map(world, owner) || cue(world, owner).is_none() {
        return;
    }
    let sprung = world.the::<Sprung>(flight);
    let rule = match sprung.reaction(world, owner) {
        _ if !is_on_map(world, sprung.actor) => rule!("VIG-REACT-24"),
        Some(Reaction::Opening) => rule!("VIG-READY-6"),
        Some(_) => rule!("VIG-READY-10"),
        None if creature::own_turn(world, owner) => rule!("VIG-READY-8"),
        None => rule!("VIG-READY-9"),
    };
    let event = Event::note("keeps what it has readied").actor(owner).by(rule);
    world.tell(event.by(rule!("VIG-REACT-24")));
}
