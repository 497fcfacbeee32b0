//! Tasks of the level: whether one can be tried, and a try (EDG-CORE-5 to EDG-CORE-12, EDG-CORE-21 to EDG-CORE-24, EDG-EFF-1 to EDG-EFF-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::source::Source;
use super::super::body::{creature, gravity, life};
use super::super::data::conditions::{FOCUSED, HELPED};
use super::super::data::task::{self, Task, Untrained};
use super::super::data::{Ability, MIGHT, skill};
pub(crate) use super::super::field::reach::to_hand as is_beside;
use super::{aid, special, stealth};
use crate::battle::{Event, *};
use crate::rule;

/// A try at a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Try {
    /// At what.
    pub thing: Id,
    /// Whether the strain is borne (EDG-EFF-1).
    pub strained: bool,
    /// EDG-EFF-4: steps of tenacity.
    pub tenacity: i32,
}

/// Whether a creature could do a task by itself.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn able_to(world: &World, id: Id, task: &Task) -> Result<(), Refusal> {
    let trained = creature::profile(world, id).skills.contains_key(&task.skill);
    if !trained && task.untrained == Untrained::Impossible {
        return Err(Refusal::by(rule!("EDG-CORE-21"), "untrained", "It takes the skill."));
    }
    Ok(())
}

/// Whether a creature can try a task now.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_try(world: &World, id: Id, thing: Id) -> Result<&Task, Refusal> {
    let task = world.part::<Task>(thing);
    let task = task.ok_or_else(|| Refusal::by(rule!("EDG-CORE-6"), "no_task", "That takes no check."))?;
    if !is_beside(world, id, thing) {
        return Err(Refusal::by(rule!("EDG-CORE-10"), "range", "It does not stand beside it."));
    }
    if task.is_done() {
        return Err(Refusal::by(rule!("EDG-CORE-6"), "done", "That is done."));
    }
    if task.is_lost() {
        return Err(Refusal::by(rule!("EDG-CORE-24"), "lost", "Another try is useless."));
    }
    able_to(world, id, task)?;
    if task.strain_required && life::can_pay(world, id, task.strain).is_err() {
        let message = format!("It takes {} Vitality, and one must be left.", task.strain);
        return Err(Refusal::by(rule!("EDG-EFF-3"), "strain", message));
    }
    Ok(task)
}

/// Whether a creature can help an ally with a task (EDG-CORE-11, EDG-CORE-12).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_help(world: &World, id: Id, ally: Id, thing: Id) -> Result<(), Refusal> {
    aid::is_ally(world, id, ally, rule!("EDG-CORE-11"))?;
    let Some(task) = world.part::<Task>(thing).filter(|task| !task.is_done() && !task.is_lost()) else {
        return Err(Refusal::by(rule!("EDG-CORE-11"), "no_task", "That takes no check."));
    };
    if !task.helpable {
        return Err(Refusal::by(rule!("EDG-CORE-12"), "no_help", "Help is of no use there."));
    }
    aid::accepts_help(world, id, ally)?;
    able_to(world, id, task).map_err(|why| Refusal { rule: Some(rule!("EDG-CORE-12")), ..why })?;
    if !is_beside(world, id, thing) {
        return Err(Refusal::by(rule!("EDG-CORE-11"), "range", "It does not stand beside it."));
    }
    Ok(())
}

/// Helps: the ally's next try at that has advantage, until the helper's next turn.
pub(crate) fn help(world: &mut World, id: Id, ally: Id, thing: Id) {
    gain_from(world, ally, HELPED, Some(thing), Lasts::TurnStart(id), [rule!("EDG-ACT-7"), rule!("EDG-CORE-11")]);
}

/// What joins and leans the check of a try.
fn check(world: &World, id: Id, task: &Task, tried: &Try) -> Check {
    let mut check = Check::new(world, id, Aim::Task, "task", (task.ability, Some(task.skill.as_str())));
    let from_it = |key: &str| {
        let all = world.the::<Conditions>(id).0.iter();
        all.filter(|one| one.key == key).any(|one| one.source == Some(tried.thing))
    };
    if from_it(HELPED) {
        check.lean(true, Source::Help, "an ally helps", rule!("EDG-CORE-11"));
    }
    if from_it(FOCUSED) {
        check.lean(true, Source::Focus, "it has looked into it", rule!("EDG-XPO-6"));
    }
    let skills = &creature::profile(world, id).skills;
    if task.synergy.as_ref().is_some_and(|other| skills.contains_key(other)) {
        check.lean(true, Source::Synergy, "another skill helps", rule!("EDG-CORE-23"));
    }
    if task.untrained == Untrained::Disadvantage && !skills.contains_key(&task.skill) {
        check.lean(false, Source::Untrained, "untrained", rule!("EDG-CORE-21"));
    }
    if task.ability == Ability::Strength && !task.halts && gravity::is_weightless(world, id) {
        check.lean(true, Source::Weightless, "what it moves has no weight", rule!("EDG-GRAV-17"));
    }
    if tried.tenacity > 0 {
        check.plus("tenacity", tried.tenacity, rule!("EDG-EFF-4"));
    }
    check
}

