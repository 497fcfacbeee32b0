//! What lies on the floor and how it comes there; whether hands can be used. What they do is the action `interact`.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::sight;
use crate::battle::*;

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

/// Whether a creature is near enough to another for a thing done by hand.
pub(crate) fn within(world: &World, id: Id, target: Id, feet: Feet) -> bool {
    sight::distance(world, id, target) <= feet
}
