//! From a battle that was played to the text of a scenario: its level, seed and orders, and how everything stands in the end.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::{form, run};
use crate::battle::{Battle, Id, Names, Order, SaveError, creatures};
use crate::dice::Forced;
use crate::referee::report::BugReport;
use crate::referee::{replay, state, view};

/// The scenario of a report or save. It is played once, so that what is written passes now.
///
/// # Errors
/// When the battle comes out differently now, or cannot be told as a scenario.
pub fn of_report(report: &BugReport) -> Result<String, String> {
    if i64::try_from(report.seed).is_err() {
        return Err(format!(
            "The battle has the seed {}. A scenario file holds seeds up to {}, so this battle cannot be told as one.",
            report.seed,
            i64::MAX
        ));
    }
    let battle = report.check().map_err(|why| why.to_string())?;
    let rolled = Rolled::of(report).map_err(|why| why.to_string())?;
    let text = told(report, &battle, &rolled);
    let scenarios = form::read(&text).map_err(|problem| format!("The scenario does not read: {problem}"))?;
    for (line, scenario) in &scenarios {
        run::play(scenario, &text, *line, Path::new("")).map_err(|failure| {
            format!(
                "The scenario does not come out like the battle. Line {}: expected {}, came {}",
                failure.line, failure.expected, failure.came
            )
        })?;
    }
    Ok(text)
}

/// The forced dice that were rolled, for the start and for each order. What was forced and not used lay ready for the next order,
/// and stands among the dice of that one again.
struct Rolled<'r> {
    start: &'r [Forced],
    orders: Vec<&'r [Forced]>,
}

impl<'r> Rolled<'r> {
    fn of(report: &'r BugReport) -> Result<Self, SaveError> {
        if report.cast.is_some() {
            let why = "A scenario has the people of its level alone, and in this battle others stood in their places.";
            return Err(SaveError(why.into()));
        }
        let (level, ruleset) = replay::parts(&report.level, None, &report.ruleset)?;
        let mut battle = Battle::with_dice(level, ruleset, report.seed, &report.start, false)
            .map_err(|why| SaveError(why.to_string()))?;
        let used = |dice: &'r [Forced], battle: &Battle| {
            let left = battle.forced_dice().len().min(dice.len());
            &dice[..dice.len() - left]
        };
        let start = used(&report.start, &battle);
        let mut orders = Vec::new();
        for (number, recorded) in report.orders.iter().enumerate() {
            battle.order_again(number, recorded)?;
            orders.push(match recorded.order {
                // Going back rolls nothing; the dice of that moment are named by whatever is done next.
                Order::TakeBack(_) => &[],
                _ => used(&recorded.dice, &battle),
            });
        }
        Ok(Self { start, orders })
    }
}

fn told(report: &BugReport, battle: &Battle, rolled: &Rolled) -> String {
    let mut out = String::new();
    let mut put = |key: &str, value: &Value| {
        writeln!(out, "{key} = {}", inline(value)).expect("writing to a string");
    };
    let first = report.note.lines().next().unwrap_or_default().trim();
    let name = if first.is_empty() {
        format!("{}, {} orders", battle.level().name, report.orders.len())
    } else {
        first.to_string()
    };
    put("name", &json!(name));
    if report.note.lines().count() > 1 {
        put("note", &json!(report.note));
    }
    put("ruleset", &json!(report.ruleset));
    put("seed", &json!(report.seed));
    if !rolled.start.is_empty() {
        put("start_dice", &json!(rolled.start));
    }
    put("free_dice", &json!(true));
    writeln!(out, "level = {}", block(&report.level)).expect("writing to a string");
    let last = report.orders.len().saturating_sub(1);
    if report.orders.is_empty() {
        writeln!(out, "{}", expectations(battle)).expect("writing to a string");
    }
    for (number, recorded) in report.orders.iter().enumerate() {
        out.push_str(&step(battle, &recorded.order, rolled.orders[number]));
        if number == last {
            writeln!(out, "{}", expectations(battle)).expect("writing to a string");
        }
    }
    out
}

