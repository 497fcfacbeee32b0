//! The flow of a fight: who acts in which order and together with whom, what a turn gives, turns that are held (MOM-ROUND, MOM-INIT,
//! MOM-HOLD, MOM-SURP).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::creature::{AP, METRES, RP};
use super::super::body::life::{self, Bleeds};
use super::super::body::status::{self, ShakesOff};
use super::super::data::conditions::*;
use super::super::data::moment::Moment;
use super::super::data::{DamageType, Drama, Held, HeldActions, Points, Profile, Skill, StatKind, Timing, options};
use super::super::field::{aim, sight};
use super::super::fight::harm::{self, Blow, Dose};
use super::super::fight::{held, pin};
use super::{script, union};
use crate::battle::{Event, *};
use crate::rule;

/// The question in the gap between two turns.
const GAP: &str = "gap";

pub(crate) fn plugin(engine: &mut Engine) {
    engine.later::<Ranking>("momentum.ranking");
    engine.later::<Burns>("momentum.burns");
    engine.later::<script::Script>("momentum.script");
    engine.later::<ShakesOff>("momentum.shakes_off");
    engine.later::<Ending>("momentum.ending");
    engine.later::<Ended>("momentum.ended");
    engine.entering(Stage::Turn, Phase::RoundEnd, burn_objects);
    engine.entering(Stage::Turn, Phase::RoundStart, start_round);
    engine.entering(Stage::Turn, Phase::TurnStart, start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
}

/// MOM-INIT-1: a creature's Initiative; a game master who has set another has the last word.
fn initiative(world: &World, id: Id) -> Trace {
    let profile = creature::profile(world, id);
    if profile.object && world.the::<Timing>(id).by_hand.is_none() {
        return Trace::new("Initiative of an object", 0).by(rule!("MOM-INIT-4"));
    }
    let mut out = Trace::new("Initiative", 0).by(rule!("MOM-INIT-1"));
    out.push(Trace::new("twice Instinct", 2 * profile.stat(StatKind::Ins)));
    for skill in Skill::OF_INITIATIVE {
        out.push(Trace::new(skill.name(), profile.skill(skill)));
    }
    if profile.init_mod != 0 {
        out.push(Trace::new("its own", profile.init_mod));
    }
    if let Some(score) = world.the::<Timing>(id).by_hand {
        out.push(Trace::becomes("as the game master set it", score));
    }
    out
}

/// MOM-INIT-8: by the Initiative of this moment, where none has been read yet.
pub(crate) fn by_present_initiative(world: &World, mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort_by_key(|&id| (-initiative(world, id).value, id));
    ids
}

/// The score of a creature in the order of turns, if it has a place there.
fn score_of(world: &World, id: Id) -> Option<i32> {
    let flow = world.resource::<Flow>();
    Some(flow.order[flow.place(id)?].score)
}

/// The Initiative to which a game master has set a creature that acts alone.
fn set_by_hand(world: &World, id: Id) -> Option<i32> {
    let timing = world.the::<Timing>(id);
    let alone = score_of(world, id).filter(|_| timing.union.is_none());
    alone.filter(|&score| score != timing.initiative).or(timing.by_hand)
}

/// MOM-ROUND-2: how long a round lasts, where the level says so. Nothing on the map goes by it.
fn tell_how_long(world: &mut World) {
    let first = world.resource::<Flow>().round == 1;
    if let Some(seconds) = options::round_seconds(world).filter(|_| first) {
        let event = Event::note(format!("A round lasts {seconds} s; five of them count as a minute."));
        world.tell(event.by(rule!("MOM-ROUND-2")));
    }
}

/// MOM-ROUND-4: Reaction Points, unions, Initiative, in this order.
fn start_round(world: &mut World) {
    tell_how_long(world);
    let ids: Vec<Id> = on_map(world).collect();
    for &id in &ids {
        let most = creature::profile(world, id).rp_max;
        let more = if creature::acts(world, id) { most - creature::points(world, id).rp } else { 0 };
        creature::change(world, id, RP, more, [rule!("MOM-ROUND-4")]);
        world.the_mut::<Drama>(id).rp_used = false;
    }
    for id in ids {
        let (by_hand, initiative) = (set_by_hand(world, id), world.the::<Timing>(id).initiative);
        let (score, before) = (score_of(world, id), world.the::<Timing>(id).union);
        *world.the_mut::<Timing>(id) = Timing { initiative, by_hand, score, before, ..Timing::default() };
    }
    launch(world, Ranking);
    if union::played(world) {
        pauses::open(world, Pause::RoundStart);
    }
}

/// The order of turns, to be settled once it is known who acts together.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ranking;

impl Later for Ranking {
    const STAGE: Stage = Stage::Turn;

    /// MOM-INIT-2, MOM-INIT-3, MOM-INIT-5.
    fn happen(self, world: &mut World) {
        let everybody: Vec<Id> = on_map(world).collect();
        for creature in everybody {
            // One that was set while unions were settled.
            let (before, now) = (world.the::<Timing>(creature).score, score_of(world, creature));
            if now != before {
                world.the_mut::<Timing>(creature).by_hand = now;
            }
            let trace = initiative(world, creature);
            let score = trace.value;
            if world.the::<Timing>(creature).initiative != score {
                world.the_mut::<Timing>(creature).initiative = score;
                let event = Event::new(What::Ranked { score }).actor(creature).trace(trace);
                world.tell(event.by(rule!("MOM-INIT-5")));
            }
        }
        let leads = |&id: &Id| world.the::<Timing>(id).union.is_none_or(|leader| leader == id);
        let heads: Vec<Id> = on_map(world).filter(leads).collect();
        let mut ranked = Vec::new();
        for creature in heads {
            let trace = union::initiative(world, creature);
            let score = trace.value;
            if trace.terms.len() > 1 {
                let event = Event::new(What::Ranked { score }).actor(creature).trace(trace);
                world.tell(event.by(rule!("MOM-UNION-2")));
            }
            let ties = [0, 0];
            ranked.push(Ranked { creature, score, ties });
        }
        initiative::rank(world, ranked, |_, _| {});
        // MOM-SURP-1, MOM-SURP-2, MOM-SURP-8: those who did not see it coming act last, with those who always do (MOM-SURP-10). MOM-INIT-6,
        // MOM-UNION-5, MOM-UNION-6: a union acts first only if all do, and last if any does.
        let surprised = |id: Id| creature::sharing(world, id).iter().any(|&id| has_condition(world, id, SURPRISED));
        let all = |id: Id, is: fn(&Profile) -> bool| {
            creature::sharing(world, id).into_iter().all(|id| is(creature::profile(world, id)))
        };
        let any = |id: Id, is: fn(&Profile) -> bool| {
            creature::sharing(world, id).into_iter().any(|id| is(creature::profile(world, id)))
        };
        let group = |id: Id| {
            if surprised(id) || any(id, |profile| profile.acts_last) {
                2
            } else {
                i32::from(!all(id, |profile| profile.acts_first))
            }
        };
        let mut order = world.resource::<Flow>().order.clone();
        order.sort_by_key(|slot| group(slot.creature));
        let out_of_order = order.iter().any(|slot| group(slot.creature) != 1);
        // MOM-UNION-5, MOM-UNION-6, MOM-SURP-8, MOM-SURP-10: what of that concerns unions, or both kinds of those who act last.
        let last: Vec<bool> =
            order.iter().filter(|slot| group(slot.creature) == 2).map(|slot| surprised(slot.creature)).collect();
        let unions: Vec<Id> =
            order.iter().map(|slot| slot.creature).filter(|&id| creature::sharing(world, id).len() > 1).collect();
        let first = |id: Id| any(id, |profile| profile.acts_first);
        let grouped: Vec<Rule> = [
            unions.iter().any(|&id| first(id) && group(id) < 2).then(|| rule!("MOM-UNION-5")),
            unions.iter().any(|&id| group(id) == 2).then(|| rule!("MOM-UNION-6")),
            unions.iter().any(|&id| surprised(id)).then(|| rule!("MOM-SURP-8")),
            (last.contains(&true) && last.contains(&false)).then(|| rule!("MOM-SURP-10")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let surprised = order.iter().any(|slot| surprised(slot.creature));
        let tied = order.windows(2).any(|pair| pair[0].score == pair[1].score);
        let united = |slot: &Slot| creature::sharing(world, slot.creature).len() > 1;
        let tied_union = order.windows(2).any(|pair| pair[0].score == pair[1].score && pair.iter().any(united));
        world.resource_mut::<Flow>().order = order;
        let mut event = initiative::ordered(world).by(rule!("MOM-INIT-2"));
        let objects = on_map(world).any(|id| creature::profile(world, id).object);
        event.rules.extend(objects.then(|| rule!("MOM-OBJ-2")));
        event.rules.extend(objects.then(|| rule!("MOM-INIT-4")));
        event.rules.extend(tied.then(|| rule!("MOM-INIT-3")));
        event.rules.extend(tied_union.then(|| rule!("MOM-INIT-9")));
        event.rules.extend(surprised.then(|| rule!("MOM-SURP-2")));
        event.rules.extend((out_of_order && !surprised).then(|| rule!("MOM-INIT-6")));
        event.rules.extend(grouped);
        world.tell(event);
    }
}

/// The place of a creature in the round has come, or the turn that it held.
fn start_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    let members = creature::sharing(world, active);
    let held = world.the::<Timing>(active).held == Held::Waits;
    for &id in &members {
        if held {
            world.the_mut::<Timing>(id).held = Held::Taken;
        } else {
            slot_comes(world, id, id == active);
        }
        give(world, id);
        world.the_mut::<Drama>(id).ap_used = false;
        if creature::acts(world, id) && creature::acts_by_script(world, id) {
            launch(world, script::Script::of(id));
        }
        if id != active {
            let event = Event::note("has its turn together with another").actor(id).target(active);
            let rules = [rule!("MOM-UNION-3"), rule!("MOM-UNION-4"), rule!("MOM-UNION-7")];
            world.tell(event.by_all(rules));
        }
    }
    // MOM-SURP-6: one that was surprised looks about for the first time.
    let surprised = |&id: &Id| has_condition(world, id, SURPRISED);
    if let Some(first) = members.iter().copied().find(surprised) {
        let event = Event::note("looks about for the first time").actor(first);
        world.tell(event.by(rule!("MOM-SURP-6")));
        sight::look_about(world);
    }
    if held {
        let event = Event::note("takes the turn that it held").actor(active).by(rule!("MOM-HOLD-1"));
        let flow = world.resource::<Flow>();
        // The rules of the event are told to every side, so only turns to come that every side knows of count.
        let known = |slot: &&Slot| strangers_to(world, slot.creature).is_empty();
        let mut rest = flow.order.iter().skip(flow.at + 1).filter(known);
        let last = rest.all(|slot| waits(world, slot.creature)).then(|| rule!("MOM-HOLD-4"));
        let taken = on_map(world).any(|id| has_condition(world, id, SURPRISED));
        let last = last.into_iter().chain(taken.then(|| rule!("MOM-SURP-9")));
        // MOM-HOLD-8: what lasts until the end of its turn has lasted until now, and goes on.
        let ails = |id: &Id| world.part::<Conditions>(*id).is_some_and(|conditions| !conditions.0.is_empty());
        let lasting = members.iter().any(ails).then(|| rule!("MOM-HOLD-8"));
        return world.tell(event.by(rule!("MOM-HOLD-9")).by_all(last).by_all(lasting));
    }
    if members.len() > 1 {
        let event = members
            .iter()
            .skip(1)
            .fold(Event::note("has its turn with its union").actor(members[0]), |event, &id| event.about(id));
        world.tell(event.by(rule!("MOM-UNION-12")).by(rule!("MOM-INIT-8")));
    }
    // MOM-HOLD-9, MOM-UNION-12, MOM-STAT-22: what is launched last comes first.
    for &id in members.iter().rev() {
        if status::burns(world, id) {
            launch(world, Burns(id));
        }
        if has_condition(world, id, BLEEDING) {
            launch(world, Bleeds(id));
        }
    }
}

/// MOM-STAT-17: what Burning does at the place of a creature in the round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Burns(Id);

impl Later for Burns {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let rule = if world.part::<Creature>(id).is_some() { rule!("MOM-STAT-17") } else { rule!("MOM-STAT-21") };
        let amount = Trace::new("Burning", 4).by(rule);
        let doses = vec![Dose { amount, damage_type: DamageType::Heat }];
        harm::hurt(world, id, &Blow { doses, ..Blow::default() }, None);
    }
}

/// MOM-STAT-21: objects that burn do so at the end of the round.
fn burn_objects(world: &mut World) {
    let burning: Vec<Id> = things(world).filter(|&id| status::burns(world, id)).collect();
    for id in burning.into_iter().rev() {
        launch(world, Burns(id));
    }
}

/// MOM-HOLD-7, MOM-UNION-7, MOM-TRIG-3: what lasts until a creature's next turn is over.
fn slot_comes(world: &mut World, id: Id, active: bool) {
    if !active {
        expire(world, |lasts| *lasts == Lasts::TurnStart(id));
    }
    let mut held = world.the_mut::<HeldActions>(id);
    if !std::mem::take(&mut held.0).is_empty() {
        world.note(id, "waits no longer for what did not come", rule!("MOM-TRIG-3"));
    }
}

/// MOM-ROUND-5, MOM-ROUND-7: what a turn gives.
fn give(world: &mut World, id: Id) {
    if let Err(why) = creature::able(world, id) {
        let rule = why.rule.unwrap_or(rule!("MOM-VIT-3"));
        let held = world.the::<Timing>(id).held == Held::Taken;
        let hold = if held { rule!("MOM-HOLD-12") } else { rule!("MOM-HOLD-11") };
        let event = Event::note(format!("{} Its turn passes.", why.message)).actor(id).by(rule);
        return world.tell(event.by(rule!("MOM-ROUND-11")).by(hold));
    }
    let points = creature::points(world, id);
    // MOM-STAT-24: what ails it counts as it is given.
    let mut ap = Trace::new(AP, creature::profile(world, id).ap_max);
    effects().add_to(&mut ap, world, id, Moment::ActionPoints);
    let less = ap.terms.iter().filter_map(|term| term.rule.clone()).collect::<Vec<_>>();
    creature::change(world, id, AP, ap.value.max(0) - points.ap, [rule!("MOM-ROUND-5")].into_iter().chain(less));
    let metres = creature::basic_movement(world, id);
    let rules = [rule!("MOM-ROUND-7")].into_iter().chain(creature::slowed(world, id));
    creature::change(world, id, METRES, metres - points.metres, rules);
    let mut points = world.the_mut::<Points>(id);
    (points.begun, points.credits, points.by_hand) = (false, 0, false);
}

/// MOM-ROUND-6: what is left of a turn is lost; then its end comes for everybody who had it, by Initiative (MOM-UNION-12).
fn end_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    let members = if is_on_map(world, active) { creature::sharing(world, active) } else { Vec::new() };
    // MOM-HOLD-5, MOM-HOLD-6: a held turn in which its creature has done nothing is lost.
    let begun = members.iter().any(|&id| creature::points(world, id).begun);
    if !begun && members.iter().any(|&id| world.the::<Timing>(id).held == Held::Taken) {
        let event = Event::note("loses the turn that it held").actor(active).by(rule!("MOM-HOLD-5"));
        world.tell(event.by(rule!("MOM-HOLD-6")));
    }
    for &id in &members {
        let Points { ap, metres, credits, .. } = creature::points(world, id);
        creature::change(world, id, AP, -ap, [rule!("MOM-ROUND-6")]);
        creature::change(world, id, METRES, -metres, [rule!("MOM-ROUND-8")]);
        if credits > 0 {
            world.the_mut::<Points>(id).credits = 0;
            world.note(id, "loses an attack that it has paid for", rule!("MOM-ACT-2"));
        }
    }
    // What is launched last comes first: the gap for held turns, what is held for this end, the end itself.
    for &id in members.iter().rev() {
        held::ended_turn(world, id);
    }
    for &id in members.iter().rev() {
        launch(world, Ending { id, active });
    }
}

