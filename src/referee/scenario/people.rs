//! What must be true of a creature or an object.

use serde_json::{Value, json};
use toml::Table;

use super::compare::{Checked, equal, json_of, same, with_ids};
use super::mismatch::{Mismatch, unknown};
use super::scene::Scene;
use super::words;
use crate::battle::*;
use crate::grid::Length;
use crate::referee::{names, state};

/// What can be said of a creature besides the values of its sheet.
const OF_CREATURES: [&str; 14] = [
    "at",
    "height",
    "space",
    "side",
    "status",
    "dead",
    "down",
    "fled",
    "has",
    "lacks",
    "score",
    "known_to",
    "unknown_to",
    "lasts",
];

fn name(table: &Table, key: &str) -> Result<String, Mismatch> {
    let name = table.get(key).and_then(toml::Value::as_str);
    name.map(ToString::to_string).ok_or_else(|| Mismatch::new(format!("`{key}` is a name"), "it is none"))
}

/// `{ creature = "Bo", hp = 14, at = [3, 4], has = "prone", dead = false, … }`.
pub(super) fn creature(scene: &mut Scene, expected: &Table) -> Checked {
    let battle = &scene.battle;
    let who = name(expected, "creature")?;
    let id = names::find(battle, &who)?;
    if battle.world().part::<Creature>(id).is_none() {
        return Err(Mismatch::new(format!("{who} is a creature"), "it is none"));
    }
    if expected.len() == 1 {
        return Err(Mismatch::new(format!("something about {who}"), "nothing is said"));
    }
    let sheet = state::values(battle, id);
    for (key, value) in expected.iter().filter(|(key, _)| *key != "creature") {
        let label = format!("{who}: {key}");
        let world = battle.world();
        let status = state::status(battle, id);
        match key.as_str() {
            "at" => equal(&label, value, &json!(world.the::<Position>(id).at))?,
            "height" => length(&label, value, world.the::<Position>(id).height)?,
            "space" => equal(&label, value, &json!(world.the::<Body>(id).side))?,
            "side" => equal(&label, value, &json!(names::side_id(battle, world.the::<Creature>(id).side)))?,
            "status" => equal(&label, value, &json!(status))?,
            "dead" | "down" | "fled" => equal(&label, value, &json!(status == key))?,
            "has" => conditions(battle, id, &label, value, true)?,
            "lacks" => conditions(battle, id, &label, value, false)?,
            "lasts" => lasts(battle, id, &label, value)?,
            "score" => {
                let flow = battle.flow();
                equal(&label, value, &json!(flow.place(id).map(|place| flow.order[place].score)))?;
            }
            "known_to" | "unknown_to" => {
                for side in words::of(key, value)? {
                    let side = names::side(battle, side)?;
                    let knows = battle.ruleset().knows(world, side, id);
                    same(&label, value, &json!(knows), knows == (key == "known_to"))?;
                }
            }
            _ => value_of_sheet(&sheet, &label, key, value, &OF_CREATURES)?,
        }
    }
    Ok(())
}

/// `{ object = "Crate 1", hp = 5, door = "open", at = [3, 4] }`.
pub(super) fn object(scene: &mut Scene, expected: &Table) -> Checked {
    let battle = &scene.battle;
    let what = name(expected, "object")?;
    let id = names::find(battle, &what)?;
    let world = battle.world();
    let Some(thing) = world.part::<Thing>(id) else {
        return Err(Mismatch::new(format!("{what} still stands"), "it is gone"));
    };
    let sheet = state::values(battle, id);
    for (key, value) in expected.iter().filter(|(key, _)| *key != "object") {
        let label = format!("{what}: {key}");
        match key.as_str() {
            "at" => equal(&label, value, &json!(thing.squares.first()))?,
            "squares" => equal(&label, value, &json!(thing.squares))?,
            "door" => equal(&label, value, &json!(world.part::<DoorState>(id).map(|door| door.0)))?,
            _ => value_of_sheet(&sheet, &label, key, value, &["at", "squares", "door"])?,
        }
    }
    Ok(())
}

/// The object, by name, is no more.
pub(super) fn gone(scene: &Scene, written: &toml::Value) -> Checked {
    let what = written.as_str().unwrap_or_default();
    let id = names::find(&scene.battle, what)?;
    let there = scene.battle.world().part::<Thing>(id).is_some();
    same("gone", written, &json!("it still stands"), !there)
}

fn length(label: &str, expected: &toml::Value, came: Length) -> Checked {
    let wanted = expected.as_str().and_then(|text| text.parse::<Length>().ok());
    same(label, expected, &json!(came), wanted == Some(came))
}

/// Everything a creature is or has, by key: conditions of the engine and what the sheet shows besides.
fn ailments(battle: &Battle, id: Id) -> Vec<String> {
    let world = battle.world();
    let mut keys: Vec<String> = world.the::<Conditions>(id).0.iter().map(|one| one.key.to_string()).collect();
    for ailment in battle.ruleset().sheet(world, id).ailments {
        if !keys.contains(&ailment.key) {
            keys.push(ailment.key);
        }
    }
    keys
}

fn conditions(battle: &Battle, id: Id, label: &str, expected: &toml::Value, there: bool) -> Checked {
    let keys = ailments(battle, id);
    for word in words::of(label, expected)? {
        words::is_condition(battle, word)?;
        same(label, expected, &json!(keys), keys.iter().any(|key| key == word) == there)?;
    }
    Ok(())
}

/// `lasts = { surprised = "round_end" }`: the clock as it is saved; a creature's clock may be written `{ turn_start = "Ada" }`.
fn lasts(battle: &Battle, id: Id, label: &str, expected: &toml::Value) -> Checked {
    let Some(clocks) = expected.as_table().filter(|clocks| !clocks.is_empty()) else {
        return Err(Mismatch::new(format!("{label} is a table of conditions"), expected.to_string()));
    };
    for (word, clock) in clocks {
        let conditions = battle.world().the::<Conditions>(id);
        let found = conditions.0.iter().find(|condition| condition.key == word.as_str()).map(|one| one.lasts);
        let came = json!(found);
        let wanted = with_ids(battle, json_of(clock));
        same(label, expected, &came, wanted == came)?;
    }
    Ok(())
}

fn value_of_sheet(
    sheet: &serde_json::Map<String, Value>,
    label: &str,
    key: &str,
    expected: &toml::Value,
    besides: &[&str],
) -> Checked {
    let Some(came) = sheet.get(key) else {
        let mut known: Vec<&str> = sheet.keys().map(String::as_str).collect();
        known.extend(besides);
        return Err(unknown(key, &known));
    };
    // A number may be asked of a stat that is shown with its unit, such as `30 ft`.
    let number = |text: &str| {
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(text.len());
        text[..end].parse::<i64>().ok()
    };
    let fits = match (expected, came) {
        (toml::Value::Integer(wanted), Value::String(text)) => number(text) == Some(*wanted),
        (toml::Value::String(wanted), Value::String(text)) => text.eq_ignore_ascii_case(wanted),
        _ => json_of(expected) == *came,
    };
    same(label, expected, came, fits)
}
