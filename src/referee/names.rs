//! Names of creatures, objects, sides and events wherever an order has identities, and a few shorter ways of writing orders.
//!
//! Works on the raw JSON, so that protocol and scenarios accept the same.

use serde_json::{Map, Value, json};

use super::eyes::Eyes;
use crate::battle::{Battle, Id, Order, Refusal};
use crate::level::{is_same_name, suggest};

/// Reads an order. Besides the form that is saved it accepts names instead of identities, `{"answer":"dodge"}`,
/// `{"end_turn":"Ada"}`, and leaves out `creature` for the creature whose turn it is.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn order(battle: &Battle, value: Value) -> Result<Order, Refusal> {
    order_seen(&Eyes::all(battle), value)
}

/// As [`order`], with the names and numbers of those who are known.
///
/// # Errors
/// As there: creatures that are not known might as well not exist.
pub fn order_seen(eyes: &Eyes, value: Value) -> Result<Order, Refusal> {
    let malformed = |why: String| Refusal::new("malformed", why);
    let Value::Object(table) = value else {
        return Err(malformed(
            "An order is an object with one key: move, act, end_turn, answer, wish, gm or take_back.".into(),
        ));
    };
    let mut entries = table.into_iter();
    let (Some((kind, body)), None) = (entries.next(), entries.next()) else {
        return Err(malformed(
            "An order has exactly one key: move, act, end_turn, answer, wish, gm or take_back.".into(),
        ));
    };
    let body = match (kind.as_str(), body) {
        ("end_turn", body @ (Value::String(_) | Value::Number(_))) => json!({ "creature": body }),
        ("end_turn", Value::Bool(true) | Value::Null) => json!({}),
        ("answer", Value::String(choice)) => json!({ "choice": choice }),
        ("take_back", body @ Value::Number(_)) => json!({ "to": body }),
        (_, body) => body,
    };
    let body = match kind.as_str() {
        "move" | "act" | "end_turn" => on_turn(eyes, body)?,
        "gm" => override_(eyes, body)?,
        "take_back" => with_sides(eyes.battle, body, &["by", "agreed"])?,
        "wish" => with_sides(eyes.battle, of_side(eyes, body), &["side"])?,
        _ => body,
    };
    serde_json::from_value(json!({ kind: body })).map_err(|e| malformed(format!("This is no order: {e}.")))
}

/// The fields of an order of the creature whose turn it is.
fn on_turn(eyes: &Eyes, body: Value) -> Result<Value, Refusal> {
    let Value::Object(mut table) = body else {
        return Ok(body);
    };
    if !table.contains_key("creature") {
        let Some(active) = eyes.active() else {
            return Err(if eyes.battle.outcome().is_some() {
                Refusal::over()
            } else {
                Refusal::new("not_your_turn", "It is nobody's turn who could be meant: name a creature.")
            });
        };
        table.insert("creature".into(), json!(active));
    }
    people(eyes, &mut table)?;
    Ok(Value::Object(table))
}

/// The fields of an override: `{"set": {…}}`.
fn override_(eyes: &Eyes, body: Value) -> Result<Value, Refusal> {
    let Value::Object(mut outer) = body else {
        return Ok(body);
    };
    for (kind, inner) in &mut outer {
        let Value::Object(table) = inner else { continue };
        people(eyes, table)?;
        let level = eyes.battle.level();
        if kind == "fire" {
            let known: Vec<&str> = level.events.iter().map(|event| &*event.id).collect();
            word(table, "event", &known);
        }
        if kind == "spawn" {
            let known: Vec<&str> = level.sides.iter().map(|side| &*side.id).collect();
            word(table, "side", &known);
        }
    }
    Ok(Value::Object(outer))
}

/// A wish with its side: where it names none, the side that asks, or else the side that must speak next.
fn of_side(eyes: &Eyes, mut body: Value) -> Value {
    let side = eyes.side().or_else(|| eyes.battle.side_to_move());
    if let (Value::Object(table), Some(side)) = (&mut body, side) {
        table.entry("side").or_insert(json!(side));
    }
    body
}

