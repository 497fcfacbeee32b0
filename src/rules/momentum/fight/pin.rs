//! Enemies that an actor keeps pinned down: Restrained as long as it stays where it is and spends 2 AP a turn on it (MOM-CINE-9).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::status::{self, Affliction};
use super::super::data::Status;
use super::super::data::conditions::RESTRAINED;
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// The enemies that an actor pins down, the square where it stands, and whether it has spent AP on that on its turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pinning {
    whom: Vec<Id>,
    at: Square,
    kept: bool,
}

/// Whether a creature is bound by another.
fn is_bound_by(world: &World, id: Id, by: Id) -> bool {
    creature::has_from(world, id, RESTRAINED, by)
}

/// Those whom a creature pins down.
pub(crate) fn pinned(world: &World, by: Id) -> Vec<Id> {
    let whom = world.part::<Pinning>(by).map_or(&[][..], |pinning| &pinning.whom);
    whom.iter().copied().filter(|&id| is_on_map(world, id) && is_bound_by(world, id, by)).collect()
}

/// Pins enemies down.
pub(crate) fn pin(world: &mut World, by: Id, whom: &[Id]) {
    let power = creature::profile(world, by).power();
    for &id in whom {
        let with = Affliction { status: Status::Restrained, dr: None, power, source: Some(by) };
        status::afflict(world, id, with, rule!("MOM-CINE-9"));
    }
    let mut all = pinned(world, by);
    all.extend(whom.iter().filter(|id| is_bound_by(world, **id, by)));
    all.sort_unstable();
    all.dedup();
    let at = space(world, by).at;
    world.put(by, Pinning { whom: all, at, kept: true });
}

/// Whether an actor has spent AP on that on this turn.
pub(crate) fn is_kept(world: &World, by: Id) -> bool {
    world.part::<Pinning>(by).is_some_and(|pinning| pinning.kept)
}

/// An actor has spent AP to go on pinning them down.
pub(crate) fn keep(world: &mut World, by: Id) {
    world.the_mut::<Pinning>(by).kept = true;
}

/// The turn of an actor is over: unless it has spent AP on them, those whom it pins down are free.
pub(crate) fn turn_ends(world: &mut World, by: Id) {
    let Some(pinning) = world.part::<Pinning>(by).filter(|pinning| !pinning.whom.is_empty()) else { return };
    if pinning.kept {
        world.the_mut::<Pinning>(by).kept = false;
    } else {
        release(world, by, &rule!("MOM-CINE-9"));
    }
}

/// MOM-VIT-13: pinning ends where its actor leaves its square, or can do nothing.
pub(crate) fn test(world: &mut World) {
    let pins = |id: &Id| world.part::<Pinning>(*id).is_some_and(|pinning| !pinning.whom.is_empty());
    for by in creatures(world).into_iter().filter(pins).collect::<Vec<Id>>() {
        let at = world.the::<Pinning>(by).at;
        if !is_on_map(world, by) || !creature::acts(world, by) || space(world, by).at != at {
            release(world, by, &rule!("MOM-VIT-13"));
        }
    }
}

fn release(world: &mut World, by: Id, rule: &Rule) {
    for id in pinned(world, by) {
        status::end(world, id, Status::Restrained, [rule.clone()]);
    }
    world.put(by, Pinning::default());
}
