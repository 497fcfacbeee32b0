//! Mending those of the own side who are badly hurt, and going to those who have fallen.

use super::offers::open_offers;
use super::worth::health;
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// Samples of an order that might mend a creature: few orders do, and their results are compared with no others.
const MENDING: u32 = 16;
/// What must be mended on average, in hundredths of the target's whole health, for it to be worth a turn.
const MENDED: u128 = 10;
/// Creatures whose mending is foreseen.
const MOST_HURT: usize = 5;
/// The fallen who are thought of.
const MOST_FALLEN: usize = 2;

/// Mends a friend who is badly hurt, with whatever is there for it and is likely to help.
pub(super) fn heal(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let world = battle.world();
    let side = side_of(world, creature);
    let mut hurt: Vec<(i32, Act)> = Vec::new();
    for offer in offers.iter().filter(|offer| offer.purpose == Purpose::Mend && offer.aim == Aim::Thing) {
        for act in battle.ruleset().acts(world, creature, offer) {
            let friend = |id: Id| world.part::<Creature>(id).is_some() && side_of(world, id) == side;
            let Some(target) = act.target.filter(|&id| friend(id)) else {
                continue;
            };
            let health = health(battle, target);
            if health < 45 {
                hurt.push((health, act));
            }
        }
    }
    hurt.sort_by_key(|&(health, _)| health);
    hurt.truncate(MOST_HURT);
    let mut orders = hurt.into_iter().map(|(_, act)| Order::Act(act));
    orders.find(|order| is_likely_to_help(battle, order))
}

/// Whether a target is mended by a good part of its health on average, or gains or loses a condition one time in three.
pub(super) fn is_likely_to_help(battle: &mut Battle, order: &Order) -> bool {
    let Ok(forecast) = Foresight::glance(order.clone(), MENDING).go_through(battle) else {
        return false;
    };
    let helps = |branch: &Branch, id: Id, target: &TargetForecast| {
        let sheet = battle.ruleset().sheet(battle.world(), id);
        let whole = sheet.health().map_or(1, |gauge| gauge.max.max(1).unsigned_abs());
        let changes = || target.ended.values().chain(target.conditions.values());
        target.healing_hundredths(branch.whole) >= u128::from(whole) * MENDED
            || changes().any(|&weight| weight * 3 >= branch.whole)
    };
    let helped = |branch: &Branch| branch.targets.iter().any(|(&id, target)| helps(branch, id, target));
    forecast.branches.iter().all(helped)
}

/// Goes to where one of its side who is down can be mended at once.
pub(super) fn go_to_the_fallen(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let mends = offers.iter().filter(|offer| offer.purpose == Purpose::Mend && offer.aim == Aim::Thing);
    let range = mends.filter_map(|offer| offer.range).max().and_then(|range| i32::try_from(range).ok())?;
    let world = battle.world();
    let (side, own) = (side_of(world, creature), space(world, creature));
    let down = |&id: &Id| id != creature && side_of(world, id) == side && health(battle, id) <= 0;
    let mut fallen: Vec<Footprint> = on_map(world).filter(down).map(|id| space(world, id)).collect();
    fallen.sort_by_key(|&there| own.steps(there));
    fallen.truncate(MOST_FALLEN);
    fallen.retain(|&there| own.steps(there) > range);
    let orders: Vec<Order> = fallen.into_iter().filter_map(|there| way_to(battle, creature, there, range)).collect();
    let mut helps = |order: &Order| {
        let mended = battle.ahead(order, |after| {
            let offers = open_offers(after, creature);
            heal(after, creature, &offers).is_some()
        });
        mended.unwrap_or(false)
    };
    orders.into_iter().find(|order| helps(order))
}

/// The cheapest move that ends so near to a space.
fn way_to(battle: &Battle, creature: Id, there: Footprint, range: i32) -> Option<Order> {
    let world = battle.world();
    let (left, _) = battle.ruleset().movement_left(world, creature);
    let body = world.the::<Body>(creature).side;
    let near = |at: Square| Footprint { at, side: body }.steps(there) <= range;
    let reach = battle.reach(creature);
    let ends = reach.squares.iter().filter(|reached| reached.stop && reached.cost <= left && near(reached.at));
    let to = ends.min_by_key(|reached| (reached.cost, reached.at))?.at;
    Some(Order::Move(MoveOrder { creature, to: Some(to), path: None }))
}
