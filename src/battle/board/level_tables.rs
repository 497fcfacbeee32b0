//! What one ruleset understands in a level's tables meant for it alone: options, things, ground.

use toml::{Table, Value};

use crate::battle::values::Key;
use crate::level::About;
use crate::level::nearest;

/// Everything wrong with a table, of which these keys are known: key, message, help.
pub fn check_keys(table: &Table, about: About, known: &[Key]) -> Vec<(String, String, String)> {
    let keys: Vec<&str> = known.iter().map(|known| known.key).collect();
    let wrong = table.iter().filter_map(|(key, value)| {
        let Some(known) = known.iter().find(|known| known.key == key) else {
            let help = match nearest(key, &keys) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if keys.is_empty() => "leave it away".to_owned(),
                None => format!("known are {}", keys.join(", ")),
            };
            let message = format!("the ruleset knows no `{key}` of {}", about.plural());
            return Some((key.clone(), message, help));
        };
        let help = format!("it is {}", known.takes.words());
        (!known.takes.fits(value)).then(|| (key.clone(), format!("`{key}` cannot be {value}"), help))
    });
    wrong.collect()
}

/// Everything wrong with what a level changes in a stat block: key, message, help. What `read` refuses of keys that are known and take such
/// values is told in its words.
pub fn check_overrides(
    table: &Table,
    known: &[Key],
    read: impl Fn(&Table) -> Result<(), String>,
) -> Vec<(String, String, String)> {
    let mut found = check_keys(table, About::Creature, known);
    let mut rest = table.clone();
    rest.retain(|key, _| found.iter().all(|(told, ..)| told != key));
    let refused = each_refused(&rest, read).into_iter();
    found.extend(refused.map(|(key, why)| (key, why, "see the bestiary for an example".to_owned())));
    found
}

/// Lists that are longer are told of as a whole.
const LONGEST: usize = 64;

/// The values of a table that `read` refuses, each with the reason: by key, and those of a list by key and place (`attacks.1`). What only
/// names something that is told already is not told again.
pub fn each_refused(table: &Table, read: impl Fn(&Table) -> Result<(), String>) -> Vec<(String, String)> {
    if read(table).is_ok() {
        return Vec::new();
    }
    let with = |sound: &Table, key: &str, value: Value| {
        let mut tried = sound.clone();
        tried.insert(key.to_owned(), value);
        read(&tried).map(|()| tried)
    };
    let mut found = Vec::new();
    let mut told: Vec<&Value> = Vec::new();
    let mut sound = Table::new();
    let mut left: Vec<(&String, &Value)> = table.iter().collect();
    while !left.is_empty() {
        // What is sound beside the others may be what another one needs.
        let before = left.len();
        left.retain(|(key, value)| match with(&sound, key, (*value).clone()) {
            Ok(more) => {
                sound = more;
                false
            }
            Err(_) => true,
        });
        if left.is_empty() || left.len() < before {
            continue;
        }
        let (key, value) = left.remove(0);
        // For a list of fixed length, and for one that is never written by hand, all errors are told as one.
        let by_parts = |list: &&Vec<Value>| {
            (2..=LONGEST).contains(&list.len()) && with(&sound, key, Value::Array(Vec::new())).is_ok()
        };
        let list = value.as_array().filter(by_parts);
        let parts = list.map_or_else(|| vec![value], |list| list.iter().collect());
        let mut good = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let tried = match list {
                Some(_) => Value::Array(good.iter().chain([part]).cloned().collect()),
                None => part.clone(),
            };
            match with(&sound, key, tried) {
                Ok(_) => good.push(part.clone()),
                Err(_) if told.iter().any(|told| names(part, told)) => {}
                Err(why) => {
                    let at = list.map_or_else(|| key.clone(), |_| format!("{key}.{place}"));
                    found.push((at, why));
                    told.push(part);
                }
            }
        }
        if !good.is_empty()
            && list.is_some()
            && let Ok(more) = with(&sound, key, Value::Array(good))
        {
            sound = more;
        }
    }
    found
}

/// Whether a value names something that is told already, by its word or its key.
fn names(value: &Value, told: &Value) -> bool {
    fn words(value: &Value) -> Vec<&str> {
        match value {
            Value::String(word) => vec![word],
            Value::Array(list) => list.iter().flat_map(words).collect(),
            Value::Table(table) => table.get("key").map(words).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
    let told = words(told);
    words(value).iter().any(|word| told.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Takes;

    #[test]
    fn what_is_unknown_or_does_not_fit_is_named_with_help() {
        let key = |key, takes| Key { key, takes, means: "" };
        let known = [
            key("climb_dc", Takes::Number(0..=60)),
            key("current", Takes::Word(&["north", "south"])),
            key("fixed", Takes::Flag),
        ];
        for (text, key, words) in [
            ("clim_dc = 20", "clim_dc", "did you mean `climb_dc`"),
            ("climb_dc = 99", "climb_dc", "from 0 to 60"),
            ("climb_dc = \"20\"", "climb_dc", "whole number"),
            ("current = \"up\"", "current", "north, south"),
            ("fixed = 1", "fixed", "`true` or `false`"),
            ("zzz = 1", "zzz", "known are climb_dc, current, fixed"),
        ] {
            let table: Table = toml::from_str(text).expect("the test's TOML should be well-formed");
            let found = check_keys(&table, About::Object, &known);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, key);
            assert!(found[0].2.contains(words), "{text}: {}", found[0].2);
        }
        let table: Table = toml::from_str("climb_dc = 20\ncurrent = \"north\"").expect("well-formed");
        assert!(check_keys(&table, About::Object, &known).is_empty());
    }
}
