//! A player that thinks of a turn before it moves: where to act from, with what, what the enemies could do then, and what is left to do
//! when nothing else is.
//!
//! It plays out walks to some squares and glances at the attacks there. So what the rules say of cover, reach and distance counts, and not
//! a line drawn by eye. All else it does as [`Greedy`] does, which is the yardstick: what is better here is not put there.

use super::attacks::attacks_weighed;
use super::danger::{Danger, ways_out};
use super::effort::Effort;
use super::foes::enemy;
use super::greedy::{Greedy, good_attacks};
use super::ground::{PATIENCE, get_away, posts, wanted};
use super::manners::{at_whom_it_is_after, flight, in_manner};
use super::offers::{offer_of, open_offers};
use super::plan::{LESS, MORE, Plan, after, most_gained};
use super::prepare::preparations;
use super::random::Random;
use super::replies::replies;
use super::squares::{best_place, standing, to_act_from, to_be_safe_in, to_posts, walk_to};
use super::to_come::{harm_to_come, mends_of_its_own};
use super::weighing::weights_of;
use super::worth::{farthest, is_down};
use super::{answers, care, out_of_turn};
use crate::battle::*;
use crate::grid::Square;

/// Orders that are looked at when nothing else is left to do.
const MOST_IDLE: usize = 24;
/// So often on one turn it looks for something to do instead of nothing.
const MOST_TIMES: u32 = 4;
/// Ways to mend itself that are thought of.
const MOST_MENDS: usize = 3;
/// Attacks among which one at an enemy who stands is looked for.
const MOST_STANDING: usize = 8;
/// An attack that is foreseen to do less than this is no reason to leave an enemy be who is down.
const WORTH_IT: i128 = 60;
/// Squares to be safe in that are looked at.
const SHELTERS: usize = 4;
/// Attacks among which one is drawn.
const MOST_DRAWN: usize = 4;
/// Moves against its manner after which a creature ends its turn.
const MOST_REFUSED: usize = 12;
/// Squares looked at that the level's goals want.
const MOST_POSTS: usize = 2;
/// What it is worth to come to where it leaves the fight, as its side's goal asks.
const OUT: i128 = 5_000;

/// A player that thinks of a turn before it moves.
#[derive(Clone)]
pub struct Planner {
    greedy: Greedy,
    effort: Effort,
    lots: Random,
    /// The turn it has thought of: round and creature.
    turn: Option<(u32, Id)>,
    notes: Notes,
}

/// What it has done on a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Notes {
    /// How often it has looked for something to do instead of nothing.
    idled: u32,
    has_attacked: bool,
    has_withdrawn: bool,
    has_left_danger: bool,
}

impl Planner {
    /// The same seed plays the same battle in the same way.
    pub fn new(effort: Effort, seed: u64) -> Self {
        let (greedy, lots) = (Greedy::new(seed), Random::new(seed));
        Self { greedy, effort, lots, turn: None, notes: Notes::default() }
    }

