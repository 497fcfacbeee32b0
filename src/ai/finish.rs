//! Work of hands that may win the fight by the level's word, and help for those who do it. Examples: a charge that is disarmed, a lever
//! that is thrown.

use std::collections::BTreeMap;

use super::exertion;
use super::offers::open_offers;
use super::worth::won;
use crate::battle::*;
use crate::level::Effect;

/// Samples of what comes of such an order.
const SAMPLES: u32 = 12;
/// The hundredths of all ways of rolling in which it must win to be done.
const SELDOM: u128 = 8;

/// The work that most often wins the fight for the creature's side, if there is any; or help for an ally at such work, where that makes
/// winning likelier than the creature's own work does.
pub(super) fn win_by_work(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let side = side_of(battle.world(), creature);
    if !can_be_awarded(battle, side) {
        return None;
    }
    let own = best_work(battle, creature, side, offers);
    let helped = best_help(battle, creature, side, offers);
    let chance = |found: &Option<(u128, Order)>| found.as_ref().map_or(0, |&(chance, _)| chance);
    if chance(&helped) > chance(&own) {
        return helped.map(|(_, order)| order);
    }
    own.map(|(_, order)| exertion::spend(battle, side, order))
}

/// Whether the level has an event that lets a side win, and players are told of it beforehand.
fn can_be_awarded(battle: &Battle, side: SideId) -> bool {
    let level = battle.level();
    let id = level.sides.get(usize::from(side.0)).map(|side| side.id.as_str());
    let wins = |effect: &Effect| matches!(effect, Effect::Win { side } if Some(side.as_str()) == id);
    level.events.iter().any(|event| !event.secret && event.do_.iter().any(wins))
}

/// The work of a creature that most often wins, and in how many hundredths of all ways of rolling it does.
fn best_work(battle: &mut Battle, creature: Id, side: SideId, offers: &[Offer]) -> Option<(u128, Order)> {
    let works = offers.iter().filter(|offer| offer.purpose == Purpose::Interact && offer.aim == Aim::Thing);
    let acts = works.flat_map(|offer| battle.ruleset().acts(battle.world(), creature, offer));
    let orders: Vec<Order> = acts.map(Order::Act).collect();
    let chances = orders.into_iter().map(|order| (chance(battle, &order, side), order));
    chances.filter(|&(chance, _)| chance >= SELDOM).max_by_key(|&(chance, _)| chance)
}

/// In how many hundredths of all ways of rolling an order wins the fight for a side, whatever is answered on the way.
fn chance(battle: &mut Battle, order: &Order, side: SideId) -> u128 {
    let forecast = Foresight::glance(order.clone(), SAMPLES).go_through(battle);
    forecast.map_or(0, |forecast| won(&forecast, side))
}

/// The help that adds most to the chance of an ally's work on its next turn, and what it adds.
fn best_help(battle: &mut Battle, creature: Id, side: SideId, offers: &[Offer]) -> Option<(u128, Order)> {
    let aids = offers.iter().filter(|offer| offer.purpose == Purpose::Aid && offer.aim == Aim::Thing);
    let acts: Vec<Act> = aids.flat_map(|offer| battle.ruleset().acts(battle.world(), creature, offer)).collect();
    let mut alone = BTreeMap::new();
    let mut best: Option<(u128, Order)> = None;
    for act in acts {
        let Some(ally) = act.target else { continue };
        let turns = battle.flow().order.len();
        let alone = *alone.entry(ally).or_insert_with(|| at_its_turn(battle, ally, side, turns));
        let order = Order::Act(act);
        if alone == 0 {
            continue;
        }
        let helped = battle.ahead(&order, |after| at_its_turn(after, ally, side, turns)).unwrap_or(0);
        let added = helped.saturating_sub(alone);
        if added >= SELDOM && best.as_ref().is_none_or(|&(most, _)| added > most) {
            best = Some((added, order));
        }
    }
    best
}

/// The chance of a creature's best work on its next turn, where all who come before it do no more; nothing beyond so many turns.
fn at_its_turn(battle: &mut Battle, creature: Id, side: SideId, turns: usize) -> u128 {
    if battle.actors().contains(&creature) {
        let offers = open_offers(battle, creature);
        return best_work(battle, creature, side, &offers).map_or(0, |(chance, _)| chance);
    }
    let Some(active) = battle.active().filter(|_| turns > 0 && battle.decision().is_none()) else { return 0 };
    let end = Order::EndTurn { creature: active };
    battle.ahead(&end, |after| at_its_turn(after, creature, side, turns - 1)).unwrap_or(0)
}
