//! The rulesets, a room each. No ruleset sees another.

pub mod book;
pub mod data;
pub mod edge;
pub mod effects;
pub mod essence;
pub mod glossary;
pub mod momentum;
pub mod sol;
pub mod stock;
pub mod vigor;
mod vocabulary;

use crate::battle::Ruleset;
use crate::level::suggest;

pub use vocabulary::{Known, read_level, read_level_played};

/// Every finished ruleset.
pub fn all() -> &'static [&'static dyn Ruleset] {
    &[&sol::Sol, &essence::Essence, &vigor::Vigor, &momentum::Momentum, &edge::Edge]
}

/// Rulesets of which a part is written. The referee and scenarios play them when asked for by key; no list offers them.
pub fn begun() -> &'static [&'static dyn Ruleset] {
    &[]
}

/// What is to be known of a ruleset that is begun and not finished, as a sentence; nothing of one that is finished.
pub fn begun_only(ruleset: &dyn Ruleset) -> Option<String> {
    let key = ruleset.key();
    let is_begun = begun().iter().any(|one| one.key() == key);
    is_begun.then(|| format!("Only a part of the rules of `{key}` is written: what it comes to is not yet the game's."))
}

/// The ruleset with this key, finished or begun.
pub fn by_key(key: &str) -> Option<&'static dyn Ruleset> {
    let known = all().iter().chain(begun());
    known.copied().find(|ruleset| ruleset.key() == key)
}

/// That there is no ruleset with this key, and which there are.
pub fn unknown(key: &str) -> String {
    let known: Vec<&str> = all().iter().map(|ruleset| ruleset.key()).collect();
    let known = suggest::list(&known);
    format!("There is no ruleset `{key}`; known are {known}.")
}
