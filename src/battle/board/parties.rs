//! Which sides fight each other and which win together; and bystanders, who are nobody's enemies as long as they attack nobody.

use std::collections::BTreeSet;

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::map::LevelRes;
use crate::battle::values::{Id, SideId};

/// The bystanders, on the map or not.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bystanders(pub BTreeSet<Id>);

/// Whether a creature is a bystander.
pub fn is_bystander(world: &World, creature: Id) -> bool {
    let all = world.get_resource::<Bystanders>();
    all.is_some_and(|all| all.0.contains(&creature))
}

/// Whether two sides fight each other. Neutral sides fight no one, and allied sides not each other.
pub fn at_odds(world: &World, one: SideId, other: SideId) -> bool {
    let sides = &world.resource::<LevelRes>().0.sides;
    let neutral = |side: SideId| sides[side.0 as usize].neutral;
    !win_together(world, one, other) && !neutral(one) && !neutral(other)
}

/// Whether two sides win together: the same side, or allied ones.
pub fn win_together(world: &World, one: SideId, other: SideId) -> bool {
    let sides = &world.resource::<LevelRes>().0.sides;
    one == other || sides[one.0 as usize].allies.contains(&sides[other.0 as usize].id)
}
