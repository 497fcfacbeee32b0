//! The JSON schema of level files, for completion and checks in text editors.
//!
//! The types here describe the file as written, and only that; nothing is ever read into them. A test holds their keys to
//! the reader's.

mod events;
mod form;
mod parts;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::edge_kinds::edge_kinds;
use super::vocabulary::{About, Vocabulary};
use super::{art, catalog};

/// In place of what only the rulesets know.
const ASKED: &str = "$vocabulary";

/// Definitions whose tables may hold sub-tables named after rulesets.
const WITH_RULES: &[(&str, About)] = &[
    ("LegendEntry", About::Creature),
    ("Terrain", About::Terrain),
    ("Object", About::Object),
    ("Creature", About::Creature),
];

/// The schema as pretty JSON, ending in a newline, with the rulesets' words in it.
pub fn schema(vocabulary: &dyn Vocabulary) -> String {
    let mut schema = schemars::schema_for!(form::LevelFile).to_value();
    answer(&mut schema, vocabulary);
    schema["properties"]["rules"] = json!({
        "description": "Options for one ruleset alone.",
        "type": "object",
        "properties": rulesets(vocabulary, About::Level),
        "additionalProperties": false,
    });
    for (name, about) in WITH_RULES {
        if let Some(properties) =
            schema.pointer_mut(&format!("/$defs/{name}/properties")).and_then(Value::as_object_mut)
        {
            properties.extend(rulesets(vocabulary, *about));
        }
    }
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    text.push('\n');
    text
}

/// The tables named after rulesets, with the keys that each reads. Where nobody tells the keys, any may stand there.
fn rulesets(vocabulary: &dyn Vocabulary, about: About) -> Map<String, Value> {
    let table = |ruleset: String| {
        let means = format!("What only the ruleset `{ruleset}` is told.");
        let keys = vocabulary.keys(&ruleset, about);
        let mut table = json!({ "type": "object", "description": means });
        if !keys.is_empty() {
            table["properties"] = keys.into_iter().collect::<Map<_, _>>().into();
            table["additionalProperties"] = false.into();
        }
        (ruleset, table)
    };
    vocabulary.rulesets().into_iter().map(table).collect()
}

/// Puts the rulesets' words where they are asked for.
fn answer(value: &mut Value, vocabulary: &dyn Vocabulary) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| answer(item, vocabulary)),
        Value::Object(table) => {
            table.values_mut().for_each(|item| answer(item, vocabulary));
            let Some(asked) = table.remove(ASKED) else { return };
            let rulesets = vocabulary.rulesets();
            let of_kinds = |words: &dyn Fn(&str, &str) -> Vec<String>| -> Vec<String> {
                let kinds = rulesets.iter().flat_map(|ruleset| {
                    let kinds = vocabulary.kinds(ruleset).into_iter();
                    kinds.flat_map(move |kind| words(ruleset, &kind)).collect::<Vec<_>>()
                });
                let mut all: Vec<String> = kinds.collect();
                all.sort();
                all.dedup();
                all
            };
            let words = match asked.as_str().unwrap_or_default() {
                "rulesets" => rulesets.clone(),
                "kinds" => of_kinds(&|_, kind| vec![kind.to_owned()]),
                "items" => of_kinds(&|ruleset, kind| vocabulary.items(ruleset, kind, None)),
                "damage" => vocabulary.damage_words(),
                "damages" => {
                    let pattern = format!(r"^\s*[0-9dD+\s-]+\s+({})\s*$", vocabulary.damage_words().join("|"));
                    table.insert("pattern".to_owned(), json!(pattern));
                    return;
                }
                _ => vocabulary.conditions(),
            };
            table.insert("enum".to_owned(), json!(words));
        }
        _ => {}
    }
}

/// Words of which there are no others.
fn asked(what: &str) -> Value {
    json!({ "type": "string", ASKED: what })
}

/// Words that are known, and those that the level itself adds.
fn known_or_own(known: Value, own: &str) -> Schema {
    json_schema!({ "anyOf": [known, { "type": "string", "description": own }] })
}

fn ruleset(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", ASKED: "rulesets" })
}

fn kind(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", ASKED: "kinds" })
}

fn condition(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", ASKED: "conditions" })
}

fn damage(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", ASKED: "damages", "examples": ["1d6 toxic", "2d6+2 fire"] })
}

/// One damage word, or several.
fn damage_words(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [asked("damage"), { "type": "array", "items": asked("damage") }] })
}

/// Things that a creature carries: what some kind has, or what a level gives it.
fn items(_: &mut SchemaGenerator) -> Schema {
    let one = json!({ "anyOf": [asked("items"), { "type": "string", "description": "A weapon of its own." }] });
    json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
}

fn terrain(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<String> = catalog::terrains().into_iter().map(|terrain| terrain.key).collect();
    known_or_own(json!({ "type": "string", "enum": known }), "A key of [terrain].")
}

