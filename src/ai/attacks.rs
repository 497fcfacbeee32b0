//! What the attacks of a whole turn come to from where a creature stands.

use super::greedy::good_attacks;
use super::offers::{offer_of, open_offers};
use super::weights::Weights;
use super::worth::farthest;
use crate::battle::*;

/// Attacks that are counted on for a turn, whatever is left to pay with.
const MOST_ATTACKS: i128 = 3;
/// Attacks of which the best is told.
const MOST: usize = 3;

/// The attack that is foreseen to do most from here.
pub(super) fn best_here(battle: &mut Battle, creature: Id) -> Option<Order> {
    let offers = open_offers(battle, creature);
    good_attacks(battle, creature, &offers, MOST).into_iter().next().map(|(_, order)| order)
}

/// What the attacks of a turn from here come to, and how far they reach in squares. Of so many attacks the best one counts, as often as it
/// can be paid for.
pub(super) fn attacks_here(battle: &mut Battle, creature: Id, most: usize) -> (i128, u32) {
    attacks_weighed(battle, creature, most, &Weights::USUAL)
}

/// The same, of a creature for which they count so.
pub(super) fn attacks_weighed(battle: &mut Battle, creature: Id, most: usize, weights: &Weights) -> (i128, u32) {
    let mut offers = battle.ruleset().offers(battle.world(), creature);
    let range = farthest(&offers);
    offers.retain(|offer| offer.refusal.is_none());
    let good = good_attacks(battle, creature, &offers, weights.looks_at(most));
    let Some((value, order)) = weights.weighed(good).into_iter().next() else {
        return (0, range);
    };
    let price = match &order {
        Order::Act(act) => offer_of(&offers, act),
        _ => None,
    };
    let price = price.map_or(1, |offer| match offer.price {
        Price::Points(points) => i128::from(points).max(1),
        Price::Free | Price::Way => MOST_ATTACKS,
    });
    let left = battle.ruleset().sheet(battle.world(), creature).left_of_turn();
    let times = left.map_or(1, |left| (i128::from(left) / price).clamp(1, MOST_ATTACKS));
    (value * times, range)
}
