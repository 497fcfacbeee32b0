//! What must be true of the battle: whose turn, which decision, what is legal, reachable, to be expected.

use serde_json::{Value, json};
use toml::Table;

use super::compare::{Checked, equal, json_of, same, square_of, strings};
use super::mismatch::{Mismatch, told, unknown};
use super::refusal;
use super::refusal::is_refused_so;
use super::scene::Scene;
use super::{facts, link, people, words};
use crate::battle::{Choice, Decision, Left, Rule, What, is_on_map};
use crate::level::is_same_name;
use crate::referee::eyes::Eyes;
use crate::referee::{names, state, view};

/// Keys that stand for themselves.
const KEYS: [&str; 22] = [
    "creature",
    "object",
    "member",
    "told",
    "event",
    "square",
    "active",
    "round",
    "phase",
    "outcome",
    "turn_order",
    "decision",
    "log",
    "trace",
    "rules",
    "no_rules",
    "legal",
    "illegal",
    "reach",
    "forecast",
    "aim",
    "gone",
];

/// Checks one expectation.
///
/// # Errors
/// What was expected and what came.
pub(super) fn check(scene: &mut Scene, expected: &Table) -> Checked {
    let mut rest = expected.clone();
    let (shows, rests_on) = (rest.remove(SHOWS), rest.remove(RESTS_ON));
    stated(scene, &rest)?;
    if let Some(shows) = shows {
        facts::rules(scene, &shows, true)?;
        scene.stated.extend(strings(&shows).into_iter().map(String::from));
    }
    if let Some(rows) = rests_on {
        let rows = words::of(RESTS_ON, &rows)?;
        words::are_absences(&scene.battle, &rows)?;
        scene.stated.extend(rows.into_iter().map(String::from));
    }
    Ok(())
}

/// The key that names, beside a value, the rules that make it so.
const SHOWS: &str = "shows";

/// The key that names, beside anything expected, the rows of kind absence without which it would not hold.
const RESTS_ON: &str = "rests_on";

fn stated(scene: &mut Scene, expected: &Table) -> Checked {
    if expected.is_empty() {
        return Err(Mismatch::new("an expectation", "it is empty"));
    }
    for (key, topic) in [
        ("creature", people::creature as fn(&mut Scene, &Table) -> Checked),
        ("object", people::object),
        ("member", link::member),
        ("event", facts::event),
        ("square", square),
    ] {
        if expected.contains_key(key) && !(key != "square" && expected.contains_key("square")) {
            return topic(scene, expected);
        }
    }
    for (key, value) in expected {
        one(scene, key, value)?;
    }
    Ok(())
}

fn one(scene: &mut Scene, key: &str, value: &toml::Value) -> Checked {
    let battle = &scene.battle;
    let flow = battle.flow();
    match key {
        "active" => {
            let active = battle.active().map_or("nobody", |id| battle.name(id));
            same(key, value, &json!(active), value.as_str().is_some_and(|name| is_same_name(name, active)))
        }
        "round" => equal(key, value, &json!(flow.round)),
        "phase" => equal(key, value, &json!(flow.phase)),
        "outcome" => outcome(scene, value),
        "turn_order" => {
            let here = flow.order.iter().filter(|slot| is_on_map(battle.world(), slot.creature));
            let order: Vec<&str> = here.map(|slot| battle.name(slot.creature)).collect();
            equal(key, value, &json!(order))
        }
        "decision" => decision(scene, value),
        "log" => facts::log(scene, value),
        "trace" => facts::trace(scene, value),
        "rules" => facts::rules(scene, value, true),
        "no_rules" => facts::rules(scene, value, false),
        "legal" => each(value, |written| legal(scene, written)),
        "illegal" => each(value, |written| illegal(scene, written)),
        "reach" => each(value, |written| reach(scene, written)),
        "forecast" => each(value, |written| facts::forecast(scene, written)),
        "aim" => each(value, |written| facts::aim(scene, written)),
        "told" => each(value, |written| link::told(scene, written)),
        "gone" => each(value, |written| people::gone(scene, written)),
        _ => Err(unknown(key, &KEYS)),
    }
}

/// Once for each of a list, or for the one thing there is.
fn each(value: &toml::Value, mut check: impl FnMut(&toml::Value) -> Checked) -> Checked {
    match value {
        toml::Value::Array(many) if many.is_empty() => {
            Err(Mismatch::new("something to check", "the list is empty: it states nothing"))
        }
        toml::Value::Array(many) => many.iter().try_for_each(check),
        one => check(one),
    }
}

