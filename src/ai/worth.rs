//! What orders are worth to a side, in hundredths of a point of damage, and what a creature is worth now.

use super::ground;
use crate::battle::*;

/// What dropping a target is worth, in hundredths of a point of damage.
const DROP: i128 = 1_500;
/// What one of the points is worth that an answer costs, in hundredths of a point of damage.
const POINT: i128 = 250;
/// What all that is left in a gauge is worth from which answers are paid, likewise.
pub(super) const GAUGE: i128 = 1_200;

/// The share of its health a creature still has, in hundredths.
pub(super) fn health(battle: &Battle, id: Id) -> i32 {
    let sheet = battle.ruleset().sheet(battle.world(), id);
    sheet.health().map_or(100, |gauge| gauge.now * 100 / gauge.max.max(1))
}

/// Whether a creature has come to the end of its health, and of what goes down after it, and lies there: it is no danger for now.
pub(super) fn is_down(battle: &Battle, id: Id) -> bool {
    let is_spent = || {
        let sheet = battle.ruleset().sheet(battle.world(), id);
        sheet.of(Measure::DeepHealth).all(|gauge| gauge.now <= 0)
    };
    health(battle, id) <= 0 && ground::lies(battle, id) && is_spent()
}

/// The longest range of attacks among offers, in squares: 1 where none is said, 0 for a creature that strikes in its own space alone.
pub(super) fn farthest(offers: &[Offer]) -> u32 {
    let attacks = offers.iter().filter(|offer| offer.group == Group::Attack);
    attacks.filter_map(|offer| offer.range).max().unwrap_or(1)
}

/// What an order is worth to a side. Where another side is asked something on the way, it picks the branch it likes best; but what it
/// spends on that is gone for the rest of the round. What only the side itself is asked it answers to its liking.
pub(super) fn worth(battle: &Battle, side: SideId, forecast: &Forecast) -> i128 {
    let gains = || forecast.branches.iter().map(|branch| gain(battle, side, branch));
    let (worst, best) = (gains().min().unwrap_or(0), gains().max().unwrap_or(0));
    let own = |asked: &Asked| side_of(battle.world(), asked.creature) == side;
    if !forecast.asks.is_empty() && forecast.asks.iter().all(own) {
        return best;
    }
    worst + (best - worst) / 4
}

/// In how many hundredths of all ways of rolling a side wins the fight, whatever is answered on the way.
pub(super) fn won(forecast: &Forecast, side: SideId) -> u128 {
    let won = |branch: &Branch| 100 * branch.wins.get(&side).copied().unwrap_or(0) / branch.whole.max(1);
    forecast.branches.iter().map(won).min().unwrap_or(0)
}

/// What a branch is worth to a side: damage and drops among its enemies, less those among its own.
pub(super) fn gain(battle: &Battle, side: SideId, branch: &Branch) -> i128 {
    let signed = |value: u128| i128::try_from(value).unwrap_or(i128::MAX / 4);
    let whole = signed(branch.whole).max(1);
    let world = battle.world();
    let mut sum = 0;
    for (&id, target) in &branch.targets {
        let Some(who) = world.part::<Creature>(id) else {
            continue;
        };
        // Points lost count double: damage that finds nothing left to take may still do something, but seldom.
        let lost = signed(target.mean_hundredths(branch.whole) + 2 * target.lost_hundredths(branch.whole)) / 3;
        let spared = win_together(world, side, who.side) || is_bystander(world, id);
        let wanted = ground::wanted(battle, side, &who.name);
        if !spared && (comes_to_nothing(target) || !(wanted || battle.ruleset().standing(world, id))) {
            continue;
        }
        let harm = lost + signed(target.drops) * DROP / whole;
        let weight = if wanted { 2 } else { 1 };
        sum += if spared { -harm } else { harm * weight };
    }
    sum
}

/// What a branch gives back to a side, in hundredths of a point of damage; what it gives back to enemies counts against it.
pub(super) fn mended(battle: &Battle, side: SideId, branch: &Branch) -> i128 {
    let world = battle.world();
    let of = |(&id, target): (&Id, &TargetForecast)| {
        let Some(who) = world.part::<Creature>(id) else { return 0 };
        let points = i128::try_from(target.healing_hundredths(branch.whole)).unwrap_or(0);
        if win_together(world, side, who.side) { points } else { -points }
    };
    branch.targets.iter().map(of).sum()
}

/// What it costs a side that its own come to the end of their health, where the rules do not call that being down. It is half as much as
/// being down.
pub(super) fn emptied(battle: &Battle, side: SideId, branch: &Branch) -> i128 {
    let world = battle.world();
    let of = |(&id, target): (&Id, &TargetForecast)| {
        let own = world.part::<Creature>(id).is_some_and(|who| win_together(world, side, who.side));
        let now = points_of_health(battle, id);
        if !own || now <= 0 {
            return 0;
        }
        let enough = target.harm().filter(|&(amount, _)| i128::from(amount) >= now).map(|(_, weight)| weight);
        let weight = enough.sum::<u128>().saturating_sub(target.drops);
        DROP / 2 * i128::try_from(weight).unwrap_or(0) / i128::try_from(branch.whole).unwrap_or(i128::MAX).max(1)
    };
    branch.targets.iter().map(of).sum()
}

/// The hit points that a creature has, or what stands for them; nothing where no gauge of it is one.
pub(super) fn points_of_health(battle: &Battle, creature: Id) -> i128 {
    let sheet = battle.ruleset().sheet(battle.world(), creature);
    sheet.health().map_or(0, |gauge| i128::from(gauge.now))
}

/// What it costs a creature to come from so many points of health to so many, in hundredths of a point of damage.
pub(super) fn loss(before: i128, after: i128) -> i128 {
    100 * (before - after) + if before > 0 && after <= 0 { DROP } else { 0 }
}

/// Whether a creature that is hit has nothing left that the hits could take, and nothing else comes of them. Example: what they would wear
/// down is used up.
fn comes_to_nothing(target: &TargetForecast) -> bool {
    target.hurting() > 0 && target.lost == 0 && target.drops == 0 && target.conditions.is_empty()
}

/// What an answer costs, in hundredths of a point of damage: of a gauge that lasts for longer than a turn by the share that it takes of
/// what is left there.
pub(super) fn cost_of(choice: &Choice) -> i128 {
    let points = match choice.price {
        Price::Points(points) => i128::from(points),
        Price::Free | Price::Way => 0,
    };
    match &choice.leaves {
        Some(left) => share_of(i128::from(left.of.now.max(0)) + points, points),
        None => points * POINT,
    }
}

/// What so many points cost of a gauge that has so many now and lasts for longer than a turn, in hundredths of a point of damage.
pub(super) fn share_of(now: i128, points: i128) -> i128 {
    GAUGE * points / now.max(1)
}
