//! What a level may switch for this ruleset (VIG-GM-2).

use bevy::prelude::World;

use crate::battle::*;

/// The switches that are on where nothing is written.
const ON: [&str; 3] = ["hard_hit", "kill_helpless", "sonic_stuns"];

/// Whether one is on.
pub(crate) fn is_on(world: &World, key: &str) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let written = level.rules.get("vigor").and_then(|table| table.get(key)?.as_bool());
    written.unwrap_or_else(|| ON.contains(&key))
}
