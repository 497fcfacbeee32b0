//! What the level that is played writes for this ruleset.

use bevy::prelude::World;
use serde::de::DeserializeOwned;
use toml::Value;

use crate::battle::LevelRes;

/// What it writes under a key.
pub(super) fn written<'w>(world: &'w World, key: &str) -> Option<&'w Value> {
    world.resource::<LevelRes>().0.rules.get("edge")?.get(key)
}

/// Whether it says yes or no under a key.
pub(super) fn flag(world: &World, key: &str) -> Option<bool> {
    written(world, key)?.as_bool()
}

/// A list that it writes, as far as its entries are sound.
pub(super) fn list<T: DeserializeOwned>(world: &World, key: &str) -> Vec<T> {
    let all = written(world, key).and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|value| value.clone().try_into().ok()).collect()
}
