//! Values of a scenario's file, and how they are held against what came.

use serde_json::{Value, json};
use toml::Table;

use super::mismatch::Mismatch;
use crate::battle::{Battle, Names, Order, Refusal};
use crate::grid::Square;
use crate::referee::names;

/// Whether an expectation holds, or what came instead.
pub(super) type Checked = Result<(), Mismatch>;

/// A value of the file as JSON.
pub(super) fn json_of(value: &toml::Value) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// One word or a list of words.
pub(super) fn strings(value: &toml::Value) -> Vec<&str> {
    match value {
        toml::Value::Array(many) => many.iter().filter_map(toml::Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// Reads a square.
pub(super) fn square_of(value: Option<&toml::Value>) -> Result<Square, Refusal> {
    value
        .and_then(|value| serde_json::from_value(json_of(value)).ok())
        .ok_or_else(|| Refusal::new("malformed", "a square is written [x, y]"))
}

/// Reads the order in a table's `order`.
pub(super) fn order_of(battle: &Battle, table: &Table) -> Result<Order, Mismatch> {
    let written = table.get("order").ok_or_else(|| Mismatch::new("an `order`", "there is none"))?;
    Ok(names::order(battle, json_of(written))?)
}

/// Names as identities, where a creature or object has that name.
pub(super) fn with_ids(battle: &Battle, value: Value) -> Value {
    match value {
        Value::Object(table) => {
            let inside = |value: Value| match value {
                Value::String(name) => {
                    battle.world().resource::<Names>().find(&name).map_or(json!(name), |id| json!(id))
                }
                other => with_ids(battle, other),
            };
            Value::Object(table.into_iter().map(|(key, value)| (key, inside(value))).collect())
        }
        other => other,
    }
}

/// Holds if it is the `same`.
pub(super) fn same(key: &str, expected: &toml::Value, came: &Value, same: bool) -> Checked {
    if same {
        return Ok(());
    }
    Err(Mismatch::new(format!("{key} = {expected}"), came.to_string()))
}

/// Holds if both are equal.
pub(super) fn equal(key: &str, expected: &toml::Value, came: &Value) -> Checked {
    same(key, expected, came, json_of(expected) == *came)
}
