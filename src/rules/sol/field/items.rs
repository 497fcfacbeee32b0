//! What lies on the floor and how it comes there; whether hands can be used. What they do is the action `interact`.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::{cover, sight};
use crate::battle::*;
use crate::grid::{Footprint, Square};

impl Portable for Attack {
    fn key(&self) -> &str {
        &self.key
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// SOL-ZERO-1: everything held falls into the own square.
pub(crate) fn drop_everything(world: &mut World, id: Id, rule: Rule) {
    let held: Vec<String> = world.the::<Held>(id).0.iter().cloned().collect();
    for key in held {
        drop_item(world, id, &key, rule.clone());
    }
}

/// One thing falls into the own square.
pub(crate) fn drop_item(world: &mut World, id: Id, key: &str, rule: Rule) {
    if !world.the_mut::<Held>(id).0.remove(key) {
        return;
    }
    let Some(attack) = creature::attack(world, id, key).cloned() else {
        return;
    };
    let at = world.the::<Position>(id).at;
    let text = format!("drops {}", attack.name);
    world.resource_mut::<GroundItems<Attack>>().lay_down(at, attack);
    world.note(id, text, rule);
}

/// Whether a creature can use its hands.
pub(crate) fn hands(world: &World, id: Id) -> bool {
    creature::awake(world, id) && world.the::<Stats>(id).0.hands && !world.the::<Wounds>(id).lost(Ability::Str)
}

/// SOL-ACT-12: how far hands reach, in feet.
pub(crate) const REACH: Feet = 5;

/// Whether a creature is near enough to another for a thing done within so many feet: by hand, where hands reach so far (SOL-EDGE-7).
pub(crate) fn within(world: &World, id: Id, target: Id, feet: Feet) -> bool {
    sight::distance(world, id, target) <= feet && !parted_from(world, id, cover::place(world, target).space, feet)
}

/// As [`within`], of a square, as high as one would stand there.
pub(crate) fn within_square(world: &World, id: Id, at: Square, feet: Feet) -> bool {
    sight::distance_to(world, id, at) <= feet && !parted_from(world, id, at.into(), feet)
}

/// SOL-EDGE-7, R59: whether what is done within so many feet is done by hand, and no hand gets from a creature to a space.
fn parted_from(world: &World, id: Id, there: Footprint, feet: Feet) -> bool {
    feet <= REACH && out_of_hands(world, space(world, id), there)
}
