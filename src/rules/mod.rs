//! The rulesets, a room each. No ruleset sees another.

pub mod book;
pub mod essence;
pub mod sol;
mod vocabulary;

use crate::battle::Ruleset;

pub use vocabulary::{Known, read_level};

/// Every finished ruleset.
pub fn all() -> &'static [&'static dyn Ruleset] {
    &[&sol::Sol, &essence::Essence]
}

/// The ruleset with this key.
pub fn by_key(key: &str) -> Option<&'static dyn Ruleset> {
    all().iter().copied().find(|ruleset| ruleset.key() == key)
}
