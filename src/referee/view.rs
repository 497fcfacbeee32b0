//! Decisions, outcomes, events, forecasts and offers as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{log, names};
use crate::battle::*;

/// A hash as sixteen hexadecimal digits, so that no reader of JSON rounds it.
pub fn hash(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An event with its number, its sentence and its rules.
pub fn event(battle: &Battle, event: &Event) -> Value {
    let mut out = serde_json::to_value(event).expect("an event should be plain data");
    if let Value::Object(table) = &mut out {
        table.insert("text".into(), json!(event.describe(battle.world().resource::<Cast>())));
        table.insert("rules".into(), json!(log::rules(event)));
    }
    out
}

/// Events from a number on.
pub fn events(battle: &Battle, from: usize) -> Vec<Value> {
    battle
        .events()
        .get(from..)
        .unwrap_or_default()
        .iter()
        .map(|one| event(battle, one))
        .collect()
}

/// A decision, with the names of side and creature.
pub fn decision(battle: &Battle, decision: &Decision) -> Value {
    let mut out = serde_json::to_value(decision).expect("a decision should be plain data");
    if let Value::Object(table) = &mut out {
        table.insert("side".into(), json!(names::side_id(battle, decision.side)));
        table.insert("name".into(), json!(battle.name(decision.creature)));
    }
    out
}

/// A result, with the ids of the winners.
pub fn outcome(battle: &Battle, outcome: &Outcome) -> Value {
    let winners: Vec<&str> = outcome
        .winners
        .iter()
        .map(|&side| names::side_id(battle, side))
        .collect();
    json!({ "winners": winners, "reason": outcome.reason })
}

/// A refusal.
pub fn refusal(refusal: &Refusal) -> Value {
    json!({ "code": refusal.code, "message": refusal.message, "rule": refusal.rule })
}

/// A forecast. Weights are whole numbers over `whole`; those too large for a JSON reader are strings.
pub fn forecast(battle: &Battle, forecast: &Forecast) -> Value {
    let branches: Vec<Value> = forecast.branches.iter().map(|one| branch(battle, one)).collect();
    json!({ "exact": forecast.exact, "branches": branches })
}

fn branch(battle: &Battle, branch: &Branch) -> Value {
    let targets: serde_json::Map<String, Value> = branch
        .targets
        .iter()
        .map(|(id, target)| {
            let points = |weights: &BTreeMap<i32, u128>| -> Vec<Value> {
                let pair = |(amount, &weight): (&i32, &u128)| json!([amount, number(weight)]);
                weights.iter().map(pair).collect()
            };
            let words = |weights: &BTreeMap<String, u128>| -> serde_json::Map<String, Value> {
                let pair = |(key, &weight): (&String, &u128)| (key.clone(), number(weight));
                weights.iter().map(pair).collect()
            };
            let about = json!({
                "name": battle.name(*id),
                "mean_hundredths": number(target.mean_hundredths(branch.whole)),
                "chance_hundredths": number(target.chance_hundredths(branch.whole)),
                "damage": points(&target.damage),
                "healing": points(&target.healing),
                "drops": number(target.drops),
                "conditions": words(&target.conditions),
                "ended": words(&target.ended),
            });
            (id.0.to_string(), about)
        })
        .collect();
    json!({
        "answer": branch.answer.as_ref().map(|(key, _)| key),
        "label": branch.answer.as_ref().map(|(_, label)| label),
        "whole": number(branch.whole),
        "targets": targets,
    })
}

/// Numbers up to 2^53 as numbers, larger ones as text.
fn number(value: u128) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= 1 << 53 => json!(small),
        _ => json!(value.to_string()),
    }
}
