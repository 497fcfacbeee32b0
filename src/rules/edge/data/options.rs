//! What a level may switch for this ruleset.

use bevy::prelude::World;

use crate::battle::*;

/// EDG-SET-1: whether a failure with a 1 brings a setback.
pub(crate) fn has_setbacks(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let written = level.rules.get("edge").and_then(|table| table.get("setbacks")?.as_bool());
    written.unwrap_or(true)
}

/// EDG-DEATH-6: whether shots, too, may spare those who fall by them.
pub(crate) fn spares_at_range(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    level.rules.get("edge").and_then(|table| table.get("spare_at_range")?.as_bool()).unwrap_or(false)
}
