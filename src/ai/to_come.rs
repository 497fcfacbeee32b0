//! What a creature still loses by what it bears: fire, blood, whatever the rules take from it before its next turn.

use super::offers::open_acts;
use super::worth::{loss, points_of_health};
use crate::battle::*;

/// Turns that are passed over at most until it has its own again.
const MOST_TURNS: u32 = 12;

/// Samples of what befalls it until then.
const SAMPLES: u32 = 3;

/// What a creature loses until its next turn has begun, should nobody do anything before. In hundredths of a point of damage; nothing for
/// one that bears no condition.
pub(super) fn harm_to_come(battle: &mut Battle, creature: Id) -> i128 {
    let conditions = battle.world().part::<Conditions>(creature);
    if conditions.is_none_or(|all| all.0.is_empty()) {
        return 0;
    }
    let before = points_of_health(battle, creature);
    let losses =
        (0..SAMPLES).map(|sample| loss(before, at_its_next_turn(battle, creature, (sample, MOST_TURNS)).min(before)));
    losses.sum::<i128>() / i128::from(SAMPLES)
}

/// The points of health it has then, in one sample, within so many turns.
fn at_its_next_turn(battle: &mut Battle, creature: Id, (sample, turns): (u32, u32)) -> i128 {
    let now = points_of_health(battle, creature);
    let Some(active) = battle.active().filter(|_| turns > 0) else { return now };
    let end = Order::EndTurn { creature: active };
    let then = battle.ahead_with(&end, sample, |after| {
        let is_over = after.outcome().is_some() || after.decision().is_some() || after.active() == Some(creature);
        if is_over { points_of_health(after, creature) } else { at_its_next_turn(after, creature, (sample, turns - 1)) }
    });
    then.unwrap_or(now)
}

/// What it could do to itself that mends; so many orders at most.
pub(super) fn mends_of_its_own(battle: &Battle, creature: Id, most: usize) -> Vec<Order> {
    let mends = open_acts(battle, creature, |offer| offer.purpose == Purpose::Mend);
    let own = mends.filter(|act| act.target.is_none_or(|target| target == creature));
    own.take(most).map(Order::Act).collect()
}
