//! What lies on the floor, what hands do: dropping, picking up, doors, devices.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{sight, stats::*, turn};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::level::Door;
use crate::rule;

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

/// SOL-ACT-12: how far hands reach, in feet.
const REACH: Feet = 5;

/// What Interact could be done with now: doors, devices and things within 5 ft.
pub fn interactions(world: &World, id: Id) -> Vec<Act> {
    let mut out = Vec::new();
    let here = Place::of(world, id);
    let near = |object: &Object| {
        let height = object.parts.get::<Position>().map_or(here.height, |foot| foot.height);
        if let Some(edge) = edge_of(world, object.id) {
            // SOL-EDGE-7: from either side, by whoever stands at it.
            return edge.bounds(here.space);
        }
        let mut squares = object.thing.squares.iter();
        squares.any(|&at| {
            let space = Footprint::single(at);
            sight::apart(here, Place { space, height }) <= REACH
        })
    };
    for object in objects(world).filter(near) {
        let door: Option<&DoorState> = object.parts.get();
        if door.is_some_and(|door| door.0 != Door::Locked) || object.parts.contains::<Device>() {
            out.push(Act {
                target: Some(object.id),
                ..Act::new(id, "interact")
            });
        }
    }
    for item in &world.resource::<FloorItems>().items {
        if sight::distance_to(world, id, item.at) <= REACH {
            let mut act = Act {
                at: Some(item.at),
                ..Act::new(id, "interact")
            };
            act.options.insert(
                "item".into(),
                Setting::Word(format!("{}-{}", item.attack.key, item.number)),
            );
            out.push(act);
        }
    }
    out
}

/// SOL-ACT-12: does it.
pub fn interact(world: &mut World, act: &Act) {
    let id = act.creature;
    if let Some(target) = act.target {
        if let Some(door) = world.part::<DoorState>(target).copied() {
            let closing = door.0 == Door::Open;
            if closing
                && world
                    .the::<Thing>(target)
                    .squares
                    .iter()
                    .any(|&at| creature_at(world, at).is_some())
            {
                let text = "the door is blocked".into();
                world.tell(Event::new(What::Note { text }).actor(id));
                return;
            }
            environment::set_door(world, target, if closing { Door::Closed } else { Door::Open }, Some(id));
        }
        if let Some(&Device(event)) = world.part::<Device>(target) {
            environment::fire(world, event);
        }
        return;
    }
    let Some(word) = act.word("item") else { return };
    let mut floor = world.resource_mut::<FloorItems>();
    let place = floor
        .items
        .iter()
        .position(|item| format!("{}-{}", item.attack.key, item.number) == word);
    let Some(place) = place else { return };
    let item = floor.items.remove(place);
    let text = format!("picks up {}", item.attack.name);
    world.tell(
        Event::new(What::Note { text: text.into() })
            .actor(id)
            .by(rule!("SOL-ACT-12")),
    );
    let mut stats = world.the_mut::<Stats>(id);
    if !stats.0.attacks.iter().any(|attack| attack.key == item.attack.key) {
        std::sync::Arc::make_mut(&mut stats.0).attacks.push(item.attack.clone());
    }
    world.the_mut::<Held>(id).0.insert(item.attack.key);
}

/// What a readied Interact would do now: work the first door or device at hand, or pick up what lies there.
pub fn readied(world: &World, id: Id) -> Option<Act> {
    interactions(world, id).into_iter().next().filter(|_| hands(world, id))
}

/// Whether a creature can use its hands.
pub fn hands(world: &World, id: Id) -> bool {
    turn::awake(world, id) && world.the::<Stats>(id).0.hands && !world.the::<Wounds>(id).lost(Ability::Str)
}

/// Whether a creature is near enough to another for a thing done by hand.
pub fn within(world: &World, id: Id, target: Id, feet: Feet) -> bool {
    sight::distance(world, id, target) <= feet
}
