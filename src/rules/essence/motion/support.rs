//! What keeps somebody from falling: the ground, wings, a surface, a mount, the earth, whoever is in a grapple with it.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use crate::battle::*;
use crate::grid::Length;

/// The floor under a creature's whole space.
pub(crate) fn floor_under(world: &World, id: Id) -> Length {
    floor_of(world, space(world, id))
}

/// Feet of air under a creature, in steps of 5.
pub(crate) fn air_under(world: &World, id: Id) -> Feet {
    let up = creature::steps_up(world.the::<Position>(id).height) - creature::steps_up(floor_under(world, id));
    5 * up.max(0)
}

/// What keeps somebody from falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Support {
    /// Nothing has weight here (ESS-ZG-10).
    Weightless,
    /// Its wings.
    Wings,
    /// A surface beside it, which it holds on to.
    Surface,
    /// What it rides.
    Mount(Id),
    /// The earth all around it.
    Earth,
    /// The ground under its feet.
    Ground,
    /// Who is in a grapple with it and does not fall (R33: the two are one space).
    Hold(Id),
}

/// What keeps a creature from falling; none where nothing does.
pub(crate) fn support(world: &World, id: Id) -> Option<Support> {
    support_past(world, id, &mut Vec::new())
}

fn support_past(world: &World, id: Id, asked: &mut Vec<Id>) -> Option<Support> {
    asked.push(id);
    let stance = world.the::<Stance>(id);
    if creature::weightless(world) {
        return Some(Support::Weightless);
    }
    if stance.aloft {
        return Some(Support::Wings);
    }
    if stance.climbing {
        return Some(Support::Surface);
    }
    if let Some(mount) = stance.riding.filter(|&mount| is_on_map(world, mount)) {
        return Some(Support::Mount(mount));
    }
    if cover::buried(world, id) {
        return Some(Support::Earth);
    }
    if air_under(world, id) == 0 {
        return Some(Support::Ground);
    }
    let here = *world.the::<Position>(id);
    let falls = |other: Id| {
        let stance = world.the::<Stance>(other);
        stance.tumbling || stance.fallen > 0
    };
    creature::partners(world, id).into_iter().find_map(|other| {
        let by = is_on_map(world, other) && *world.the::<Position>(other) == here && !falls(other);
        if !by || asked.contains(&other) {
            return None;
        }
        // Who hangs on a surface holds nobody but itself (ESS-GRAP-19).
        let holds = support_past(world, other, asked).is_some_and(|support| support != Support::Surface);
        holds.then_some(Support::Hold(other))
    })
}
