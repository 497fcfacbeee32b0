//! Bystanders: creatures that are nobody's enemies, whichever side they are of, as long as they attack nobody.

use std::collections::BTreeSet;

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use crate::battle::values::Id;

/// The bystanders, on the map or not.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bystanders(pub BTreeSet<Id>);

/// Whether a creature is a bystander.
pub fn is_bystander(world: &World, creature: Id) -> bool {
    let all = world.get_resource::<Bystanders>();
    all.is_some_and(|all| !all.0.is_empty() && all.0.contains(&creature))
}
