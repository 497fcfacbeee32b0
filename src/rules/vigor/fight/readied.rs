//! Readied actions: whoever waited for what has just happened may do what it has readied (VIG-READY). What one readies is in
//! `actions/ready`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, hands, who};
use super::super::data::{Cue, Reaction, Ready, TurnUsage};
use super::super::field::{near, sight};
use super::super::ruleset::Vigor;
use crate::battle::action::by_key;
use crate::battle::awaited::came_about;
use crate::battle::{Event, *};
use crate::rule;

/// The question of it.
pub(crate) const READY: &str = "ready";
/// The answer that waits on.
const WAIT: &str = "wait";

/// Something that has happened, and those who waited for it, the next one last; nothing before it was looked at.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    actor: Id,
    /// Whom it was done to.
    victim: Option<Id>,
    what: Vec<Cue>,
    /// Whether it was a step, which is a trigger of its own (VIG-READY-6).
    step: bool,
    /// Who had reacted to it when it was over, where its maker goes on with something else.
    reacted: Option<Vec<(Id, Reaction)>>,
    queue: Option<Vec<Id>>,
}

/// VIG-READY-5: an act has been declared; what it triggers comes once it is resolved.
pub(crate) fn after(world: &mut World, actor: Id, victim: Option<Id>, what: Vec<Cue>) {
    over(world, actor, victim, what, None);
}

/// The same for an attack with which somebody has struck back, and those who have reacted to that.
pub(crate) fn after_striking_back(
    world: &mut World,
    actor: Id,
    victim: Id,
    what: Vec<Cue>,
    reacted: Vec<(Id, Reaction)>,
) {
    over(world, actor, Some(victim), what, Some(reacted));
}

fn over(world: &mut World, actor: Id, victim: Option<Id>, what: Vec<Cue>, reacted: Option<Vec<(Id, Reaction)>>) {
    if somebody_waits(world) {
        let sprung = Sprung { actor, victim, what, step: false, reacted, queue: None };
        launch(world, (sprung, ComesAfter));
    }
}

fn somebody_waits(world: &World) -> bool {
    let ids = world.resource::<Ids>();
    let deeds = |&id: &Id| world.part::<TurnUsage>(id);
    let mut all = ids.present().iter().filter_map(deeds);
    all.any(|deeds| deeds.ready.is_some())
}

/// What somebody waits for.
fn cue(world: &World, owner: Id) -> Option<&Cue> {
    let ready = world.part::<TurnUsage>(owner)?.ready.as_ref()?;
    Some(&ready.cue)
}

/// VIG-READY-5: somebody has come onto a square, from another place: by itself, which is an act, or not.
pub(crate) fn stepped(world: &mut World, actor: Id, before: Place, by_itself: bool) {
    if !is_on_map(world, actor) || !somebody_waits(world) {
        return;
    }
    let of_an_act = |(_, sprung): (Id, &Sprung)| sprung.actor == actor && !sprung.step;
    let in_an_act = uppermost::<Sprung>(world).is_some_and(of_an_act);
    // VIG-READY-6: what moves it as part of another act is no act of its own.
    let acts = |world: &World, owner: Id| by_itself && !in_an_act && cue(world, owner) == Some(&Cue::Acts(actor));
    let mut waiting = environment::in_order(world, |id, _| id != actor && cue(world, id).is_some());
    waiting.retain(|&owner| who::hostile(world, owner, actor) || acts(world, owner));
    let come = came_about(world, actor, before, &waiting, |world, owner| holds(world, owner, actor));
    waiting.retain(|owner| come.contains(owner) || acts(world, *owner));
    if waiting.is_empty() {
        return;
    }
    waiting.reverse();
    launch(world, Sprung::by_coming(actor, waiting));
}

/// Whoever is where somebody waits for it to come: who waits, and for whom.
pub(crate) fn come(world: &World) -> Vec<(Id, Id)> {
    if !somebody_waits(world) {
        return Vec::new();
    }
    let waiting = environment::in_order(world, |id, _| cue(world, id).is_some());
    let pairs = waiting.into_iter().flat_map(|owner| {
        let there = on_map(world).filter(move |&actor| who::hostile(world, owner, actor) && holds(world, owner, actor));
        there.map(move |actor| (owner, actor))
    });
    pairs.collect()
}

