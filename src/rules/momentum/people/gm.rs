//! The game master's overrides, as this ruleset brings them about.

use bevy::prelude::World;

use super::super::body::status::{self, Affliction};
use super::super::body::{creature, life, ties};
use super::super::data::conditions::*;
use super::super::data::{Durability, Status};
use super::super::field::sight;
use crate::battle::*;
use crate::rule;

/// The referee sets a creature's Vitality. What follows from it follows: a creature that has any is Down no longer.
pub(crate) fn set(world: &mut World, id: Id, value: i32) {
    if world.part::<Durability>(id).is_some() {
        let mut left = world.the_mut::<Durability>(id);
        left.now = value.min(left.max);
    } else {
        let most = creature::profile(world, id).vitality_max;
        life::set(world, id, value.min(most));
    }
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        DEFENDING => gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("MOM-ACT-4")]),
        IN_COVER => gain(world, id, IN_COVER, Lasts::TurnStart(id), [rule!("MOM-ACT-20")]),
        // Whom an enemy rides or holds, that enemy knows of.
        HIDDEN if on_map(world).any(|other| creature::hostile(world, id, other) && ties::tied(world, id, other)) => {
            false
        }
        HIDDEN => {
            let hides = hiding::hide_from_all(world, id, HIDDEN, rule!("MOM-GM-1"));
            // In plain view it is found at once.
            sight::look_about(world);
            hides
        }
        _ => {
            let status = Status::of_key(key).filter(|status| *status != Status::Grabbed);
            status.is_some_and(|status| status::afflict(world, id, Affliction::bare(status), rule!("MOM-GM-1")))
        }
    }
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == HIDDEN {
        return hiding::reveal(world, id, None, HIDDEN, rule!("MOM-GM-1"));
    }
    if let Some(status) = Status::of_key(key) {
        return status::end(world, id, status, [rule!("MOM-GM-1")]);
    }
    let known = [DEFENDING, IN_COVER].into_iter().find(|given| *given == key);
    known.is_some_and(|key| lose(world, id, key, [rule!("MOM-GM-1")]))
}
