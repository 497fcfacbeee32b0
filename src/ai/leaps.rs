//! Leaps, and who could be made to fall.

use super::ground::Eye;
use super::worth::gain;
use crate::battle::*;
use crate::grid::Square;

/// How much better than walking a leap must be, as squares less to go are counted: two of them.
const LEAP: i32 = 15;
/// The same of one that takes points which would pay for something else.
const DEAR_LEAP: i32 = 40;
/// The same of one that cannot walk at all on its turn. Example: it has no weight.
const ONLY_LEAP: i32 = 3;
/// Samples of how a leap ends.
const LANDINGS: u32 = 4;
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
    let forecast = Foresight::glance(order.clone(), LANDINGS).go_through(battle).ok()?;
    let harm = forecast.branches.iter().map(|branch| gain(battle, side, branch)).min().unwrap_or(0);
    (harm > -SCRATCH).then_some(order)
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