/// VIG-READY-4, VIG-READY-5: something has given way, so that those are where somebody waits for them who were not `before`.
pub(crate) fn opened(world: &mut World, before: &[(Id, Id)]) {
    let mut now = come(world);
    now.retain(|pair| !before.contains(pair));
    let mut actors: Vec<Id> = now.iter().map(|&(_, actor)| actor).collect();
    actors.sort_unstable();
    actors.dedup();
    for actor in actors.into_iter().rev() {
        let waiting = now.iter().rev().filter(|&&(_, of)| of == actor);
        let waiting = waiting.map(|&(owner, _)| owner).collect();
        launch(world, Sprung::by_coming(actor, waiting));
    }
}

/// VIG-ADJ-6, VIG-GRID-7: whether somebody has another within reach of what it has readied: of the weapon that it is done with, and
/// where it is done with none of whatever is in hand.
fn in_reach(world: &World, owner: Id, act: &Act, actor: Id) -> bool {
    let profile = who::profile(world, owner);
    // Of a technique the weapon follows on its own name.
    let key = act.with.as_deref().and_then(|with| with.rsplit('/').next());
    let named = profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
    let reach = named.map_or_else(
        || {
            let in_hand = hands::at_hand(world, owner).map(|with| near::reach(world, owner, with));
            in_hand.fold(profile.size.reach(), i32::max)
        },
        |with| near::reach(world, owner, with),
    );
    near::within(world, owner, reach, actor).is_ok()
}

/// Whether a creature is where somebody waits for it to come.
fn holds(world: &World, owner: Id, actor: Id) -> bool {
    let ready = world.the::<TurnUsage>(owner).ready.as_ref();
    ready.is_some_and(|Ready { cue, act, .. }| match cue {
        Cue::EntersReach => in_reach(world, owner, act, actor),
        Cue::EntersSquare(at) => space(world, actor).contains(*at),
        Cue::EntersView => sight::concealed(world, owner, actor).is_none(),
        _ => false,
    })
}

/// Those who waited for an act, in the order of turns.
fn waiting_for(world: &World, sprung: &Sprung) -> Vec<Id> {
    let &Sprung { actor, victim, .. } = sprung;
    environment::in_order(world, |owner, _| {
        let Some(cue) = cue(world, owner) else {
            return false;
        };
        let enemy = who::hostile(world, owner, actor);
        let meant = match cue {
            Cue::AllyAttacked => enemy && victim.is_some_and(|id| who::allied(world, id, owner)),
            Cue::Acts(id) => *id == actor,
            _ => enemy,
        };
        owner != actor && meant && sprung.what.contains(cue)
    })
}

/// VIG-READY-9: what a readied action comes to now, and what it costs beside the reaction.
fn release(world: &World, owner: Id, against: Id) -> Option<(Planned, who::Cost, Text)> {
    let Ready { act, name, .. } = world.the::<TurnUsage>(owner).ready.as_ref()?;
    let unit = by_key::<Vigor>(&act.action)?;
    let doer = Vigor::doer(world, owner);
    let cost = unit.cost(&doer, act);
    let (vigor, mana) = (breath::REACTION + cost.vigor, cost.mana);
    who::can_react(world, owner, vigor).ok()?;
    if world.the::<super::super::data::Tracks>(owner).mana < mana {
        return None;
    }
    let planned = unit.at_trigger(&doer, act, Some(against)).ok()?;
    Some((planned, cost, name.clone()))
}

impl Sprung {
    /// Somebody has come to where those wait for it.
    fn by_coming(actor: Id, waiting: Vec<Id>) -> Self {
        Self { actor, victim: None, what: Vec::new(), step: true, reacted: None, queue: Some(waiting) }
    }

    /// VIG-READY-6, VIG-READY-10: how somebody has reacted to it already; each step is a trigger of its own.
    fn reaction(&self, world: &World, of: Id) -> Option<Reaction> {
        let now = || world.part::<TurnUsage>(self.actor).map(|deeds| &deeds.reacted);
        let all = self.reacted.as_ref().or_else(now).filter(|_| !self.step)?;
        all.iter().find(|(id, _)| *id == of).map(|&(_, how)| how)
    }
}

