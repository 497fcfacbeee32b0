//! The pool of action dice: how many there are, how they are paid.

use bevy::prelude::World;

use super::super::data::stats::*;
use crate::battle::{Event, *};
use crate::rule;

/// How many dice the pool holds when full.
pub(crate) fn pool_size(world: &World, id: Id) -> (i32, Rule) {
    if world.the::<Wounds>(id).lost(Ability::Cha) {
        (1, rule!("SOL-ZERO-7"))
    } else {
        (world.the::<Stats>(id).0.pool_set, rule!("SOL-POOL-6"))
    }
}

/// SOL-ACT-10: gives a helped die, which lasts to the end of the next turn.
pub(crate) fn help(world: &mut World, id: Id) {
    let mut pool = world.the_mut::<Pool>(id);
    let before = pool.dice();
    pool.helped = true;
    pool.helped_fades = false;
    let change = (before, pool.dice());
    world.tell(Event::resource(id, "action dice", change).by(rule!("SOL-ACT-10")));
}

/// Pays dice, the helped one first (SOL-ACT-10).
pub(crate) fn pay(world: &mut World, id: Id, dice: i32) {
    if dice == 0 {
        return;
    }
    let mut pool = world.the_mut::<Pool>(id);
    let before = pool.dice();
    let mut left = dice;
    if pool.helped {
        pool.helped = false;
        pool.helped_fades = false;
        left -= 1;
    }
    pool.now = (pool.now - left).max(0);
    let after = pool.dice();
    let event = Event::resource(id, "action dice", (before, after))
        .by(rule!("SOL-POOL-2"))
        .by(rule!("SOL-POOL-4"))
        .by(rule!("SOL-POOL-5"));
    world.tell(event);
}
