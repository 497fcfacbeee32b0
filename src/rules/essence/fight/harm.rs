//! Damage, healing, and what they bring about: Incapacitated, Bleeding, Unconscious, Dead, Destroyed.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{clock, controller, creature, gear};
use super::super::data::stats::*;
use super::super::motion::{descent, unbind};
use super::{attack, waiting};
use crate::battle::{Event, *};
use crate::rule;

/// Harm that no attack does, on its way: events, overrides.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wound {
    /// To whom.
    pub target: Id,
    /// How much.
    pub amount: Trace,
    /// Of which kind.
    pub kind: DamageType,
}

pub(crate) fn wound(world: &mut World) {
    let Some((_, wound)) = topmost::<Wound>(world) else {
        return;
    };
    let Wound { target, amount, kind } = wound.clone();
    land(world);
    deal(world, None, target, amount, kind, vec![rule!("ESS-DMG-3")]);
}

/// Doubles an amount, for a reason.
pub(crate) fn double(amount: &mut Trace, why: &'static str, rule: Rule) {
    amount.push(Trace::becomes(why, amount.value * 2).by(rule));
}

/// ESS-DMG-2: the rest of the order after dice, modifiers and criticals; then hit points and what follows. `by` is whose attack
/// it is, if it is one.
pub(crate) fn deal(
    world: &mut World,
    by: Option<Id>,
    target: Id,
    mut amount: Trace,
    kind: DamageType,
    rules: Vec<Rule>,
) {
    if amount.value < 0 {
        amount.push(Trace::becomes("at least nothing", 0).by(rule!("ESS-ATK-11")));
    }
    let object = world.part::<ObjectHealth>(target).cloned();
    if object.is_none() && (!is_on_map(world, target) || world.part::<Vitals>(target).is_none()) {
        if let Some(by) = by {
            attack::came(world, by, Some(target), AttackOutcome::Void, None);
        }
        return;
    }
    let mut part = DamagePart::new(kind.kind(), amount.value);
    let (vulnerable, rule) = match &object {
        Some(sturdy) => (sturdy.vulnerable.contains(&kind), rule!("ESS-ICE-4")),
        None => (creature::profile(world, target).vulnerable.contains(&kind), rule!("ESS-DMG-2")),
    };
    if vulnerable && amount.value > 0 {
        double(&mut amount, "Vulnerable", rule);
        part.leaves(amount.value, Protection::new(Guard::Vulnerability, "Vulnerable"));
    }
    if let Some(sturdy) = object {
        return wear_down(world, by, (target, sturdy), amount, part, rules);
    }
    let came = came_of(by, target, &part);
    if amount.value == 0 {
        world.tell(came.trace(amount).by(rule!("ESS-ATK-11")).by_all(rules));
        return;
    }
    if by.is_some() {
        world.tell(came);
    }
    suffer(world, target, amount, part, rules);
}

/// What came of an attack or other harm.
fn came_of(by: Option<Id>, target: Id, part: &DamagePart) -> Event {
    let came = What::came_of(std::slice::from_ref(part));
    Event::new(came).actor(by).target(target)
}

fn suffer(world: &mut World, id: Id, amount: Trace, part: DamagePart, rules: Vec<Rule>) {
    let before = world.the::<Vitals>(id).hp;
    let after = before - amount.value;
    world.the_mut::<Vitals>(id).hp = after;
    let event =
        Event::new(What::damage(vec![part], "hp", (before, after))).target(id).trace(amount).by(rule!("ESS-DMG-1"));
    world.tell(event.by_all(rules));
    worsen(world, id, 1, rule!("ESS-BLEED-3"));
    if before > 0 && after <= 0 {
        incapacitate(world, id);
    } else if after <= 0 && !has_condition(world, id, condition::BLEEDING) {
        world.note(id, "hurt again, but Bleeding does not begin anew", rule!("ESS-INCAP-4"));
    }
    if is_on_map(world, id) && after <= -creature::profile(world, id).hp_max {
        die(world, id, rule!("ESS-DEAD-1"));
    }
}

/// ESS-BLEED-1: its Bleed Penalty, if it bleeds.
pub(crate) fn bleed_penalty(world: &World, id: Id) -> Option<i32> {
    let mut all = world.the::<Conditions>(id).0.iter();
    all.find(|one| one.key == condition::BLEEDING).map(|one| one.amount)
}

