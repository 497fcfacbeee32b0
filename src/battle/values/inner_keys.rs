//! The keys of a table that an author writes, read off the type that the table becomes: so what is printed is what is read.

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::lexicon::Chapter;

impl Chapter {
    /// What is said of a table that levels may write beside the ruleset's own.
    pub const OVER_A_SHARED_ONE: &str = "A table of this key whose `key` is a shared one's changes only what it names.";

    /// The keys of a table that is read as `T`: what each takes, and what it means.
    pub fn of_type<T: JsonSchema>(title: &'static str, about: &'static str) -> Self {
        let schema = schemars::schema_for!(T).to_value();
        let nothing = Map::new();
        let needed = schema["required"].as_array().cloned().unwrap_or_default();
        let keys = schema["properties"].as_object().unwrap_or(&nothing);
        let row = |(key, form): (&String, &Value)| {
            let mut takes = takes(&schema, form);
            if let Some(value) = form.get("default").filter(|value| !value.is_null()) {
                takes = format!("{takes}; {} if absent", in_toml(value));
            } else if !needed.contains(&Value::from(key.as_str())) {
                takes = format!("{takes}; may be absent");
            }
            vec![format!("`{key}`"), takes, described(form)]
        };
        // The keys that must be there come first, and among them those that say which thing it is.
        let place = |(key, _): &(&String, &Value)| {
            let first = ["key", "name"].iter().position(|known| known == key).unwrap_or(2);
            (!needed.contains(&Value::from(key.as_str())), first)
        };
        let mut keys: Vec<(&String, &Value)> = keys.iter().collect();
        keys.sort_by_key(place);
        Self { title, about, columns: vec!["key", "takes", "meaning"], rows: keys.into_iter().map(row).collect() }
    }
}

fn described(form: &Value) -> String {
    form["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// A value as it is written in a level.
fn in_toml(value: &Value) -> String {
    match value {
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        value => format!("`{value}`"),
    }
}

/// What may stand for a form, in words.
fn takes(schema: &Value, form: &Value) -> String {
    if let Some(path) = form["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
        let known = schema.pointer(path).expect("a reference should lead somewhere");
        return takes(schema, known);
    }
    if let Some(word) = form["const"].as_str() {
        return format!("`\"{word}\"`");
    }
    if let Some(words) = form["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        return words.join(", ");
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(forms) = form[several].as_array() {
            let forms = forms.iter().filter(|form| form["type"] != "null");
            return forms.map(|form| takes(schema, form)).collect::<Vec<_>>().join(", ");
        }
    }
    let kind = match &form["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| **kind != "null").and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("string") if form["format"] == "dice" => "dice such as `\"2d6+1\"`".to_owned(),
        Some("string") => "a text".to_owned(),
        Some("array") => format!("a list of: {}", takes(schema, &form["items"])),
        Some("object") => table(schema, form),
        _ => "anything".to_owned(),
    }
}

/// A table within a table.
fn table(schema: &Value, form: &Value) -> String {
    let Some(keys) = form["properties"].as_object() else {
        return format!("a table of: {}", takes(schema, &form["additionalProperties"]));
    };
    let needed = form["required"].as_array().cloned().unwrap_or_default();
    let key = |(key, form): (&String, &Value)| {
        let absent = if needed.contains(&Value::from(key.as_str())) { "" } else { "?" };
        format!("`{key}`{absent} = {}", takes(schema, form))
    };
    let keys: Vec<String> = keys.iter().map(key).collect();
    format!("{{ {} }}", keys.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its form is looked at")]
    struct Thing {
        /// How dear it is.
        #[serde(default)]
        cost: i32,
        /// What it is.
        key: String,
        /// What it does.
        effect: Effect,
        /// Where.
        at: Option<Vec<Place>>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its form is looked at")]
    enum Effect {
        /// It lies down.
        Prone,
        /// It goes so far.
        Push(u16),
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Place {
        Here,
        There,
    }

    #[test]
    fn a_type_says_itself_what_may_be_written() {
        let rows = Chapter::of_type::<Thing>("Things", "").rows;
        let rows: Vec<String> = rows.iter().map(|row| row.join(" | ")).collect();
        assert_eq!(
            rows,
            [
                "`key` | a text | What it is.",
                "`effect` | `\"prone\"`, { `push` = a whole number } | What it does.",
                "`at` | a list of: `\"here\"`, `\"there\"`; may be absent | Where.",
                "`cost` | a whole number; `0` if absent | How dear it is.",
            ]
        );
    }
}