/// Tries it.
pub(crate) fn attempt(world: &mut World, id: Id, tried: Try) {
    let Ok(task) = may_try(world, id, tried.thing).cloned() else {
        return world.note(id, "it can no longer be tried", rule!("EDG-CORE-24"));
    };
    life::pay(world, id, life::TENACITY.points * tried.tenacity, rule!("EDG-EFF-4"));
    let bears = tried.strained && life::can_pay(world, id, task.strain).is_ok();
    if bears {
        life::pay(world, id, task.strain, rule!("EDG-EFF-1"));
    }
    let mut check = check(world, id, &task, &tried);
    if task.strain > 0 && !bears {
        check.lean(false, Source::Strain, "it spares itself the strain", rule!("EDG-EFF-2"));
    }
    let mut against = Trace::new("difficulty", task.difficulty);
    if let Some(name) = task::named(task.difficulty) {
        against.note(name, rule!("EDG-CORE-5"));
    }
    if task.ability != skill(&task.skill).map_or(task.ability, |skill| skill.ability) {
        against.note("an unusual pair", rule!("EDG-CORE-22"));
    }
    lose_from(world, id, HELPED, tried.thing, [rule!("EDG-CORE-11")]);
    let settled = Settled { thing: Some(tried.thing), ..Settled::of(id, Aim::Task) };
    let made = if task.collective {
        together(world, id, &task, tried, check, &against)
    } else {
        special::attempt(world, check, against, settled, rule!("EDG-CORE-6"))
    };
    if made {
        wins(world, id, tried.thing, rule!("EDG-CORE-10"));
    } else {
        loses(world, id, tried.thing);
    }
    // EDG-HIDE-6: a door that is forced is heard.
    if task.skill == MIGHT && world.part::<DoorState>(tried.thing).is_some() {
        stealth::give_away(world, id);
    }
    if task.strain > 0 && !bears {
        life::tires(world, id, 1, rule!("EDG-EFF-2"));
    }
}

/// EDG-CORE-13: every member of the side makes the check; at least half of them must succeed.
fn together(world: &mut World, id: Id, task: &Task, tried: Try, own: Check, against: &Trace) -> bool {
    let side = side_of(world, id);
    let members: Vec<Id> =
        on_map(world).filter(|&one| side_of(world, one) == side && creature::conscious(world, one)).collect();
    let mut own = Some(own);
    let mut won = 0;
    for &member in &members {
        let mine = if member == id { own.take() } else { None };
        let rolls = mine.unwrap_or_else(|| check(world, member, task, &Try { tenacity: 0, ..tried }));
        let settled = Settled { thing: Some(tried.thing), ..Settled::of(member, Aim::Task) };
        if special::attempt(world, rolls, against.clone(), settled, rule!("EDG-CORE-13")) {
            won += 1;
        }
    }
    world.note(id, format!("{won} of {} succeed", members.len()), rule!("EDG-CORE-13"));
    2 * won >= members.len()
}

/// EDG-XPO-5: a second check with another skill, which costs nothing and brings no exploit.
pub(super) fn one_more(world: &mut World, id: Id, thing: Id, rule: Rule) {
    let Some(task) = world.part::<Task>(thing).cloned() else { return };
    let Some((key, event)) = task.also else { return };
    let Some(skill) = skill(&key) else { return };
    let check = Check::new(world, id, Aim::Task, "one more thing", (skill.ability, Some(key.as_str())));
    let settled = Settled { barred: true, ..Settled::of(id, Aim::Task) };
    if special::attempt(world, check, Trace::new("difficulty", task.difficulty), settled, rule.clone()) {
        world.note(id, "one more thing", rule);
        happens(world, event.as_deref());
    }
}

/// A success at it, by a check or by an exploit (EDG-CORE-10, EDG-XPO-4).
pub(super) fn wins(world: &mut World, id: Id, thing: Id, rule: Rule) {
    let Some(mut task) = world.part_mut::<Task>(thing).filter(|task| !task.is_done()) else { return };
    task.won += 1;
    let (won, needs, done) = (task.won, task.needs, task.is_done());
    let then = task.on_success.clone();
    if needs > 1 {
        world.note(id, format!("{won} of {needs} successes"), rule);
    }
    if !done {
        return;
    }
    world.tell(Event::note("it is done").actor(id).target(thing).by(rule!("EDG-OBJ-1")).by(rule!("EDG-CORE-6")));
    if world.part::<DoorState>(thing).is_some() {
        environment::set_door(world, thing, crate::level::Door::Open, Some(id));
    } else if world.part::<Device>(thing).is_some() {
        work_device(world, thing);
    }
    happens(world, then.as_deref());
}

/// A failure at it (EDG-CORE-7, EDG-CORE-10, EDG-CORE-24).
fn loses(world: &mut World, id: Id, thing: Id) {
    let Some(mut task) = world.part_mut::<Task>(thing) else { return };
    task.lost += 1;
    let (lost, needs, over) = (task.lost, task.needs, task.is_lost());
    let then = task.on_fail.clone().filter(|_| needs == 1 || over);
    if needs > 1 {
        world.note(id, format!("{lost} of {needs} failures"), rule!("EDG-CORE-10"));
    }
    if over {
        world.note(id, "no further try", rule!("EDG-CORE-24"));
    }
    if then.is_some() {
        world.tell(Event::note("a failure with consequences").actor(id).target(thing).by(rule!("EDG-CORE-7")));
    }
    happens(world, then.as_deref());
}

/// Lets an event of the level happen.
fn happens(world: &mut World, event: Option<&str>) {
    let level = world.resource::<LevelRes>().0.clone();
    let index = event.and_then(|event| level.events.iter().position(|known| known.id == event));
    if let Some(index) = index {
        environment::fire(world, index);
    }
}
