//! What the player of a puzzle plays in a step, and what of it is expected.

use super::form::Step;
use super::mismatch::{Mismatch, unknown};
use super::scene::Scene;
use crate::battle::{Battle, Order};
use crate::grid::Square;

/// More orders than any turn needs.
const MOST_ORDERS: usize = 200;

/// Lets the player of the puzzle play a turn or an answer.
///
/// # Errors
/// When the scenario is no puzzle, when there is nothing to play, and the first order that is missing or should not be there.
pub(super) fn plays(scene: &mut Scene, step: &Step, what: &str) -> Result<(), Mismatch> {
    let Some(mut mind) = scene.mind.take() else {
        return Err(Mismatch::new("a scenario with `puzzle`, since `plays` is in it", "it has none"));
    };
    let battle = &mut scene.battle;
    let orders = match what {
        "turn" => {
            let turn = battle.turn();
            turn.ok_or_else(|| Mismatch::new("a turn to be played", "it is nobody's"))?;
            give(battle, &mut mind, |battle| battle.turn() == turn)
        }
        "answer" => {
            if battle.decision().is_none() {
                return Err(Mismatch::new("a decision to be answered", "none is open"));
            }
            give(battle, &mut mind, |battle| battle.decision().is_some())
        }
        _ => Err(unknown(what, &["turn", "answer"])),
    };
    scene.mind = Some(mind);
    scene.before.clear();
    let orders = orders?;
    let told = || if orders.is_empty() { "nothing was ordered".to_owned() } else { orders.join("; ") };
    let has = |words: &String| {
        let fits = |order: &String| words.split_whitespace().all(|word| order.split(' ').any(|known| known == word));
        orders.iter().any(fits)
    };
    if let Some(missing) = step.ordered.iter().find(|words| !has(words)) {
        return Err(Mismatch::new(format!("the order `{missing}`"), told()));
    }
    if let Some(given) = step.not_ordered.iter().find(|words| has(words)) {
        return Err(Mismatch::new(format!("no order `{given}`"), told()));
    }
    Ok(())
}

/// Gives the player's orders for as long as this holds; all of them in words, but for wishes.
fn give(
    battle: &mut Battle,
    mind: &mut crate::ai::Mind,
    goes_on: impl Fn(&Battle) -> bool,
) -> Result<Vec<String>, Mismatch> {
    let mut out = Vec::new();
    for _ in 0..MOST_ORDERS {
        if battle.outcome().is_some() || !goes_on(battle) {
            return Ok(out);
        }
        let Some(order) = mind.choose(battle) else { return Ok(out) };
        if !matches!(order, Order::Wish(_)) {
            out.push(words_of(battle, &order));
        }
        let refused = |refusal: crate::battle::Refusal| Mismatch::new("a legal order", refusal.to_string());
        battle.order(&order).map_err(refused)?;
    }
    Err(Mismatch::new("a turn that ends", format!("it does not after {MOST_ORDERS} orders: {}", out.join("; "))))
}

/// An order in words that stand for its parts.
fn words_of(battle: &Battle, order: &Order) -> String {
    match order {
        Order::Move(walk) => {
            let to = walk.to.or(walk.path.as_ref().and_then(|path| path.last().copied()));
            format!("move {}", to.map(Square::word).unwrap_or_default())
        }
        Order::Act(act) => {
            let parts = [
                Some(act.action.clone()),
                act.with.clone(),
                act.target.map(|target| battle.name(target).to_owned()),
                act.at.map(Square::word),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Order::EndTurn { .. } => "end_turn".to_owned(),
        Order::Answer { choice } => format!("answer {choice}"),
        _ => "other".to_owned(),
    }
}