    /// A legal order, or an answer; `None` when the fight is over.
    ///
    /// The battle is only borrowed for its spare world; nothing in it changes.
    pub fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        if battle.outcome().is_none() && battle.decision().is_some() && battle.pause().is_none() {
            return out_of_turn::wish(battle)
                .or_else(|| answers::answer(battle))
                .or_else(|| self.greedy.choose(battle));
        }
        let Some(turn) = alone_on_turn(battle) else { return self.greedy.choose(battle) };
        if self.turn != Some(turn) {
            (self.turn, self.notes) = (Some(turn), Notes::default());
            let plans = first_plans(battle, turn.1, self.effort);
            if let Some(order) = self.drawn(plans).or_else(|| flight(battle, turn.1)) {
                return Some(order);
            }
        }
        let order = self.next(battle, turn.1)?;
        Some(self.instead_of(battle, turn.1, order))
    }

    /// What a player without plans does next, in the creature's manner.
    fn next(&mut self, battle: &mut Battle, creature: Id) -> Option<Order> {
        let weights = weights_of(battle, creature);
        if weights.are_usual() {
            return self.greedy.choose(battle);
        }
        for _ in 0..MOST_REFUSED {
            let order = self.greedy.choose(battle)?;
            if let Some(order) = in_manner(battle, creature, &weights, order) {
                return Some(order);
            }
        }
        Some(Order::EndTurn { creature })
    }

    /// One of the plans that are about as good as the best; none where none gains anything.
    fn drawn(&mut self, mut plans: Vec<Plan>) -> Option<Order> {
        plans.retain(|&(value, _)| value > MORE);
        let best = plans.iter().map(|&(value, _)| value).max()?;
        plans.retain(|&(value, _)| value * 100 >= best * self.effort.draws_from);
        pick(&mut plans, &mut |below| self.lots.below(below)).map(|(_, order)| order)
    }

    /// The order itself, or something better for a player that looks further.
    fn instead_of(&mut self, battle: &mut Battle, creature: Id, order: Order) -> Order {
        match &order {
            Order::Act(act) if is_attack(battle, act) => {
                if let Some(way) = self.out_of_danger(battle, creature, Some(act)) {
                    return way;
                }
                if self.notes.has_attacked && self.may_withdraw(battle) && takes_the_last_way(battle, act) {
                    self.notes.has_withdrawn = true;
                    let least = attacks_weighed(battle, creature, 1, &weights_of(battle, creature)).0;
                    if let Some(shelter) = withdraw(battle, creature, self.effort, least) {
                        return shelter;
                    }
                }
                self.notes.has_attacked = true;
                if let Some(better) = at_who_stands(battle, act).or_else(|| at_whom_it_is_after(battle, act)) {
                    return better;
                }
                if !self.effort.draws_attacks {
                    return order;
                }
                let offers = open_offers(battle, creature);
                let others = good_attacks(battle, creature, &offers, MOST_DRAWN);
                self.drawn(others).unwrap_or(order)
            }
            Order::Move(_) | Order::EndTurn { .. } => {
                if let Some(way) = self.out_of_danger(battle, creature, None) {
                    return way;
                }
                let shelter = self.may_withdraw(battle).then(|| {
                    self.notes.has_withdrawn = true;
                    withdraw(battle, creature, self.effort, 0)
                });
                let order =
                    if leads_into_danger(battle, creature, &order) { Order::EndTurn { creature } } else { order };
                shelter.flatten().unwrap_or_else(|| self.otherwise(battle, creature, order))
            }
            Order::Act(act) if leads_nowhere(battle, act) => {
                self.otherwise(battle, creature, Order::EndTurn { creature })
            }
            _ => order,
        }
    }

    /// Leaves a square before something befalls it there, with the last of its way if `attack` would take that; else once nothing else is
    /// left to do.
    fn out_of_danger(&mut self, battle: &mut Battle, creature: Id, attack: Option<&Act>) -> Option<Order> {
        if self.notes.has_left_danger {
            return None;
        }
        let danger = Danger::of(battle, creature)?;
        let here = danger.at(battle.world().the::<Position>(creature).at);
        if here <= MORE || attack.is_some_and(|act| !takes_the_last_way(battle, act)) {
            return None;
        }
        self.notes.has_left_danger = true;
        let (given_up, range) = attacks_weighed(battle, creature, 1, &weights_of(battle, creature));
        let given_up = if attack.is_some() { given_up } else { 0 };
        let ways = ways_out(battle, creature, &danger, (range, SHELTERS)).into_iter().map(|to| walk_to(creature, to));
        most_gained(battle, creature, ways.collect(), |after| {
            let there = danger.at(after.world().the::<Position>(creature).at);
            here - there - given_up
        })
    }

    fn may_withdraw(&self, battle: &Battle) -> bool {
        let notes = self.notes;
        self.effort.replies > 0 && notes.has_attacked && !notes.has_withdrawn && battle.flow().round <= PATIENCE
    }

    /// Something that leads on, where the turn would end with points unspent.
    fn otherwise(&mut self, battle: &mut Battle, creature: Id, order: Order) -> Order {
        if !matches!(order, Order::EndTurn { .. }) || self.notes.idled >= MOST_TIMES {
            return order;
        }
        self.notes.idled += 1;
        useful(battle, creature, self.effort).unwrap_or(order)
    }
}

