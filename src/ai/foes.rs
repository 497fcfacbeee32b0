//! Whom a side fights.

use crate::battle::*;

/// Whether a creature is an enemy of a side, as far as the side knows.
pub(super) fn enemy(battle: &Battle, side: SideId, id: Id) -> bool {
    let world = battle.world();
    let other = side_of(world, id);
    at_odds(world, side, other)
        && !is_bystander(world, id)
        && battle.ruleset().standing(world, id)
        && battle.ruleset().knows(world, side, id)
}
