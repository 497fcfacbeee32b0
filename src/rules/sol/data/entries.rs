//! Reading the attacks, actions and reactions of a stat block.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::{
    damage_words::DamageType,
    stats::*,
    values::{Wrong, damage, wrong_type},
};
use crate::battle::DamageWords;
use crate::level::nearest;

/// A list of attacks, actions or reactions: keys of shared ones, or tables. A table whose `key` is a shared one's changes
/// only what it names.
pub(super) fn entries<T: DeserializeOwned + Keyed>(
    value: &Value,
    shared: &BTreeMap<String, Table>,
    what: &str,
    sound: fn(&T) -> Result<(), Wrong>,
) -> Result<Vec<T>, Wrong> {
    let wanted = format!("a list of {what}s");
    let list = value.as_array().ok_or_else(|| wrong_type(value, &wanted))?;
    let mut keys = BTreeSet::new();
    let mut out = Vec::new();
    for item in list {
        let table = whole(item, shared, what)?;
        let key = table["key"].as_str().unwrap_or_default().to_owned();
        let entry: T = Value::Table(table).try_into().map_err(|why: toml::de::Error| {
            (format!("{what} `{key}`: {}", why.message()), format!("see the {what}s of the bestiary for an example"))
        })?;
        sound(&entry)?;
        if !keys.insert(entry.key().to_owned()) {
            return Err((format!("two {what}s have the key `{key}`"), "give one of them another key".into()));
        }
        out.push(entry);
    }
    Ok(out)
}

/// The full table of an entry, with its damage type written the usual way.
fn whole(item: &Value, shared: &BTreeMap<String, Table>, what: &str) -> Result<Table, Wrong> {
    let known: Vec<&str> = shared.keys().map(String::as_str).collect();
    let mut table = match item {
        Value::String(key) => shared.get(key).cloned().ok_or_else(|| {
            let help = match nearest(key, &known) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("known are {}; or write a table with `key`, `name` and the rest", known.join(", ")),
            };
            (format!("there is no {what} `{key}`"), help)
        })?,
        Value::Table(own) => {
            let key = own.get("key").and_then(Value::as_str).unwrap_or_default();
            let mut table = shared.get(key).cloned().unwrap_or_default();
            table.extend(own.iter().map(|(field, value)| (field.clone(), value.clone())));
            table
        }
        _ => return Err(wrong_type(item, "a key in quotes or a table")),
    };
    let key = match item {
        Value::String(key) => key.clone(),
        _ => table.get("key").and_then(Value::as_str).unwrap_or_default().to_owned(),
    };
    if key.is_empty() {
        return Err((format!("a {what} has no `key`"), "give it one, such as `key = \"knife\"`".into()));
    }
    if what == "attack" {
        let given = table.get("type").ok_or_else(|| {
            (
                format!("attack `{key}` has no damage type (SOL-TYPE-1)"),
                format!("add `type`, one of {}", DamageType::keys().join(", ")),
            )
        })?;
        let given = given.as_str().ok_or_else(|| wrong_type(given, "a damage type in quotes"))?;
        let canonical = damage(given)?.key().to_owned();
        table.insert("type".into(), Value::String(canonical));
    }
    table.insert("key".into(), Value::String(key));
    Ok(table)
}

pub(super) trait Keyed {
    fn key(&self) -> &str;
}

impl Keyed for Attack {
    fn key(&self) -> &str {
        &self.key
    }
}

impl Keyed for Special {
    fn key(&self) -> &str {
        &self.key
    }
}

impl Keyed for Reaction {
    fn key(&self) -> &str {
        &self.key
    }
}

fn within(what: &str, key: &str, field: &str, value: i32, range: std::ops::RangeInclusive<i32>) -> Result<(), Wrong> {
    if range.contains(&value) {
        return Ok(());
    }
    let help = format!("use a number from {} to {}", range.start(), range.end());
    Err((format!("{what} `{key}`: {field} {value} is out of range"), help))
}

pub(super) fn sound_attack(attack: &Attack) -> Result<(), Wrong> {
    within("attack", &attack.key, "range_ft", attack.range_ft, 0..=10_000)?;
    within("attack", &attack.key, "cost_dice", attack.cost_dice, 0..=20)?;
    within("attack", &attack.key, "burst_ft", attack.burst_ft.unwrap_or(0), 0..=1000)
}

pub(super) fn sound_action(action: &Special) -> Result<(), Wrong> {
    within("action", &action.key, "range_ft", action.range_ft, 0..=10_000)?;
    within("action", &action.key, "cost_dice", action.cost_dice, 0..=20)?;
    match &action.effect {
        Boon::Condition(key) | Boon::Cure(key) if !super::conditions::ALL.known(key) => {
            let known = super::conditions::ALL.0.iter().filter(|word| word.given);
            let known: Vec<&str> = known.map(|word| word.key.as_str()).collect();
            Err((
                format!("action `{}`: there is no condition `{key}`", action.key),
                format!("known are {}", known.join(", ")),
            ))
        }
        _ => Ok(()),
    }
}

pub(super) fn sound_reaction(reaction: &Reaction) -> Result<(), Wrong> {
    within("reaction", &reaction.key, "range_ft", reaction.range_ft, 0..=10_000)?;
    within("reaction", &reaction.key, "cost_dice", reaction.cost_dice, 0..=20)
}
