//! A player that thinks of a turn before it moves: where to act from, and what is left to do when nothing else is.
//!
//! It plays out walks to some squares and glances at the attacks there. So what the rules say of cover, reach and distance counts, and not
//! a line drawn by eye. All else it does as [`Greedy`] does.

use super::foes::enemy;
use super::greedy::{Greedy, best_attack};
use super::ground::Eye;
use super::worth::{farthest, health};
use crate::battle::*;
use crate::grid::Square;

/// Squares to act from that are looked at closely, out of all that a walk leads to.
const MOST_SQUARES: usize = 8;
/// Attacks that are foreseen at each of them.
const MOST_THERE: usize = 2;
/// Attacks that are counted on for a turn, whatever is left to pay with.
const MOST_ATTACKS: i128 = 3;
/// A walk first must be worth so much more than acting at once, in hundredths of a point of damage.
const MORE: i128 = 40;
/// Orders that are looked at when nothing else is left to do.
const MOST_IDLE: usize = 24;

/// A player that thinks of a turn before it moves.
pub struct Planner {
    greedy: Greedy,
    /// The turn it has thought of: round and creature.
    thought: Option<(u32, Id)>,
    /// The turn in which it has looked for something to do instead of nothing, and how often.
    idled: (Option<(u32, Id)>, u32),
}

impl Planner {
    /// The same seed plays the same battle in the same way.
    pub fn new(seed: u64) -> Self {
        Self { greedy: Greedy::new(seed), thought: None, idled: (None, 0) }
    }

    /// A legal order, or an answer; `None` when the fight is over.
    ///
    /// The battle is only borrowed for its spare world; nothing in it changes.
    pub fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        let turn = alone_on_turn(battle);
        if let Some(turn) = turn.filter(|&turn| self.thought != Some(turn)) {
            self.thought = Some(turn);
            if let Some(order) = walk_first(battle, turn.1) {
                return Some(order);
            }
        }
        let order = self.greedy.choose(battle)?;
        match (order, turn) {
            (order @ Order::EndTurn { .. }, Some(turn)) => Some(self.instead_of_nothing(battle, turn).unwrap_or(order)),
            (order, _) => Some(order),
        }
    }

    /// Something that leads on, where the turn would end with points unspent.
    fn instead_of_nothing(&mut self, battle: &mut Battle, turn: (u32, Id)) -> Option<Order> {
        /// So often on one turn.
        const TIMES: u32 = 4;
        if self.idled.0 != Some(turn) {
            self.idled = (Some(turn), 0);
        }
        if self.idled.1 >= TIMES {
            return None;
        }
        self.idled.1 += 1;
        useful(battle, turn.1)
    }
}

/// The turn that is being played by one creature, where nothing is asked and it is no bystander.
fn alone_on_turn(battle: &Battle) -> Option<(u32, Id)> {
    if battle.outcome().is_some() || battle.decision().is_some() || battle.flow().phase != Phase::Acting {
        return None;
    }
    let [creature] = battle.actors()[..] else { return None };
    (!is_bystander(battle.world(), creature)).then(|| (battle.flow().round, creature))
}

/// What the attacks of a turn from here come to: the best of them, as often as it can be paid for.
fn attacks_here(battle: &mut Battle, creature: Id) -> (i128, u32) {
    let mut offers = battle.ruleset().offers(battle.world(), creature);
    let range = farthest(&offers);
    offers.retain(|offer| offer.refusal.is_none());
    let Some((value, order)) = best_attack(battle, creature, &offers, MOST_THERE) else {
        return (0, range);
    };
    let price = match &order {
        Order::Act(act) => offers.iter().find(|offer| offer.action == act.action && offer.with == act.with),
        _ => None,
    };
    let price = price.map_or(1, |offer| match offer.price {
        Price::Points(points) => i128::from(points).max(1),
        Price::Free | Price::Way => MOST_ATTACKS,
    });
    let left = battle.ruleset().sheet(battle.world(), creature).left_of_turn();
    let times = left.map_or(1, |left| (i128::from(left) / price).clamp(1, MOST_ATTACKS));
    (value * times, range)
}

