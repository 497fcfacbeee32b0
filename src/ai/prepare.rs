//! What prepares the rest of a turn: to take something in hand or up from the ground, to get up, to go farther on this turn.

use super::attacks::attacks_weighed;
use super::effort::Effort;
use super::ground::{lies, posts, ways_up};
use super::offers::{open_acts, open_offers};
use super::out_of_turn;
use super::plan::{LESS, Plan, after};
use super::squares::{best_place, standing, to_act_from, walk_to};
use super::weighing::weights_of;
use crate::battle::*;

/// Weapons that are thought of taking in hand first.
const MOST_ARMS: usize = 4;
/// What a square is worth that need not be walked, since a weapon reaches farther.
const STEP: i128 = 10;
/// Squares that are looked at to act from after something that prepares.
const MOST_AFTER: usize = 3;
/// A place that is so much better by eye is worth running for.
const FAR_BETTER: i128 = 300;
/// What it costs to leave something lying on the ground.
const LEFT_LYING: i128 = 250;

/// Plans that prepare what comes after them: to take something in hand or up from the ground, to get up, to go farther on this turn. They
/// are held against the attacks from here and those after a walk.
pub(super) fn preparations(
    battle: &mut Battle,
    creature: Id,
    (now, on_foot, range): (i128, i128, u32),
    effort: Effort,
) -> Vec<Plan> {
    let is_idle = now <= 0 && on_foot <= 0;
    let far = out_of_turn::nearest(battle, creature).map_or(0, i128::from);
    let mut orders = arms(battle, creature, now <= 0);
    orders.extend(within_hands(battle, creature));
    orders.extend(getting_up(battle, creature));
    let lying = |battle: &Battle| battle.ruleset().litter(battle.world()).len();
    let before = lying(battle);
    let mut plans = Vec::new();
    for order in orders {
        let gained = after(battle, creature, &order, |after| {
            let (then, reach) = turn_from_here(after, creature, now > 0, effort);
            let then = if then <= 0 && is_idle { with_more_in_hand(after, creature, effort) } else { then };
            let nearer = i128::from(reach).min(far) - i128::from(range).min(far);
            let gained = if is_idle && then <= 0 { STEP * nearer } else { then - now };
            if lying(after) > before { gained - LEFT_LYING } else { gained }
        });
        plans.extend(gained.map(|value| (value, order)));
    }
    if is_idle || !posts(battle, creature).is_empty() {
        let place = best_place(battle, creature, range);
        for order in sprints(battle, creature) {
            let gained = after(battle, creature, &order, |after| {
                let better = i128::from(best_place(after, creature, range) - place);
                let then = turn_from_here(after, creature, false, effort).0 - now;
                let none = if is_idle { 0 } else { LESS };
                then + if better >= FAR_BETTER { better } else { none }
            });
            plans.extend(gained.map(|value| (value, order)));
        }
    }
    plans
}

/// What the attacks of a turn come to from here, and how far they reach; where nothing can be done from here, after a walk, and what the place
/// there is worth beside this one.
fn turn_from_here(battle: &mut Battle, creature: Id, only_here: bool, effort: Effort) -> (i128, u32) {
    let weights = weights_of(battle, creature);
    let (now, range) = attacks_weighed(battle, creature, effort.attacks, &weights);
    if now > 0 || only_here {
        return (now, range);
    }
    let here = standing(battle, creature, range, battle.world().the::<Position>(creature).at);
    let squares = to_act_from(battle, creature, range, MOST_AFTER);
    let mut there = |to| {
        after(battle, creature, &walk_to(creature, to), |after| {
            let (there, _) = attacks_weighed(after, creature, effort.attacks, &weights);
            if there > 0 { there + standing(after, creature, range, to) - here } else { 0 }
        })
    };
    (squares.into_iter().filter_map(&mut there).max().unwrap_or(0).max(0), range)
}

/// What the attacks come to once something more is taken in hand. Example: both hands are free now.
fn with_more_in_hand(battle: &mut Battle, creature: Id, effort: Effort) -> i128 {
    let orders = arms(battle, creature, true);
    let weights = weights_of(battle, creature);
    let mut then = |order: Order| {
        after(battle, creature, &order, |after| attacks_weighed(after, creature, effort.attacks, &weights).0)
    };
    orders.into_iter().filter_map(&mut then).max().unwrap_or(0)
}

/// What lets it go farther on this turn.
fn sprints(battle: &Battle, creature: Id) -> Vec<Order> {
    let sprints = open_acts(battle, creature, |offer| offer.purpose == Purpose::Sprint && offer.aim == Aim::Nothing);
    sprints.take(1).map(Order::Act).collect()
}

/// How a creature gets up, if it lies, by dice of a sample where that takes any.
fn getting_up(battle: &mut Battle, creature: Id) -> Vec<Order> {
    let mut orders = ways_up(battle, creature, &open_offers(battle, creature));
    orders.retain(|order| !battle.ahead_with(order, 0, |after| lies(after, creature)).unwrap_or(true));
    orders
}

/// What could be taken in hand; for one that can do nothing with what it holds, whatever it could do with what it bears.
fn arms(battle: &Battle, creature: Id, is_idle: bool) -> Vec<Order> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let offers = open_offers(battle, creature);
    let takes = |offer: &&Offer| offer.purpose == Purpose::Arm || is_idle && offer.purpose == Purpose::Gear;
    let arms = offers.iter().filter(takes);
    arms.filter_map(|offer| ruleset.acts(world, creature, offer).into_iter().next())
        .take(MOST_ARMS)
        .map(Order::Act)
        .collect()
}

/// What lies within its hands or stands there to be worked, doors aside.
fn within_hands(battle: &Battle, creature: Id) -> Vec<Order> {
    let is_door = |act: &Act| act.target.is_some_and(|id| battle.world().part::<DoorState>(id).is_some());
    let works = open_acts(battle, creature, |offer| offer.purpose == Purpose::Interact);
    works.filter(|act| !is_door(act)).take(MOST_ARMS).map(Order::Act).collect()
}