fn outcome(scene: &Scene, expected: &toml::Value) -> Checked {
    let battle = &scene.battle;
    let came = battle.outcome().map(|outcome| view::outcome(battle, outcome));
    let winners = came.as_ref().map(|came| came["winners"].clone());
    let fits = match expected {
        toml::Value::String(word) if word == "none" => came.is_none(),
        toml::Value::Boolean(over) => came.is_some() == *over,
        toml::Value::String(side) => winners == Some(json!([side])),
        toml::Value::Array(_) => winners == Some(json_of(expected)),
        _ => false,
    };
    same("outcome", expected, &json!(came), fits)
}

fn decision(scene: &mut Scene, expected: &toml::Value) -> Checked {
    let battle = &scene.battle;
    let open = battle.decision().map(|decision| view::decision(&Eyes::all(battle), decision));
    let wanted = match expected {
        toml::Value::Boolean(some) => return same("decision", expected, &json!(open), open.is_some() == *some),
        toml::Value::String(word) if word == "none" => return same("decision", expected, &json!(open), open.is_none()),
        toml::Value::String(kind) => {
            let fits = open.as_ref().is_some_and(|open| open["kind"] == kind.as_str());
            same("decision", expected, &json!(open), fits)?;
            scene.state(&asked_by(scene));
            return Ok(());
        }
        toml::Value::Table(table) => table,
        _ => {
            return Err(Mismatch::new("`decision` is false, a kind or a table", expected.to_string()));
        }
    };
    if wanted.is_empty() {
        return Err(Mismatch::new("something about the decision", "nothing is said"));
    }
    let Some(open) = open else {
        return Err(Mismatch::new(format!("decision = {expected}"), "no decision is open"));
    };
    let keys: Vec<&str> = open["choices"].as_array().into_iter().flatten().filter_map(|c| c["key"].as_str()).collect();
    for (key, value) in wanted {
        let text = value.as_str().unwrap_or_default();
        let words: Vec<&str> = value.as_array().into_iter().flatten().filter_map(toml::Value::as_str).collect();
        let fits = match key.as_str() {
            "kind" | "side" => open[key.as_str()] == text,
            "creature" => open["name"].as_str().is_some_and(|name| is_same_name(name, text)),
            "against" => open["against"] == json!(names::find(battle, text)?),
            "number" => open["number"]["value"] == json_of(value),
            "prompt" => open["prompt"].as_str().is_some_and(|prompt| prompt.contains(text)),
            "afterwards" => value.as_bool() == Some(open[key.as_str()] == true),
            "choices" => {
                let (mut words, mut keys) = (words, keys.clone());
                words.sort_unstable();
                keys.sort_unstable();
                words == keys
            }
            "offers" => words::of(key, value)?.iter().all(|word| keys.contains(word)),
            "lacks" => {
                let lacking = words::of(key, value)?;
                for word in &lacking {
                    refusal::is_choice(battle, word)?;
                }
                lacking.iter().all(|word| !keys.contains(word))
            }
            "leaves" => leaves(scene.battle.decision(), value)?,
            _ => {
                let known = [
                    "kind",
                    "side",
                    "creature",
                    "against",
                    "number",
                    "prompt",
                    "afterwards",
                    "choices",
                    "offers",
                    "lacks",
                    "leaves",
                ];
                return Err(unknown(key, &known));
            }
        };
        same(&format!("decision.{key}"), value, &open, fits)?;
    }
    let asked = battle.decision().expect("its view was just read");
    let named = |choice: &&Choice| {
        ["choices", "offers"]
            .iter()
            .any(|key| wanted.get(*key).is_some_and(|value| strings(value).contains(&choice.key.as_ref())))
    };
    let mut shown_by: Vec<Rule> = asked.choices.iter().filter(named).filter_map(|choice| choice.rule.clone()).collect();
    if let Some(number) = asked.number.as_ref().filter(|_| wanted.contains_key("number")) {
        shown_by.extend(facts::behind(number).cloned());
    }
    scene.state(&shown_by);
    scene.state(&asked_by(scene));
    Ok(())
}

/// Whether answers leave as much as is said of what they are paid with, and bring what is said of that.
fn leaves(open: Option<&Decision>, wanted: &toml::Value) -> Result<bool, Mismatch> {
    let Some(wanted) = wanted.as_table() else {
        return Err(Mismatch::new("`leaves` is a table from answers to what they leave", wanted.to_string()));
    };
    let left = |key: &str| -> Option<&Left> {
        let choice = open?.choices.iter().find(|choice| choice.key == *key)?;
        choice.leaves.as_ref()
    };
    let fits = |(key, value): (&String, &toml::Value)| {
        left(key).is_some_and(|left| match value {
            toml::Value::Integer(points) => i64::from(left.of.now) == *points && left.brings.is_empty(),
            toml::Value::String(brings) => !brings.is_empty() && left.brings.contains(brings.as_str()),
            _ => false,
        })
    };
    Ok(wanted.iter().all(fits))
}

