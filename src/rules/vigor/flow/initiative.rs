//! The order of turns: who expects the fight, who rolls for a place in it, who comes late (VIG-AMB, VIG-INIT).

use std::cmp::Reverse;

use bevy::prelude::*;

use super::super::body::creature;
use super::super::body::roll::Pool;
use super::super::data::conditions::*;
use super::super::data::{Hiding, When};
use super::super::field::{compass, sight};
use crate::battle::{Event, *};
use crate::rule;

/// VIG-AMB-1: the level names those who suspect nothing; those who watch in one direction are caught from any other (VIG-AMB-9).
pub(crate) fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let named = |names: &[String], id: Id| names.contains(&world.the::<Creature>(id).name);
    let everybody: Vec<Id> = on_map(world).collect();
    let unsuspecting: Vec<Id> = everybody.iter().copied().filter(|&id| named(&level.surprised, id)).collect();
    let caught = |&id: &Id| unsuspecting.contains(&id) || matches!(watch(world, id), Watch::Elsewhere);
    let targets: Vec<Id> = everybody.iter().copied().filter(caught).collect();
    let hidden: Vec<(Id, Vec<SideId>)> = everybody
        .iter()
        .map(|&id| (id, hides_from(world, id, named(&level.start_hidden, id), &targets)))
        .filter(|(_, from)| !from.is_empty())
        .collect();
    for (id, from) in hidden {
        let mut hiding = world.the_mut::<Hiding>(id);
        (hiding.from, hiding.total) = (from, sight::LYING_IN_WAIT);
        creature::gain(world, id, HIDDEN, Lasts::UntilEnded, rule!("VIG-HIDE-5"));
    }
    for id in everybody {
        let listed = unsuspecting.contains(&id);
        match watch(world, id) {
            Watch::Expected => world.note(id, "expected it from there", rule!("VIG-AMB-8")),
            Watch::Elsewhere => {
                creature::gain(world, id, AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-9"));
            }
            watch => {
                if matches!(watch, Watch::Idle) {
                    world.note(id, "watches for nothing", rule!("VIG-AMB-10"));
                }
                if listed {
                    creature::gain(world, id, AMBUSHED, Lasts::RoundEnd, rule!("VIG-AMB-1"));
                }
            }
        }
    }
}

/// The sides from which a creature is Hidden when the fight begins: whoever lies in wait from those of its targets (VIG-HIDE-5,
/// VIG-HIDE-9).
fn hides_from(world: &World, id: Id, everybody: bool, targets: &[Id]) -> Vec<SideId> {
    let named = level_start::hidden_from(world, "vigor", id);
    let own = side_of(world, id);
    let lies_in_wait = creature::profile(world, id).ambush;
    let awaits = |other: &Id| lies_in_wait && targets.contains(other) && creature::hostile(world, id, *other);
    let mut sides: Vec<SideId> = on_map(world)
        .filter(|other| everybody || named.contains(other) || awaits(other))
        .map(|other| side_of(world, other))
        .filter(|&side| side != own)
        .collect();
    sides.sort();
    sides.dedup();
    sides
}

/// What becomes of somebody's watch when the fight begins.
enum Watch {
    /// It keeps none.
    None,
    /// Nothing attacks it: its own side begins, or nobody.
    Idle,
    /// VIG-AMB-8: the attack comes from where it looks.
    Expected,
    /// VIG-AMB-9: it comes from elsewhere.
    Elsewhere,
}

/// The creature whose act starts the fight: as its stat block has it, or else as the level's `opening` names it (VIG-AMB-7).
fn begins(world: &World) -> Option<Id> {
    let written = || on_map(world).find(|&id| creature::profile(world, id).initiator);
    let opening = &world.resource::<LevelRes>().0.opening;
    let named = |id: &Id| Some(&world.the::<Creature>(*id).name) == opening.as_ref();
    written().or_else(|| on_map(world).find(named))
}

fn watch(world: &World, id: Id) -> Watch {
    let Some(heading) = creature::profile(world, id).over_watch else {
        return Watch::None;
    };
    match begins(world).filter(|&other| creature::hostile(world, id, other)) {
        None => Watch::Idle,
        Some(other) if compass::expected(heading, compass::offset(space(world, id), space(world, other))) => {
            Watch::Expected
        }
        Some(_) => Watch::Elsewhere,
    }
}

/// VIG-INIT-1: one creature's roll.
fn roll_one(world: &mut World, id: Id) -> i32 {
    let talents = creature::profile(world, id).init_dice;
    let mut pool = Pool::action(id, "initiative").dice("talents", talents, rule!("VIG-INIT-1"));
    pool = pool.talents(world, When::Init);
    if world.resource::<Flow>().round == 0 && matches!(watch(world, id), Watch::Expected) {
        pool = pool.dice("Over Watch", 1, rule!("VIG-INIT-3"));
    }
    let mut trace = pool.roll(world);
    if creature::profile(world, id).over_watch.is_some() {
        trace.push(Trace::note("watches one way").by(rule!("VIG-AMB-6")));
    }
    let score = trace.value;
    world.tell(Event::new(What::Ranked { score }).actor(id).trace(trace).by(rule!("VIG-INIT-1")));
    score
}

/// VIG-INIT-2, VIG-INIT-4: from the highest to the lowest; ties by Speed, Agility, roster. Whoever stays out has no turn (VIG-INIT-7).
pub(crate) fn roll_initiative(world: &mut World) {
    let fights = |world: &World, id: Id| !creature::profile(world, id).stays_out;
    let mut ids: Vec<Id> = on_map(world).filter(|&id| fights(world, id)).collect();
    if ids.is_empty() {
        ids = on_map(world).collect();
    }
    let mut ranked = Vec::new();
    for id in ids {
        let score = roll_one(world, id);
        let profile = creature::profile(world, id);
        ranked.push(Ranked { creature: id, score, ties: [profile.speed, profile.agility] });
        if begins(world) == Some(id) {
            world.note(id, "what the fight began with is done on its turn", rule!("VIG-INIT-6"));
        }
    }
    // Whom neither tells apart stand as on the roster.
    let mut tied = false;
    let by_ties = initiative::rank(world, ranked, |_, group| tied |= group.len() > 1);
    let event = initiative::ordered(world).by(rule!("VIG-INIT-2"));
    world.tell(if tied || by_ties { event.by(rule!("VIG-INIT-4")) } else { event });
}

/// VIG-INIT-5: a creature that comes late rolls at once, and acts from the next round.
pub(crate) fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_none() {
        let score = roll_one(world, id);
        // VIG-INIT-4: ties as at the start.
        let key = |id: Id| {
            let profile = creature::profile(world, id);
            (profile.speed, profile.agility, Reverse(id))
        };
        let flow = world.resource::<Flow>();
        let slots = || flow.order.iter().filter(|slot| slot.score == score);
        let slower: Vec<Id> = slots().map(|slot| slot.creature).filter(|&other| key(other) < key(id)).collect();
        let tied = slots().next().is_some();
        let mut flow = world.resource_mut::<Flow>();
        flow.insert_late_among(id, score, |other| slower.contains(&other));
        let text = "acts from the next round on";
        let event = Event::note(text).actor(id).by(rule!("VIG-INIT-5"));
        world.tell(if tied { event.by(rule!("VIG-INIT-4")) } else { event });
    }
}
