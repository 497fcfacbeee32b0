//! Radiation in the course of a fight: rads that are taken up turn by turn, and what they do (EDG-RAD).

use bevy::prelude::World;

use super::super::data::{Rads, exposure};
use super::{life, rads};
use crate::battle::{Event, *};
use crate::rule;

/// EDG-RAD-2: the level at which each turn is a rad.
const EXTREME: i32 = 5;
/// The level at which ten turns are.
const HIGH: i32 = 4;
/// How many turns that takes.
const MINUTE: i32 = 10;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.save::<Rads>("edge.rads");
}

/// EDG-RAD-2: a turn on ground that irradiates is over. Weaker exposure counts by hours alone.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let Some(here) = rads::exposure(world, id, space(world, id)) else { return };
    let now = world.part::<Rads>(id).copied().unwrap_or_default();
    let turns = now.turns + i32::from(here.value == HIGH);
    let adds = here.value >= EXTREME || turns >= MINUTE;
    if turns != now.turns {
        world.put(id, Rads { turns: turns % MINUTE, ..now });
    }
    if adds {
        let resists = here.terms.iter().any(|term| term.value < 0);
        let rules = [Some(rule!("EDG-RAD-2")), resists.then_some(rule!("EDG-RAD-3"))];
        set(world, id, now.amount + 1, rules.into_iter().flatten().collect(), Some(here));
    }
}

/// A creature has so many rads from now on, and all that follows from it (EDG-RAD-4 to EDG-RAD-9).
pub(crate) fn set(world: &mut World, id: Id, now: i32, why: Vec<Rule>, how: Option<Trace>) {
    let held = world.part::<Rads>(id).copied().unwrap_or_default();
    let before = held.amount;
    if now == before {
        return;
    }
    world.put(id, Rads { amount: now, ..held });
    if rads::are_known(world, id) {
        let hidden = exposure::hides_rads(world).then_some(rule!("EDG-RAD-10"));
        let mut event = Event::resource(id, "rads", (before, now)).by_all(why).by_all(hidden);
        event.trace = how.map(Box::new);
        world.tell(event);
    }
    if now > rads::DEADLY {
        return life::die(world, id, rule!("EDG-RAD-8"));
    }
    for (most, key, rule) in rads::BRINGS {
        let (had, has) = (before > most, now > most);
        if !had && has {
            gain_from(world, id, key, Some(id), Lasts::UntilEnded, [rule, rule!("EDG-RAD-4")]);
        } else if had && !has {
            lose_from(world, id, key, id, [rule!("EDG-RAD-9")]);
        }
    }
    let (was, is) = (rads::locks(before), rads::locks(now));
    if was != is {
        let gains = [rule!("EDG-RAD-6"), rule!("EDG-RAD-4"), rule!("EDG-EXH-9")];
        let rules = if is > was { gains.to_vec() } else { vec![rule!("EDG-RAD-9")] };
        life::is_locked(world, id, i16::from(is) - i16::from(was), rules);
    }
}

/// What ending its turn where it is brings a creature.
pub(crate) fn peril(world: &World, id: Id) -> Option<Text> {
    let words = match rads::exposure(world, id, space(world, id))?.value {
        EXTREME.. => "radiation: a rad each turn",
        HIGH => "radiation: a rad every ten turns",
        1.. => "weak radiation",
        _ => return None,
    };
    Some(words.into())
}

/// How bad it is to end a turn at a level of exposure, in thousandths of a life.
pub(crate) fn dread(world: &World, id: Id, level: i32) -> u32 {
    let rads = rads::of(world, id);
    let harm = if rads > rads::DEADLY - MINUTE { 1000 } else { 150 };
    let near = u32::try_from(rads::to_the_next(rads)).unwrap_or(1).max(1);
    match level {
        EXTREME.. => harm / near,
        HIGH => harm / near / 10,
        _ => 0,
    }
}