/// Whether a walk ends where more is in store than where it begins.
fn leads_into_danger(battle: &Battle, creature: Id, order: &Order) -> bool {
    let Order::Move(MoveOrder { to: Some(to), .. }) = order else { return false };
    let Some(danger) = Danger::of(battle, creature) else { return false };
    let here = danger.at(battle.world().the::<Position>(creature).at);
    danger.at(*to) > here.max(MORE)
}

/// Whether an act only lets it go farther, and there is nowhere better to go than where it is.
fn leads_nowhere(battle: &mut Battle, act: &Act) -> bool {
    let kind = battle.ruleset().actions().into_iter().find(|kind| kind.key == act.action);
    if kind.is_none_or(|kind| kind.purpose != Purpose::Sprint) || posts(battle, act.creature).is_empty() {
        return false;
    }
    let range = farthest(&battle.ruleset().offers(battle.world(), act.creature));
    let place = best_place(battle, act.creature, range);
    let then = battle.ahead_with(&Order::Act(act.clone()), 0, |after| best_place(after, act.creature, range));
    then.is_ok_and(|then| then <= place)
}

fn is_attack(battle: &Battle, act: &Act) -> bool {
    let offers = battle.ruleset().offers(battle.world(), act.creature);
    offer_of(&offers, act).is_some_and(|offer| offer.group == Group::Attack)
}

/// Whether after an act nothing is left to walk with, though there is now: both are paid for with the same points.
fn takes_the_last_way(battle: &mut Battle, act: &Act) -> bool {
    let way = |battle: &Battle| battle.ruleset().movement_left(battle.world(), act.creature).0;
    way(battle) > 0 && battle.ahead_with(&Order::Act(act.clone()), 0, |after| way(after) <= 0).unwrap_or(false)
}

/// The best attack at an enemy who stands, in place of one at an enemy who is down and whose fall wins nothing.
fn at_who_stands(battle: &mut Battle, act: &Act) -> Option<Order> {
    let side = side_of(battle.world(), act.creature);
    let lies = |battle: &Battle, order: &Order| {
        let Order::Act(Act { target: Some(target), .. }) = *order else { return false };
        let creature = battle.world().part::<Creature>(target);
        creature.is_some_and(|who| is_down(battle, target) && !wanted(battle, side, &who.name))
    };
    if !lies(battle, &Order::Act(act.clone())) {
        return None;
    }
    let offers = open_offers(battle, act.creature);
    let good = good_attacks(battle, act.creature, &offers, MOST_STANDING);
    let mut standing = good.into_iter().filter(|(value, order)| *value >= WORTH_IT && !lies(battle, order));
    standing.next().map(|(_, order)| order)
}

/// The turn that is being played by one creature, where nothing is asked and it is no bystander.
fn alone_on_turn(battle: &Battle) -> Option<(u32, Id)> {
    if battle.outcome().is_some() || battle.decision().is_some() || battle.flow().phase != Phase::Acting {
        return None;
    }
    let [creature] = battle.actors()[..] else { return None };
    (!is_bystander(battle.world(), creature)).then(|| (battle.flow().round, creature))
}

/// Plans for a turn that begins: to walk before acting, or to take another weapon in hand, to get up, to care for a friend, where the turn
/// comes to more then than now, and less is to be feared from those who are next.
pub(super) fn first_plans(battle: &mut Battle, creature: Id, effort: Effort) -> Vec<Plan> {
    let side = side_of(battle.world(), creature);
    let meets = on_map(battle.world()).any(|id| enemy(battle, side, id));
    if !meets || is_down(battle, creature) || is_on_its_way_out(battle, creature) {
        return Vec::new();
    }
    let weights = weights_of(battle, creature);
    let (now, range) = attacks_weighed(battle, creature, effort.attacks, &weights);
    let (mut plans, on_foot) = walks(battle, creature, (now, range), effort);
    plans.extend(preparations(battle, creature, (now, on_foot, range), effort));
    plans.extend(care::for_friends(battle, creature, now));
    let mut plans = think_through(battle, creature, plans, effort);
    let best = plans.iter().map(|&(value, _)| value).max().unwrap_or(0).max(0);
    plans.extend(mending_plans(battle, creature, (now, best)));
    if now <= 0 && on_foot <= 0 {
        plans.extend(care::to_recover(battle, creature, best));
    }
    plans
}

