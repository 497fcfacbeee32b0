//! The game master's overrides, as this ruleset brings them about.

use bevy::prelude::World;

use super::super::body::{creature, life};
use super::super::data::Vitality;
use super::super::data::conditions::*;
use crate::battle::*;
use crate::rule;

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        PRONE if !has_condition(world, id, PRONE) => life::knock_down(world, id, rule!("EDG-COND-PRO-1")),
        DEFENDING => return gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("EDG-ACT-3")]),
        ON_GUARD => return gain(world, id, ON_GUARD, Lasts::TurnStart(id), [rule!("EDG-XPL-2")]),
        HIDDEN => return hiding::hide_from_all(world, id, HIDDEN, rule!("EDG-HIDE-4")),
        SICKENED => return gain(world, id, SICKENED, Lasts::UntilEnded, [rule!("EDG-COND-SIC-1")]),
        _ => return false,
    }
    true
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == HIDDEN {
        return hiding::reveal(world, id, None, HIDDEN, rule!("EDG-COND-GEN-1"));
    }
    let given = [PRONE, DEFENDING, ON_GUARD, SICKENED];
    let known = given.into_iter().find(|given| *given == key);
    known.is_some_and(|key| lose(world, id, key, [rule!("EDG-COND-GEN-1")]))
}

/// The referee sets a creature's Vitality. What follows from it follows: a creature that has points is awake.
pub(crate) fn set(world: &mut World, id: Id, value: i32) {
    let most = creature::profile(world, id).vp_max;
    world.the_mut::<Vitality>(id).0 = value.min(most);
    if value > 0 {
        lose(world, id, UNCONSCIOUS, [rule!("EDG-DEATH-7")]);
    }
}
