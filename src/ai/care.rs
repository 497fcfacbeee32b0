//! Plans for the sake of a friend who is badly hurt, bound or asleep, and for what oneself is paid with and has nearly spent.

use super::ground::bears;
use super::offers::open_acts;
use super::out_of_turn::nearest;
use super::plan::Plan;
use super::rescue;
use super::squares::{valued, walk_to};
use super::worth::{GAUGE, health, is_down};
use crate::battle::*;
use crate::grid::Footprint;

/// What it is worth that a friend can act again, in hundredths of a point of damage.
const FREED: i128 = 800;
/// What mending a friend is worth who is badly hurt, and one who is down.
const MENDED: i128 = 500;
const RAISED: i128 = 900;
/// Friends who are thought of.
const MOST_FRIENDS: usize = 2;
/// Orders that are looked at for one of them.
const MOST_ORDERS: usize = 4;
/// The share of its health, in hundredths, below which a friend is badly hurt.
const BADLY: i32 = 30;
/// An enemy no more squares off than this is near.
const NEAR: u32 = 6;

/// What a friend lacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// It can do nothing, or is held where it is.
    Freeing,
    Mending,
}

fn need(battle: &Battle, id: Id) -> Option<Need> {
    if is_helpless(battle, id) && health(battle, id) > 0 {
        return Some(Need::Freeing);
    }
    (health(battle, id) < BADLY).then_some(Need::Mending)
}

/// Whether a creature bears a condition in which it can do nothing, or is held.
fn is_helpless(battle: &Battle, id: Id) -> bool {
    bears(battle, id, |mark| matches!(mark, Mark::Out | Mark::Held))
}

/// Orders to free or to mend a friend, or to walk to where that can be done, and what each is worth beside what is given up for it.
pub(super) fn for_friends(battle: &mut Battle, creature: Id, given_up: i128) -> Vec<Plan> {
    let world = battle.world();
    let (side, here) = (side_of(world, creature), space(world, creature));
    let friend = |&id: &Id| id != creature && side_of(world, id) == side && need(battle, id).is_some();
    let mut friends: Vec<Id> = on_map(world).filter(friend).collect();
    friends.sort_by_key(|&id| here.steps(space(world, id)));
    friends.truncate(MOST_FRIENDS);
    friends.into_iter().filter_map(|id| for_one(battle, creature, id, given_up)).collect()
}

fn for_one(battle: &mut Battle, creature: Id, friend: Id, given_up: i128) -> Option<Plan> {
    if let Some((value, order)) = at_once(battle, creature, friend) {
        return Some((value - given_up, order));
    }
    let (world, body) = (battle.world(), battle.world().the::<Body>(creature).side);
    let there = space(world, friend);
    let near = |at| Footprint { at, side: body }.steps(there) <= 1;
    if near(world.the::<Position>(creature).at) {
        return None;
    }
    let to = valued(battle, creature, 1, near).into_iter().find(|&at| near(at))?;
    let walk = walk_to(creature, to);
    let value = battle.ahead_with(&walk, 0, |after| {
        let goes_on = after.decision().is_none() && after.active() == Some(creature);
        if goes_on { at_once(after, creature, friend).map(|(value, _)| value) } else { None }
    });
    value.ok().flatten().map(|value| (value - given_up, walk))
}

/// What can be done for a friend from here, and what it is worth.
fn at_once(battle: &mut Battle, creature: Id, friend: Id) -> Option<Plan> {
    let need = need(battle, friend)?;
    let purposes: &[Purpose] = if need == Need::Freeing { &[Purpose::Mend, Purpose::Aid] } else { &[Purpose::Mend] };
    let acts = open_acts(battle, creature, |offer| purposes.contains(&offer.purpose) && offer.aim == Aim::Thing);
    let orders: Vec<Order> = acts.filter(|act| act.target == Some(friend)).take(MOST_ORDERS).map(Order::Act).collect();
    if need == Need::Mending {
        let worth = if is_down(battle, friend) || is_helpless(battle, friend) { RAISED } else { MENDED };
        return orders.into_iter().find(|order| rescue::is_likely_to_help(battle, order)).map(|order| (worth, order));
    }
    let mut frees = |order: &Order| battle.ahead_with(order, 0, |after| !is_helpless(after, friend)).unwrap_or(false);
    orders.into_iter().find(|order| frees(order)).map(|order| (FREED, order))
}

/// Orders that fill up a gauge from which powers and answers are paid, and that has nearly run dry; none with an enemy near.
pub(super) fn to_recover(battle: &mut Battle, creature: Id, given_up: i128) -> Vec<Plan> {
    let before = filled(battle, creature);
    let has_enough = before.iter().all(|&share| share >= i128::from(BADLY));
    if has_enough || nearest(battle, creature).is_some_and(|far| far <= NEAR) {
        return Vec::new();
    }
    let acts = open_acts(battle, creature, |offer| {
        matches!(offer.purpose, Purpose::Aid | Purpose::Mend | Purpose::Other)
            && matches!(offer.price, Price::Points(_))
    });
    let own = acts.filter(|act| act.target.is_none_or(|target| target == creature));
    let orders: Vec<Order> = own.take(MOST_ORDERS).map(Order::Act).collect();
    let gained = |battle: &mut Battle, order: Order| {
        let then = battle.ahead_with(&order, 0, |after| filled(after, creature)).ok()?;
        let low = before.iter().zip(then).filter(|&(&share, _)| share < i128::from(BADLY));
        let more = low.map(|(share, then)| then - share).max().unwrap_or(0);
        (more > 0).then_some((GAUGE * more / 100 - given_up, order))
    };
    orders.into_iter().filter_map(|order| gained(battle, order)).collect()
}

/// The shares, in hundredths, to which the gauges of a creature are filled that powers, answers and exertion are paid from.
fn filled(battle: &Battle, creature: Id) -> Vec<i128> {
    let sheet = battle.ruleset().sheet(battle.world(), creature);
    let pays = |gauge: &&Gauge| matches!(gauge.measure, Measure::Energy | Measure::Breath);
    sheet.gauges.iter().filter(pays).map(|gauge| i128::from(gauge.now * 100 / gauge.max.max(1))).collect()
}
