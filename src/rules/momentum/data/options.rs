//! What a level writes for this ruleset.

use bevy::prelude::World;
use toml::Value;

use crate::battle::LevelRes;

/// What the level that is played writes under a key.
pub(crate) fn written<'a>(world: &'a World, key: &str) -> Option<&'a Value> {
    world.resource::<LevelRes>().0.rules.get("momentum")?.get(key)
}
