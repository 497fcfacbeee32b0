//! Orders of a creature in its manner, where they are others than those of one that has none.

use super::greedy::good_attacks;
use super::offers::{offer_of, open_offers};
use super::plan::MORE;
use super::squares::{best_place, better_square, is_best_as_usual, walk_to};
use super::weighing::weights_of;
use super::weights::Weights;
use super::worth::farthest;
use crate::battle::*;

/// Attacks among which one at a target that the creature is after is looked for.
const MOST_ATTACKS: usize = 8;

/// The best attack at a target that the creature is after by its manner, in place of one at another, where it counts for more.
pub(super) fn at_whom_it_is_after(battle: &mut Battle, act: &Act) -> Option<Order> {
    let weights = weights_of(battle, act.creature);
    if weights.favoured.is_empty() || weights.favours(&Order::Act(act.clone())) {
        return None;
    }
    let offers = open_offers(battle, act.creature);
    let good = good_attacks(battle, act.creature, &offers, MOST_ATTACKS);
    let (_, best) = weights.weighed(good).into_iter().next()?;
    weights.favours(&best).then_some(best)
}

/// Walks off before all else, where the creature's manner is to get away and a better square is in reach.
pub(super) fn flight(battle: &Battle, creature: Id) -> Option<Order> {
    if !weights_of(battle, creature).flees() {
        return None;
    }
    let range = farthest(&battle.ruleset().offers(battle.world(), creature));
    let (_, to) = better_square(battle, creature, range).filter(|&(gained, _)| i128::from(gained) > MORE)?;
    Some(walk_to(creature, to))
}

/// The order itself where it is no move; a move to the square that the creature's manner would have; nothing where it would stay.
pub(super) fn in_manner(battle: &mut Battle, creature: Id, weights: &Weights, order: Order) -> Option<Order> {
    let offers = battle.ruleset().offers(battle.world(), creature);
    let range = farthest(&offers);
    match &order {
        Order::Move(walk) => {
            let by_eye = walk.to.is_some_and(|to| is_best_as_usual(battle, creature, range, to));
            if !by_eye && weights.pull.is_none() {
                return Some(order);
            }
            better_square(battle, creature, range).map(|(_, to)| walk_to(creature, to))
        }
        Order::Act(act) if weights.pull.is_some() => {
            let purpose = offer_of(&offers, act).map(|offer| offer.purpose);
            if !matches!(purpose, Some(Purpose::Move | Purpose::Sprint)) {
                return Some(order);
            }
            let place = |battle: &mut Battle| {
                (battle.world().the::<Position>(creature).at, best_place(battle, creature, range))
            };
            let (here, before) = place(battle);
            let (there, after) = battle.ahead_with(&order, 0, place).ok()?;
            let gets_up = here == there && purpose == Some(Purpose::Move);
            (gets_up || after > before).then_some(order)
        }
        _ => Some(order),
    }
}
