//! The JSON schema of level files, for completion and checks in text editors.
//!
//! The types here describe the file as written, and only that; nothing is ever read into them. A test holds their keys to
//! the reader's.

mod events;
mod form;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::vocabulary::{CONDITIONS, KINDS, SharedVocabulary, Vocabulary};

/// Definitions whose tables may hold sub-tables named after rulesets.
const WITH_RULES: &[&str] = &["LegendEntry", "Terrain", "Object", "Creature"];

/// The schema as pretty JSON, ending in a newline.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(form::LevelFile).to_value();
    let rulesets: Map<String, Value> = SharedVocabulary
        .rulesets()
        .into_iter()
        .map(|ruleset| {
            let about = format!("What only the ruleset `{ruleset}` is told.");
            (ruleset, json!({ "type": "object", "description": about }))
        })
        .collect();
    for name in WITH_RULES {
        if let Some(properties) = schema
            .pointer_mut(&format!("/$defs/{name}/properties"))
            .and_then(Value::as_object_mut)
        {
            properties.extend(rulesets.clone());
        }
    }
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    text.push('\n');
    text
}

fn ruleset(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": SharedVocabulary.rulesets() })
}

fn kind(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": KINDS })
}

fn condition(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": CONDITIONS })
}

fn damage(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^[0-9dD+ -]+ [a-z]+$", "examples": ["1d6 toxic", "2d6+2 fire"] })
}

fn round(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "integer", "minimum": 1, "maximum": 9999 })
}

fn square_schema() -> Value {
    json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 })
}

fn gravity(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "number", "minimum": 0, "maximum": 10, "default": 1 })
}

fn radius(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "examples": [4, "20 ft"] })
}

fn names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] })
}

fn place(_: &mut SchemaGenerator) -> Schema {
    let table = json!({
        "type": "object",
        "properties": {
            "from": square_schema(),
            "to": square_schema(),
            "zone": { "type": "string" },
            "legend": { "type": "string", "minLength": 1, "maxLength": 1 },
        },
        "additionalProperties": false,
    });
    json_schema!({
        "description": "A square [x, y], a zone's name, { from, to }, { zone }, { legend }, or a list of these.",
        "anyOf": [
            { "type": "string" },
            square_schema(),
            table,
            { "type": "array", "items": { "anyOf": [{ "type": "string" }, square_schema(), table] } },
        ],
    })
}

fn light_or_length(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "description": "The light on the square, or how far the lamp of what stands here reaches.",
        "examples": ["bright", "dim", "dark", "20 ft"],
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::level::keys;

    #[test]
    fn the_schema_has_the_keys_the_reader_has() {
        let schema: Value = serde_json::from_str(&schema()).expect("it is JSON");
        let tables: &[(&str, &[&str])] = &[
            ("", keys::LEVEL),
            ("LegendEntry", keys::LEGEND),
            ("Terrain", keys::TERRAIN),
            ("Object", keys::OBJECT),
            ("Side", keys::SIDE),
            ("Creature", keys::CREATURE),
            ("Placed", keys::PLACE),
            ("Area", keys::AREA),
            ("Arrival", keys::ARRIVAL),
            ("Event", keys::EVENT),
            ("Trigger", keys::WHEN),
            ("Rounds", keys::CLOCK),
            ("EntersZone", keys::ENTERS),
            ("Effect", keys::EFFECT),
            ("Burst", keys::BURST),
            ("Harm", keys::HARM),
            ("ChangeTerrain", keys::CHANGE_TERRAIN),
            ("ChangeLight", keys::CHANGE_AIR),
            ("ChangeFog", keys::CHANGE_AIR),
            ("Condition", keys::CONDITION),
            ("Push", keys::PUSH),
            ("ChangeDoor", keys::CHANGE_DOOR),
            ("Goal", keys::GOAL),
            ("Win", keys::WIN),
            ("Weather", keys::WEATHER),
            ("Allow", keys::ALLOW),
        ];
        for (name, read) in tables {
            let path = if name.is_empty() {
                "/properties".to_owned()
            } else {
                format!("/$defs/{name}/properties")
            };
            let properties = schema.pointer(&path).and_then(Value::as_object).expect(name);
            let written: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
            let mut read: BTreeSet<&str> = read.iter().copied().collect();
            let rulesets = SharedVocabulary.rulesets();
            if WITH_RULES.contains(name) {
                read.extend(rulesets.iter().map(String::as_str));
            }
            assert_eq!(written, read, "{name}");
        }
    }
}