/// The rules by which the open question is put.
fn asked_by(scene: &Scene) -> Vec<Rule> {
    let told = scene.battle.events().get(scene.from..).unwrap_or_default();
    told.iter()
        .rfind(|event| matches!(event.what, What::Asked { .. }))
        .map_or_else(Vec::new, |event| event.rules.clone())
}

fn legal(scene: &mut Scene, written: &toml::Value) -> Checked {
    let order = names::order(&scene.battle, json_of(written))?;
    scene.battle.check(&order).map_err(|refusal| Mismatch::new(format!("{written} is legal"), told(&refusal)))
}

/// An order that is not legal, with the `code`, `rule` and `says` of its refusal beside it.
fn illegal(scene: &mut Scene, written: &toml::Value) -> Checked {
    let toml::Value::Table(table) = written else {
        return Err(Mismatch::new("an order", written.to_string()));
    };
    let mut order = table.clone();
    let mut refusal = Table::new();
    for key in ["code", "rule", "says"] {
        if let Some(value) = order.remove(key) {
            refusal.insert(key.into(), value);
        }
    }
    let order = names::order(&scene.battle, json_of(&toml::Value::Table(order)))?;
    match scene.battle.check(&order) {
        Ok(()) => Err(Mismatch::new(format!("{written} is not legal"), "it is legal")),
        Err(came) => {
            scene.aside.extend(came.rule.iter().map(|rule| rule.id().to_string()));
            let wanted = toml::Value::Table(refusal);
            is_refused_so(&came, &wanted)?;
            refusal::is_meant(&scene.battle, Some(&order), &came, &wanted)?;
            scene.state(&came.rule);
            Ok(())
        }
    }
}

/// `{ creature, to, cost }` or `{ creature, to, never = true }`.
fn reach(scene: &Scene, written: &toml::Value) -> Checked {
    let battle = &scene.battle;
    let Some(table) = written.as_table() else {
        return Err(Mismatch::new("`reach` is a table", written.to_string()));
    };
    let known = ["creature", "to", "cost", "stop", "never"];
    if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(unknown(key, &known));
    }
    let who = match table.get("creature").and_then(toml::Value::as_str) {
        Some(name) => names::find(battle, name)?,
        None => battle.active().ok_or_else(|| Mismatch::new("a creature whose turn it is", "it is nobody's turn"))?,
    };
    let to = square_of(table.get("to"))?;
    if state::square(battle, to).is_null() {
        return Err(Mismatch::new("a square of the map", format!("{},{} is none", to.x, to.y)));
    }
    let found = battle.reach(who);
    let entry = found.get(to);
    let came = json!(entry.map(|entry| json!({ "cost": entry.cost, "stop": entry.stop })));
    let never = table.get("never").and_then(toml::Value::as_bool).unwrap_or(false);
    let stop = table.get("stop").and_then(toml::Value::as_bool).unwrap_or(true);
    let fits = match entry {
        None => never,
        Some(entry) if never => !entry.stop,
        Some(entry) => {
            let cost = table.get("cost").and_then(toml::Value::as_integer);
            entry.stop == stop && cost.is_none_or(|cost| cost == i64::from(entry.cost))
        }
    };
    same("reach", written, &came, fits)
}

/// `{ square = [x, y], terrain, light, fog, vacuum, elevation, exit, creature, object, items }`.
fn square(scene: &mut Scene, expected: &Table) -> Checked {
    let battle = &scene.battle;
    let at = square_of(expected.get("square"))?;
    let mut there = state::square(battle, at);
    for key in ["creature", "object"] {
        if let Some(id) = there[key].as_u64().and_then(|id| u32::try_from(id).ok()) {
            there[key] = json!(battle.name(crate::battle::Id(id)));
        }
    }
    if there.is_null() {
        return Err(Mismatch::new("a square of the map", format!("{},{} is none", at.x, at.y)));
    }
    // Where there is air nothing is said of it.
    there["vacuum"] = json!(there["vacuum"] == true);
    for (key, value) in expected.iter().filter(|(key, _)| *key != "square") {
        if there.get(key).is_none() {
            let known = ["terrain", "light", "fog", "vacuum", "elevation", "exit", "creature", "object", "items"];
            return Err(unknown(key, &known));
        }
        let none = there[key].is_null() && *value == toml::Value::Boolean(false);
        let length = || {
            let read = |value: &Value| value.as_str().and_then(|text| text.parse::<crate::grid::Length>().ok());
            read(&there[key]).is_some() && read(&there[key]) == read(&json_of(value))
        };
        same(key, value, &there[key], none || json_of(value) == there[key] || length())?;
    }
    if expected.len() == 1 {
        return Err(Mismatch::new("something about the square", "nothing is said"));
    }
    Ok(())
}
