//! Schema and reader hold together: what one lets pass, the other does not refuse without reason.

use battlemat::rules::{self, Known};
use regex::Regex;
use serde_json::Value;

/// Why a value does not fit a schema; as much of JSON Schema as ours uses.
fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let Some(schema) = schema.as_object() else {
        return (*schema == Value::Bool(false)).then(|| format!("{value} may not stand here"));
    };
    let all = |list: &Value, each: &dyn Fn(&Value) -> Option<String>| -> Vec<Option<String>> {
        list.as_array().expect("a list of schemas").iter().map(each).collect()
    };
    for (word, wanted) in schema {
        let wrong = match word.as_str() {
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference");
                misfit(root, root.pointer(path).expect(path), value)
            }
            "type" => {
                let is = |kind: &Value| match kind.as_str().expect("a type is a word") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("unknown type {other}"),
                };
                let fits = wanted.as_array().map_or_else(|| is(wanted), |kinds| kinds.iter().any(is));
                (!fits).then(|| format!("{value} is no {wanted}"))
            }
            "enum" => {
                let known = wanted.as_array().expect("a list of values").contains(value);
                (!known).then(|| format!("{value} is none of {wanted}"))
            }
            "const" => (wanted != value).then(|| format!("{value} is not {wanted}")),
            "anyOf" | "oneOf" => {
                let tried = all(wanted, &|one| misfit(root, one, value));
                let none = tried.iter().all(Option::is_some);
                none.then(|| tried.into_iter().flatten().collect::<Vec<_>>().join("; "))
            }
            "allOf" => all(wanted, &|one| misfit(root, one, value)).into_iter().flatten().next(),
            "pattern" => value.as_str().and_then(|text| {
                let pattern = Regex::new(wanted.as_str().expect("a pattern is text")).expect("a pattern that reads");
                (!pattern.is_match(text)).then(|| format!("`{text}` does not match {wanted}"))
            }),
            "minimum" | "maximum" => value.as_f64().and_then(|number| {
                let bound = wanted.as_f64().expect("a bound is a number");
                let fits = if word == "minimum" { number >= bound } else { number <= bound };
                (!fits).then(|| format!("{number} is beyond the {word} {bound}"))
            }),
            "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minLength" | "maxLength" => {
                let count = match value {
                    Value::Array(items) if word.ends_with("Items") => Some(items.len()),
                    Value::Object(table) if word.ends_with("Properties") => Some(table.len()),
                    Value::String(text) if word.ends_with("Length") => Some(text.chars().count()),
                    _ => None,
                };
                let bound = usize::try_from(wanted.as_u64().expect("a bound is a number")).expect("small");
                let fits = |count: usize| {
                    if word.starts_with("min") { count >= bound } else { count <= bound }
                };
                count.filter(|&count| !fits(count)).map(|count| format!("{count} is beyond {word} {bound}"))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten();
                items.find_map(|item| misfit(root, wanted, item))
            }
            "required" => value.as_object().and_then(|table| {
                let mut keys = wanted.as_array().expect("a list of keys").iter().filter_map(Value::as_str);
                keys.find(|key| !table.contains_key(*key)).map(|key| format!("`{key}` is missing"))
            }),
            "properties" => value.as_object().and_then(|table| {
                let known = wanted.as_object().expect("schemas by key");
                let mut entries = table.iter();
                entries.find_map(|(key, inner)| misfit(root, known.get(key)?, inner).map(|why| format!("{key}: {why}")))
            }),
            "additionalProperties" => value.as_object().and_then(|table| {
                let known = schema.get("properties").and_then(Value::as_object);
                let mut more = table.iter().filter(|(key, _)| known.is_none_or(|known| !known.contains_key(*key)));
                more.find_map(|(key, inner)| misfit(root, wanted, inner).map(|why| format!("{key}: {why}")))
            }),
            "$schema" | "$defs" | "title" | "description" | "default" | "examples" | "format" => None,
            other => panic!("the test does not know `{other}`"),
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

fn schema() -> Value {
    serde_json::from_str(&battlemat::level::schema(&Known::FINISHED)).expect("it is JSON")
}

/// A level's text as JSON.
fn json(text: &str) -> Value {
    let table: toml::Table = toml::from_str(text).expect("it is TOML");
    serde_json::to_value(table).expect("it is plain data")
}

