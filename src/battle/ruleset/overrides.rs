//! What a game master may change by hand.

use crate::battle::values::{Id, Refusal};
use bevy::prelude::World;

/// A [`GmAct::Rule`](crate::battle::GmAct::Rule) as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnOverride {
    /// The override's key.
    pub key: String,
    /// What it says about the creature.
    pub label: String,
    /// The words that can go with it, and how they read; `None` stands for no word.
    pub values: Vec<(Option<String>, String)>,
}

/// Whether a condition would be anything new.
///
/// # Errors
/// That it is there already.
pub fn already(condition: &str, has: bool) -> Result<(), Refusal> {
    if has {
        let message = format!("It is `{condition}` already, so nothing would change.");
        return Err(Refusal::new("already", message));
    }
    Ok(())
}

/// What a game master may change by hand, as far as only the ruleset knows how.
pub trait Overrides {
    /// The overrides that only this ruleset knows, as far as they concern a creature.
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        Vec::new()
    }
    /// The overrides that only this ruleset knows, as far as they concern an object.
    fn object_overrides(&self, _world: &World, _thing: Id) -> Vec<OwnOverride> {
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
    /// Whether a stat of its lexicon can be set to a value within its bounds, and no more than its gauge can hold.
    ///
    /// # Errors
    /// What that needs which is not there.
    fn may_set(&self, _world: &World, _thing: Id, _stat: &str, _value: i32) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether a creature can be given a condition of its lexicon; `has` if its sheet shows it already.
    ///
    /// # Errors
    /// That it has it, where having it once more is nothing new.
    fn may_gain(&self, _world: &World, _creature: Id, condition: &str, has: bool) -> Result<(), Refusal> {
        already(condition, has)
    }
    /// Whether a creature can be rid of a condition that it has.
    ///
    /// # Errors
    /// Why it stays.
    fn may_lose(&self, _world: &World, _creature: Id, _condition: &str) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether one of these is about a creature that is dead or has left.
    fn reaches_the_gone(&self, _key: &str) -> bool {
        false
    }
    /// The rolls that a game master may demand of a creature: the word of each, and how it reads.
    fn demands(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// Lets a creature on the map make one of these now, against a number, and tells what came of it
    /// ([`tell_demanded`](crate::battle::tell_demanded)). `called` says what a success is called, and may be empty.
    fn demand(&self, _world: &mut World, _creature: Id, _roll: &str, _against: i32, _called: &str) {}
    /// Sets a stat of its lexicon to a value within its bounds, by the game master's hand, and sees to what follows from it.
    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32);
}