/// MOM-STAT-23: the end of the turn of one creature: the ground it stands on, its Defense Rolls against what ails it, what lasts until
/// then, and what has given it away.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ending {
    id: Id,
    active: Id,
}

/// The part of it that comes after the rolls.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ended(Ending);

impl Later for Ending {
    const STAGE: Stage = Stage::Turn;

    fn happen(self, world: &mut World) {
        let Self { id, .. } = self;
        if !is_on_map(world, id) {
            return;
        }
        // What is launched last comes first.
        launch(world, Ended(self));
        launch(world, ShakesOff(id));
        life::forget_scorching(world, &[id]);
        environment::tread(world, id, None);
    }
}

impl Later for Ended {
    const STAGE: Stage = Stage::Turn;

    fn happen(self, world: &mut World) {
        let Self(Ending { id, active }) = self;
        if !is_on_map(world, id) {
            return;
        }
        world.the_mut::<Timing>(id).over = true;
        pin::turn_ends(world, id);
        let all: Vec<Id> = on_map(world).collect();
        life::forget_scorching(world, &all);
        // MOM-FLOW-8: it withdraws where it ends its turn on squares that lead out.
        let map = world.resource::<Map>();
        let out = space(world, id).squares().all(|at| map.cell(at).is_some_and(|cell| cell.exit));
        if out && creature::acts(world, id) {
            world.tell(Event::new(What::Leaves).target(id).by(rule!("MOM-FLOW-8")));
            return spawn::leave(world, id, false);
        }
        if id != active {
            expire(world, |lasts| *lasts == Lasts::TurnEnd(id));
        }
        // MOM-HIDE-9: what gave it away on its turn tells now.
        if world.part::<HiddenFrom>(id).is_some_and(|hidden| hidden.given_away) {
            hiding::reveal(world, id, None, HIDDEN, rule!("MOM-HIDE-9"));
        }
    }
}

