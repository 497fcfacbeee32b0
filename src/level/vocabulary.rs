//! The words a level may use that belong to the rulesets.

use super::model::Size;

/// What a table of a level that is meant for one ruleset alone is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The whole level.
    Level,
    /// A creature.
    Creature,
    /// A kind of object.
    Object,
    /// A kind of terrain.
    Terrain,
    /// The time between two battles of a campaign.
    Link,
}

impl About {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Level, Self::Creature, Self::Object, Self::Terrain, Self::Link];

    /// What it is about, several of them.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Level => "levels",
            Self::Creature => "creatures",
            Self::Object => "objects",
            Self::Terrain => "terrains",
            Self::Link => "links",
        }
    }
}

/// What a level gives a creature to start with under one ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Outfit<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Its size, where that is not its kind's.
    pub size: Option<Size>,
    /// All that it carries, where that is not its kind's.
    pub items: Option<&'a [String]>,
    /// What else the ruleset's table says of it.
    pub overrides: &'a toml::Table,
}

/// What the rulesets know, asked by the checker.
///
/// The checker names no ruleset: an implementation that knows them answers.
pub trait Vocabulary {
    /// Names of all rulesets.
    fn rulesets(&self) -> Vec<String>;

    /// Names of further rulesets of which a part is written, where levels may speak to them; nobody is offered them.
    fn begun(&self) -> Vec<String> {
        Vec::new()
    }

    /// Creature kinds in a ruleset's bestiary.
    fn kinds(&self, ruleset: &str) -> Vec<String>;

    /// Shared damage words.
    fn damage_words(&self) -> Vec<String>;

    /// Shared condition words.
    fn conditions(&self) -> Vec<String>;

    /// What is wrong with the overrides of a creature of a kind for a ruleset: key, message, help.
    fn check_overrides(&self, ruleset: &str, kind: &str, table: &toml::Table) -> Vec<(String, String, String)>;

    /// Why a creature cannot start with this, though nothing of it is wrong by itself: the key it is about, then a colon, then the reason; or
    /// the reason alone.
    fn refuses(&self, _ruleset: &str, _outfit: &Outfit<'_>) -> Option<String> {
        None
    }

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

    /// The keys a level may set for a ruleset alone, each with what it takes as a JSON schema.
    fn keys(&self, _ruleset: &str, _about: About) -> Vec<(String, serde_json::Value)> {
        Vec::new()
    }

    /// What a creature of a kind can carry under a ruleset, with a level's overrides; nothing where the ruleset cannot tell.
    fn items(&self, _ruleset: &str, _kind: &str, _overrides: Option<&toml::Table>) -> Vec<String> {
        Vec::new()
    }

    /// Keys of a ruleset's overrides whose values are names of creatures or ids of sides.
    fn naming(&self, _ruleset: &str) -> Vec<String> {
        Vec::new()
    }

    /// Keys of a level's options for a ruleset that hold lists of what is prepared: tables with `do` as events have it, and with a zone or
    /// an object under `needs`.
    fn prepares(&self, _ruleset: &str) -> Vec<String> {
        Vec::new()
    }

    /// Keys of a ruleset's overrides for objects whose values are ids of events.
    fn naming_events(&self, _ruleset: &str) -> Vec<String> {
        Vec::new()
    }

    /// What is wrong with what a campaign says of the time between two battles for a ruleset: key, message, help.
    fn check_link(&self, _ruleset: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }

    /// What players choose from for each of their people between two battles under a ruleset.
    fn link_offers(&self, _ruleset: &str) -> Vec<String> {
        Vec::new()
    }

    /// The edge, in squares, of the ground that a creature covers at the start; `size` overrides the kind's own.
    fn footprint(&self, _ruleset: &str, kind: &str, size: Option<Size>, _overrides: Option<&toml::Table>) -> u8 {
        let usual = match kind {
            "ogre" => Size::Large,
            "titan" => Size::Huge,
            _ => Size::Medium,
        };
        size.unwrap_or(usual).edge()
    }

    /// How many such creatures may start on one square, another creature's or not; none where each needs its own.
    fn sharers(&self, _ruleset: &str, _kind: &str, _size: Option<Size>, _overrides: Option<&toml::Table>) -> usize {
        0
    }
}

/// The words every ruleset shares; knows no ruleset's stats, so it refuses no override.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedVocabulary;

/// Names of the rulesets that can be played.
const RULESETS: &[&str] = &["sol", "essence", "vigor", "momentum", "edge"];

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

    fn check_overrides(&self, _ruleset: &str, _kind: &str, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
