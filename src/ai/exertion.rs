//! Paying more for an order so that its roll comes higher, where the odds that this adds are worth what is paid.

use super::worth::{share_of, won, worth};
use crate::battle::*;

/// Samples of what comes of an order with more and with less effort: a step changes few rolls.
const SAMPLES: u32 = 48;
/// One success in so many, at least, is brought by a step at most.
const STEP: i128 = 5;

/// What winning the fight is worth, in hundredths of a point of damage.
const WON: i128 = 20_000;

/// The order with as many steps of effort as pay for the side whose order it is.
pub(super) fn spend(battle: &mut Battle, side: SideId, order: Order) -> Order {
    more(battle, side, &order).unwrap_or(order)
}

fn more(battle: &mut Battle, side: SideId, order: &Order) -> Option<Order> {
    let Order::Act(act) = order else { return None };
    let exertion = battle.ruleset().actions().iter().find(|kind| kind.key == act.action)?.exertion?;
    let sheet = battle.ruleset().sheet(battle.world(), act.creature);
    let now = i128::from(sheet.of(exertion.from).next()?.now);
    let price = |steps: i32| share_of(now, i128::from(steps * exertion.points));
    let foreseen = |battle: &mut Battle, order: &Order| {
        let forecast = Foresight::glance(order.clone(), SAMPLES).go_through(battle).ok()?;
        let wins = i128::try_from(won(&forecast, side)).unwrap_or(0);
        Some((worth(battle, side, &forecast) + WON * wins / 100, forecast))
    };
    let (plain, forecast) = foreseen(battle, order)?;
    if most_added(plain, &forecast) < price(1) {
        return None;
    }
    let mut best = None;
    let mut most = plain;
    for steps in 1..=exertion.steps {
        let with = Order::Act(act.clone().set(exertion.key, steps));
        let Some((value, _)) = foreseen(battle, &with) else { break };
        if value - price(steps) > most {
            most = value - price(steps);
            best = Some(with);
        }
    }
    best
}

/// The most that one step can add to the worth of an order: what a success is worth, as often as a step brings one.
fn most_added(plain: i128, forecast: &Forecast) -> i128 {
    let share = |branch: &Branch| Some((branch.success?, branch.whole));
    let Some((success, whole)) = forecast.branches.iter().find_map(share) else { return plain };
    let [success, whole] = [success, whole].map(|weight| i128::try_from(weight).unwrap_or(i128::MAX / 4));
    if success >= whole { 0 } else { plain * whole / success.max(1) / STEP }
}