/// Whether it can leave the fight now, as its side's goal asks.
fn is_on_its_way_out(battle: &Battle, creature: Id) -> bool {
    !posts(battle, creature).is_empty() && get_away(battle, creature, &open_offers(battle, creature)).is_some()
}

/// Plans to walk before acting, and what the best attacks after a walk come to.
fn walks(battle: &mut Battle, creature: Id, (now, range): (i128, u32), effort: Effort) -> (Vec<Plan>, i128) {
    let here = battle.world().the::<Position>(creature).at;
    let danger = Danger::of(battle, creature);
    let store = |at: Square| danger.as_ref().map_or(0, |danger| danger.at(at));
    let eye_here = standing(battle, creature, range, here);
    let weights = weights_of(battle, creature);
    let mut squares = to_act_from(battle, creature, range, effort.squares);
    squares.extend(to_posts(battle, creature, MOST_POSTS));
    if let Some(danger) = danger.as_ref().filter(|_| store(here) > MORE) {
        squares.extend(ways_out(battle, creature, danger, (range, SHELTERS)));
    }
    let mut known = Vec::new();
    let (mut plans, mut best) = (Vec::new(), 0);
    for to in squares {
        if known.contains(&to) {
            continue;
        }
        known.push(to);
        let order = walk_to(creature, to);
        let gained = after(battle, creature, &order, |after| {
            let (there, _) = attacks_weighed(after, creature, effort.attacks, &weights);
            best = best.max(there);
            let place = standing(after, creature, range, to) - eye_here + store(here) - store(to);
            if is_on_its_way_out(after, creature) {
                OUT + place
            } else if there > 0 || weights.pull.is_some() || now <= 0 && store(here) > MORE {
                there - now + place
            } else {
                LESS
            }
        });
        plans.extend(gained.map(|value| (value, order)));
    }
    (plans, best)
}

/// Plans to be rid of what it bears before all else, where that would harm it before its next turn. What is spent on that is missing
/// afterwards, for the turn as it stands and for what the best plan adds to it.
fn mending_plans(battle: &mut Battle, creature: Id, (now, best): (i128, i128)) -> Vec<Plan> {
    let to_come = harm_to_come(battle, creature);
    if to_come <= MORE {
        return Vec::new();
    }
    let left = |battle: &Battle| battle.ruleset().sheet(battle.world(), creature).left_of_turn().map_or(1, i128::from);
    let before = left(battle).max(1);
    let gained = |battle: &mut Battle, order: Order| {
        let (harm, spent) = after_all(battle, &order, |after| (harm_to_come(after, creature), before - left(after)))?;
        Some((best + to_come - harm - (now + best) * spent.max(0) / before, order))
    };
    let orders = mends_of_its_own(battle, creature, MOST_MENDS);
    orders.into_iter().filter_map(|order| gained(battle, order)).collect()
}

/// What is seen after an order after which nothing is asked.
fn after_all<T>(battle: &mut Battle, order: &Order, look: impl FnOnce(&mut Battle) -> T) -> Option<T> {
    battle.ahead_with(order, 0, |after| after.decision().is_none().then(|| look(after))).ok().flatten()
}

