//! What an attack can be aimed at, and whether it can be used at all.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::sight;
use crate::battle::*;
use crate::grid::{Point, Square, line};
use crate::rule;

/// Why an attack cannot be used at all now, dice and turn aside.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn usable(world: &World, id: Id, attack: &Attack) -> Result<(), Refusal> {
    if attack.needs_hands {
        let who = world.look(id).expect("whoever attacks should exist");
        let profile = &who.get::<Stats>().expect("a creature should have a profile").0;
        let wounds: &Wounds = who.get().expect("a creature should have hit points");
        if !profile.hands || wounds.lost(Ability::Str) {
            return Err(Refusal::by(rule!("SOL-ZERO-2"), "no_hands", "It cannot use its hands."));
        }
        let held = || who.get::<Held>().is_some_and(|held| held.0.contains(&attack.key));
        if !attack.natural && !held() {
            return Err(Refusal::by(rule!("SOL-ATK-13"), "not_held", format!("It does not hold its {}.", attack.name)));
        }
    }
    Ok(())
}

/// Whether a creature or object can be the single target of an attack.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, attack: &Attack, target: Id) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    let ids = world.resource::<Ids>();
    if ids.stand(target).is_some() {
        if !ids.is_present(target) {
            return Err(Refusal::new("gone", "That creature is not on the map any more."));
        }
        if sight::hidden_from(world, target, id) {
            return Err(Refusal::by(rule!("SOL-ATK-11"), "hidden", "That creature is hidden from it."));
        }
    } else if world.part::<ObjectHealth>(target).is_none() {
        return Err(Refusal::by(rule!("SOL-OBJ-1"), "indestructible", "That cannot be attacked."));
    }
    let far = sight::distance(world, id, target);
    if far > attack.range_ft {
        return Err(Refusal::by(
            rule!("SOL-ATK-1"),
            "range",
            format!("{far} ft away; {} reaches {} ft.", attack.name, attack.range_ft),
        ));
    }
    Ok(())
}

/// SOL-AREA-1: whether an area attack can be centred on a square.
///
/// # Errors
/// Out of range, or behind a wall.
pub(crate) fn aims_at_spot(world: &World, id: Id, attack: &Attack, at: Square) -> Result<(), Refusal> {
    let (map, lay) = lay(world);
    let body = space(world, id);
    if sight::distance_to(world, id, at) > attack.range_ft {
        return Err(Refusal::by(rule!("SOL-AREA-1"), "range", "That spot is out of range."));
    }
    let clear = |from: Square| {
        line::squares_crossed(Point::centre(from), Point::centre(at)).all(|square| !map.solid(square))
            && !map.solid(at)
            && !sight::walled_off(lay, from, at, false)
    };
    if body.squares().any(clear) {
        Ok(())
    } else {
        Err(Refusal::by(rule!("SOL-AREA-1"), "wall", "A wall stands between it and that spot."))
    }
}

/// SOL-COND-4: whom a mad creature must attack with this attack, when it must.
pub(crate) fn must_attack(world: &World, id: Id, attack: &Attack) -> Option<Vec<Id>> {
    if !creature::mad(world, id) {
        return None;
    }
    let seen: Vec<(Feet, Id)> = on_map(world)
        .filter(|&other| aims_at(world, id, attack, other).is_ok() && sight::sees(world, id, other))
        .map(|other| (sight::distance(world, id, other), other))
        .collect();
    let nearest = seen.iter().map(|&(far, _)| far).min()?;
    Some(seen.into_iter().filter(|&(far, _)| far == nearest).map(|(_, id)| id).collect())
}
