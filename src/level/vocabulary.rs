//! The words a level may use that belong to the rulesets.

use super::model::Size;

/// What the rulesets know, asked by the checker.
///
/// The checker names no ruleset; whoever knows them answers for them.
pub trait Vocabulary {
    /// Names of all rulesets.
    fn rulesets(&self) -> Vec<String>;

    /// Creature kinds in a ruleset's bestiary.
    fn kinds(&self, ruleset: &str) -> Vec<String>;

    /// Shared damage words.
    fn damage_words(&self) -> Vec<String>;

    /// Shared condition words.
    fn conditions(&self) -> Vec<String>;

    /// What is wrong with a creature's overrides for a ruleset: key, message, help.
    fn check_overrides(&self, ruleset: &str, table: &toml::Table) -> Vec<(String, String, String)>;

    /// What is wrong with a level's options for a ruleset: key, message, help.
    fn check_options(&self, _ruleset: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }

    /// What is wrong with an object's overrides for a ruleset: key, message, help.
    fn check_object_overrides(&self, _ruleset: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }

    /// What is wrong with a terrain's overrides for a ruleset: key, message, help.
    fn check_terrain_overrides(&self, _ruleset: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }

    /// The edge, in squares, of the ground that a creature covers; `size` overrides the kind's own.
    fn footprint(&self, _ruleset: &str, kind: &str, size: Option<Size>) -> u8 {
        let usual = match kind {
            "ogre" => Size::Large,
            "titan" => Size::Huge,
            _ => Size::Medium,
        };
        match size.unwrap_or(usual) {
            Size::Tiny | Size::Small | Size::Medium => 1,
            Size::Large => 2,
            Size::Huge => 3,
            Size::Colossal => 4,
        }
    }
}

/// The words every ruleset shares; knows no ruleset's stats, so it refuses no override.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedVocabulary;

/// Names of the five rulesets.
const RULESETS: &[&str] = &["sol", "essence", "vigor", "edge", "momentum"];

/// Kinds that every bestiary has.
pub const KINDS: &[&str] = &[
    "soldier", "scout", "brute", "sniper", "medic", "mystic", "hound", "ogre", "drone", "titan", "swarm", "civilian",
    "engineer", "guard", "stalker", "crawler",
];

/// Damage words; each ruleset maps every one of them to a type of its own.
pub const DAMAGE_WORDS: &[&str] = &[
    "kinetic",
    "fire",
    "cold",
    "electric",
    "acid",
    "toxic",
    "pathogen",
    "radiation",
    "energy",
    "force",
    "sonic",
    "psychic",
    "light",
    "shadow",
    "spirit",
];

/// Condition words; each ruleset maps every one of them to a condition of its own, or to nothing.
pub const CONDITIONS: &[&str] = &[
    "prone",
    "unconscious",
    "surprised",
    "hidden",
    "stunned",
    "dazed",
    "blinded",
    "frightened",
    "restrained",
    "slowed",
    "burning",
    "bleeding",
    "poisoned",
    "madness",
];

impl Vocabulary for SharedVocabulary {
    fn rulesets(&self) -> Vec<String> {
        owned(RULESETS)
    }

    fn kinds(&self, _ruleset: &str) -> Vec<String> {
        owned(KINDS)
    }

    fn damage_words(&self) -> Vec<String> {
        owned(DAMAGE_WORDS)
    }

    fn conditions(&self) -> Vec<String> {
        owned(CONDITIONS)
    }

    fn check_overrides(&self, _ruleset: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
