//! What hands hold: a weapon serves only in hand, a shield protects only there (VIG-ACT-4, VIG-ACT-7, VIG-ACT-19).

use bevy::prelude::World;

use super::super::data::{Attack, Pack, Stats, Worn};
use super::creature;
use crate::battle::*;
use crate::rule;

/// Whether somebody still has a weapon of its list.
pub(crate) fn has(world: &World, id: Id, key: &str) -> bool {
    world.part::<Pack>(id).is_none_or(|pack| !pack.gone.iter().any(|gone| **gone == *key))
}

/// Whether hands hold a weapon or shield.
pub(crate) fn holds(world: &World, id: Id, key: &str) -> bool {
    world.part::<Pack>(id).is_some_and(|pack| pack.held.iter().any(|held| **held == *key))
}

/// VIG-ARMOR-3: whether something of its list is still what it was: armour, and a shield in hand, may be destroyed.
fn whole(world: &World, id: Id, key: &str) -> bool {
    let mut pieces = creature::profile(world, id).worn.iter().zip(&world.the::<Worn>(id).0);
    pieces.find(|(piece, _)| piece.key == key).is_none_or(|(_, &left)| left > 0)
}

/// Whether hands hold something that serves: nothing is done with what is destroyed (VIG-ARMOR-3).
pub(crate) fn wields(world: &World, id: Id, key: &str) -> bool {
    holds(world, id, key) && whole(world, id, key)
}

/// VIG-ACT-4: whether an attack of its list can be made as its hands are: with what they hold, or with what no hand holds.
pub(crate) fn serves(world: &World, id: Id, with: &Attack) -> bool {
    if with.grip() == 0 { has(world, id, &with.key) } else { holds(world, id, &with.key) }
}

/// Every attack that can be made as its hands are.
pub(crate) fn at_hand(world: &World, id: Id) -> impl Iterator<Item = &Attack> {
    let attacks = creature::profile(world, id).attacks.iter();
    attacks.filter(move |with| serves(world, id, with))
}

/// What is left of each piece that it wears and that protects now, in the order of its profile: a shield only in hand.
pub(crate) fn worn(world: &World, id: Id) -> Vec<i32> {
    let pieces = creature::profile(world, id).worn.iter();
    let left = world.the::<Worn>(id).0.iter();
    let now = pieces.zip(left).map(|(piece, &left)| {
        let put_away = piece.in_hand && !holds(world, id, &piece.key);
        if put_away { 0 } else { left }
    });
    now.collect()
}

/// What people call something of its list.
fn name(world: &World, id: Id, key: &str) -> String {
    let profile = creature::profile(world, id);
    let weapon = profile.attacks.iter().find(|with| with.key == key);
    let piece = || profile.worn.iter().find(|piece| piece.key == key);
    weapon.map(|with| with.name.clone()).or_else(|| piece().map(|piece| piece.name.clone())).unwrap_or_default()
}

/// What is in hand, for people.
pub(crate) fn named(world: &World, id: Id) -> Vec<String> {
    let held = world.the::<Pack>(id).held.iter();
    held.filter(|key| whole(world, id, key)).map(|key| name(world, id, key)).collect()
}

/// What somebody could take in hand of what it carries: weapons and shields, by key and name.
pub(crate) fn put_away(world: &World, id: Id) -> Vec<(&str, &str)> {
    let profile = creature::profile(world, id);
    let weapons = profile.attacks.iter().filter(|with| with.grip() > 0);
    let weapons = weapons.map(|with| (with.key.as_str(), with.name.as_str()));
    let left = &world.the::<Worn>(id).0;
    let shields = profile.worn.iter().zip(left);
    let shields = shields.filter(|(piece, left)| piece.in_hand && **left > 0);
    let shields = shields.map(|(piece, _)| (piece.key.as_str(), piece.name.as_str()));
    let could = |(key, _): &(&str, &str)| has(world, id, key) && !holds(world, id, key);
    weapons.chain(shields).filter(could).collect()
}

/// Whether somebody has the hands for something.
///
/// # Errors
/// It has too few.
pub(crate) fn can_hold(world: &World, id: Id, grip: u8) -> Result<(), Refusal> {
    let own = creature::profile(world, id).hands;
    if grip <= own {
        return Ok(());
    }
    let message = format!("{grip} hands hold it; there are {own}.");
    Err(Refusal::by(rule!("VIG-ACT-19"), "no_hands", message))
}

/// VIG-ACT-19: takes something of its list in hand. What that needs the hands of is put away as part of it: weapons first, beginning
/// with the main hand's, which it then takes; with a hand free it comes to the other one. What is destroyed takes no hand
/// (VIG-ARMOR-3).
pub(crate) fn take(world: &mut World, id: Id, key: &str) {
    let profile = world.the::<Stats>(id).0.clone();
    let grip = |key: &str| profile.grip(key).unwrap_or(0);
    let mut held = world.the::<Pack>(id).held.clone();
    held.retain(|key| whole(world, id, key));
    let is_weapon = |key: &Text| profile.attacks.iter().any(|with| *with.key == **key);
    let mut away: Vec<Text> = Vec::new();
    while held.iter().map(|key| grip(key)).sum::<u8>() + grip(key) > profile.hands && !held.is_empty() {
        let place = held.iter().position(is_weapon).unwrap_or(0);
        away.push(held.remove(place));
    }
    let weapon = is_weapon(&key.to_owned().into());
    let main = weapon && (!away.is_empty() || !held.iter().any(is_weapon));
    held.insert(if main { 0 } else { held.len() }, key.to_owned().into());
    let mut text = format!("takes {} in hand", name(world, id, key));
    if !away.is_empty() {
        let away: Vec<String> = away.iter().map(|key| name(world, id, key)).collect();
        text += &format!(", puts away {}", away.join(" and "));
    }
    world.the_mut::<Pack>(id).held = held;
    world.note(id, text, rule!("VIG-ACT-19"));
}

/// Something of its list is no longer its own.
pub(crate) fn lose(world: &mut World, id: Id, key: &str) {
    let mut pack = world.the_mut::<Pack>(id);
    pack.held.retain(|held| **held != *key);
    pack.gone.push(key.to_owned().into());
}