/// The fields of a taking back or a wish, whose sides may be named.
fn with_sides(battle: &Battle, body: Value, keys: &[&str]) -> Result<Value, Refusal> {
    let Value::Object(mut table) = body else {
        return Ok(body);
    };
    for &key in keys {
        let sides = match table.get_mut(key) {
            Some(Value::Array(many)) => many.iter_mut().collect(),
            Some(one) => vec![one],
            None => Vec::new(),
        };
        for value in sides {
            if let Value::String(name) = value {
                *value = json!(side(battle, name)?);
            }
        }
    }
    Ok(Value::Object(table))
}

/// Puts a word into the case in which it is known.
fn word(table: &mut Map<String, Value>, key: &str, known: &[&str]) {
    if let Some(Value::String(text)) = table.get_mut(key)
        && let Some(known) = known.iter().find(|known| known.eq_ignore_ascii_case(text))
    {
        *text = (*known).to_string();
    }
}

fn people(eyes: &Eyes, table: &mut Map<String, Value>) -> Result<(), Refusal> {
    for key in ["creature", "target"] {
        // What is neither a name nor a number is told with the form of the order.
        if let Some(value) = table.get_mut(key).filter(|value| value.is_string() || value.is_u64()) {
            *value = json!(who(eyes, value)?);
        }
    }
    Ok(())
}

/// The creature or object with this name, or written like `#3`.
///
/// # Errors
/// That there is none, with the nearest name.
pub fn find(battle: &Battle, name: &str) -> Result<Id, Refusal> {
    find_seen(&Eyes::all(battle), name)
}

fn find_seen(eyes: &Eyes, name: &str) -> Result<Id, Refusal> {
    let number = name.strip_prefix('#').and_then(|number| number.parse().ok()).map(Id);
    let mut known = eyes.known();
    let named = known.find(|(_, known)| is_same_name(known, name)).map(|(id, _)| id);
    if let Some(id) = named.or_else(|| number.and_then(|number| eyes.whose(number))) {
        return Ok(id);
    }
    let known: Vec<&str> = eyes.known().map(|(_, name)| name).collect();
    let help = match suggest::nearest(name, &known) {
        Some(near) => format!(" Did you mean `{near}`?"),
        None => format!(" Known are {}.", suggest::list(&known)),
    };
    Err(Refusal::new("no_such_creature", format!("There is no creature or object `{name}`.{help}")))
}

/// Reads whom a request means: a name or a number.
///
/// # Errors
/// That the viewer knows of nobody like that, or that it is neither.
pub fn who(eyes: &Eyes, value: &Value) -> Result<Id, Refusal> {
    if let Value::String(name) = value {
        return find_seen(eyes, name);
    }
    let number = value.as_u64().and_then(|id| u32::try_from(id).ok()).map(Id);
    number
        .and_then(|number| eyes.whose(number))
        .ok_or_else(|| Refusal::new("no_such_creature", format!("There is no creature or object {value}.")))
}

/// The place of a side in the level's list, by id or name.
///
/// # Errors
/// That there is no such side.
pub fn side(battle: &Battle, name: &str) -> Result<crate::battle::SideId, Refusal> {
    let sides = &battle.level().sides;
    sides
        .iter()
        .position(|side| is_same_name(&side.id, name) || is_same_name(&side.name, name))
        .and_then(|index| u8::try_from(index).ok())
        .map(crate::battle::SideId)
        .ok_or_else(|| {
            let known: Vec<&str> = sides.iter().map(|side| &*side.id).collect();
            Refusal::new("no_such_side", format!("There is no side `{name}`; known are {}.", suggest::list(&known)))
        })
}

/// The id of a side.
pub fn side_id(battle: &Battle, side: crate::battle::SideId) -> &str {
    if side == crate::battle::SideId::TABLE {
        return "table";
    }
    battle.level().sides.get(usize::from(side.0)).map_or("-", |side| &side.id)
}