impl AsksInTurn for Sprung {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        self.queue.as_deref()
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        self.queue.as_mut()
    }

    fn line_up(world: &mut World, flight: Id) {
        let sprung = world.the::<Self>(flight).clone();
        begin(world, flight);
        let mut queue = waiting_for(world, &sprung);
        queue.reverse();
        world.the_mut::<Self>(flight).queue = Some(queue);
    }

    fn asking_next(world: &World, flight: Id, &owner: &Id) -> Inquiry {
        let sprung = world.the::<Self>(flight);
        let actor = sprung.actor;
        if !is_on_map(world, owner) || !is_on_map(world, actor) {
            return Inquiry::Nobody;
        }
        let reacted = sprung.reaction(world, owner).is_some();
        let known = knows(world, side_of(world, owner), actor);
        let Some((_, cost, label)) = release(world, owner, actor).filter(|_| !reacted && known) else {
            return Inquiry::Nobody;
        };
        let price = breath::REACTION + cost.vigor;
        let names = world.resource::<Names>();
        let fire = Choice::new("release", label).to(Purpose::Harm);
        let fire = breath::priced(world, owner, price, fire.by(rule!("VIG-READY-2")));
        let wait = Choice::new(WAIT, "Wait").to(Purpose::Wait).by(rule!("VIG-READY-7"));
        let prompt = format!("{} has waited for this of {}.", names.name(owner), names.name(actor));
        let decision = Decision::new(world, owner, READY, prompt, vec![fire, wait]).against(Some(actor));
        let rules = [rule!("VIG-READY-4"), rule!("VIG-READY-5"), rule!("VIG-READY-9")];
        Question::inquiry(decision, rules)
    }

    fn one_answered(world: &mut World, flight: Id, owner: Id, word: &str) {
        let actor = world.the::<Self>(flight).actor;
        if word == WAIT {
            return;
        }
        let Some((planned, cost, label)) = release(world, owner, actor) else {
            return;
        };
        let ready = world.the_mut::<TurnUsage>(owner).ready.take();
        let act = ready.map(|ready| ready.act.action).unwrap_or_default();
        let event = Event::new(What::Action { name: label }).actor(owner).by(rule!("VIG-READY-2"));
        world.tell(event.by(rule!("VIG-READY-5")));
        breath::pay(world, owner, breath::REACTION + cost.vigor, rule!("VIG-READY-9"));
        breath::pay_mana(world, owner, cost.mana);
        let reacted = &mut world.the_mut::<TurnUsage>(actor).reacted;
        reacted.push((owner, Reaction::Readied));
        // What anybody did about an act of its own before counts for this one no more.
        world.the_mut::<TurnUsage>(owner).reacted.clear();
        let purpose = by_key::<Vigor>(&act).map(|unit| unit.kind().purpose);
        // What does harm tells of itself, and so does every step of a Move.
        if !matches!(purpose, Some(Purpose::Harm | Purpose::Move)) {
            after(world, owner, None, vec![Cue::Acts(owner)]);
        }
        launch(world, breath::Winding(owner));
        planned.begin(world);
    }

    /// VIG-REACT-24: whoever cannot do now what it waited to do keeps it.
    fn passed_over(world: &mut World, flight: Id, owner: Id) {
        why_not(world, flight, owner);
    }
}

/// Tells why it cannot.
fn why_not(world: &mut World, flight: Id, owner: Id) {
    if !is_on_map(world, owner) {
        return;
    }
    let sprung = world.the::<Sprung>(flight);
    let rule = match sprung.reaction(world, owner) {
        _ if !is_on_map(world, sprung.actor) => rule!("VIG-REACT-24"),
        Some(Reaction::Opening) => rule!("VIG-READY-6"),
        Some(_) => rule!("VIG-READY-10"),
        None if who::own_turn(world, owner) => rule!("VIG-READY-8"),
        None => rule!("VIG-READY-9"),
    };
    let event = Event::note("keeps what it has readied").actor(owner).by(rule);
    world.tell(event.by(rule!("VIG-REACT-24")));
}
