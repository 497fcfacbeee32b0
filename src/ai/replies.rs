//! What the enemies next in turn could do to a side as all stand now.

use super::attacks::attacks_here;
use super::foes::enemy;
use crate::battle::*;

/// Turns that are passed over at most while these enemies are looked for.
const MOST_TURNS: u32 = 8;

/// What so many enemies of the creature whose turn it is come to, from where they stand, should it end its turn now. In hundredths of a
/// point of damage.
pub(super) fn replies(battle: &mut Battle, creature: Id, enemies: u32) -> i128 {
    let side = side_of(battle.world(), creature);
    pass(battle, side, (creature, enemies, MOST_TURNS))
}

/// Ends the turn that is being played, and adds up what comes after it: of so many enemies, within so many turns, until a creature has its
/// turn again.
fn pass(battle: &mut Battle, side: SideId, (until, enemies, turns): (Id, u32, u32)) -> i128 {
    let Some(creature) = battle.active().filter(|_| enemies > 0 && turns > 0) else { return 0 };
    let end = Order::EndTurn { creature };
    let sum = battle.ahead_with(&end, 0, |after| {
        let next = after.active().filter(|&next| next != until);
        let Some(next) = next.filter(|_| after.outcome().is_none() && after.decision().is_none()) else { return 0 };
        let fights = enemy(after, side, next);
        let here = if fights { attacks_here(after, next, 1).0 } else { 0 };
        here + pass(after, side, (until, enemies - u32::from(fights), turns - 1))
    });
    sum.unwrap_or(0)
}
