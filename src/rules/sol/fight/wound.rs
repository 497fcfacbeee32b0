//! The order inside one damage (SOL-DMG-15): death by triple maximum, hit points, knock-out, ability dice.

use bevy::prelude::World;

use super::super::data::stats::*;
use super::super::field::items;
use super::super::motion;
use super::ability_loss::{awaits, consequences, die};
use super::hit::{Hit, Progress, Taken, at, comes_to_nothing};
use super::types::targeted;
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

/// SOL-DMG-15: the order inside one damage.
pub(super) fn wound(world: &mut World) {
    let Some(id) = at(world, Progress::Defended) else {
        return;
    };
    *world.the_mut::<Progress>(id) = Progress::Dealt;
    let hit = world.the::<Hit>(id).clone();
    let stopped = comes_to_nothing(world, &hit);
    if stopped {
        let text = format!("{} comes to nothing", hit.name);
        let dead = hit.by.is_some_and(|by| !is_on_map(world, by));
        let rule = if dead { rule!("SOL-DEATH-5") } else { rule!("SOL-COND-3") };
        world.tell(Event::note(text).by(rule));
        world.tell(outcome(&hit, What::came(AttackOutcome::Void)));
    }
    let amount = if stopped { 0 } else { hit.total.value.max(0) };
    world.put(id, Taken(amount));
    if stopped {
        return;
    }
    if world.part::<ObjectHealth>(hit.target).is_some() {
        return hurt_object(world, &hit, amount);
    }
    if !is_on_map(world, hit.target) {
        if hit.by.is_some() {
            world.tell(outcome(&hit, What::came(AttackOutcome::Void)));
        }
        return;
    }
    if amount == 0 {
        let rule = if hit.by.is_some() { rule!("SOL-ATK-8") } else { rule!("SOL-DMG-16") };
        let mut total = hit.total.clone();
        if total.value < 0 {
            total.push(Trace::becomes("no damage", 0).by(rule!("SOL-DMG-16")));
        }
        let event = outcome(&hit, came_of(&hit)).trace(total).by(rule);
        let event = event.by(rule!("SOL-DMG-16"));
        let event = event.by_all(hit.rider.is_some().then_some(rule!("SOL-ATK-9")));
        world.tell(event.by_all(hit.knock_out.then_some(rule!("SOL-KO-4"))));
        return;
    }
    if hit.by.is_some() {
        world.tell(outcome(&hit, came_of(&hit)));
    }
    suffer(world, &hit, amount);
}

/// What came of a hit, about whom it is.
fn outcome(hit: &Hit, what: What) -> Event {
    let event = Event::new(what).actor(hit.by).target(hit.target);
    match (hit.by, hit.spot) {
        (Some(_), Some(_)) => event.by(rule!("SOL-AREA-2")).by(rule!("SOL-AREA-5")),
        _ => event,
    }
}

/// The one roll is the aim and the damage: an attack that comes to nothing by itself goes past.
fn came_of(hit: &Hit) -> What {
    if hit.came <= 0 {
        return What::came(AttackOutcome::Missed);
    }
    What::came_of(&[hit.part()])
}

fn hurt_object(world: &mut World, hit: &Hit, amount: i32) {
    if hit.by.is_some() || amount == 0 {
        world.tell(outcome(hit, came_of(hit)));
    }
    let mut sturdy = world.the_mut::<ObjectHealth>(hit.target);
    let before = sturdy.hp;
    sturdy.hp = (before - amount).max(0);
    let after = sturdy.hp;
    let event = Event::new(What::damage(vec![hit.part()], "hp", (before, after)))
        .target(hit.target)
        .trace(hit.total.clone())
        .by(rule!("SOL-OBJ-1"));
    world.tell(event);
    if after == 0 {
        let at_edge = spawn::wreck(world, hit.target);
        let rule = if at_edge.is_some() { rule!("SOL-EDGE-8") } else { rule!("SOL-OBJ-2") };
        let text = at_edge.unwrap_or("only rubble is left".into());
        world.tell(Event::note(text).by(rule));
    }
}

fn suffer(world: &mut World, hit: &Hit, amount: i32) {
    let id = hit.target;
    let max = world.the::<Stats>(id).0.hp_max;
    let before = world.the::<Wounds>(id).clone();
    let told = |world: &mut World, after: i32, rules: Vec<Rule>| {
        let event = Event::new(What::damage(vec![hit.part()], "hp", (before.hp, after)));
        world.tell(event.target(id).trace(hit.total.clone()).by_all(rules));
    };
    if amount >= 3 * max {
        let mut rules = vec![rule!("SOL-DEATH-2"), rule!("SOL-DMG-15")];
        if hit.knock_out {
            rules.push(rule!("SOL-KO-9"));
        }
        world.the_mut::<Wounds>(id).hp = 0;
        told(world, 0, rules);
        die(world, id, rule!("SOL-DEATH-2"));
        return;
    }
    let after = (before.hp - amount).max(0);
    let mut rules = vec![rule!("SOL-DMG-1"), rule!("SOL-DMG-12")];
    if hit.by.is_some() {
        rules.extend([rule!("SOL-ATK-2"), rule!("SOL-ATK-5"), rule!("SOL-ATK-7")]);
    } else {
        rules.push(rule!("SOL-EVENT-7"));
    }
    if before.hp - amount < 0 {
        rules.push(rule!("SOL-DMG-2"));
    }
    if after == 0 {
        rules.extend([rule!("SOL-DMG-3"), rule!("SOL-DEATH-3")]);
    }
    world.the_mut::<Wounds>(id).hp = after;
    told(world, after, rules);
    if hit.knock_out && before.hp == 0 && challenge_lost(world, id, amount) {
        return;
    }
    ability_dice(world, hit, amount, &before, max);
}

