//! The JSON schema of campaign files, for completion and checks in text editors. A test holds its keys to the reader's.

use serde_json::{Map, Value, json};

use super::read::{MOST, MOST_HOURS, RESTS};
use crate::level::{About, SIZES, Vocabulary};

fn text(means: &str) -> Value {
    json!({ "type": "string", "description": means })
}

fn texts(means: &str) -> Value {
    one_or_many(&json!({ "type": "string" }), means)
}

fn one_or_many(one: &Value, means: &str) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one }], "description": means })
}

/// The words of a choice, without what they mean.
fn words<T>(known: &[(&'static str, T)]) -> Vec<&'static str> {
    known.iter().map(|(word, _)| *word).collect()
}

fn closed(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// With tables for each ruleset; `about` says whose keys they take.
fn with_rulesets(mut table: Value, vocabulary: &dyn Vocabulary, about: About) -> Value {
    for ruleset in vocabulary.rulesets() {
        let means = format!("What only the ruleset `{ruleset}` is told.");
        let mut own = json!({ "type": "object", "description": means });
        own["properties"] = vocabulary.keys(&ruleset, about).into_iter().collect::<Map<_, _>>().into();
        own["additionalProperties"] = false.into();
        table["properties"][ruleset] = own;
    }
    table
}

/// A length in the words of levels.
fn length(means: &str) -> Value {
    json!({ "type": "string", "description": means, "examples": ["4 ft", "1.2 m"] })
}

fn member(vocabulary: &dyn Vocabulary) -> Value {
    let mut kinds: Vec<String> = vocabulary.rulesets().iter().flat_map(|ruleset| vocabulary.kinds(ruleset)).collect();
    kinds.sort();
    kinds.dedup();
    let member = closed(
        json!({
            "name": text("What it is called; unique in the roster."),
            "kind": { "type": "string", "enum": kinds, "description": "Its kind." },
            "side": text("The side it goes on for, where several do."),
            "size": { "type": "string", "enum": words(SIZES) },
            "height": length("How tall it stands."),
            "light": length("How far the lamp it carries shines."),
            "items": texts("All that it carries, where that is not its kind's."),
        }),
        &["name", "kind"],
    );
    with_rulesets(member, vocabulary, About::Creature)
}

fn way() -> Value {
    let test = closed(
        json!({
            "won": text("This side has won the battle."),
            "lost": text("This side has not won it."),
            "alive": texts("All of these are alive."),
            "dead": texts("All of these are dead."),
            "fled": texts("All of these have left the battle alive."),
        }),
        &[],
    );
    closed(
        json!({
            "if": test,
            "to": text("The battle or ending it leads to."),
            "by": text("The link it leads by."),
            "text": text("What is told then."),
        }),
        &["to"],
    )
}

fn battle() -> Value {
    let sides = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let takes = closed(
        json!({
            "must": texts("Who must go, while they can."),
            "up_to": { "type": "integer", "minimum": 1, "maximum": MOST, "description": "How many go at most." },
        }),
        &[],
    );
    closed(
        json!({
            "id": text("Unique among battles and endings."),
            "level": text("The path of the level, beside this file or in the folder above."),
            "as": {
                "anyOf": [{ "type": "string" }, sides],
                "description": "As which side of the level they fight, where it is called otherwise.",
            },
            "takes": takes,
            "then": {
                "anyOf": [way(), { "type": "array", "items": way() }],
                "description": "Where it leads: the first way whose `if` holds.",
            },
        }),
        &["id", "level", "then"],
    )
}

fn link(vocabulary: &dyn Vocabulary) -> Value {
    let mut known: Vec<String> = vocabulary.rulesets().iter().flat_map(|key| vocabulary.link_offers(key)).collect();
    known.sort();
    known.dedup();
    let offers =
        one_or_many(&json!({ "type": "string", "enum": known }), "What players choose from for each of their people.");
    let link = closed(
        json!({
            "id": text("Unique among links."),
            "text": text("What is told of it."),
            "hours": { "type": "integer", "minimum": 0, "maximum": MOST_HOURS, "description": "How many hours pass." },
            "rest": { "type": "string", "enum": words(RESTS), "description": "What of them is rest." },
            "offers": offers,
        }),
        &["id"],
    );
    with_rulesets(link, vocabulary, About::Link)
}

/// The schema as pretty JSON, ending in a newline, with the rulesets' words in it.
pub fn schema(vocabulary: &dyn Vocabulary) -> String {
    let list = |items: Value| json!({ "type": "array", "items": items });
    let ending = closed(
        json!({ "id": text("Unique among battles and endings."), "text": text("What is told of it.") }),
        &["id"],
    );
    let mut value = closed(
        json!({
            "name": text("What the campaign is called."),
            "about": text("What it is about."),
            "ruleset": { "type": "string", "enum": vocabulary.rulesets(), "description": "The ruleset its author means." },
            "side": texts("The sides whose people go on."),
            "member": list(member(vocabulary)),
            "battle": list(battle()),
            "link": list(link(vocabulary)),
            "ending": list(ending),
        }),
        &["name", "ruleset", "side", "member", "battle"],
    );
    value["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    value["title"] = "A campaign of Battlemat".into();
    let mut text = serde_json::to_string_pretty(&value).expect("a schema is plain data");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::super::keys;
    use super::*;
    use crate::rules::Known;

    fn keys_at(schema: &Value, path: &str) -> Vec<String> {
        let properties = schema.pointer(&format!("{path}/properties")).and_then(Value::as_object);
        let rulesets = Known::FINISHED.rulesets();
        let mut keys: Vec<String> =
            properties.expect(path).keys().filter(|key| !rulesets.contains(key)).cloned().collect();
        keys.sort();
        keys
    }

    #[test]
    fn the_schema_has_the_keys_of_the_reader() {
        let schema: Value = serde_json::from_str(&schema(&Known::FINISHED)).expect("it is JSON");
        let battle = "/properties/battle/items";
        let way = format!("{battle}/properties/then/anyOf/0");
        for (path, known) in [
            (String::new(), keys::CAMPAIGN),
            ("/properties/member/items".into(), keys::MEMBER),
            (battle.into(), keys::BATTLE),
            (format!("{battle}/properties/takes"), keys::TAKES),
            (way.clone(), keys::WAY),
            (format!("{way}/properties/if"), keys::TEST),
            ("/properties/link/items".into(), keys::LINK),
            ("/properties/ending/items".into(), keys::ENDING),
        ] {
            let mut known: Vec<&str> = known.to_vec();
            known.sort_unstable();
            assert_eq!(keys_at(&schema, &path), known, "{path}");
        }
    }
}
