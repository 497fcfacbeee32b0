//! Answers of a player that plans: harm and price as any player weighs them, and where the creature that is asked would be afterwards.

use super::ground::Eye;
use super::worth::{cost_of, emptied, farthest, gain, mended};
use crate::battle::*;

/// Samples of what each answer leads to.
const SAMPLES: u32 = 6;
/// Samples of where the creature is afterwards.
const PLACES: u32 = 3;
/// What it costs to end up lower than another answer would leave it, in hundredths of a point of damage.
const FALLEN: i128 = 600;
/// What it costs to be off the map, likewise.
const GONE: i128 = 1_500;

/// The answer after which its side stands best, each point of its cost counted against it.
pub(super) fn answer(battle: &mut Battle) -> Option<Order> {
    // The last choice does nothing; it wins ties.
    let weighed = weigh(battle)?.into_iter().rev();
    let best = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(best.1)
}

/// All answers to the open decision with what each is worth, in the order in which they are offered.
pub(super) fn weigh(battle: &mut Battle) -> Option<Vec<(i128, Order)>> {
    let decision = battle.decision()?.clone();
    let orders: Vec<Order> =
        decision.choices.iter().map(|choice| Order::Answer { choice: choice.key.to_string() }).collect();
    let places = stands(battle, decision.creature, &orders);
    let mut out = Vec::new();
    for ((order, choice), place) in orders.into_iter().zip(&decision.choices).zip(places) {
        let forecast = Foresight::glance(order.clone(), SAMPLES).go_through(battle).ok()?;
        let side = decision.side;
        let of =
            |branch: &Branch| gain(battle, side, branch) + mended(battle, side, branch) - emptied(battle, side, branch);
        let gains = forecast.branches.iter().map(of);
        out.push((gains.min().unwrap_or(0) - cost_of(choice) + place, order));
    }
    Some(out)
}

/// Where a creature is after an answer: how good its square is by eye, and how high it is; none when it is off the map.
type Stand = Option<(i128, i32)>;

/// What being where it is after each answer is worth to the creature that is asked.
fn stands(battle: &mut Battle, creature: Id, orders: &[Order]) -> Vec<i128> {
    let samples: Vec<Vec<Stand>> = orders.iter().map(|order| stand(battle, creature, order)).collect();
    let heights = samples.iter().flatten().flatten().map(|&(_, height)| height);
    let highest = heights.max().unwrap_or(0);
    let down = battle.ruleset().descent(battle.world(), creature).0;
    let worth = |stand: &Stand| match stand {
        None => -GONE,
        Some((value, height)) => value - if *height < highest - down { FALLEN } else { 0 },
    };
    let mean = |all: &Vec<Stand>| all.iter().map(worth).sum::<i128>() / i128::try_from(all.len().max(1)).unwrap_or(1);
    samples.iter().map(mean).collect()
}

fn stand(battle: &mut Battle, creature: Id, order: &Order) -> Vec<Stand> {
    let range = farthest(&battle.ruleset().offers(battle.world(), creature));
    let look = |after: &mut Battle| {
        let world = after.world();
        if !is_on_map(world, creature) {
            return None;
        }
        let at = world.the::<Position>(creature);
        let value = Eye::of(after, creature, range).map_or(0, |eye| i128::from(eye.value(at.at)) / 2);
        Some((value, at.height.0))
    };
    (0..PLACES).filter_map(|sample| battle.ahead_with(order, sample, look).ok()).collect()
}