/// SOL-KO-5 to SOL-KO-8. True when the target goes down and no ability dice are rolled.
fn challenge_lost(world: &mut World, id: Id, amount: i32) -> bool {
    let endurance = world.the::<Stats>(id).0.endurance;
    let die = world.resource_mut::<Dice>().term(8, "endurance die", rule!("SOL-KO-5"));
    let trace = Trace::new(format!("Endurance challenge against {amount}"), 0)
        .with(die)
        .with(Trace::new("Endurance", endurance));
    let held = trace.value >= amount;
    let rule = if held { rule!("SOL-KO-7") } else { rule!("SOL-KO-6") };
    world.tell(Event::new(What::Number).target(id).trace(trace).by(rule));
    if held {
        return false;
    }
    knock_out(world, id);
    let die = world.resource_mut::<Dice>().term(4, "hours unconscious", rule!("SOL-KO-8"));
    let text = format!("out for {} hours", die.value);
    world.tell(Event::note(text).actor(id).trace(die));
    true
}

/// SOL-COND-3: helpless, prone, hands empty.
pub(crate) fn knock_out(world: &mut World, id: Id) {
    if !gain(world, id, condition::UNCONSCIOUS, Lasts::Fight, [rule!("SOL-COND-3")]) {
        return;
    }
    world.tell(Event::new(What::Down).target(id));
    world.the_mut::<TurnUsage>(id).ready = None;
    items::drop_everything(world, id, rule!("SOL-COND-3"));
    motion::fall_prone(world, id, rule!("SOL-COND-2"));
    motion::displaced(world, id);
    awaits(world, id);
    environment::fallen(world, id);
}

/// SOL-DMG-4 to SOL-DMG-11: does the second layer take a wound, and with which dice.
fn ability_dice(world: &mut World, hit: &Hit, amount: i32, before: &Wounds, max: i32) {
    let id = hit.target;
    let bare = before.hp == 0;
    let sides = if bare && before.abilities.contains(&0) { 6 } else { 4 };
    let size_rule = if sides == 6 { rule!("SOL-DMG-10") } else { rule!("SOL-DMG-11") };
    if amount > 2 * max {
        let reason = vec![rule!("SOL-DMG-7"), rule!("SOL-DMG-9"), size_rule];
        lose_all(world, id, sides, "more than double the maximum", reason);
        return;
    }
    let (due, rule) = if bare {
        (true, rule!("SOL-DMG-6"))
    } else if amount > 2 * before.hp {
        (true, rule!("SOL-DMG-4"))
    } else {
        (false, rule!("SOL-DMG-5"))
    };
    if !due {
        if amount == 2 * before.hp || amount == 2 * max {
            let text = "exactly double is not more than double";
            let extra = if amount == 2 * max { rule!("SOL-DMG-8") } else { rule!("SOL-DMG-5") };
            world.tell(Event::note(text).actor(id).by(rule).by(extra));
        }
        return;
    }
    let (ability, type_rule) = targeted(hit.damage_type);
    let mut rules = vec![rule, type_rule, size_rule, rule!("SOL-TYPE-1")];
    let die = world.resource_mut::<Dice>().die(sides, "ability die");
    let score = before.score(ability);
    let after = (score - i32::from(die.face)).max(0);
    if score - i32::from(die.face) < 0 {
        rules.push(rule!("SOL-DMG-13"));
    }
    world.the_mut::<Wounds>(id).abilities[ability as usize] = after;
    tell_ability(world, id, ability, die, (score, after), rules);
    consequences(world, id, before);
}

fn tell_ability(world: &mut World, id: Id, ability: Ability, die: Die, change: (i32, i32), rules: Vec<Rule>) {
    let trace = Trace::new(format!("{} lost", ability.name()), i32::from(die.face)).rolled(vec![die]);
    let event = Event::resource(id, ability.name(), change).target(id);
    world.tell(event.trace(trace).by_all(rules));
}

/// Five dice in the order of SOL-DMG-14, applied together.
fn lose_all(world: &mut World, id: Id, sides: u16, why: &'static str, rules: Vec<Rule>) {
    let before = world.the::<Wounds>(id).clone();
    let dice: Vec<Die> = Ability::ALL.iter().map(|_| world.resource_mut::<Dice>().die(sides, why)).collect();
    for (ability, die) in Ability::ALL.into_iter().zip(dice) {
        let score = before.score(ability);
        let after = (score - i32::from(die.face)).max(0);
        world.the_mut::<Wounds>(id).abilities[ability as usize] = after;
        let mut rules = rules.clone();
        rules.push(rule!("SOL-DMG-14"));
        if score - i32::from(die.face) < 0 {
            rules.push(rule!("SOL-DMG-13"));
        }
        tell_ability(world, id, ability, die, (score, after), rules);
    }
    consequences(world, id, &before);
}

/// SOL-ZERO-5, SOL-ZERO-6: the drain of Constitution 0.
pub(crate) fn drain(world: &mut World, id: Id) {
    let rules = vec![rule!("SOL-ZERO-5"), rule!("SOL-ZERO-6"), rule!("SOL-TURN-1")];
    lose_all(world, id, 4, "drain", rules);
}