/// Whether a creature holds its turn.
pub(crate) fn waits(world: &World, id: Id) -> bool {
    world.the::<Timing>(id).held == Held::Waits
}

/// The creature whose turn comes next in this round.
fn next_to_come(world: &World) -> Option<Id> {
    let flow = world.resource::<Flow>();
    let mut to_come = flow.order.iter().skip(flow.at + 1).map(|slot| slot.creature);
    to_come.find(|&id| is_on_map(world, id))
}

/// MOM-HOLD-2, MOM-HOLD-4: whether another turn is to come before those that are held, so that one of these can be taken before it.
pub(crate) fn leaves_a_gap(world: &World) -> bool {
    next_to_come(world).is_some_and(|next| !waits(world, next))
}

/// MOM-HOLD-2, MOM-HOLD-12: whether a creature takes the turn that it and its union hold, for which the first of them that can act speaks.
pub(crate) fn takes_turn(world: &World, id: Id) -> bool {
    waits(world, id) && creature::sharing(world, id).into_iter().find(|&id| creature::acts(world, id)) == Some(id)
}

/// MOM-HOLD-2, MOM-HOLD-3: the turn that a creature holds is the next one, and nobody else has the gap.
pub(crate) fn take(world: &mut World, id: Id) {
    pauses::close(world);
    let union = creature::sharing(world, id);
    let flow = world.resource::<Flow>();
    let slot = union.into_iter().find(|&id| flow.place(id).is_some());
    if let Some(slot) = slot {
        world.resource_mut::<Flow>().call(slot);
    }
    let event = Event::note("calls for the turn that it holds").actor(id);
    world.tell(event.by(rule!("MOM-HOLD-2")).by(rule!("MOM-HOLD-3")));
}

