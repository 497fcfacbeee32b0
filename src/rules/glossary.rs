//! What can be written for a ruleset, as its data list it: keys of levels, what a game master sets, what is asked.

use serde::Deserialize;

use crate::battle::{About, Key, QuestionWord, StatWord};

/// The words of a ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    /// What people call the ruleset.
    pub title: &'static str,
    #[serde(default)]
    level: Vec<Key>,
    creature: Vec<Key>,
    #[serde(default)]
    object: Vec<Key>,
    #[serde(default)]
    terrain: Vec<Key>,
    #[serde(default)]
    link: Vec<Key>,
    /// What the game master may set of a creature.
    pub stats: Vec<StatWord>,
    /// What the hit points of an object may be set to.
    pub object_hp: StatWord,
    /// What the rules ask.
    pub questions: Vec<QuestionWord>,
}

impl Glossary {
    /// Reads the data, which ship with the game and are well-formed.
    pub fn read(text: &'static str) -> Self {
        toml::from_str(text).expect("the words' data should be well-formed")
    }

    /// The keys that a level may set, with what each takes.
    pub fn keys(&self, about: About) -> &[Key] {
        match about {
            About::Level => &self.level,
            About::Creature => &self.creature,
            About::Object => &self.object,
            About::Terrain => &self.terrain,
            About::Link => &self.link,
        }
    }
}
