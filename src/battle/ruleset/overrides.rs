//! What a game master may change by hand.

use crate::battle::*;

/// A [`GmAct::Rule`] as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnOverride {
    /// The override's key.
    pub key: String,
    /// What it says about the creature.
    pub label: String,
    /// The words that can go with it, and how they read; `None` stands for no word.
    pub values: Vec<(Option<String>, String)>,
}

/// What a game master may change by hand, as far as only the ruleset knows how.
pub trait Overrides {
    /// The overrides that only this ruleset knows, as far as they concern a creature.
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        Vec::new()
    }
    /// Whether one of these that a game master gives, with its value, can be brought about; key and creature are known.
    ///
    /// # Errors
    /// A refusal that says what is unknown.
    fn may_overrule(&self, _world: &World, _key: &str, _creature: Id, _value: Option<&str>) -> Result<(), Refusal> {
        Ok(())
    }
    /// Brings one of these about that is checked; returns the sentence logged.
    fn overrule(&self, world: &mut World, key: &str, creature: Id, value: Option<&str>) -> String;
    /// Sets a stat of its lexicon to a value within its bounds, by the game master's hand, and sees to what follows from it.
    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32);
}
