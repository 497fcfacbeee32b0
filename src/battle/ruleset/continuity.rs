//! What outlasts a battle: what a creature takes with it, how it begins the next one, and what the time between does to it.

use bevy::prelude::World;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::values::{Id, Refusal, Rule, Text, Trace};
use crate::dice::Dice;
use crate::level;

/// What a creature takes from one battle into the next, in the words in which a level says how a creature starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarriedOver {
    /// Keys of the ruleset's own, laid over those of the creature.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub keys: toml::Table,
    /// All that it still has, where some of it is used up or lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<String>>,
    /// Why it can go into no battle as it is, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfit: Option<Text>,
}

impl CarriedOver {
    /// The whole number of a key, where one is carried.
    pub fn number(&self, key: &str) -> Option<i32> {
        self.keys.get(key)?.as_integer()?.try_into().ok()
    }

    /// Puts a whole number under a key.
    pub fn set(&mut self, key: &str, number: i32) {
        self.keys.insert(key.to_owned(), i64::from(number).into());
    }

    /// With a whole number under a key.
    #[must_use]
    pub fn with(mut self, key: &str, number: i32) -> Self {
        self.set(key, number);
        self
    }

    /// With a list under a key, each entry in full, as a stat block has it.
    #[must_use]
    pub fn listing<T: Serialize>(mut self, key: &str, entries: impl Iterator<Item = T>) -> Self {
        let tables = entries.map(|entry| toml::Value::try_from(entry).expect("what a stat block holds should be TOML"));
        self.keys.insert(key.to_owned(), toml::Value::Array(tables.collect()));
        self
    }

    /// It can go into no battle as it is.
    #[must_use]
    pub fn unfit(mut self, why: impl Into<Text>) -> Self {
        self.unfit = Some(why.into());
        self
    }
}

/// How much of the time between two battles is rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rest {
    /// None of it.
    #[default]
    None,
    /// A pause.
    Normal,
    /// A night.
    Full,
}

/// The time between two battles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interlude {
    /// How many hours pass.
    pub hours: u32,
    /// What of them is rest.
    pub rest: Rest,
    /// What its author wrote for the ruleset alone.
    pub own: toml::Table,
}

/// A member who is alive between two battles.
pub struct Traveller<'a> {
    /// How it began: kind, size, overrides.
    pub who: &'a level::Creature,
    /// What it carries; changed by what the time does to it.
    pub carried: &'a mut CarriedOver,
    /// What its player has chosen for it, of what the link offers.
    pub choice: Option<&'a str>,
    /// Whether the time kills it: it is dead from then on.
    pub dies: bool,
}

/// What players are told of a member between two battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkNote {
    /// Whom it is about.
    pub who: String,
    /// What has come about.
    pub text: Text,
    /// The rules behind it.
    pub rules: Vec<Rule>,
    /// How its number came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

impl LinkNote {
    /// A note about a member, with the rule behind it and no number.
    pub fn of(who: &level::Creature, text: impl Into<Text>, rule: Rule) -> Self {
        Self { who: who.name.clone(), text: text.into(), rules: vec![rule], trace: None }
    }
}

/// What outlasts a battle. Without an answer of the ruleset nothing does: everybody begins as the campaign says.
pub trait Continuity {
    /// What a living creature takes out of a battle that is over.
    fn carry(&self, _world: &World, _creature: Id) -> CarriedOver {
        CarriedOver::default()
    }
    /// Lays what was carried over how a creature starts.
    fn bring(&self, who: &mut level::Creature, carried: &CarriedOver, ruleset: &str) {
        if !carried.keys.is_empty() {
            who.rules.entry(ruleset.to_owned()).or_default().extend(carried.keys.clone());
        }
        if carried.items.is_some() {
            who.items.clone_from(&carried.items);
        }
    }
    /// What players choose from for each of their people between two battles: the word, and what it is.
    fn link_offers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Whether a member may choose one of those words.
    ///
    /// # Errors
    /// Why not.
    fn may_choose(&self, _who: &level::Creature, _carried: &CarriedOver, _word: &str) -> Result<(), Refusal> {
        Ok(())
    }
    /// What the computer chooses for people, one word or none for each, of those that a link offers.
    fn usual_choices(&self, people: &[Traveller], _link: &Interlude, _offers: &[&str]) -> Vec<Option<&'static str>> {
        vec![None; people.len()]
    }
    /// What is wrong with what an author writes of the time between two battles, besides single keys: key, message, help.
    fn check_link(&self, _table: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }
    /// What the time after a battle does to those who are alive, in the order of the roster; everything that is rolled is told.
    fn link(&self, _people: &mut [Traveller], _link: &Interlude, _dice: &mut Dice) -> Vec<LinkNote> {
        Vec::new()
    }
}
