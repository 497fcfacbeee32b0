//! Leaps, and who could be made to fall.

use super::foes::enemy;
use super::ground::Eye;
use super::worth::gain;
use crate::battle::*;
use crate::grid::{Length, Square};

/// How much better than walking a leap must be, as squares less to go are counted: two of them.
const LEAP: i32 = 15;
/// The same of one that takes points which would pay for something else.
const DEAR_LEAP: i32 = 40;
/// The same of one that cannot walk at all on its turn. Example: it has no weight.
const ONLY_LEAP: i32 = 3;
/// Samples of how a leap ends.
const LANDINGS: u32 = 4;
/// Ways straight up and down that are looked at.
const MOST_RISES: usize = 40;
/// The harm that a leap may do, in hundredths of a point of damage.
const SCRATCH: i128 = 400;

/// Leaps, or goes in another way that is aimed at a square, where that leads to a much better place than walking does. Example: over a
/// gap. What would hurt it more than a scratch is left. `is_fresh` says that it has not moved on its turn.
pub(super) fn leap(
    battle: &mut Battle,
    creature: Id,
    offers: &[Offer],
    (range, is_fresh): (u32, bool),
) -> Option<Order> {
    let ways = || offers.iter().filter(|offer| offer.purpose == Purpose::Move && offer.aim == Aim::Square);
    ways().next()?;
    let world = battle.world();
    let side = side_of(world, creature);
    let eye = Eye::of(battle, creature, range)?;
    let here = eye.value(world.the::<Position>(creature).at);
    let reached = eye.best_in_reach(battle, creature);
    let walked = reached.map_or(here, |(value, _)| value.max(here));
    let more = |offer: &Offer| match offer.price {
        _ if is_fresh && reached.is_none() => ONLY_LEAP,
        Price::Points(_) => DEAR_LEAP,
        _ => LEAP,
    };
    let acts = |offer| battle.ruleset().acts(world, creature, offer).into_iter().map(move |act| (more(offer), act));
    let valued = ways().flat_map(acts).filter_map(|(more, act)| Some((eye.value(act.at?), more, act)));
    let (.., act) = valued.filter(|(value, more, _)| *value > walked + more).max_by_key(|(value, ..)| *value)?;
    let order = Order::Act(act);
    is_safe(battle, &order, side).then_some(order)
}

/// Whether an order does its own side no more harm than a scratch.
fn is_safe(battle: &mut Battle, order: &Order, side: SideId) -> bool {
    let Ok(forecast) = Foresight::glance(order.clone(), LANDINGS).go_through(battle) else { return false };
    forecast.branches.iter().map(|branch| gain(battle, side, branch)).min().unwrap_or(0) > -SCRATCH
}

/// Goes straight up or down, where no enemy is within range and one is nearer afterwards, and whether it is within range then. Example: an
/// enemy hangs below a ceiling, and nothing has weight.
pub(super) fn rise(battle: &mut Battle, creature: Id, offers: &[Offer], range: u32) -> Option<(bool, Order)> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let side = side_of(world, creature);
    let own = space(world, creature).at;
    let ways = offers.iter().filter(|offer| offer.purpose == Purpose::Move && offer.aim == Aim::Square);
    let acts = ways.flat_map(|offer| ruleset.acts(world, creature, offer)).filter(|act| act.at == Some(own));
    let orders: Vec<Order> = acts.take(MOST_RISES).map(Order::Act).collect();
    if orders.is_empty() {
        return None;
    }
    let far = to_nearest(battle, creature)?;
    let reach = Length(ruleset.square().0.saturating_mul(i32::try_from(range).unwrap_or(i32::MAX)));
    if far <= reach {
        return None;
    }
    let after = |battle: &mut Battle, order: &Order| battle.ahead(order, |after| to_nearest(after, creature)).ok()?;
    let ends = orders.into_iter().filter_map(|order| Some((after(battle, &order)?, order)));
    let (there, order) = ends.filter(|&(there, _)| there < far).min_by_key(|&(there, _)| there)?;
    is_safe(battle, &order, side).then_some((there <= reach, order))
}

/// How far off the nearest enemy is, heights counted.
fn to_nearest(battle: &Battle, creature: Id) -> Option<Length> {
    let world = battle.world();
    let here = Place::of(world, creature);
    let enemies = on_map(world).filter(|&id| enemy(battle, side_of(world, creature), id));
    enemies.map(|id| battle.ruleset().apart(here, Place::of(world, id))).min()
}

/// Whether a creature that stands on the ground stands beside something that it would fall into: a lower floor, a hole, or ground that
/// harms.
pub(super) fn is_at_an_edge(battle: &Battle, creature: Id) -> bool {
    let world = battle.world();
    let (here, height) = (space(world, creature), world.the::<Position>(creature).height);
    if height.0 > floor_of(world, here).0 {
        return false;
    }
    let map = world.resource::<Map>();
    let low = height.0 - battle.ruleset().descent(world, creature).0;
    let harms = |at: Square| map.terrain(at).is_some_and(|terrain| terrain.harm.is_some());
    let sides = Square::default().neighbours();
    sides.into_iter().map(|by| here.offset(by.x, by.y)).any(|there| {
        let open = there.squares().all(|at| map.contains(at) && !map.solid(at));
        open && (floor_of(world, there).0 < low || there.squares().any(harms))
    })
}
