//! What is carried: in hand, stowed, on the ground.

use bevy::prelude::World;

use super::super::data::bestiary;
use super::super::data::stats::*;
use super::creature;
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

impl Portable for Item {
    fn key(&self) -> &str {
        &self.weapon.key
    }

    fn name(&self) -> &str {
        &self.weapon.name
    }
}

/// What it lays hands on somebody with: the first of its weapons that is no missile.
pub(crate) fn near_weapon(world: &World, id: Id) -> Weapon {
    let near = weapons(world, id).into_iter().find(|weapon| weapon.reach_ft.is_some());
    near.unwrap_or_else(unarmed)
}

/// What anybody strikes with who holds nothing better: it needs no item, and no free hand (R17).
pub(crate) fn unarmed() -> Weapon {
    let mut shared = bestiary::shared_weapons().iter();
    let unarmed = shared.find(|weapon| weapon.key == "unarmed");
    unarmed.expect("the stat blocks should share bare hands").clone()
}

/// The bare body as a weapon, as far as its natural Reach goes. Whoever has neither hands nor anything else of its body to strike with,
/// or holds somebody with that, has it, too: natural Reach is never lost (R17).
fn bare(world: &World, id: Id) -> Option<Weapon> {
    let profile = creature::profile(world, id);
    let natural = world.the::<Gear>(id).0.iter().map(|item| &item.weapon);
    let mut natural = natural.filter(|weapon| weapon.natural && weapon.reach_ft.is_some());
    let strikes = profile.hands > 0 || !natural.any(|weapon| usable(world, id, weapon).is_ok());
    strikes.then(|| Weapon { reach_ft: Some(profile.reach_ft), ..unarmed() })
}

/// The weapon of a key that is in hand, or part of the body.
pub(crate) fn in_hand(world: &World, id: Id, key: &str) -> Option<Weapon> {
    let gear = world.the::<Gear>(id);
    let found = gear.0.iter().find(|item| item.held && item.weapon.key == key);
    let own = found.map(|item| item.weapon.clone());
    own.or_else(|| bare(world, id).filter(|bare| bare.key == key))
}

/// Why a weapon cannot be used now, Actions aside.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn usable(world: &World, id: Id, weapon: &Weapon) -> Result<(), Refusal> {
    let grips = Refusal::by(rule!("ESS-GRAP-6"), "gripping", "That arm is taken up by the grapple.");
    let gear = &world.the::<Gear>(id).0;
    let lost = &world.the::<Stance>(id).lost_arms;
    let times = |arm: &LostArm| lost.values().filter(|known| *known == arm).count();
    if weapon.natural && times(&LostArm::Natural(weapon.key.clone())) > 0 {
        return Err(grips);
    }
    let taken = times(&LostArm::Holding(weapon.key.clone()));
    let held = gear.iter().filter(|item| item.held && item.weapon.key == weapon.key);
    if taken > 0 && held.count() <= taken {
        return Err(grips);
    }
    if weapon.natural {
        return Ok(());
    }
    if weapon.hands > creature::hands(world, id) {
        let message = format!("{} takes {} hands.", weapon.name, weapon.hands);
        return Err(Refusal::by(rule!("ESS-GRAP-6"), "no_hand", message));
    }
    Ok(())
}

/// The weapon of a key, in hand and fit for use.
///
/// # Errors
/// That it does not hold it, or what keeps it from using it.
pub(crate) fn ready_to_hand(world: &World, id: Id, key: &str) -> Result<Weapon, Refusal> {
    let weapon = in_hand(world, id, key)
        .ok_or_else(|| Refusal::by(rule!("ESS-ACT-1"), "not_held", format!("It does not hold `{key}`.")))?;
    usable(world, id, &weapon)?;
    Ok(weapon)
}

