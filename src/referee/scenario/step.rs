//! Carries one step of a scenario out: its dice, its deed, its refusal.

use serde_json::{Value, json};

use super::compare::json_of;
use super::form::Step;
use super::link;
use super::mismatch::{Mismatch, told};
use super::played;
use super::refusal;
use super::scene::Scene;
use crate::battle::{Battle, Order, Refusal, Save};
use crate::dice::{Dice, Forced};
use crate::referee::{names, replay};

/// Carries a step out.
///
/// # Errors
/// When it is refused and should not be, or the other way round, or its dice do not fit.
pub(super) fn carry_out(scene: &mut Scene, step: &Step) -> Result<(), Mismatch> {
    let orders = orders(step)?;
    let deeds = usize::from(!orders.is_empty())
        + usize::from(step.undo)
        + usize::from(step.save_and_restore)
        + usize::from(step.link.is_some())
        + usize::from(step.plays.is_some());
    if deeds > 1 {
        return Err(Mismatch::new("a step with one deed", "it has several; make several steps of it"));
    }
    if deeds == 0 && step.expect.is_empty() {
        return Err(Mismatch::new("a step that does or checks something", "it is empty"));
    }
    if orders.is_empty() && step.link.is_none() && step.refused.is_some() {
        return Err(Mismatch::new("an order that is `refused`", "nothing is ordered in this step"));
    }
    if step.undo {
        return undo(scene);
    }
    if step.save_and_restore {
        return save_and_restore(scene);
    }
    if let Some(written) = &step.link {
        return link::pass(scene, step, written);
    }
    if let Some(what) = &step.plays {
        return played::plays(scene, step, what);
    }
    if !step.ordered.is_empty() || !step.not_ordered.is_empty() {
        return Err(Mismatch::new("`ordered` beside `plays`", "nobody plays in this step"));
    }
    let free = step.free_dice.unwrap_or(scene.free_dice);
    scene.battle.unforce_dice();
    scene.battle.force_dice(&step.dice, !free);
    let result = give_all(scene, orders, step.refused.as_ref());
    let unused = scene.battle.world().resource::<Dice>().unused();
    scene.battle.unforce_dice();
    result?;
    if step.refused.is_none() && !unused.is_empty() {
        let unused: Vec<String> = unused.iter().map(ToString::to_string).collect();
        return Err(Mismatch::new("all dice of the step are used", format!("these were not: {}", unused.join(" "))));
    }
    Ok(())
}

fn give_all(scene: &mut Scene, orders: Vec<Value>, refused: Option<&toml::Value>) -> Result<(), Mismatch> {
    let last = orders.len().saturating_sub(1);
    for (number, written) in orders.into_iter().enumerate() {
        let shown = written.to_string();
        let before = scene.battle.hash();
        let order = names::order(&scene.battle, written);
        let result = order.clone().and_then(|order| give(scene, &order));
        match (result, refused.filter(|_| number == last)) {
            (Ok(()), None) => scene.before.push(before),
            (Ok(()), Some(_)) => return Err(Mismatch::new(format!("{shown} is refused"), "it was accepted")),
            (Err(refusal), None) => return Err(Mismatch::new(format!("{shown} is accepted"), told(&refusal))),
            (Err(refusal), Some(wanted)) => {
                if scene.battle.hash() != before {
                    return Err(Mismatch::new("a refused order changes nothing", "the state's hash differs"));
                }
                scene.aside.extend(refusal.rule.iter().map(|rule| rule.id().to_string()));
                refusal::is_refused_so(&refusal, wanted)?;
                refusal::is_meant(&scene.battle, order.as_ref().ok(), &refusal, wanted)?;
                scene.state(&refusal.rule);
            }
        }
    }
    Ok(())
}

/// Gives an order. Taking back rolls nothing, and lays the dice of that moment ready again; but each step names its own, so whatever
/// comes after it rolls those of the step that are left.
fn give(scene: &mut Scene, order: &Order) -> Result<(), Refusal> {
    let dice = scene.battle.world().resource::<Dice>();
    let left: Vec<Forced> = dice.unused().into_iter().map(Forced).collect();
    let strict = dice.is_strict();
    scene.battle.order(order)?;
    if matches!(order, Order::TakeBack(_)) {
        scene.battle.unforce_dice();
        scene.battle.force_dice(&left, strict);
    }
    scene.note_decision();
    Ok(())
}

/// The orders of a step, as they are written.
fn orders(step: &Step) -> Result<Vec<Value>, Mismatch> {
    let mut out = Vec::new();
    let mut kinds = 0;
    let mut add = |key: &str, value: &Option<toml::Value>| {
        let Some(value) = value else { return };
        kinds += 1;
        match value {
            toml::Value::Array(many) if key != "order" => {
                out.extend(many.iter().map(|one| json!({ key: json_of(one) })));
            }
            toml::Value::Array(many) => out.extend(many.iter().map(json_of)),
            one if key == "order" => out.push(json_of(one)),
            one => out.push(json!({ key: json_of(one) })),
        }
    };
    add("order", &step.order);
    add("move", &step.walk);
    add("act", &step.act);
    add("end_turn", &step.end_turn);
    add("answer", &step.answer);
    add("wish", &step.wish);
    add("gm", &step.gm);
    add("take_back", &step.take_back);
    if kinds > 1 {
        return Err(Mismatch::new("a step with one deed", "it has several; make several steps of it"));
    }
    if kinds > 0 && out.is_empty() {
        return Err(Mismatch::new("an order, or a list of some", "the list is empty"));
    }
    Ok(out)
}

fn undo(scene: &mut Scene) -> Result<(), Mismatch> {
    if !scene.battle.undo() {
        return Err(Mismatch::new("something to take back", "there is nothing"));
    }
    scene.from = scene.battle.events().len();
    let before = scene.before.pop();
    let now = scene.battle.hash();
    match before {
        Some(before) if before != now => {
            Err(Mismatch::new("taking back gives the state from before", "the state's hash differs"))
        }
        _ => Ok(()),
    }
}

/// Saves, restores, and compares hash and legal orders; the scenario goes on with the restored battle.
fn save_and_restore(scene: &mut Scene) -> Result<(), Mismatch> {
    let wrong = |error: crate::battle::SaveError| Mismatch::new("the save restores", error.0);
    let save = Save::from_json(&scene.battle.save().to_json()).map_err(wrong)?;
    let restored: Battle = replay::resume(&save).map_err(wrong)?;
    if restored.hash() != scene.battle.hash() {
        return Err(Mismatch::new("the restored battle is the same", "its hash differs"));
    }
    if restored.legal() != scene.battle.legal() {
        return Err(Mismatch::new("the restored battle has the same legal orders", "they differ"));
    }
    scene.battle = restored;
    scene.from = scene.battle.events().len();
    scene.before.clear();
    Ok(())
}