/// Whether the gap that is open now can matter to a creature that holds its turn, as far as its side knows: an enemy comes next, or one is
/// where it can be attacked.
pub(crate) fn gap_matters(world: &World, id: Id) -> bool {
    let side = side_of(world, id);
    let enemy = |&other: &Id| creature::hostile(world, id, other) && knows(world, side, other);
    if next_to_come(world).is_some_and(|next| enemy(&next)) {
        return true;
    }
    let attacks = &creature::profile(world, id).attacks;
    on_map(world).filter(enemy).any(|enemy| {
        let there = space(world, enemy);
        attacks.iter().any(|with| with.is_ordered() && aim::aims_at(world, id, with, enemy, there).is_ok())
    })
}

/// How a creature is asked in a gap.
pub(crate) fn asked_in_gap(world: &World, id: Id) -> PauseWords {
    let name = world.resource::<Names>().name(id);
    PauseWords {
        kind: GAP.into(),
        prompt: format!("Does {name} take the turn that it holds?").into(),
        go_on: "Wait".into(),
        rules: vec![rule!("MOM-HOLD-2"), rule!("MOM-HOLD-3")],
        ..PauseWords::default()
    }
}

/// Holds a turn, that of a whole union (MOM-HOLD-1, MOM-UNION-8).
pub(crate) fn hold(world: &mut World, id: Id) {
    let members = creature::sharing(world, id);
    for &id in &members {
        world.the_mut::<Timing>(id).held = Held::Waits;
        let mut points = world.the_mut::<Points>(id);
        (points.ap, points.metres) = (0, 0);
        let mut event = Event::note("holds its turn").actor(id).by(rule!("MOM-HOLD-1"));
        event.rules.extend((members.len() > 1).then(|| rule!("MOM-UNION-8")));
        world.tell(event);
    }
    let waiting: Vec<Id> = on_map(world).filter(|&id| waits(world, id)).collect();
    world.resource_mut::<Flow>().put_off(|id| waiting.contains(&id));
}

/// MOM-INIT-7: a creature that arrives late is in the order from the next round on.
pub(crate) fn arrive(world: &mut World, id: Id) {
    world.note(id, "joins the order with the next round", rule!("MOM-INIT-7"));
    sight::arrived(world, id);
}