/// ESS-BLEED-3, ESS-BLEED-4: the Bleed Penalty, while it bleeds.
pub(crate) fn worsen(world: &mut World, id: Id, by: i32, rule: Rule) {
    let change = world.change::<Conditions, _>(id, |all| {
        let bleeding = all.0.iter_mut().find(|one| one.key == condition::BLEEDING)?;
        let before = bleeding.amount;
        bleeding.amount = (before + by).max(0);
        Some((before, bleeding.amount))
    });
    let Some(change) = change.flatten() else { return };
    world.tell(Event::resource(id, "bleed penalty", change).by(rule));
}

/// ESS-DMG-2: an object; its Durability comes off last.
fn wear_down(
    world: &mut World,
    by: Option<Id>,
    (id, sturdy): (Id, ObjectHealth),
    mut amount: Trace,
    mut part: DamagePart,
    rules: Vec<Rule>,
) {
    if sturdy.durability > 0 && amount.value > 0 {
        let rest = (amount.value - sturdy.durability).max(0);
        let mut term = Trace::becomes("Durability", rest).by(rule!("ESS-ATK-13"));
        term.note("after every doubling", rule!("ESS-DMG-2"));
        amount.push(term);
        part.leaves(rest, Protection::new(Guard::Hardness, "Durability").of(id));
    }
    if by.is_some() || amount.value == 0 {
        world.tell(came_of(by, id, &part));
    }
    let after = (sturdy.hp - amount.value).max(0);
    world.the_mut::<ObjectHealth>(id).hp = after;
    let event =
        Event::new(What::damage(vec![part], "hp", (sturdy.hp, after))).target(id).trace(amount).by(rule!("ESS-ATK-13"));
    world.tell(event.by_all(rules));
    if after == 0 {
        let name = world.resource::<Names>().name(id).to_owned();
        let text = format!("{name} is of no more use");
        world.tell(Event::note(text).target(id).by(rule!("ESS-OBJ-1")));
        if let Some(text) = spawn::wreck(world, id) {
            world.tell(Event::note(text).by(rule!("ESS-EDGE-7")));
        }
    }
}

/// ESS-HEAL-1, ESS-BLEED-4: healing.
pub(crate) fn heal(world: &mut World, id: Id, amount: Trace, rules: Vec<Rule>) {
    if !is_on_map(world, id) {
        return;
    }
    let max = creature::profile(world, id).hp_max;
    let before = world.the::<Vitals>(id).hp;
    let after = (before + amount.value.max(0)).min(max).max(before);
    world.the_mut::<Vitals>(id).hp = after;
    let up = before <= 0 && after > 0;
    let bleeds_on = up && has_condition(world, id, condition::BLEEDING);
    let event = Event::new(What::Heal { pool: "hp".into(), change: (before, after) })
        .target(id)
        .trace(amount)
        .by(rule!("ESS-HEAL-1"))
        .by_all(up.then_some(rule!("ESS-HEAL-2")))
        .by_all(bleeds_on.then_some(rule!("ESS-BLEED-12")));
    world.tell(event.by_all(rules));
    worsen(world, id, -1, rule!("ESS-BLEED-4"));
    if after > 0 {
        wake(world, id);
    }
}

/// ESS-UNC-2: an Unconscious creature wakes if its hit points are above 0.
pub(crate) fn wake(world: &mut World, id: Id) {
    if world.the::<Vitals>(id).hp > 0 {
        lose(world, id, condition::UNCONSCIOUS, rule!("ESS-UNC-2"));
    }
}

/// Gains a condition for so many Rounds; says whether it was not there before.
pub(crate) fn gain_for(world: &mut World, id: Id, key: &'static str, rounds: i32, rule: Rule) -> bool {
    let first = gain(world, id, key, rule);
    clock::start_once(world, clock::Timed::Condition(id, key.into()), rounds);
    first
}

/// Gains a condition; says whether it was not there before.
pub(crate) fn gain(world: &mut World, id: Id, key: &'static str, rule: Rule) -> bool {
    let lasts = match key {
        condition::SURPRISED => Lasts::RoundEnd,
        _ => Lasts::UntilEnded,
    };
    if !is_on_map(world, id) || !crate::battle::gain(world, id, key, lasts, [rule]) {
        return false;
    }
    if key == condition::ENTANGLED {
        halt(world, id);
    }
    if key == condition::SLOWED || key == condition::STUNNED {
        recount(world, id);
    }
    if key == condition::STUNNED {
        unbind::let_go(world, id, &rule!("ESS-GRAP-17"));
        // Wings hold until the end of its Turn (ESS-FLY-7), or for good (ESS-FLY-8).
        if world.the::<Stance>(id).climbing {
            descent::lose_hold(world, id);
        }
    }
    true
}

