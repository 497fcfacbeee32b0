//! Decisions, outcomes, events, forecasts and offers as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::eyes::Eyes;
use super::{log, names, renumber};
use crate::battle::*;

/// A hash as sixteen hexadecimal digits, so that no reader of JSON rounds it.
pub fn hash(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An event with its number, its sentence and its rules, as the viewer is told it.
pub fn event(eyes: &Eyes, event: &Event) -> Value {
    let text = event.describe(eyes.battle.world().resource::<Names>());
    let rules = log::rules(event);
    let mut out = if eyes.side().is_some() {
        let mut told = event.clone();
        told.tellings.clear();
        renumber::event(&mut told, &|id| eyes.number_told(id));
        serde_json::to_value(told)
    } else {
        serde_json::to_value(event)
    }
    .expect("an event should be plain data");
    if let Value::Object(table) = &mut out {
        table.insert("text".into(), json!(text));
        table.insert("rules".into(), json!(rules));
    }
    out
}

/// Events from a number on, as far as the viewer is told of them.
pub fn events(eyes: &Eyes, from: usize) -> Vec<Value> {
    let told = told(eyes).into_iter().filter(|&(number, _)| number >= from);
    told.map(|(number, one)| numbered(eyes, number, one)).collect()
}

/// An event, with its number for the viewer.
pub fn numbered(eyes: &Eyes, number: usize, one: &Event) -> Value {
    let mut out = event(eyes, one);
    out["seq"] = json!(number);
    out
}

/// The events that the viewer is told of, with their numbers. A side that sits at the table counts only those it is told.
pub fn told<'a>(eyes: &Eyes<'a>) -> Vec<(usize, &'a Event)> {
    let all = eyes.battle.events().iter().enumerate();
    let told = all.filter_map(|(number, event)| Some((number, eyes.told(event)?)));
    if eyes.are_seated() { told.map(|(_, event)| event).enumerate().collect() } else { told.collect() }
}

/// A decision, with the names of side and creature.
pub fn decision(eyes: &Eyes, decision: &Decision) -> Value {
    let battle = eyes.battle;
    let mut told = decision.clone();
    told.number = decision.number_known(&|id| eyes.know(id));
    renumber::decision(&mut told, &|id| eyes.number(id));
    let mut out = serde_json::to_value(told).expect("a decision should be plain data");
    if let Value::Object(table) = &mut out {
        table.insert("side".into(), json!(names::side_id(battle, decision.side)));
        table.insert("name".into(), json!(battle.name(decision.creature)));
    }
    out
}

/// A result, with the ids of the winners.
pub fn outcome(battle: &Battle, outcome: &Outcome) -> Value {
    let winners: Vec<&str> = outcome.winners.iter().map(|&side| names::side_id(battle, side)).collect();
    json!({ "winners": winners, "reason": outcome.reason })
}

/// A refusal.
pub fn refusal(refusal: &Refusal) -> Value {
    json!({ "code": refusal.code, "message": refusal.message, "rule": refusal.rule })
}

/// A forecast. Weights are whole numbers over `whole`; those too large for a JSON reader are strings.
pub fn forecast(eyes: &Eyes, forecast: &Forecast) -> Value {
    let branches: Vec<Value> = forecast.branches.iter().map(|one| branch(eyes, one)).collect();
    json!({ "exact": forecast.exact, "branches": branches })
}

fn branch(eyes: &Eyes, branch: &Branch) -> Value {
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
                "name": eyes.battle.name(*id),
                "mean_hundredths": number(target.mean_hundredths(branch.whole)),
                "chance_hundredths": number(target.chance_hundredths(branch.whole)),
                "damage": points(&target.damage),
                "healing": points(&target.healing),
                "drops": number(target.drops),
                "conditions": words(&target.conditions),
                "ended": words(&target.ended),
            });
            (eyes.number(*id).0.to_string(), about)
        })
        .collect();
    let mut out = json!({
        "answer": branch.answer.as_ref().map(|(key, _)| key),
        "label": branch.answer.as_ref().map(|(_, label)| label),
        "whole": number(branch.whole),
        "targets": targets,
    });
    if let Some(samples) = branch.samples {
        out["samples"] = json!(samples);
    }
    if branch.further > 0 {
        out["further"] = number(branch.further);
    }
    out
}

/// Numbers up to 2^53 as numbers, larger ones as text.
fn number(value: u128) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= 1 << 53 => json!(small),
        _ => json!(value.to_string()),
    }
}
