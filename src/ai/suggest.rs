//! What a person could do now, the best first, with the reasons a player that plans has for it. Each reason is a fact that the side knows:
//! what a forecast says, how far something is, who sees what.

use super::effort::Effort;
use super::greedy::good_attacks;
use super::offers::{offer_of, open_offers};
use super::out_of_turn::nearest;
use super::planner::{Planner, first_plans};
use super::squares::seen_in;
use super::worth::farthest;
use super::{answers, attacks};
use crate::battle::*;
use crate::level::counted;

/// So many are told.
const MOST: usize = 3;
/// Attacks that are looked at.
const ATTACKS: usize = 5;
/// Wishes to be asked out of turn that are passed over on the way to an order.
const WISHES: u32 = 8;
/// Targets that are told of one order.
const MOST_TARGETS: usize = 3;
/// Ways of rolling that are gone through at most for the odds of what is told to those who look on.
const GLIMPSED: u32 = 200;

/// Something a person could do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The order.
    pub order: Order,
    /// What it is, in a few words.
    pub label: String,
    /// Why, a sentence each.
    pub why: Vec<String>,
}

/// The best plans for the creature whose turn it is, or the best answers to the open decision, and why. The first is what the computer
/// would do itself. Nothing when the fight is over.
pub fn suggest(battle: &mut Battle) -> Vec<Suggestion> {
    let effort = Effort::HARD;
    let Some(first) = choice(battle, &mut Planner::new(effort, 1), WISHES) else { return Vec::new() };
    let mut orders = vec![first];
    for order in others(battle, effort) {
        if orders.len() < MOST && !orders.contains(&order) && battle.check(&order).is_ok() {
            orders.push(order);
        }
    }
    orders.into_iter().map(|order| told(battle, order, To::Itself)).collect()
}

/// What a creature is about to do by an order, and why, as it is told to a side that looks on. `battle` is to be as that side knows it:
/// nothing in it tells more, and nothing is told where the order is none there, for example since it is done to a creature that the side
/// does not know of.
pub fn intent(battle: &mut Battle, order: &Order) -> Option<Suggestion> {
    battle.check(order).ok()?;
    Some(told(battle, order.clone(), To::Others))
}

/// To whom reasons are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    /// To the side whose order it is.
    Itself,
    /// To others, who see what comes of it, and are not told what it holds back: what it waits for, what it has in hand.
    Others,
}

/// What the computer would do, so many wishes of it aside.
fn choice(battle: &mut Battle, planner: &mut Planner, wishes: u32) -> Option<Order> {
    match planner.choose(battle)? {
        wish @ Order::Wish(_) if wishes > 0 => {
            battle.ahead_with(&wish, 0, |after| choice(after, planner, wishes - 1)).ok().flatten()
        }
        Order::Wish(_) => None,
        order => Some(order),
    }
}

/// What else is good, the best first.
fn others(battle: &mut Battle, effort: Effort) -> Vec<Order> {
    if battle.decision().is_some() {
        let mut weighed = answers::weigh(battle).unwrap_or_default();
        weighed.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        return weighed.into_iter().map(|(_, order)| order).collect();
    }
    let Some(&creature) = battle.actors().first() else { return Vec::new() };
    let offers = open_offers(battle, creature);
    let mut plans = good_attacks(battle, creature, &offers, ATTACKS);
    let now = plans.first().map_or(0, |&(value, _)| value);
    // What a plan gains is gained beside what can be done here.
    let first = first_plans(battle, creature, effort).into_iter().filter(|&(value, _)| value > 0);
    plans.extend(first.map(|(value, order)| (value + now, order)));
    plans.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    let end = battle.active().map(|creature| Order::EndTurn { creature });
    plans.into_iter().map(|(_, order)| order).chain(end).collect()
}

fn told(battle: &mut Battle, order: Order, to: To) -> Suggestion {
    if to == To::Others
        && let Some(kept) = kept_back(battle, &order)
    {
        return Suggestion { order, label: kept, why: Vec::new() };
    }
    let label = label(battle, &order);
    let mut why = match &order {
        Order::Move(walk) => reasons_to_walk(battle, walk.creature, &order, to),
        Order::EndTurn { .. } => vec!["Nothing that is left to do is worth more.".to_owned()],
        _ => Vec::new(),
    };
    why.extend(outcome(battle, &order, to));
    if why.is_empty() && to == To::Itself {
        why.push(if battle.decision().is_some() {
            "No other answer leaves its side better off.".to_owned()
        } else {
            "It leads on to more than can be done from here now.".to_owned()
        });
    }
    Suggestion { order, label, why }
}

/// What an act is called of which others do not see at whom or what it is aimed: one that waits for something.
fn kept_back(battle: &Battle, order: &Order) -> Option<String> {
    let Order::Act(act) = order else { return None };
    let offers = battle.ruleset().offers(battle.world(), act.creature);
    offer_of(&offers, act).filter(|offer| offer.purpose == Purpose::Wait).map(|offer| offer.label.clone())
}