/// The plans that look best, each with what the enemies next in turn could do after it counted against it, more or less than they could
/// do as things stand.
fn think_through(battle: &mut Battle, creature: Id, mut plans: Vec<Plan>, effort: Effort) -> Vec<Plan> {
    if effort.replies == 0 {
        return plans;
    }
    plans.retain(|&(value, _)| value > LESS);
    // Of equals the first stays first.
    plans.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    plans.truncate(effort.replied);
    if plans.is_empty() {
        return plans;
    }
    let weights = weights_of(battle, creature);
    let feared = replies(battle, creature, effort.replies);
    let then = |battle: &mut Battle, (value, order): Plan| {
        let feared_then = after(battle, creature, &order, |after| replies(after, creature, effort.replies))?;
        Some((value + weights.risked(feared - feared_then), order))
    };
    plans.into_iter().filter_map(|plan| then(battle, plan)).collect()
}

/// Walks to where the enemies who are next can do least, with what is left of its way after it has attacked from afar. It must gain more
/// than what is given up for it.
fn withdraw(battle: &mut Battle, creature: Id, effort: Effort, given_up: i128) -> Option<Order> {
    let range = farthest(&battle.ruleset().offers(battle.world(), creature));
    // A creature that strikes hand to hand is followed wherever it goes.
    if range <= 2 {
        return None;
    }
    let weights = weights_of(battle, creature);
    let feared = weights.risked(replies(battle, creature, effort.replies));
    if feared <= MORE + given_up {
        return None;
    }
    let here = battle.world().the::<Position>(creature).at;
    let eye_here = standing(battle, creature, range, here);
    let danger = Danger::of(battle, creature);
    let store = |at| danger.as_ref().map_or(0, |danger| danger.at(at));
    let walks = to_be_safe_in(battle, creature, range, SHELTERS).into_iter().map(|to| walk_to(creature, to)).collect();
    most_gained(battle, creature, walks, |after| {
        let at = after.world().the::<Position>(creature).at;
        let place = (standing(after, creature, range, at) - eye_here) / 2;
        let feared_then = weights.risked(replies(after, creature, effort.replies));
        feared - feared_then + place + store(here) - store(at) - given_up
    })
}

/// An order after which there is an attack, or a better place in reach, where there is none now; else one that guards.
fn useful(battle: &mut Battle, creature: Id, effort: Effort) -> Option<Order> {
    let weights = weights_of(battle, creature);
    let (now, range) = attacks_weighed(battle, creature, effort.attacks, &weights);
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let side = side_of(world, creature);
    on_map(world).find(|&id| enemy(battle, side, id))?;
    let offers = open_offers(battle, creature);
    let leads = |offer: &&Offer| {
        matches!(offer.purpose, Purpose::Move | Purpose::Sprint | Purpose::Arm | Purpose::Gear | Purpose::Interact)
    };
    let acts = |offer: &Offer| ruleset.acts(world, creature, offer);
    let orders: Vec<Order> = offers.iter().filter(leads).flat_map(acts).take(MOST_IDLE).map(Order::Act).collect();
    let place = best_place(battle, creature, range);
    let best = most_gained(battle, creature, orders, |after| {
        let more = attacks_weighed(after, creature, effort.attacks, &weights).0 - now;
        more + i128::from((best_place(after, creature, range) - place).max(0))
    });
    best.or_else(|| watch(battle, creature, &offers, now)).or_else(|| guard(battle, creature, &offers))
}

/// Waits with an action for the nearest enemy, where nothing can be attacked now, that one must come nearer to do anything, and something is
/// left to answer with.
fn watch(battle: &Battle, creature: Id, offers: &[Offer], now: i128) -> Option<Order> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let left = ruleset.sheet(world, creature).left_of_turn()?;
    let (far, nearest) = out_of_turn::nearest_enemy(battle, creature).filter(|_| now <= 0)?;
    if far > farthest(offers) + out_of_turn::APPROACH || far <= farthest(&ruleset.offers(world, nearest)) {
        return None;
    }
    let waits = offers.iter().filter(|offer| offer.purpose == Purpose::Wait && offer.aim == Aim::Nothing);
    let mut paid = waits.filter(|offer| matches!(offer.price, Price::Points(points) if i32::from(points) < left));
    paid.find_map(|offer| ruleset.acts(world, creature, offer).into_iter().next()).map(Order::Act)
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
