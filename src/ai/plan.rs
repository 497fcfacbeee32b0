//! A plan: an order, and what is gained by it over going on as things stand.

use super::weighing::weights_of;
use super::worth::points_of_health;
use crate::battle::*;

/// A plan must be worth so much more than going on as things stand, in hundredths of a point of damage.
pub(super) const MORE: i128 = 40;
/// A plan that is worth so much less than going on is not thought through.
pub(super) const LESS: i128 = -300;

/// Something to do, and what is gained by it over going on as things stand, in hundredths of a point of damage.
pub(super) type Plan = (i128, Order);

/// What is gained after an order, less what the creature itself loses by it. Nothing is said of an order on whose way something is asked,
/// since it does not come as it was thought of, nor of one that is not legal.
pub(super) fn after(
    battle: &mut Battle,
    creature: Id,
    order: &Order,
    gain: impl FnOnce(&mut Battle) -> i128,
) -> Option<i128> {
    let before = points_of_health(battle, creature);
    let weights = weights_of(battle, creature);
    let gained = battle.ahead_with(order, 0, |after| {
        let goes_on = after.decision().is_none() && after.active() == Some(creature);
        let lost = before - points_of_health(after, creature);
        goes_on.then(|| gain(after) - weights.risked(100 * lost))
    });
    gained.ok().flatten()
}

/// The order after which most is gained: the first of equals, and none that gains no more than [`MORE`].
pub(super) fn most_gained(
    battle: &mut Battle,
    creature: Id,
    orders: Vec<Order>,
    gain: impl Fn(&mut Battle) -> i128,
) -> Option<Order> {
    let mut best: Option<Plan> = None;
    for order in orders {
        let Some(value) = after(battle, creature, &order, &gain) else { continue };
        if value > MORE && best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, order));
        }
    }
    best.map(|(_, order)| order)
}
