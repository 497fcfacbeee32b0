//! Whom a side fights.

use crate::battle::*;

/// Whether a creature is somebody to fight for this side.
pub(super) fn enemy(battle: &Battle, side: SideId, id: Id) -> bool {
    let world = battle.world();
    let other = side_of(world, id);
    let neutral = |side: SideId| battle.level().sides.get(usize::from(side.0)).is_none_or(|side| side.neutral);
    other != side && !neutral(other) && battle.ruleset().standing(world, id) && battle.ruleset().knows(world, side, id)
}
