//! Work of hands that may win the fight at once by the level's word: a charge that is disarmed, a lever that is thrown.

use crate::battle::*;
use crate::level::Effect;

/// Samples of what comes of such an order.
const SAMPLES: u32 = 12;
/// The hundredths of all ways of rolling in which it must win to be done.
const SELDOM: u128 = 8;

/// The work that most often wins the fight for the creature's side, if there is any.
pub(super) fn win_at_once(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let side = side_of(battle.world(), creature);
    if !can_be_awarded(battle, side) {
        return None;
    }
    let works = offers.iter().filter(|offer| offer.purpose == Purpose::Interact && offer.aim == Aim::Thing);
    let acts = works.flat_map(|offer| battle.ruleset().acts(battle.world(), creature, offer));
    let orders: Vec<Order> = acts.map(Order::Act).collect();
    let chances = orders.into_iter().map(|order| (chance(battle, &order, side), order));
    let (_, order) = chances.filter(|&(chance, _)| chance >= SELDOM).max_by_key(|&(chance, _)| chance)?;
    Some(order)
}

/// Whether the level has an event that lets a side win, and players are told of it beforehand.
fn can_be_awarded(battle: &Battle, side: SideId) -> bool {
    let level = battle.level();
    let id = level.sides.get(usize::from(side.0)).map(|side| side.id.as_str());
    let wins = |effect: &Effect| matches!(effect, Effect::Win { side } if Some(side.as_str()) == id);
    level.events.iter().any(|event| !event.secret && event.do_.iter().any(wins))
}

/// In how many hundredths of all ways of rolling an order wins the fight for a side, whatever is answered on the way.
fn chance(battle: &mut Battle, order: &Order, side: SideId) -> u128 {
    let Ok(forecast) = Foresight::glance(order.clone(), SAMPLES).go_through(battle) else {
        return 0;
    };
    let won = |branch: &Branch| 100 * branch.wins.get(&side).copied().unwrap_or(0) / branch.whole.max(1);
    forecast.branches.iter().map(won).min().unwrap_or(0)
}
