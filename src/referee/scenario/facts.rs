//! What must have happened: events, log lines, terms of traces, rules; and what is to be expected.

use serde_json::{Value, json};
use toml::Table;

use super::compare::{Checked, json_of, order_of, same, strings, with_ids};
use super::mismatch::{Mismatch, unknown};
use super::scene::Scene;
use super::words;
use crate::battle::*;
use crate::referee::eyes::Eyes;
use crate::referee::{log as lines, names, view};

/// `{ event = "damage", target = "Bo", amount = 5, change = [14, 9], count = 1, rule = "…", says = "…" }`.
pub(super) fn event(scene: &mut Scene, expected: &Table) -> Checked {
    let battle = &scene.battle;
    let numbers = ["value", "amount", "change"].iter().any(|key| expected.contains_key(*key));
    let mut shown_by: Vec<Rule> = Vec::new();
    let kind = expected.get("event").and_then(toml::Value::as_str).unwrap_or_default();
    can_be_told(battle, kind, expected)?;
    let told = view::events(&Eyes::all(battle), scene.from);
    let kinds: Vec<&str> = told.iter().filter_map(kind_of).collect();
    let mut found = 0;
    for (event, fact) in told.iter().zip(&battle.events()[scene.from..]) {
        if kind_of(event) == Some(kind) && fits(battle, event, expected)? {
            found += 1;
            if expected.len() > 1 {
                shown_by.extend(fact.rules.iter().cloned());
            }
            if expected.len() > 2 {
                let named = ["rule", "rules"].iter().filter_map(|key| expected.get(*key));
                shown_by.extend(named.flat_map(strings).map(|rule| Rule(rule.to_string().into())));
            }
            if let Some(trace) = fact.trace.as_deref().filter(|_| numbers) {
                shown_by.extend(behind(trace).cloned());
            }
        }
    }
    let wanted = expected.get("count").and_then(toml::Value::as_integer);
    if wanted.map_or(found > 0, |count| usize::try_from(count) == Ok(found)) {
        scene.state(&shown_by);
        return Ok(());
    }
    let same_kind: Vec<String> =
        told.iter().filter(|event| kind_of(event) == Some(kind)).map(ToString::to_string).collect();
    let came = match (same_kind.is_empty(), wanted) {
        (_, Some(_)) => format!("{found} of them"),
        (true, None) => format!("events of the kinds {}", kinds.join(", ")),
        (false, None) => same_kind.join("\n           "),
    };
    Err(Mismatch::new(format!("the event {}", shown(expected)), came))
}

/// Whether there is such an event at all: a slip must not look like an event that did not come.
fn can_be_told(battle: &Battle, kind: &str, expected: &Table) -> Checked {
    let fields = words::fields_of(kind)?;
    let mut known = vec!["actor", "target", "rule", "rules", "says", "value", "depth", "round", "count"];
    known.extend(fields);
    if fields.contains(&"parts") {
        known.push("kind");
    }
    for (key, value) in expected.iter().filter(|(key, _)| *key != "event") {
        match key.as_str() {
            "actor" | "target" => {
                names::find(battle, words::one(key, value)?)?;
            }
            "rule" | "rules" => words::are_rules(battle, &words::of(key, value)?)?,
            "says" => drop(words::of(key, value)?),
            "count" if value.as_integer().is_none_or(|count| count < 0) => {
                return Err(Mismatch::new("`count` is a number from 0", value.to_string()));
            }
            "condition" if fields.contains(&"condition") => words::is_condition(battle, words::one(key, value)?)?,
            _ if !known.contains(&key.as_str()) => return Err(unknown(key, &known)),
            _ => {}
        }
    }
    Ok(())
}

/// The rules of a number and of every term that counts towards it: to state the number is to state what they make of it.
pub(super) fn behind(trace: &Trace) -> impl Iterator<Item = &Rule> {
    let mut out = Vec::new();
    counted(trace, &mut out);
    out.into_iter()
}

fn counted<'a>(trace: &'a Trace, out: &mut Vec<&'a Rule>) {
    if trace.refused.is_some() || trace.part == Part::Note {
        return;
    }
    out.extend(&trace.rule);
    for term in &trace.terms {
        counted(term, out);
    }
}

fn shown(table: &Table) -> String {
    toml::Value::Table(table.clone()).to_string()
}

fn kind_of(event: &Value) -> Option<&str> {
    match &event["what"] {
        Value::String(kind) => Some(kind),
        Value::Object(table) => table.keys().next().map(String::as_str),
        _ => None,
    }
}

