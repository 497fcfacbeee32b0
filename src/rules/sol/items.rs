//! What lies on the floor and how it comes there; whether hands can be used. What they do is the action `interact`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{sight, stats::*, turn};
use crate::battle::{Event, *};
use crate::grid::Square;

/// A weapon on the floor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FloorItem {
    /// Its place in the list of all that ever fell, which names it.
    pub number: u32,
    /// Where it lies.
    pub at: Square,
    /// What it is.
    pub attack: Attack,
}

/// Everything on the floor.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FloorItems {
    next: u32,
    /// The items, oldest first.
    pub items: Vec<FloorItem>,
}

/// A device that a hand can work: the level's event it sets off.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Device(pub usize);

/// SOL-ZERO-1: everything held falls into the own square.
pub fn drop_everything(world: &mut World, id: Id, rule: Rule) {
    let held: Vec<String> = world.the::<Held>(id).0.iter().cloned().collect();
    for key in held {
        drop_item(world, id, &key, rule.clone());
    }
}

/// One thing falls into the own square.
pub fn drop_item(world: &mut World, id: Id, key: &str, rule: Rule) {
    if !world.the_mut::<Held>(id).0.remove(key) {
        return;
    }
    let Some(attack) = super::attack::of(world, id, key).cloned() else {
        return;
    };
    let at = world.the::<Position>(id).at;
    let text = format!("drops {}", attack.name);
    let mut floor = world.resource_mut::<FloorItems>();
    let number = floor.next;
    floor.next += 1;
    floor.items.push(FloorItem { number, at, attack });
    world.tell(Event::new(What::Note { text: text.into() }).actor(id).by(rule));
}

/// Whether a creature can use its hands.
pub fn hands(world: &World, id: Id) -> bool {
    turn::awake(world, id) && world.the::<Stats>(id).0.hands && !world.the::<Wounds>(id).lost(Ability::Str)
}

/// Whether a creature is near enough to another for a thing done by hand.
pub fn within(world: &World, id: Id, target: Id, feet: Feet) -> bool {
    sight::distance(world, id, target) <= feet
}
