//! What a scenario could state of a rule: the facts of a step that cite it, written as expectations.

use serde_json::Value;

use super::scene::Scene;
use crate::battle::{Id, Names, Part, Trace};
use crate::referee::eyes::Eyes;
use crate::referee::view;

/// An expectation that would state what a rule brings about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suggestion {
    /// How much it would say; the lowest says most.
    pub rank: u8,
    /// The line of the file at which its step begins.
    pub line: usize,
    /// The expectation, as a TOML table.
    pub text: String,
}

/// What says most comes first: numbers that count, then facts, then what is offered or did not count, then mere words.
const NUMBER: u8 = 0;
const FACT: u8 = 1;
const REASON: u8 = 2;
const CHOICE: u8 = 3;
const WORDS: u8 = 4;

/// Everything that the step just played tells of a rule.
pub(super) fn of(scene: &Scene, rule: &str, line: usize) -> Vec<Suggestion> {
    let battle = &scene.battle;
    let cast = battle.world().resource::<Names>();
    let mut out = Vec::new();
    let mut say = |rank: u8, text: String| out.push(Suggestion { rank, line, text });
    let events = battle.events().get(scene.from..).unwrap_or_default();
    for event in events {
        if event.rules.iter().any(|cited| cited.id() == rule) {
            let told = view::event(&Eyes::all(battle), event);
            let (kind, body) = match &told["what"] {
                Value::String(kind) => (kind.clone(), Value::Null),
                Value::Object(table) => {
                    let (kind, body) = table.iter().next().expect("an event has a kind");
                    (kind.clone(), body.clone())
                }
                _ => continue,
            };
            let mut text = format!("{{ event = {}", quoted(&kind));
            for (key, id) in [("actor", event.actor), ("target", event.target)] {
                if let Some(id) = id {
                    text.push_str(&format!(", {key} = {}", quoted(cast.name(id))));
                }
            }
            for (key, value) in body.as_object().into_iter().flatten() {
                match value {
                    Value::String(words) if kind == "note" || kind == "says" => {
                        text.push_str(&format!(", says = {}", quoted(words)));
                    }
                    Value::String(words) => text.push_str(&format!(", {key} = {}", quoted(words))),
                    Value::Number(_) | Value::Bool(_) => text.push_str(&format!(", {key} = {value}")),
                    Value::Array(parts) if parts.iter().all(Value::is_number) => {
                        text.push_str(&format!(", {key} = {value}"));
                    }
                    _ => {}
                }
            }
            if let Some(trace) = &event.trace {
                text.push_str(&format!(", value = {}", trace.value));
            }
            text.push_str(&format!(", rule = {} }}", quoted(rule)));
            say(if kind == "note" || kind == "attack" || kind == "action" { WORDS } else { FACT }, text);
        }
        if let Some(trace) = &event.trace {
            terms(trace, rule, cast, &mut say);
        }
    }
    for note in scene.notes.iter().filter(|note| note.rules.iter().any(|cited| cited.id() == rule)) {
        let (who, says) = (quoted(&note.who), quoted(&note.text));
        say(FACT, format!("{{ told = {{ who = {who}, says = {says}, rule = {} }} }}", quoted(rule)));
    }
    for number in &scene.numbers {
        terms(number, rule, cast, &mut say);
    }
    if let Some(decision) = battle.decision() {
        for choice in &decision.choices {
            if choice.rule.as_ref().is_some_and(|cited| cited.id() == rule) {
                say(
                    CHOICE,
                    format!(
                        "{{ decision = {{ kind = {}, creature = {}, offers = [{}] }} }}",
                        quoted(&decision.kind),
                        quoted(cast.name(decision.creature)),
                        quoted(&choice.key)
                    ),
                );
            }
        }
    }
    out
}

fn terms(trace: &Trace, rule: &str, cast: &Names, say: &mut dyn FnMut(u8, String)) {
    if trace.rule.as_ref().is_some_and(|cited| cited.id() == rule) {
        let mut text = format!("{{ trace = {{ label = {}", quoted(&trace.label));
        if trace.part != Part::Note {
            text.push_str(&format!(", value = {}", trace.value));
        }
        if let Some(why) = &trace.refused {
            text.push_str(&format!(", refused = {}", quoted(why)));
        }
        if !trace.dice.is_empty() {
            let dice: Vec<String> = trace.dice.iter().map(|die| quoted(&die.to_string())).collect();
            text.push_str(&format!(", dice = [{}]", dice.join(", ")));
        }
        if let Some(source) = trace.source.filter(|&id: &Id| !cast.name(id).is_empty()) {
            text.push_str(&format!(", of = {}", quoted(cast.name(source))));
        }
        text.push_str(&format!(", rule = {} }} }}", quoted(rule)));
        let rank = match (trace.part, &trace.refused) {
            (_, Some(_)) => REASON,
            (Part::Note, None) => WORDS,
            _ => NUMBER,
        };
        say(rank, text);
    }
    for term in &trace.terms {
        terms(term, rule, cast, say);
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}