/// Loses a condition; says whether it was there.
pub(crate) fn lose(world: &mut World, id: Id, key: &'static str, rule: Rule) -> bool {
    crate::battle::lose(world, id, key, [rule])
}

/// ESS-MOVE-12: a Move under way ends.
pub(crate) fn halt(world: &mut World, id: Id) {
    let moving = controller::acting(world, id);
    if let Some(mut turn) = world.part_mut::<TurnUsage>(id)
        && moving
        && turn.run > 0
    {
        turn.halted = true;
        turn.run = 0;
        world.note(id, "the Move is over", rule!("ESS-MOVE-12"));
    }
}

/// Lies down, by whatever cause.
pub(crate) fn fall_prone(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) || creature::weightless(world) || descent::plummet(world, id) {
        return;
    }
    if !gain(world, id, condition::PRONE, rule) {
        return;
    }
    halt(world, id);
    // A partner that still falls, or may yet hold on, does not lie there (ESS-GRAP-19).
    let falls = |world: &World, other: Id| world.the::<Stance>(other).tumbling;
    for other in creature::partners(world, id) {
        if !falls(world, other) {
            fall_prone(world, other, rule!("ESS-GRAP-9"));
        }
    }
    unbind::throw(world, id);
    waiting::announce(world, id, &[Trigger::FallsProne]);
}

/// ESS-TURN-6: Actions are counted anew at once.
fn recount(world: &mut World, id: Id) {
    let trace = creature::allowance(world, id);
    world.tell(Event::number(id, trace).by(rule!("ESS-TURN-6")));
}

/// ESS-INCAP-2: Prone and Bleeding.
pub(crate) fn incapacitate(world: &mut World, id: Id) {
    let event =
        Event::new(What::gains(world, "incapacitated")).target(id).by(rule!("ESS-INCAP-1")).by(rule!("ESS-INCAP-2"));
    world.tell(event);
    halt(world, id);
    recount(world, id);
    if gain(world, id, condition::BLEEDING, rule!("ESS-INCAP-2")) {
        world.note(id, "its Bleed Penalty is 0", rule!("ESS-BLEED-2"));
    }
    if world.the::<Stance>(id).aloft {
        world.note(id, "its wings fail", rule!("ESS-FLY-9"));
    }
    fall_prone(world, id, rule!("ESS-INCAP-2"));
}

/// ESS-UNC-1: falls Unconscious.
pub(crate) fn knock_out(world: &mut World, id: Id, rule: Rule) {
    if !gain(world, id, condition::UNCONSCIOUS, rule!("ESS-UNC-1")) {
        return;
    }
    world.tell(Event::new(What::Down).target(id).by(rule));
    world.the_mut::<TurnUsage>(id).ready = None;
    unbind::let_go(world, id, &rule!("ESS-GRAP-17"));
    // Nobody falls Prone who lies there already, or where nothing has weight (ESS-ZG-10): the seat is lost all the same.
    if has_condition(world, id, condition::PRONE) || creature::weightless(world) {
        unbind::throw(world, id);
    }
    fall_prone(world, id, rule!("ESS-UNC-1"));
    environment::fallen(world, id);
}

/// ESS-DEAD-1, ESS-DEAD-2: dies.
pub(crate) fn die(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) {
        return;
    }
    world.tell(Event::new(What::Dies).target(id).by(rule).by(rule!("ESS-OCC-3")));
    let mut turn = world.the_mut::<TurnUsage>(id);
    (turn.ready, turn.delaying) = (None, false);
    let at = world.the::<Position>(id).at;
    for key in gear::carried(world, id) {
        let gear = &world.the::<Gear>(id).0;
        if gear.iter().any(|item| item.held && item.weapon.key == key) {
            gear::drop_item(world, id, &key, at, rule!("ESS-OCC-3"));
        }
    }
    spawn::leave(world, id, true);
}

/// Each part of a harm becomes a wound.
pub(crate) fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
        let kind = DamageType::known(&kind).unwrap_or_default();
        let target = hurt.target;
        launch(world, Wound { target, amount, kind });
    }
}