/// One terrain, or several.
fn terrains(generator: &mut SchemaGenerator) -> Schema {
    let one = terrain(generator);
    json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
}

fn object(_: &mut SchemaGenerator) -> Schema {
    let known = catalog::objects().into_iter().map(|definition| definition.object.kind);
    let known: Vec<String> = known.collect();
    known_or_own(json!({ "type": "string", "enum": known }), "A key of [object].")
}

fn edge(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<String> = edge_kinds().into_iter().map(|kind| kind.key).collect();
    known_or_own(json!({ "type": "string", "enum": known }), "A key of [edge].")
}

/// A kind, or that nothing stands there.
fn edge_or_nothing(generator: &mut SchemaGenerator) -> Schema {
    let kind = edge(generator);
    json_schema!({ "anyOf": [{ "const": "nothing" }, kind] })
}

fn edge_art(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": art::EDGES })
}

/// One of the things that may be stopped, or several.
fn stops(_: &mut SchemaGenerator) -> Schema {
    let words: Vec<&str> = super::words::STOPS.iter().map(|(word, _)| *word).collect();
    let one = json!({ "type": "string", "enum": words });
    json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
}

/// Which sides of the squares are meant.
fn side(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["north", "east", "south", "west", "around"] })
}

fn ground_art(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": art::grounds() })
}

fn thing_art(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": art::THINGS })
}

/// A length, or `full`.
fn height(generator: &mut SchemaGenerator) -> Schema {
    let length = generator.subschema_for::<crate::grid::Length>();
    json_schema!({ "anyOf": [{ "const": "full" }, length] })
}

fn round(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "integer", "minimum": 1, "maximum": 9999 })
}

fn gravity(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "number", "minimum": 0, "maximum": 10, "default": 1 })
}

fn gravity_of_a_place(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "number", "minimum": 0, "maximum": 10 })
}

fn radius(generator: &mut SchemaGenerator) -> Schema {
    let length = generator.subschema_for::<crate::grid::Length>();
    json_schema!({ "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 128 }, length], "examples": [4, "20 ft"] })
}

fn names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] })
}

fn number_or_names(_: &mut SchemaGenerator) -> Schema {
    let name = json!({ "type": "string" });
    let names = json!({ "type": "array", "items": name });
    json_schema!({ "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 999 }, name, names] })
}

fn light_or_length(generator: &mut SchemaGenerator) -> Schema {
    let lights: Vec<&str> = super::words::LIGHTS.iter().map(|(word, _)| *word).collect();
    let length = generator.subschema_for::<crate::grid::Length>();
    json_schema!({
        "anyOf": [{ "type": "string", "enum": lights }, length],
        "description": "The light on the square, or how far the lamp of what stands here reaches.",
        "examples": ["bright", "dim", "dark", "20 ft"],
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::level::{SharedVocabulary, keys};

    #[test]
    fn the_schema_has_the_keys_the_reader_has() {
        let schema: Value = serde_json::from_str(&schema(&SharedVocabulary)).expect("it is JSON");
        let tables: &[(&str, &[&str])] = &[
            ("", keys::LEVEL),
            ("LegendEntry", keys::LEGEND),
            ("Terrain", keys::TERRAIN),
            ("Object", keys::OBJECT),
            ("Side", keys::SIDE),
            ("Creature", keys::CREATURE),
            ("Placed", keys::PLACE),
            ("EdgeKind", keys::EDGE),
            ("EdgeEntry", keys::EDGE_LEGEND),
            ("Run", keys::RUN),
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
            ("ChangeVacuum", keys::CHANGE_AIR),
            ("Condition", keys::CONDITION),
            ("Push", keys::PUSH),
            ("ChangeDoor", keys::CHANGE_DOOR),
            ("ChangeEdge", keys::CHANGE_EDGE),
            ("FollowedEvent", keys::AFTER),
            ("ChangeLamp", keys::CHANGE_LAMP),
            ("ChangeExit", keys::CHANGE_EXIT),
            ("Spread", keys::SPREAD),
            ("Goal", keys::GOAL),
            ("Win", keys::WIN),
            ("Weather", keys::WEATHER),
            ("Allow", keys::ALLOW),
        ];
        for (name, read) in tables {
            let path = if name.is_empty() { "/properties".to_owned() } else { format!("/$defs/{name}/properties") };
            let properties = schema.pointer(&path).and_then(Value::as_object).expect(name);
            let written: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
            let mut read: BTreeSet<&str> = read.iter().copied().collect();
            let rulesets = SharedVocabulary.rulesets();
            if WITH_RULES.iter().any(|(known, _)| known == name) {
                read.extend(rulesets.iter().map(String::as_str));
            }
            assert_eq!(written, read, "{name}");
        }
    }
}