/// Walks before acting, where the attacks of the turn come to more there than here.
fn walk_first(battle: &mut Battle, creature: Id) -> Option<Order> {
    let world = battle.world();
    let side = side_of(world, creature);
    on_map(world).find(|&id| enemy(battle, side, id))?;
    if health(battle, creature) <= 0 {
        return None;
    }
    let here = world.the::<Position>(creature).at;
    let (now, range) = attacks_here(battle, creature);
    let squares = squares_to_act_from(battle, creature, range);
    let eye_here = standing(battle, creature, range, here);
    let walks = squares.into_iter().map(|to| (Order::Move(MoveOrder { creature, to: Some(to), path: None }), to));
    most_gained(battle, creature, walks, |after, to| {
        let (there, _) = attacks_here(after, creature);
        if there > 0 { there - now + standing(after, creature, range, to) - eye_here } else { 0 }
    })
}

/// The order after which most is gained: the first of equals, and none that gains no more than [`MORE`]. Beside each order stands what
/// `gain` is told of it.
fn most_gained<T>(
    battle: &mut Battle,
    creature: Id,
    orders: impl Iterator<Item = (Order, T)>,
    gain: impl Fn(&mut Battle, T) -> i128,
) -> Option<Order> {
    let mut best: Option<(i128, Order)> = None;
    for (order, about) in orders {
        let gained = battle.ahead(&order, |after| {
            // Where something is asked on the way, it does not come as it was thought of.
            let goes_on = after.decision().is_none() && after.active() == Some(creature);
            if goes_on { gain(after, about) } else { 0 }
        });
        let Ok(value) = gained else { continue };
        if value > MORE && best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, order));
        }
    }
    best.map(|(_, order)| order)
}

/// What standing in a square is worth besides the attacks from there: shelter from the enemies who see it, and what the level wants.
fn standing(battle: &Battle, creature: Id, range: u32, at: Square) -> i128 {
    let eye = Eye::of(battle, creature, range);
    eye.map_or(0, |eye| i128::from(eye.safety(at)))
}

/// The squares from which an attack looks best by eye, of all that a walk leads to.
fn squares_to_act_from(battle: &Battle, creature: Id, range: u32) -> Vec<Square> {
    let Some(eye) = Eye::of(battle, creature, range) else { return Vec::new() };
    let (left, _) = battle.ruleset().movement_left(battle.world(), creature);
    let reach = battle.reach(creature);
    let here = battle.world().the::<Position>(creature).at;
    let stops = reach.squares.iter().filter(|reached| reached.stop && reached.cost <= left && reached.at != here);
    let mut valued: Vec<_> = stops.map(|reached| (eye.value(reached.at), -reached.cost, reached.at)).collect();
    valued.sort_unstable();
    valued.into_iter().rev().take(MOST_SQUARES).map(|(.., at)| at).collect()
}

/// An order after which there is an attack, or a better place in reach, where there is none now; else one that guards.
fn useful(battle: &mut Battle, creature: Id) -> Option<Order> {
    let (now, range) = attacks_here(battle, creature);
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let side = side_of(world, creature);
    on_map(world).find(|&id| enemy(battle, side, id))?;
    let mut offers = ruleset.offers(world, creature);
    offers.retain(|offer| offer.refusal.is_none());
    let leads = |offer: &&Offer| {
        matches!(offer.purpose, Purpose::Move | Purpose::Sprint | Purpose::Arm | Purpose::Gear | Purpose::Interact)
    };
    let acts = |offer: &Offer| ruleset.acts(world, creature, offer);
    let orders: Vec<Order> = offers.iter().filter(leads).flat_map(acts).take(MOST_IDLE).map(Order::Act).collect();
    let place = best_place(battle, creature, range);
    let best = most_gained(battle, creature, orders.into_iter().map(|order| (order, ())), |after, ()| {
        let more = attacks_here(after, creature).0 - now;
        more + i128::from((best_place(after, creature, range) - place).max(0))
    });
    best.or_else(|| guard(battle, creature, &offers))
}

/// The value of the best square in reach by eye, or of the one it stands in.
fn best_place(battle: &Battle, creature: Id, range: u32) -> i32 {
    let Some(eye) = Eye::of(battle, creature, range) else { return 0 };
    let here = eye.value(battle.world().the::<Position>(creature).at);
    eye.best_in_reach(battle, creature).map_or(here, |(value, _)| value.max(here))
}

/// Guards itself with what is left, while an enemy is about that could strike.
fn guard(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let guards = offers.iter().filter(|offer| {
        matches!(offer.purpose, Purpose::Guard | Purpose::Dodge)
            && offer.aim == Aim::Nothing
            && offer.exposes.is_empty()
            && matches!(offer.price, Price::Points(_))
    });
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let mut acts = guards.flat_map(|offer| ruleset.acts(world, creature, offer)).map(Order::Act);
    acts.find(|order| battle.check(order).is_ok())
}
