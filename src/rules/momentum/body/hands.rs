//! What a creature has in its hands, and how many are free (MOM-ACT-16, MOM-GRAB-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{Attack, Profile, Worn, conditions::GRABBED};
use super::creature;
use crate::battle::*;
use crate::rule;

/// The keys of what its hands hold, in the order in which they took it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct InHand(pub Vec<String>);

/// A thing that hands can hold: a weapon, or a shield.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Item {
    Weapon(Attack),
    Worn(Worn),
}

impl Portable for Item {
    fn key(&self) -> &str {
        match self {
            Self::Weapon(one) => &one.key,
            Self::Worn(one) => &one.key,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Weapon(one) => &one.name,
            Self::Worn(one) => &one.name,
        }
    }
}

impl Item {
    /// The hands it takes.
    pub(crate) const fn hands(&self) -> u8 {
        match self {
            Self::Weapon(one) => one.hands,
            Self::Worn(one) => one.hands,
        }
    }
}

/// Everything a creature has that takes hands, in the order of its stat block.
pub(crate) fn items(profile: &Profile) -> Vec<Item> {
    let weapons = profile.attacks.iter().filter(|one| one.hands > 0).cloned().map(Item::Weapon);
    weapons.chain(profile.worn.iter().filter(|one| one.hands > 0).cloned().map(Item::Worn)).collect()
}

/// What it has under a key.
pub(crate) fn item(profile: &Profile, key: &str) -> Option<Item> {
    items(profile).into_iter().find(|item| item.key() == key)
}

/// What it holds when the fight begins: as much of its list as its hands can.
pub(crate) fn at_start(profile: &Profile) -> InHand {
    let mut left = profile.hands;
    let mut held = Vec::new();
    for item in items(profile) {
        if let Some(rest) = left.checked_sub(item.hands()) {
            left = rest;
            held.push(item.key().to_owned());
        }
    }
    InHand(held)
}

/// Whether it is in hand.
pub(crate) fn holds(world: &World, id: Id, key: &str) -> bool {
    world.part::<InHand>(id).is_some_and(|held| held.0.iter().any(|known| known == key))
}

/// What it has in hand.
pub(crate) fn held(world: &World, id: Id) -> impl Iterator<Item = Item> + '_ {
    items(creature::profile(world, id)).into_iter().filter(move |item| holds(world, id, item.key()))
}

/// The creatures that it holds by a hand each.
pub(crate) fn grabs(world: &World, id: Id) -> Vec<Id> {
    on_map(world).filter(|&other| is_held_by(world, other, id)).collect()
}

/// Whether a creature is in another's hold.
pub(crate) fn is_held_by(world: &World, id: Id, holder: Id) -> bool {
    creature::has_from(world, id, GRABBED, holder)
}

/// How many of its hands are free.
pub(crate) fn free(world: &World, id: Id) -> i32 {
    let full: i32 = held(world, id).map(|item| i32::from(item.hands())).sum();
    i32::from(creature::profile(world, id).hands) - full - i32::try_from(grabs(world, id).len()).unwrap_or(i32::MAX)
}

/// The rule by which it lacks a free hand: a creature that it holds takes one (MOM-GRAB-3).
pub(crate) fn why_none_free(world: &World, id: Id, needs: i32, usual: Rule) -> Rule {
    let grabs = i32::try_from(grabs(world, id).len()).unwrap_or(i32::MAX);
    if grabs > 0 && free(world, id) + grabs >= needs { rule!("MOM-GRAB-3") } else { usual }
}

/// MOM-ACT-16: whether it can strike with something: it has grown it, or holds it.
///
/// # Errors
/// It is put away.
pub(crate) fn wields(world: &World, id: Id, with: &Attack) -> Result<(), Refusal> {
    if with.hands == 0 || holds(world, id, &with.key) {
        return Ok(());
    }
    let message = format!("The {} is not in its hands: Switch Weapons draws it.", with.name);
    Err(Refusal::by(rule!("MOM-ACT-16"), "put_away", message))
}

/// What must be put away so that something can be drawn; nothing if even empty hands are too few.
pub(crate) fn makes_room(world: &World, id: Id, item: &Item) -> Option<Vec<String>> {
    let profile = creature::profile(world, id);
    let mut free = free(world, id);
    let mut out = Vec::new();
    // What has been held the longest is put away first.
    for key in world.part::<InHand>(id).map_or(&[][..], |held| &held.0) {
        if free >= i32::from(item.hands()) {
            break;
        }
        free += self::item(profile, key).map_or(0, |other| i32::from(other.hands()));
        out.push(key.clone());
    }
    (free >= i32::from(item.hands())).then_some(out)
}

/// Takes something in hand that it has, and puts away what must make room.
pub(crate) fn draw(world: &mut World, id: Id, key: &str) {
    let Some(item) = item(creature::profile(world, id), key) else { return };
    let Some(away) = makes_room(world, id, &item) else { return };
    let mut held = world.part::<InHand>(id).cloned().unwrap_or_default();
    held.0.retain(|known| !away.contains(known));
    held.0.push(key.to_owned());
    world.put(id, held);
    world.note(id, format!("takes {} in hand", item.name()), rule!("MOM-ACT-16"));
}

/// Puts something away.
pub(crate) fn sheathe(world: &mut World, id: Id, key: &str) {
    let Some(item) = item(creature::profile(world, id), key) else { return };
    let mut held = world.part::<InHand>(id).cloned().unwrap_or_default();
    held.0.retain(|known| known != key);
    world.put(id, held);
    world.note(id, format!("puts {} away", item.name()), rule!("MOM-ACT-17"));
}

/// Takes something from a creature for good: it is in its hands and on its list no more.
pub(crate) fn lose(world: &mut World, id: Id, key: &str) -> Option<Item> {
    let item = item(creature::profile(world, id), key)?;
    let mut held = world.part::<InHand>(id).cloned().unwrap_or_default();
    held.0.retain(|known| known != key);
    world.put(id, held);
    let stats = &mut world.the_mut::<super::super::data::Stats>(id).0;
    let profile = std::sync::Arc::make_mut(stats);
    match item {
        Item::Weapon(_) => profile.attacks.retain(|one| one.key != key),
        Item::Worn(_) => profile.worn.retain(|one| one.key != key),
    }
    Some(item)
}

/// Gives a creature something, in hand if one is free.
pub(crate) fn receive(world: &mut World, id: Id, item: Item) {
    let fits = free(world, id) >= i32::from(item.hands());
    let key = item.key().to_owned();
    let stats = &mut world.the_mut::<super::super::data::Stats>(id).0;
    let profile = std::sync::Arc::make_mut(stats);
    match item {
        Item::Weapon(one) => profile.attacks.push(one),
        Item::Worn(one) => profile.worn.push(one),
    }
    if fits {
        let mut held = world.part::<InHand>(id).cloned().unwrap_or_default();
        held.0.push(key);
        world.put(id, held);
    }
}

/// Lets something fall where a creature stands.
pub(crate) fn drop(world: &mut World, id: Id, key: &str, rule: Rule) {
    let at = space(world, id).at;
    if let Some(item) = lose(world, id, key) {
        world.note(id, format!("drops {}", item.name()), rule);
        world.resource_mut::<GroundItems<Item>>().lay_down(at, item);
    }
}

/// What lies within its reach: number and name.
pub(crate) fn within_reach(world: &World, id: Id) -> Vec<GroundItem<Item>> {
    let own = space(world, id);
    world.resource::<GroundItems<Item>>().near(world, own).cloned().collect()
}
