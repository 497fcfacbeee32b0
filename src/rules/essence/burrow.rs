//! Tunnels and what falls in on them (ESS-BURROW rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::grid::Square;

/// Squares under which a tunnel is open.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tunnels(pub std::collections::BTreeSet<Square>);

/// The tunnel under a square falls in.
pub fn collapse(world: &mut World, at: Square) {
    world.resource_mut::<Tunnels>().0.remove(&at);
}
