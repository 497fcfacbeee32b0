//! The words of a ruleset, for people who write them. They say what a level may set, an order may name, players are asked, and a game
//! master may set.
//!
//! Levels are checked and orders are read by these very tables, and the reference is printed from them.

use std::ops::RangeInclusive;

use super::offer::Aim;
use super::order::Setting;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use toml::Value;

pub use crate::level::About;

/// A key that can be set: in a level for one ruleset alone, or in the options of an action.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// As it is written.
    pub key: &'static str,
    /// What it may be set to.
    pub takes: Takes,
    /// What it means.
    pub means: &'static str,
}

impl Key {
    /// A key.
    pub const fn new(key: &'static str, takes: Takes, means: &'static str) -> Self {
        Self { key, takes, means }
    }
}

/// What a key may be set to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    /// `true` or `false`.
    Flag,
    /// A whole number within these bounds.
    Number(#[serde(deserialize_with = "bounds")] RangeInclusive<i32>),
    /// A whole number within these bounds, or `false`.
    NumberOrFalse(#[serde(deserialize_with = "bounds")] RangeInclusive<i32>),
    /// A number above 0 and up to this, with a fraction if need be.
    Measure(i32),
    /// One of these words.
    Word(#[serde(deserialize_with = "words")] &'static [&'static str]),
    /// One of these words, in capitals or not.
    AnyCase(#[serde(deserialize_with = "words")] &'static [&'static str]),
    /// Any words.
    Text,
    /// Something that the ruleset takes apart itself: what it looks like.
    Own(&'static str),
}

/// Bounds out of a file: the least and the most.
fn bounds<'de, D: Deserializer<'de>>(file: D) -> Result<RangeInclusive<i32>, D::Error> {
    <[i32; 2]>::deserialize(file).map(|[least, most]| least..=most)
}

/// Words out of a file that ships with the game, and is read once.
fn words<'de: 'static, D: Deserializer<'de>>(file: D) -> Result<&'static [&'static str], D::Error> {
    Vec::deserialize(file).map(|words| &*words.leak())
}

impl Takes {
    /// Whether a value can be meant; what the ruleset takes apart itself is left to it.
    pub fn fits(&self, value: &Value) -> bool {
        let within = |bounds: &RangeInclusive<i32>| {
            let number = value.as_integer().and_then(|number| i32::try_from(number).ok());
            number.is_some_and(|number| bounds.contains(&number))
        };
        match self {
            Self::Flag => value.is_bool(),
            Self::Number(bounds) => within(bounds),
            Self::NumberOrFalse(bounds) => value.as_bool() == Some(false) || within(bounds),
            Self::Measure(_) => value.is_integer() || value.is_float(),
            Self::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Self::AnyCase(words) => {
                value.as_str().is_some_and(|word| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
            }
            Self::Text => value.is_str(),
            Self::Own(_) => true,
        }
    }

    /// Whether an option of an order can be set to this; which words and numbers it takes is looked at where they are used.
    pub fn takes(&self, setting: &Setting) -> bool {
        match self {
            Self::Flag => matches!(setting, Setting::Flag(_)),
            Self::Number(_) => matches!(setting, Setting::Number(_)),
            Self::Word(_) | Self::AnyCase(_) | Self::Text => matches!(setting, Setting::Word(_)),
            Self::NumberOrFalse(_) | Self::Measure(_) | Self::Own(_) => true,
        }
    }

    /// What it takes, as the end of a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Number(bounds) => format!("a whole number from {} to {}", bounds.start(), bounds.end()),
            Self::NumberOrFalse(bounds) => {
                format!("a whole number from {} to {}, or `false`", bounds.start(), bounds.end())
            }
            Self::Measure(most) => format!("a number above 0 and up to {most}, such as 5.5"),
            Self::Word(words) | Self::AnyCase(words) => format!("one of {}", words.join(", ")),
            Self::Text => "a text in quotes".to_owned(),
            Self::Own(looks) => (*looks).to_owned(),
        }
    }

    /// The same for text editors, as a JSON schema.
    pub fn schema(&self) -> serde_json::Value {
        let number = |bounds: &RangeInclusive<i32>| json!({ "type": "integer", "minimum": bounds.start(), "maximum": bounds.end() });
        match self {
            Self::Flag => json!({ "type": "boolean" }),
            Self::Number(bounds) => number(bounds),
            Self::NumberOrFalse(bounds) => json!({ "anyOf": [number(bounds), { "const": false }] }),
            Self::Measure(most) => json!({ "type": "number", "minimum": 0, "maximum": most }),
            Self::Word(words) => json!({ "type": "string", "enum": words }),
            Self::AnyCase(words) => {
                let either = |letter: char| format!("[{}{letter}]", letter.to_ascii_uppercase());
                let word = |word: &&str| word.chars().map(either).collect::<String>();
                let words_in_any_case: Vec<String> = words.iter().map(word).collect();
                let pattern = format!("^({})$", words_in_any_case.join("|"));
                json!({ "anyOf": [{ "type": "string", "enum": words }, { "type": "string", "pattern": pattern }] })
            }
            Self::Text => json!({ "type": "string" }),
            Self::Own(_) => json!({}),
        }
    }
}

/// An action that an order may name.
#[derive(Clone, Debug)]
pub struct ActWord {
    /// What the order names.
    pub action: String,
    /// What people call it.
    pub label: String,
    /// What it does; empty where that is what its thing does.
    pub help: String,
    /// What it may be aimed at, one of these.
    pub aims: Vec<Aim>,
    /// What `with` names; empty where it is done with nothing.
    pub with: &'static str,
    /// What else may be chosen.
    pub options: &'static [Key],
    /// Whether it can be readied, so that an order may name it with `with`.
    pub readied: bool,
}

/// A question that the rules put to a side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionWord {
    /// Its kind, as decisions and standing answers name it.
    pub kind: &'static str,
    /// When it is asked.
    pub means: &'static str,
    /// The keys of its choices and what each means; what stands in angle brackets differs from case to case.
    pub choices: Vec<(&'static str, &'static str)>,
}

/// A number that a game master may set, or an override of the ruleset's own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatWord {
    /// What the override names.
    pub key: &'static str,
    /// The values it takes.
    #[serde(deserialize_with = "bounds")]
    pub bounds: RangeInclusive<i32>,
    /// What it is.
    pub means: &'static str,
}

/// What a ruleset has more of: weapons, Spells, triggers.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// What it is called.
    pub title: &'static str,
    /// Where the words of its first column are written.
    pub about: &'static str,
    /// The heads of its columns.
    pub columns: Vec<&'static str>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl Chapter {
    /// Things with a key, a name, and what they are in a few words.
    pub fn keyed(
        title: &'static str,
        about: &'static str,
        rows: impl IntoIterator<Item = (String, String, String)>,
    ) -> Self {
        let row = |(key, name, what)| vec![format!("`{key}`"), name, what];
        Self { title, about, columns: vec!["key", "name", "what it is"], rows: rows.into_iter().map(row).collect() }
    }
}

/// Something that can be the matter with a creature.
#[derive(Clone, Debug)]
pub struct ConditionWord {
    /// Its key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it does.
    pub text: String,
    /// The rule behind it.
    pub rule: String,
    /// Whether a level or the game master may give it; the others follow from other state.
    pub given: bool,
}

/// Everything a ruleset understands.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// Actions, in the order of the action bar.
    pub acts: Vec<ActWord>,
    /// What the rules ask.
    pub questions: &'static [QuestionWord],
    /// What the game master may set of a creature.
    pub stats: &'static [StatWord],
    /// What the hit points of an object may be set to.
    pub object_hp: &'static StatWord,
    /// Overrides that only this ruleset knows: key, what the value is, what it does.
    pub overrides: &'static [(&'static str, &'static str, &'static str)],
    /// Conditions, those included that follow from other state.
    pub conditions: Vec<ConditionWord>,
    /// The words for kinds of damage: those that mean the same stand together.
    pub damage: Vec<(String, Vec<&'static str>)>,
    /// Whatever else has names.
    pub chapters: Vec<Chapter>,
}
