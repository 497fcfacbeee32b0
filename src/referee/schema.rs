//! The JSON schema of the protocol (2020-12): requests as they are read, replies as `replies.json` tells them.
//!
//! A test plays a battle and holds every request and reply to it.

use serde_json::{Map as Table, Value, json};

use super::request::{COMMANDS, Request};

/// What the replies hold besides `ok`, `id` and `state`. In every table with `properties` all are required but those named in `optional`,
/// and no others may be there; `has` names one more that is always there.
const REPLIES: &str = include_str!("replies.json");

/// The schema as pretty JSON, ending in a newline.
pub fn schema() -> String {
    let mut text = serde_json::to_string_pretty(&value()).expect("a schema is plain data");
    text.push('\n');
    text
}

/// The schema: of any line in either direction. In `$defs` stand `request` and `reply`, and those of each request, such as `legal_request`
/// and `legal_reply`.
pub fn value() -> Value {
    let mut defs = Table::new();
    requests(&mut defs);
    replies(&mut defs);
    for kind in ["request", "reply"] {
        let each = COMMANDS.iter().map(|cmd| refers(&format!("{cmd}_{kind}")));
        defs.insert(kind.into(), json!({ "anyOf": each.collect::<Vec<Value>>() }));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Battlemat's referee",
        "description": "A line of the protocol: a request, or the reply to one.",
        "anyOf": [refers("request"), refers("reply")],
        "$defs": defs,
    })
}

fn refers(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Adds the requests by name, and what they are made of. Any may have a tag and ask for the state.
fn requests(defs: &mut Table<String, Value>) {
    let mut read = schemars::schema_for!(Request).to_value();
    if let Some(Value::Object(parts)) = read.get_mut("$defs").map(Value::take) {
        defs.extend(parts);
    }
    let Some(Value::Array(forms)) = read.get_mut("oneOf").map(Value::take) else {
        return;
    };
    for mut form in forms {
        let Some(cmd) = form.pointer("/properties/cmd/const").and_then(Value::as_str).map(str::to_owned) else {
            continue;
        };
        form["properties"]["id"] = json!({ "description": "Comes back in the reply." });
        form["properties"]["state"] = json!({ "description": "Asks for the state in the reply.", "type": "boolean" });
        defs.insert(format!("{cmd}_request"), form);
    }
}

/// Adds the replies by name, and what they are made of: each may also be a refusal.
fn replies(defs: &mut Table<String, Value>) {
    let mut told: Table<String, Value> = serde_json::from_str(REPLIES).expect("the replies should be JSON");
    let mut parts = told.remove("$defs").unwrap_or_default();
    for cmd in COMMANDS {
        let mut form = told.remove(cmd).unwrap_or_default();
        let shared = form["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/"));
        if let Some(shared) = shared {
            form = parts[shared].clone();
        }
        form["properties"]["ok"] = json!({ "const": true });
        form["properties"]["id"] = json!({ "description": "As in the request." });
        form["properties"]["state"] = refers("state");
        let has_state = form.as_object_mut().and_then(|form| form.remove("has")).is_some();
        let mut optional = form["optional"].as_array().cloned().unwrap_or_default();
        optional.push(json!("id"));
        if !has_state {
            optional.push(json!("state"));
        }
        form["optional"] = json!(optional);
        close(&mut form);
        defs.insert(format!("{cmd}_reply"), json!({ "anyOf": [form, refers("failure")] }));
    }
    if let Value::Object(parts) = &mut parts {
        parts.remove("outcome_of_order");
        parts.values_mut().for_each(close);
        defs.extend(std::mem::take(parts));
    }
}

/// Makes a closed table of every one with `properties`: all of them required but those that are `optional`, and no others.
fn close(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(close),
        Value::Object(table) => {
            table.values_mut().for_each(close);
            let named = table.get("properties").and_then(Value::as_object);
            let Some(names) = named.map(|named| named.keys().cloned().collect::<Vec<String>>()) else {
                return;
            };
            if table.contains_key("additionalProperties") {
                return;
            }
            let optional = table.remove("optional").unwrap_or_default();
            let optional: Vec<&str> = optional.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let required: Vec<String> = names.into_iter().filter(|name| !optional.contains(&name.as_str())).collect();
            table.insert("type".into(), json!("object"));
            table.insert("required".into(), json!(required));
            table.insert("additionalProperties".into(), json!(false));
        }
        _ => {}
    }
}