/// Every weapon it could strike or shoot with now: in hand, of the body, and the bare body.
pub(crate) fn weapons(world: &World, id: Id) -> Vec<Weapon> {
    let mut out: Vec<Weapon> = Vec::new();
    for item in &world.the::<Gear>(id).0 {
        if item.held && !out.iter().any(|known| known.key == item.weapon.key) {
            out.push(item.weapon.clone());
        }
    }
    if !out.iter().any(|weapon| weapon.key == "unarmed") {
        out.extend(bare(world, id));
    }
    out
}

/// The farthest it strikes in melee now.
pub(crate) fn reach(world: &World, id: Id) -> Feet {
    weapons(world, id)
        .iter()
        .filter(|weapon| usable(world, id, weapon).is_ok())
        .filter_map(|weapon| weapon.reach_ft)
        .max()
        .unwrap_or(0)
}

/// Puts something on the ground.
pub(crate) fn lay_down(world: &mut World, at: Square, mut item: Item) {
    item.held = false;
    world.resource_mut::<GroundItems<Item>>().lay_down(at, item);
}

/// Takes one item of this key out of what a creature carries, from its hands first.
pub(crate) fn take_out(world: &mut World, id: Id, key: &str) -> Option<Item> {
    let mut gear = world.the_mut::<Gear>(id);
    let fits = |item: &Item| item.weapon.key == key && !item.weapon.natural;
    let place = gear.0.iter().position(|item| item.held && fits(item)).or_else(|| gear.0.iter().position(fits))?;
    Some(gear.0.remove(place))
}

/// One thing falls to the ground in a square; flung away, it is said where.
pub(crate) fn drop_item(world: &mut World, id: Id, key: &str, at: Square, rule: Rule) {
    if let Some(event) = falls(world, id, key, at) {
        world.tell(event.by(rule));
    }
}

/// As [`drop_item`], when somebody else makes it fall: that is done to who carried it.
pub(crate) fn strike_down(world: &mut World, id: Id, key: &str, at: Square, rules: Vec<Rule>) {
    if let Some(mut event) = falls(world, id, key, at) {
        event.rules = rules;
        world.tell(event.target(id));
    }
}

fn falls(world: &mut World, id: Id, key: &str, at: Square) -> Option<Event> {
    let item = take_out(world, id, key)?;
    let mut text = format!("{} falls to the ground", item.weapon.name);
    if !space(world, id).contains(at) {
        text += &format!(" at {at}");
    }
    lay_down(world, at, item);
    Some(Event::note(text).actor(id))
}

/// ESS-DISARM-4: what it carries that is no part of its body. Objects carry nothing.
pub(crate) fn carried(world: &World, id: Id) -> Vec<String> {
    keys(world, id, |item| !item.weapon.natural)
}

/// The keys of what it has of some kind, each once.
fn keys(world: &World, id: Id, of_kind: impl Fn(&Item) -> bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for item in world.part::<Gear>(id).iter().flat_map(|gear| &gear.0) {
        if of_kind(item) && !out.contains(&item.weapon.key) {
            out.push(item.weapon.key.clone());
        }
    }
    out
}

/// What people call a thing that a creature carries.
pub(crate) fn name_of(world: &World, id: Id, key: &str) -> String {
    let gear = &world.the::<Gear>(id).0;
    let item = gear.iter().find(|item| item.weapon.key == key);
    item.map_or_else(|| key.to_owned(), |item| item.weapon.name.clone())
}

/// What can be drawn: stowed, with hands free for it.
pub(crate) fn drawable(world: &World, id: Id) -> Vec<String> {
    let free = creature::free_hands(world, id);
    keys(world, id, |item| !item.held && item.weapon.hands <= free)
}

/// Takes a stowed thing into the hand, or puts a held one away.
pub(crate) fn shift(world: &mut World, id: Id, key: &str, held: bool) {
    let mut gear = world.the_mut::<Gear>(id);
    if let Some(item) = gear.0.iter_mut().find(|item| item.held != held && item.weapon.key == key) {
        item.held = held;
    }
}