#[test]
fn shipped_levels_and_examples_fit_the_schema() {
    let schema = schema();
    for (name, text) in super::shipped::levels() {
        assert_eq!(misfit(&schema, &schema, &json(&text)), None, "{name}");
    }
    let page = std::fs::read_to_string("docs/level-format.md").expect("the page is there");
    for example in page.split("```toml level\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        assert_eq!(misfit(&schema, &schema, &json(example)), None);
    }
    let own = super::level_text(
        "fog = '''\n........\n........\n........\n........\n'''",
        "",
        "[terrain.bog]\nlike = \"mud\"\nwater = \"1.5 ft\"\nart = \"mud\"\n[object.throne]\nlike = \"crate\"\nheight = \"full\"\nresist = [\"fire\"]\n\
         [[area]]\nterrain = \"bog\"\nsquares = [[2, 2], { from = [3, 2], to = [4, 2] }, [[5, 2]]]\n[[place]]\nobject = \"throne\"\nat = [3, 1]\n\
         [creature]\nkind = \"scout\"\nside = \"red\"\nat = [6, 2]\nitems = \"bow\"\nheight = \"5 ft 6 in\"\nlight = \"-0 m\"\n\
         [[event]]\nwhen = \"manual\"\ndo = { burst = { at = [2, 2], radius = \"3 m\", damage = \"2d6 + 2 fire\" } }",
    );
    assert_eq!(misfit(&schema, &schema, &json(&own)), None);
}

/// Refused by both, each for the same place of the same level.
#[test]
fn what_is_broken_is_refused_by_both() {
    let schema = schema();
    let sound = super::level_text("", "", "");
    assert_eq!(misfit(&schema, &schema, &json(&sound)), None);
    let area = |rest: &str| super::level_text("", "", &format!("[[area]]\nsquares = [2, 2]\n{rest}"));
    let event = |effect: &str| super::level_text("", "", &format!("[[event]]\nwhen = \"manual\"\ndo = {effect}"));
    let thing =
        |rest: &str| super::level_text("", "", &format!("[object.o]\n{rest}\n[[place]]\nobject = \"o\"\nat = [2, 2]"));
    let broken = [
        sound.replace("\"sol\"", "\"soll\""),
        sound.replace("soldier", "solder"),
        super::level_text("ambient = \"bleak\"", "", ""),
        super::level_text("abuot = \"x\"", "", ""),
        super::level_text("weather = { wind = \"up\" }", "", ""),
        super::level_text("", "", "[rules.momentum]\nx = 2"),
        super::level_text(
            "",
            "",
            "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n[creature.edge]\nx = 1",
        ),
        super::level_text("", "", "[[goal]]\nside = \"red\"\nwin = { survive = 0 }"),
        super::level_text("", "", "[[side]]\nid = \"x\"\nseat = \"robot\""),
        super::level_text("", "", "[[side]]\nid = \"x\"\nmanner = \"brave\""),
        super::level_text("", "", "").replace("side = \"red\"", "side = \"red\", manner = \"brave\""),
        super::level_text("", "", "[[side]]\nname = \"no id\""),
        area("elevation = \"4 bananas\""),
        area("elevation = \"4\""),
        area("elevation = \"\""),
        area("elevation = 4"),
        area("tight = \"vast\""),
        event("{ harm = { squares = [2, 2], damage = \"1d6 toxik\" } }"),
        event("{ harm = { squares = [2, 2], damage = \"toxic\" } }"),
        event("{ condition = { creature = \"Ada\", condition = \"pron\" } }"),
        event("{ burst = { at = [2, 2], radius = \"wide\", damage = \"1d6 fire\" } }"),
        event("{ burst = { at = [2, 2], radius = 129, damage = \"1d6 fire\" } }"),
        event("{ push = { squares = [2, 2], direction = \"up\" } }"),
        thing("hp = 0"),
        thing("height = \"tall\""),
        thing("resist = [\"fyre\"]"),
        thing("art = \"treasure\""),
    ];
    for text in broken {
        assert!(misfit(&schema, &schema, &json(&text)).is_some(), "the schema lets this pass:\n{text}");
        let (Ok((_, findings)) | Err(findings)) = rules::read_level(&text, "test.toml");
        let told = findings.iter().any(|finding| !finding.message.starts_with("`b` is a built-in"));
        assert!(told, "the reader lets this pass:\n{text}");
    }
}

/// However a level is changed: if the schema refuses it, the reader finds something, too.
#[test]
fn the_schema_refuses_nothing_that_the_reader_lets_pass() {
    let schema = schema();
    let mut refused = 0;
    for number in 0..300 {
        let text = crate::attack::files::level(number);
        let Ok(table) = toml::from_str::<toml::Table>(&text) else {
            continue;
        };
        let value = serde_json::to_value(table).expect("it is plain data");
        if let Some(why) = misfit(&schema, &schema, &value) {
            refused += 1;
            let (Ok((_, findings)) | Err(findings)) = rules::read_level(&text, "test.toml");
            assert!(!findings.is_empty(), "{number}: {why}\n{text}");
        }
    }
    assert!(refused > 20, "{refused}");
}