/// One order as a step.
fn step(battle: &Battle, order: &Order, dice: &[Forced]) -> String {
    let value = serde_json::to_value(order).expect("an order should be plain data");
    let (kind, body) = value.as_object().and_then(|table| table.iter().next()).expect("an order should have its kind");
    let body = match order {
        Order::Answer { choice } => json!(choice),
        Order::EndTurn { creature } => person(battle, *creature),
        // The numbers in it are places of orders and of sides.
        Order::TakeBack(_) | Order::Wish(_) => body.clone(),
        Order::Gm(_) => {
            let inner = body.as_object().into_iter().flatten();
            Value::Object(inner.map(|(key, value)| (key.clone(), with_names(battle, value))).collect())
        }
        _ => with_names(battle, body),
    };
    let mut out = format!("\n[[step]]\n{kind} = {}\n", inline(&body));
    if !dice.is_empty() {
        writeln!(out, "dice = {}", inline(&json!(dice))).expect("writing to a string");
    }
    out
}

/// A creature or object by its name, or by its identity when several are called so.
fn person(battle: &Battle, id: Id) -> Value {
    let cast = battle.world().resource::<Names>();
    let name = cast.name(id);
    if cast.find(name) == Some(id) && !name.starts_with('#') { json!(name) } else { json!(format!("#{}", id.0)) }
}

/// The same table with names for identities.
fn with_names(battle: &Battle, body: &Value) -> Value {
    let Value::Object(table) = body else {
        return body.clone();
    };
    let named = table.iter().map(|(key, value)| {
        let id = value.as_u64().and_then(|id| u32::try_from(id).ok()).map(Id);
        match (key.as_str(), id) {
            ("creature" | "target", Some(id)) => (key.clone(), person(battle, id)),
            _ => (key.clone(), value.clone()),
        }
    });
    Value::Object(named.collect())
}

/// How everything stands: everybody's place, state, gauges and conditions; whose turn it is; what is asked; who has won.
fn expectations(battle: &Battle) -> String {
    let mut rows = Vec::new();
    for id in creatures(battle.world()) {
        let whole = state::creature(battle, id);
        let mut row = Map::new();
        row.insert("creature".into(), person(battle, id));
        for key in ["at", "status"] {
            row.insert(key.into(), whole[key].clone());
        }
        let sheet = battle.ruleset().sheet(battle.world(), id);
        for gauge in sheet.gauges.iter().chain(&sheet.pips) {
            row.entry(gauge.key.clone()).or_insert_with(|| json!(gauge.now));
        }
        let has: Vec<&str> = sheet.ailments.iter().map(|ailment| &*ailment.key).collect();
        if !has.is_empty() {
            row.insert("has".into(), json!(has));
        }
        rows.push(Value::Object(row));
    }
    let mut now = Map::new();
    now.insert("round".into(), json!(battle.flow().round));
    if let Some(active) = battle.active() {
        now.insert("active".into(), json!(battle.name(active)));
    }
    now.insert("decision".into(), battle.decision().map_or(json!(false), |decision| json!(&*decision.kind)));
    now.insert(
        "outcome".into(),
        battle.outcome().map_or(json!(false), |outcome| view::outcome(battle, outcome)["winners"].clone()),
    );
    rows.push(Value::Object(now));
    let rows: Vec<String> = rows.iter().map(|row| format!("    {},", inline(row))).collect();
    format!("expect = [\n{}\n]", rows.join("\n"))
}

/// A value as TOML in one line; what is null is left out.
fn inline(value: &Value) -> String {
    match value {
        Value::Null => "\"\"".into(),
        Value::Array(many) => format!("[{}]", many.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(table) if table.is_empty() => "{}".into(),
        Value::Object(table) => {
            let fields: Vec<String> = table
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| format!("{} = {}", quoted_key(key), inline(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::String(text) => toml::Value::String(text.clone()).to_string(),
        other => other.to_string(),
    }
}

fn quoted_key(key: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !key.is_empty() && key.chars().all(bare) { key.into() } else { toml::Value::String(key.into()).to_string() }
}

/// A level's text over several lines, readable as it was drawn.
fn block(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"");
    let escaped: String = escaped
        .chars()
        .filter(|letter| *letter != '\r')
        .map(|letter| match letter {
            '\n' | '\t' => letter.to_string(),
            letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
            letter => letter.to_string(),
        })
        .collect();
    // A quotation mark at the very end would join the closing ones.
    let end = if escaped.ends_with('"') { "\n" } else { "" };
    format!("\"\"\"\n{escaped}{end}\"\"\"")
}
