//! From a drawing and a table of creatures to the text of a level.
//!
//! `creatures` says who each letter is: `A = { kind = "soldier", name = "Ada", hp = 12 }`. Capital letters belong to the side
//! `red`, all others to `blue`, unless `side` says otherwise; keys that a level's creature does not have go to the ruleset.

use std::path::Path;

use toml::{Table, Value};

use super::form::{Problem, Scenario};
use crate::level::{LARGEST_LEVEL, read_text};

/// Keys of a creature of a level; everything else is for the ruleset.
const OF_THE_LEVEL: [&str; 11] =
    ["side", "name", "size", "height", "elevation", "light", "items", "arrives", "surprised", "bystander", "manner"];

/// The text of a scenario's level.
///
/// # Errors
/// When it has none, or more than one.
pub(super) fn level_text(scenario: &Scenario, folder: &Path) -> Result<String, Problem> {
    let problem = |text: &str| Err(Problem(text.into()));
    match (&scenario.level_file, &scenario.level, &scenario.map) {
        (Some(path), None, None) => {
            let beside = folder.join(path);
            let path = if beside.exists() { beside } else { path.into() };
            read_text(&path, LARGEST_LEVEL).map_err(Problem)
        }
        (None, Some(Value::String(text)), None) if scenario.creatures.is_empty() => Ok(text.clone()),
        (None, Some(Value::Table(_)) | None, _) => drawn(scenario),
        _ => problem(
            "A scenario has one of `level_file`, `level` as text, or `map` with `creatures` (and `level` as a table of further keys).",
        ),
    }
}

fn drawn(scenario: &Scenario) -> Result<String, Problem> {
    let mut level = match &scenario.level {
        Some(Value::Table(table)) => table.clone(),
        _ => Table::new(),
    };
    if let Some(map) = &scenario.map {
        level.insert("map".into(), Value::String(map.clone()));
    }
    if !level.contains_key("map") && !level.contains_key("plan") {
        return Err(Problem("The scenario has no level: give `map`, `level` or `level_file`.".into()));
    }
    let ruleset =
        scenario.ruleset.clone().ok_or_else(|| Problem("A scenario with a drawing needs a `ruleset`.".into()))?;
    level.entry("name").or_insert_with(|| Value::String(scenario.name.clone()));
    level.entry("ruleset").or_insert_with(|| Value::String(ruleset.clone()));
    let drawing = level.get("map").or_else(|| level.get("plan"));
    let drawing = drawing.and_then(Value::as_str).unwrap_or_default().to_string();
    let mut legend = match level.remove("legend") {
        Some(Value::Table(table)) => table,
        _ => Table::new(),
    };
    let mut placed = match level.remove("creature") {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    for (letter, spec) in &scenario.creatures {
        let entry = entry(letter, spec, &ruleset);
        if spec.contains_key("at") {
            let mut entry = entry;
            let kind = entry.remove("creature").expect("an entry should have its kind");
            entry.insert("kind".into(), kind);
            entry.insert("at".into(), spec["at"].clone());
            placed.push(Value::Table(entry));
        } else if drawing.contains(letter.as_str()) {
            legend.insert(letter.clone(), Value::Table(entry));
        }
    }
    level.insert("legend".into(), Value::Table(legend));
    if !placed.is_empty() {
        level.insert("creature".into(), Value::Array(placed));
    }
    toml::to_string(&level).map_err(|e| Problem(format!("The level cannot be written: {e}")))
}

/// The legend entry of a creature.
fn entry(letter: &str, spec: &Table, ruleset: &str) -> Table {
    let mut out = Table::new();
    let mut own = match spec.get(ruleset) {
        Some(Value::Table(table)) => table.clone(),
        _ => Table::new(),
    };
    out.insert("name".into(), Value::String(letter.into()));
    let side = if letter.chars().all(char::is_uppercase) { "red" } else { "blue" };
    out.insert("side".into(), Value::String(side.into()));
    out.insert("creature".into(), Value::String("soldier".into()));
    for (key, value) in spec {
        match key.as_str() {
            "kind" => drop(out.insert("creature".into(), value.clone())),
            "at" => {}
            // Of a legend entry, the lamp of a creature; of the ruleset, everything the level does not know.
            key if OF_THE_LEVEL.contains(&key) || key == "hidden" || key == "terrain" => {
                out.insert(key.into(), value.clone());
            }
            // A ruleset may have a number of its own name.
            key if key == ruleset && value.is_table() => {}
            key => drop(own.insert(key.into(), value.clone())),
        }
    }
    if !own.is_empty() {
        out.insert(ruleset.into(), Value::Table(own));
    }
    out
}
