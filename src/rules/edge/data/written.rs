//! What the level that is played writes for this ruleset.

use bevy::prelude::World;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::battle::LevelRes;

/// What it writes under a key.
pub(super) fn written<'w>(world: &'w World, key: &str) -> Option<&'w Value> {
    world.resource::<LevelRes>().0.rules.get("edge")?.get(key)
}

/// Whether it says yes or no under a key.
pub(super) fn flag(world: &World, key: &str) -> Option<bool> {
    written(world, key)?.as_bool()
}

/// Everything wrong with a list of a level's options: where, message, help. `unsound` says what is wrong with an entry.
pub(super) fn check_list(
    table: &Table,
    key: &str,
    help: &str,
    unsound: impl Fn(&Value) -> Option<String>,
) -> Vec<(String, String, String)> {
    match table.get(key) {
        None => Vec::new(),
        Some(Value::Array(all)) => {
            let wrong = all.iter().enumerate().filter_map(|(place, value)| Some((place, unsound(value)?)));
            wrong.map(|(place, why)| (format!("{key}.{place}"), why, help.to_owned())).collect()
        }
        Some(_) => vec![(key.to_owned(), format!("`{key}` is a list of tables"), help.to_owned())],
    }
}

/// Why an entry does not read as what it is to be.
pub(super) fn unreadable<T: DeserializeOwned>(value: &Value) -> Option<String> {
    value.clone().try_into::<T>().err().map(|why| why.message().to_owned())
}

/// A list that it writes, as far as its entries are sound.
pub(super) fn list<T: DeserializeOwned>(world: &World, key: &str) -> Vec<T> {
    let all = written(world, key).and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|value| value.clone().try_into().ok()).collect()
}
