//! The game master's overrides, as this ruleset brings them about.

use bevy::prelude::World;

use super::super::body::{creature, life};
use super::super::data::Vitality;
use super::super::data::conditions::*;
use crate::battle::*;
use crate::rule;

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    let turn = |key: &'static str, rule: Rule| (key, Lasts::TurnStart(id), rule);
    let given = match key {
        PRONE if has_condition(world, id, PRONE) => return false,
        PRONE => {
            life::knock_down(world, id, rule!("EDG-COND-PRO-1"));
            return true;
        }
        HIDDEN => return hiding::hide_from_all(world, id, HIDDEN, rule!("EDG-HIDE-4")),
        DEFENDING => turn(DEFENDING, rule!("EDG-ACT-3")),
        ON_GUARD => turn(ON_GUARD, rule!("EDG-XPL-2")),
        BREACHED => turn(BREACHED, rule!("EDG-SET-5")),
        _ => match GIVEN.into_iter().find(|given| *given == key) {
            Some(key) => (key, Lasts::UntilEnded, rule!("EDG-COND-GEN-1")),
            None => return false,
        },
    };
    let (key, lasts, rule) = given;
    let own = rule_of(key).filter(|own| *own != rule);
    gain(world, id, key, lasts, [rule].into_iter().chain(own))
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        HIDDEN => return hiding::reveal(world, id, None, HIDDEN, rule!("EDG-COND-GEN-1")),
        BLEEDING if has_condition(world, id, BLEEDING) => {
            life::stop_bleeding(world, id, rule!("EDG-COND-GEN-1"));
            return true;
        }
        _ => {}
    }
    let known = GIVEN.into_iter().find(|given| *given == key);
    known.is_some_and(|key| lose(world, id, key, [rule!("EDG-COND-GEN-1")]))
}

/// The referee sets a creature's Vitality. What follows from it follows: a creature that has points is awake.
pub(crate) fn set(world: &mut World, id: Id, value: i32) {
    let most = creature::profile(world, id).vp_max;
    world.the_mut::<Vitality>(id).0 = value.min(most);
    if value > 0 {
        life::wake(world, id);
    }
}