fn fits(battle: &Battle, event: &Value, expected: &Table) -> Result<bool, Mismatch> {
    let nothing = json!({});
    let body = match &event["what"] {
        Value::Object(table) => table.values().next().unwrap_or(&nothing),
        _ => &nothing,
    };
    for (key, value) in expected.iter().filter(|(key, _)| !matches!(key.as_str(), "event" | "count")) {
        let fits = match key.as_str() {
            "actor" | "target" => {
                let wanted = value.as_str().map(|name| names::find(battle, name)).transpose()?;
                event[key.as_str()] == json!(wanted)
            }
            "rule" | "rules" => {
                let rules = event["rules"].as_array().cloned().unwrap_or_default();
                strings(value).iter().all(|rule| rules.contains(&json!(rule)))
            }
            "says" => {
                strings(value).iter().all(|words| event["text"].as_str().is_some_and(|text| text.contains(words)))
            }
            "value" => event["trace"]["value"] == json_of(value),
            "kind" if body.get("parts").is_some() => has_part(body, text_of(value)),
            "depth" | "round" if body.get(key).is_none() => event[key.as_str()] == json_of(value),
            _ => match body.get(key) {
                Some(came) => matches(battle, &json_of(value), came),
                None => {
                    let mut known = vec!["actor", "target", "rule", "says", "value", "depth", "count"];
                    known.extend(body.as_object().into_iter().flat_map(|body| body.keys().map(String::as_str)));
                    return Err(unknown(key, &known));
                }
            },
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

fn text_of(value: &toml::Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Whether a kind of damage, by its key or what people call it, is among what harm was made of.
fn has_part(body: &Value, kind: &str) -> bool {
    let parts = body["parts"].as_array().into_iter().flatten();
    let mut kinds = parts.map(|part| &part["kind"]);
    kinds.any(|known| known["key"] == kind || known["name"] == kind)
}

/// Whether a value is as wanted: names stand for identities and sides, objects may say less.
fn matches(battle: &Battle, wanted: &Value, came: &Value) -> bool {
    match (wanted, came) {
        (Value::String(name), Value::Number(_)) => {
            let id = battle.world().resource::<Names>().find(name).map(|id| json!(id));
            id.as_ref() == Some(came) || names::side(battle, name).is_ok_and(|side| json!(side) == *came)
        }
        (Value::Array(wanted), Value::Array(came)) => {
            wanted.len() == came.len() && wanted.iter().zip(came).all(|(wanted, came)| matches(battle, wanted, came))
        }
        (Value::Object(wanted), Value::Object(came)) => {
            wanted.iter().all(|(key, wanted)| came.get(key).is_some_and(|came| matches(battle, wanted, came)))
        }
        _ => with_ids(battle, wanted.clone()) == *came,
    }
}

/// Lines of the log of this step, in this order, each by a part of it.
pub(super) fn log(scene: &mut Scene, expected: &toml::Value) -> Checked {
    let told: Vec<(String, Vec<Rule>)> =
        scene.battle.events()[scene.from..].iter().flat_map(|event| lines::with_rules(&scene.battle, event)).collect();
    let mut rest = told.iter();
    for part in words::of("log", expected)? {
        if let Some((_, rules)) = rest.find(|(line, _)| line.contains(part)) {
            scene.state(rules);
        } else {
            let came = if told.iter().any(|(line, _)| line.contains(part)) {
                "it comes, but earlier"
            } else {
                "it does not come"
            };
            return Err(Mismatch::new(format!("a log line with `{part}`"), came));
        }
    }
    Ok(())
}

/// `{ label, value, rule, refused, dice, of }`: some term like that in the step; with `none = true` there is no such term.
pub(super) fn trace(scene: &mut Scene, expected: &toml::Value) -> Checked {
    let events = scene.battle.events().get(scene.from..).unwrap_or_default();
    let roots: Vec<&Trace> = events.iter().filter_map(|event| event.trace.as_deref()).chain(&scene.numbers).collect();
    let shown_by = terms(&scene.battle, &roots, expected, "the step")?;
    scene.state(&shown_by);
    Ok(())
}

/// Whether the terms that are wanted stand in these numbers, one or several. Returns the rules of those that do.
fn terms(battle: &Battle, roots: &[&Trace], expected: &toml::Value, of: &str) -> Result<Vec<Rule>, Mismatch> {
    let mut shown_by: Vec<Rule> = Vec::new();
    let wanted: Vec<&toml::Value> = match expected {
        toml::Value::Array(many) => many.iter().collect(),
        one => vec![one],
    };
    if wanted.is_empty() {
        return Err(Mismatch::new("terms of a number", "the list is empty: it states nothing"));
    }
    for term in wanted {
        let Some(table) = term.as_table() else {
            return Err(Mismatch::new("`trace` is a table", term.to_string()));
        };
        can_be_a_term(battle, table)?;
        let none = table.get("none").and_then(toml::Value::as_bool).unwrap_or(false);
        let mut found = Vec::new();
        for root in roots {
            in_tree(battle, root, table, &mut found)?;
        }
        shown_by.extend(found.iter().filter_map(|term| term.rule.clone()));
        if found.is_empty() != none {
            let came = if none { "there is one".to_string() } else { format!("no number of {of} has it") };
            let wanted = if none { "no term" } else { "a term" };
            return Err(Mismatch::new(format!("{wanted} {term}"), came));
        }
    }
    Ok(shown_by)
}

/// What can be said of a term.
const OF_TERMS: [&str; 7] = ["label", "value", "rule", "refused", "of", "dice", "none"];

/// Whether there can be such a term at all: a slip must not look like a term that is not there.
fn can_be_a_term(battle: &Battle, wanted: &Table) -> Checked {
    for (key, value) in wanted {
        match key.as_str() {
            "rule" => words::are_rules(battle, &[words::one(key, value)?])?,
            "of" => {
                names::find(battle, words::one(key, value)?)?;
            }
            "label" => drop(words::one(key, value)?),
            "dice" => drop(words::of(key, value)?),
            "value" if !value.is_integer() => {
                return Err(Mismatch::new("`value` is a whole number", value.to_string()));
            }
            "none" if !value.is_bool() => {
                return Err(Mismatch::new("`none` is true or left away", value.to_string()));
            }
            _ if !OF_TERMS.contains(&key.as_str()) => return Err(unknown(key, &OF_TERMS)),
            _ => {}
        }
    }
    if wanted.keys().all(|key| key == "none") {
        return Err(Mismatch::new("something about the term", "nothing is said"));
    }
    Ok(())
}

/// Finds the terms of a tree that are as wanted.
fn in_tree<'a>(battle: &Battle, trace: &'a Trace, wanted: &Table, found: &mut Vec<&'a Trace>) -> Result<(), Mismatch> {
    if is_term(battle, trace, wanted)? {
        found.push(trace);
    }
    trace.terms.iter().try_for_each(|term| in_tree(battle, term, wanted, found))
}

fn is_term(battle: &Battle, trace: &Trace, wanted: &Table) -> Result<bool, Mismatch> {
    for (key, value) in wanted {
        let text = value.as_str().unwrap_or_default();
        let fits = match key.as_str() {
            "none" => true,
            "label" => trace.label.to_lowercase().contains(&text.to_lowercase()),
            "value" => value.as_integer() == Some(i64::from(trace.value)),
            "rule" => trace.rule.as_ref().is_some_and(|rule| rule.id() == text),
            "refused" => match value {
                toml::Value::Boolean(refused) => trace.refused.is_some() == *refused,
                _ => trace.refused.as_ref().is_some_and(|why| why.contains(text)),
            },
            "of" => trace.source == Some(names::find(battle, text)?),
            "dice" => {
                let dice: Vec<String> = trace.dice.iter().map(ToString::to_string).collect();
                strings(value) == dice
            }
            _ => {
                return Err(unknown(key, &OF_TERMS));
            }
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Rules that took effect in this step, or did not.
pub(super) fn rules(scene: &Scene, expected: &toml::Value, fired: bool) -> Checked {
    let now = scene.rules_now();
    let named = words::of("rules", expected)?;
    words::are_rules(&scene.battle, &named)?;
    for rule in named {
        if now.contains(rule) != fired {
            let list: Vec<&str> = now.iter().map(String::as_str).collect();
            let verb = if fired { "takes effect" } else { "does not take effect" };
            return Err(Mismatch::new(format!("{rule} {verb} in this step"), format!("these did: {}", list.join(" "))));
        }
    }
    Ok(())
}

/// `{ order, target, answer, mean, chance, drops, min, max }`: mean in points, chance and drops in per cent.
pub(super) fn forecast(scene: &mut Scene, written: &toml::Value) -> Checked {
    let Some(table) = written.as_table() else {
        return Err(Mismatch::new("`forecast` is a table", written.to_string()));
    };
    let order = order_of(&scene.battle, table)?;
    if table.keys().all(|key| ["order", "target", "answer"].contains(&key.as_str())) {
        return Err(Mismatch::new("something about the forecast", "nothing is said"));
    }
    let found = scene
        .battle
        .forecast(&order)
        .map_err(|refusal| Mismatch::new("an order that can be foreseen", refusal.to_string()))?;
    let came = view::forecast(&Eyes::all(&scene.battle), &found);
    let answer = table.get("answer").and_then(toml::Value::as_str);
    let branch = found
        .branches
        .iter()
        .find(|branch| answer.is_none() || branch.answer.as_ref().map(|(key, _)| key.as_str()) == answer);
    let Some(branch) = branch else {
        return Err(Mismatch::new(format!("a branch for the answer {answer:?}"), came.to_string()));
    };
    let target = match table.get("target").and_then(toml::Value::as_str) {
        Some(name) => branch.targets.get(&names::find(&scene.battle, name)?),
        None => branch.targets.values().next(),
    };
    let default = TargetForecast::default();
    let target = target.unwrap_or(&default);
    let drops = (target.drops * 10_000).checked_div(branch.whole).unwrap_or(0);
    for (key, value) in table {
        #[expect(clippy::cast_possible_truncation, reason = "a number of the file, compared in hundredths")]
        let hundredths = value.as_float().map_or(value.as_integer().unwrap_or(0) * 100, |f| (f * 100.0).round() as i64);
        let near = |found: u128| i64::try_from(found).is_ok_and(|found| (found - hundredths).abs() <= 1);
        let fits = match key.as_str() {
            "order" | "target" | "answer" => true,
            "mean" => near(target.mean_hundredths(branch.whole)),
            "chance" => near(target.chance_hundredths(branch.whole) * 100),
            "drops" => near(drops),
            "heals" => near(target.healing_hundredths(branch.whole)),
            "min" => target.damage.keys().next().copied().map(i64::from) == value.as_integer(),
            "max" => target.damage.keys().last().copied().map(i64::from) == value.as_integer(),
            "exact" => value.as_bool() == Some(found.exact),
            _ => {
                return Err(unknown(
                    key,
                    &["order", "target", "answer", "mean", "chance", "drops", "heals", "min", "max", "exact"],
                ));
            }
        };
        same(&format!("forecast.{key}"), value, &came, fits)?;
    }
    Ok(())
}

/// The keys of an aim that say which attack is meant.
const OF_AIMED_ACTS: [&str; 6] = ["creature", "action", "with", "target", "at", "options"];

/// `{ creature, with, target, cover, step, sources, value, distance, rule, blocked }`: what is known of an attack before it is made.
pub(super) fn aim(scene: &mut Scene, written: &toml::Value) -> Checked {
    let Some(table) = written.as_table() else {
        return Err(Mismatch::new("`aim` is a table", written.to_string()));
    };
    let mut act = json!({ "action": "attack" });
    if table.keys().all(|key| OF_AIMED_ACTS.contains(&key.as_str())) {
        return Err(Mismatch::new("something about the aim", "nothing is said"));
    }
    for key in OF_AIMED_ACTS {
        if let Some(value) = table.get(key) {
            act[key] = json_of(value);
        }
    }
    let Order::Act(act) = names::order(&scene.battle, json!({ "act": act }))? else {
        return Err(Mismatch::new("an action", "it is none"));
    };
    words::is_on_the_list(&scene.battle, &act)?;
    let Some(aim) = scene.battle.ruleset().aim(scene.battle.world(), &act) else {
        return Err(Mismatch::new("an attack that can be aimed", "nothing is known of it"));
    };
    let mut rules = Vec::new();
    let mut shown_by: Vec<Rule> = Vec::new();
    aim.cover.each_rule(&mut |rule| rules.push(rule));
    scene.aside.extend(rules.iter().map(|rule| rule.id().to_string()));
    let sources: Vec<Value> = aim.shelter.sources.iter().map(|source| json!(source.of)).collect();
    let came = json!({ "cover": aim.shelter.name, "step": aim.shelter.step, "sources": sources, "value": aim.cover.value, "distance": aim.distance, "trace": aim.cover.lines() });
    for (key, value) in table {
        let fits = match key.as_str() {
            "creature" | "action" | "with" | "target" | "at" | "options" => true,
            "cover" | "step" => came[key.as_str()] == json_of(value),
            "sources" => matches(&scene.battle, &json_of(value), &came["sources"]),
            "value" | "distance" => came[key.as_str()] == json_of(value),
            "rule" | "rules" => words::of(key, value)?.iter().all(|rule| rules.iter().any(|known| known.id() == *rule)),
            "blocked" => value.as_bool() == Some(aim.lines.iter().any(|line| line.blocked_at.is_some())),
            "trace" => {
                let told = |mismatch: Mismatch| {
                    Mismatch::new(mismatch.expected, format!("{}: {}", mismatch.came, aim.cover.lines().join("\n")))
                };
                shown_by.extend(terms(&scene.battle, &[&aim.cover], value, "the aim").map_err(told)?);
                true
            }
            _ => {
                return Err(unknown(
                    key,
                    &[
                        "creature", "with", "target", "at", "cover", "step", "sources", "value", "distance", "rule",
                        "blocked", "trace",
                    ],
                ));
            }
        };
        same(&format!("aim.{key}"), value, &came, fits)?;
        match key.as_str() {
            "cover" | "value" => shown_by.extend(behind(&aim.cover).cloned()),
            "rule" | "rules" if ["cover", "value", "blocked"].iter().any(|key| table.contains_key(*key)) => {
                shown_by.extend(strings(value).into_iter().map(|rule| Rule(rule.to_string().into())));
            }
            _ => {}
        }
    }
    scene.state(&shown_by);
    Ok(())
}
