//! Whom something can be aimed at (MOM-ATK-3).

use bevy::prelude::World;

use super::super::data::{Attack, Class};
use super::cover;
use crate::battle::*;
use crate::grid::Footprint;
use crate::rule;

/// MOM-ATK-3, MOM-ATK-15, MOM-FULL-1: whether somebody can aim this at a creature in a space.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, with: &Attack, target: Id, there: Footprint) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    if !is_on_map(world, target) || !knows(world, side_of(world, id), target) {
        return Err(Refusal::by(rule!("MOM-ATK-3"), "gone", "There is nobody to attack."));
    }
    let own = space(world, id);
    if own.steps(there) > with.range_m {
        let rule = if with.class == Class::Melee { rule!("MOM-ATK-14") } else { rule!("MOM-ATK-15") };
        return Err(Refusal::by(rule, "range", format!("Out of range ({} m).", with.range_m)));
    }
    if cover::between(world, (id, own), (target, there)).full.is_some() {
        return Err(Refusal::by(rule!("MOM-FULL-1"), "no_line", "It has full cover."));
    }
    Ok(())
}
