//! Reading the values of a stat block: numbers, lengths, words, damage types.

use std::collections::BTreeSet;

use toml::Value;

use super::damage_words::DamageType;
use crate::battle::DamageWords;
use crate::grid::Length;
use crate::level::nearest;

/// Message and help; the key is added by whoever read it.
pub(super) type Wrong = (String, String);

pub(super) fn wrong_type(value: &Value, wanted: &str) -> Wrong {
    (format!("this is {} {}, not {wanted}", article(value.type_str()), value.type_str()), format!("write {wanted}"))
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'i']) { "an" } else { "a" }
}

pub(super) fn number(value: &Value, least: i32, most: i32) -> Result<i32, Wrong> {
    let given = value.as_integer().ok_or_else(|| wrong_type(value, "a whole number"))?;
    i32::try_from(given)
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| (format!("{given} is out of range"), format!("use a number from {least} to {most}")))
}

pub(super) fn flag(value: &Value) -> Result<bool, Wrong> {
    value.as_bool().ok_or_else(|| wrong_type(value, "true or false"))
}

/// Feet, whole or with a fraction.
pub(super) fn feet(value: &Value) -> Result<Length, Wrong> {
    let text = match value {
        Value::Integer(feet) => format!("{feet} ft"),
        Value::Float(feet) => format!("{feet} ft"),
        _ => return Err(wrong_type(value, "a number of feet")),
    };
    let length: Length = text.parse().map_err(|why| (format!("{why}"), "write for example 5.5".to_owned()))?;
    if length > Length::ZERO && length <= Length::feet(200) {
        Ok(length)
    } else {
        Err((format!("{text} is out of range"), "use a height above 0 and up to 200 ft".into()))
    }
}

pub(super) fn strings(value: &Value) -> Result<Vec<&str>, Wrong> {
    let list = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    list.ok_or_else(|| wrong_type(value, "a list of words"))
}

/// A name, or several.
pub(super) fn names(value: &Value) -> Result<Vec<String>, Wrong> {
    match value {
        Value::String(name) => Ok(vec![name.clone()]),
        _ => match strings(value) {
            Ok(names) => Ok(names.into_iter().map(str::to_owned).collect()),
            Err(_) => Err(wrong_type(value, "a name or a list of names")),
        },
    }
}

pub(super) fn one_of<T: Copy>(value: &Value, words: &[(&str, T)]) -> Result<T, Wrong> {
    let given = value.as_str().ok_or_else(|| wrong_type(value, "a word in quotes"))?;
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(given));
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        (format!("`{given}` is not known here"), format!("use one of {}", known.join(", ")))
    })
}

pub(super) fn five(value: &Value) -> Result<[i32; 5], Wrong> {
    let list = value.as_array().ok_or_else(|| wrong_type(value, "a list of five numbers"))?;
    let scores = list.iter().map(|score| number(score, 1, 20)).collect::<Result<Vec<i32>, Wrong>>()?;
    <[i32; 5]>::try_from(scores).map_err(|scores| {
        (
            format!("there are five abilities, not {}", scores.len()),
            "write Strength, Dexterity, Constitution, Charisma and Fortitude, such as [8, 8, 8, 8, 8]".into(),
        )
    })
}

pub(super) fn damage(given: &str) -> Result<DamageType, Wrong> {
    DamageType::known(given).ok_or_else(|| {
        let types = DamageType::keys();
        let help = match nearest(given, &types) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the types are {}", types.join(", ")),
        };
        (format!("there is no damage type `{given}` (SOL-TYPE-1)"), help)
    })
}

pub(super) fn types(value: &Value) -> Result<BTreeSet<DamageType>, Wrong> {
    strings(value)?.into_iter().map(damage).collect()
}
