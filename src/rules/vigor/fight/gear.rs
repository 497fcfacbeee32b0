//! What hands hold, and what lies on the ground: weapons thrown or dropped (VIG-ATK-18, VIG-ACT-19).

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::super::body::who;
use super::super::data::{Attack, Pack};
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// What lies about: where, whose it was, its key.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Litter(pub Vec<(Square, Id, Text)>);

/// Whether somebody still has a weapon of its list.
pub fn has(world: &World, id: Id, key: &str) -> bool {
    world
        .part::<Pack>(id)
        .is_none_or(|pack| !pack.gone.iter().any(|gone| **gone == *key))
}

/// Whether a weapon can be lost hold of: what grows on one cannot.
pub fn is_held(with: &Attack) -> bool {
    use super::super::data::Class::{Natural, Spell, Unarmed};
    !matches!(with.class, Natural | Unarmed | Spell)
}

/// VIG-ATK-18: a weapon that is thrown leaves the hand, and lies where it was aimed at.
pub fn lets_fly(world: &mut World, id: Id, with: &Attack, at: Square) {
    lose(world, id, &with.key, at);
    who::note(
        world,
        id,
        format!("{} is out of its hand", with.name),
        rule!("VIG-ATK-18"),
    );
}

/// A weapon comes to lie on the ground.
pub fn lose(world: &mut World, id: Id, key: &str, at: Square) {
    let key: Text = key.to_owned().into();
    world.the_mut::<Pack>(id).gone.push(key.clone());
    world.resource_mut::<Litter>().0.push((at, id, key));
}

/// What of its own somebody could pick up: places of the list.
pub fn to_hand(world: &World, id: Id) -> Vec<usize> {
    let here = space(world, id);
    let near = |at: Square| here.steps(crate::grid::Footprint::single(at)) <= 1;
    let litter = world.resource::<Litter>().0.iter().enumerate();
    litter
        .filter(|(_, (at, owner, _))| *owner == id && near(*at))
        .map(|(place, _)| place)
        .collect()
}

/// Picks something up.
pub fn pick_up(world: &mut World, id: Id, place: usize) {
    let (_, _, key) = world.resource_mut::<Litter>().0.remove(place);
    let mut pack = world.the_mut::<Pack>(id);
    if let Some(at) = pack.gone.iter().position(|gone| *gone == key) {
        pack.gone.remove(at);
    }
}