/// What an order is, as the list of legal orders says it.
fn label(battle: &Battle, order: &Order) -> String {
    match order {
        Order::Move(MoveOrder { to: Some(to), .. }) => format!("Walk to {}", to.word()),
        Order::Move(_) => "Walk".to_owned(),
        Order::EndTurn { .. } => "End turn".to_owned(),
        Order::Answer { choice } => {
            let choices = battle.decision().map(|decision| decision.choices.as_slice()).unwrap_or_default();
            let chosen = choices.iter().find(|known| known.key == *choice);
            chosen.map_or_else(|| choice.clone(), |chosen| chosen.label.to_string())
        }
        Order::Act(act) => {
            let offers = battle.ruleset().offers(battle.world(), act.creature);
            let label = offer_of(&offers, act).map_or_else(|| act.action.clone(), |offer| offer.label.clone());
            match (act.target, act.at) {
                (Some(target), _) => format!("{label}: {}", battle.name(target)),
                (None, Some(at)) => format!("{label}: {}", at.word()),
                (None, None) => label,
            }
        }
        _ => "Another order".to_owned(),
    }
}

/// What a forecast says of an order: of each target how likely and how much, and who may answer.
fn outcome(battle: &mut Battle, order: &Order, to: To) -> Vec<String> {
    if matches!(order, Order::Move(_) | Order::EndTurn { .. }) {
        return Vec::new();
    }
    let mut foresight = match to {
        To::Itself => Foresight::new(order.clone()),
        To::Others => Foresight::rough(order.clone(), GLIMPSED),
    };
    let Ok(forecast) = foresight.go_through(battle) else { return Vec::new() };
    // What the other side may do about it, or nothing: the last branch lets it come.
    let Some(branch) = forecast.branches.last() else { return Vec::new() };
    let mut targets: Vec<_> = branch.targets.iter().filter(|(_, target)| !target.is_spared()).collect();
    // What befalls things is no reason as long as it befalls creatures, too.
    let lives = |id: Id| battle.world().part::<Creature>(id).is_some();
    targets.sort_by_key(|&(&id, target)| std::cmp::Reverse((lives(id), target.drops, target.lost, target.hurting())));
    let mut out: Vec<String> = targets
        .into_iter()
        .take(MOST_TARGETS)
        .map(|(&id, target)| comes_to(battle.name(id), target, branch.whole))
        .collect();
    let names =
        forecast.asks.iter().filter(|asked| Some(side_of(battle.world(), asked.creature)) != battle.side_to_move());
    out.extend(names.take(1).map(|asked| format!("{} may answer: {}.", battle.name(asked.creature), asked.label)));
    out
}

/// What comes of an order to one target, in a sentence.
fn comes_to(name: &str, target: &TargetForecast, whole: u128) -> String {
    let per_cent = |weight: u128| (weight * 100 + whole / 2) / whole.max(1);
    let mut parts = Vec::new();
    if target.hurting() > 0 {
        parts.push(format!("hurt {} % of the time, by about {}", per_cent(target.hurting()), target.blow()));
    }
    if target.drops > 0 {
        parts.push(format!("down {} %", per_cent(target.drops)));
    }
    let healed = target.healing_hundredths(whole).div_ceil(100);
    if healed > 0 {
        parts.push(format!("mended by about {healed}"));
    }
    let conditions = target.conditions.iter().map(|(key, &weight)| format!("{key} {} %", per_cent(weight)));
    parts.extend(conditions.take(2));
    let ended = target.ended.iter().map(|(key, &weight)| format!("{key} ends {} %", per_cent(weight)));
    parts.extend(ended.take(2));
    format!("{name}: {}.", parts.join(", "))
}

/// What is better where a walk ends than here: the attacks from there, who sees it there, how near it is.
fn reasons_to_walk(battle: &mut Battle, creature: Id, order: &Order, to: To) -> Vec<String> {
    let held = battle.ruleset().hand_ways(battle.world(), side_of(battle.world(), creature));
    // What is in hand is told to nobody else.
    let is_held = |order: &Order| {
        let Order::Act(Act { with: Some(with), .. }) = order else { return false };
        to == To::Others && held.iter().any(|way| way.with == *with)
    };
    let look = |battle: &mut Battle| {
        let range = farthest(&battle.ruleset().offers(battle.world(), creature));
        let best = attacks::best_here(battle, creature).filter(|order| !is_held(order));
        let best = best.map(|order| label(battle, &order));
        (best, seen_in(battle, creature, range), nearest(battle, creature))
    };
    let here = look(battle);
    let Ok(there) = battle.ahead_with(order, 0, look) else { return Vec::new() };
    let mut why = Vec::new();
    match (&here.0, &there.0) {
        (None, Some(attack)) => why.push(format!("From there it can do what it cannot here: {attack}.")),
        (Some(_), Some(attack)) => why.push(format!("From there its best attack is {attack}.")),
        _ => {}
    }
    if there.1 < here.1 {
        why.push(format!("There it is in the line of {} of its enemies, here of {}.", there.1, here.1));
    }
    if let (Some(far), Some(near)) = (here.2, there.2) {
        if near < far {
            why.push(format!("The nearest enemy is {} off then, now {far}.", counted(near, "square")));
        } else if near > far {
            why.push(format!("It gets away: the nearest enemy is {} off then, now {far}.", counted(near, "square")));
        }
    }
    why
}
