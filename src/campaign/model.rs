//! A campaign as it is read: who goes, through which battles, by which ways.

use std::collections::BTreeMap;

use crate::battle::{Interlude, Rest};
use crate::level::Creature;

/// Battles that follow one another, and the people who go through them.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// The ruleset its author means.
    pub ruleset: String,
    /// The sides whose people go on, by id.
    pub sides: Vec<String>,
    /// The roster at the start.
    pub members: Vec<Creature>,
    /// The battles; it begins with the first.
    pub battles: Vec<Stop>,
    /// The times between battles.
    pub links: Vec<Link>,
    /// How it ends.
    pub endings: Vec<Ending>,
    /// Its text.
    pub source: String,
}

/// A battle of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Unique among battles and endings.
    pub id: String,
    /// The level's path, as it is written.
    pub level: String,
    /// By side of the campaign, the side of the level as which its people fight; a side that is not named here keeps its id.
    pub fights_as: BTreeMap<String, String>,
    /// Who must go, while alive.
    pub must: Vec<String>,
    /// How many go at most; as many as there are places where nothing is said.
    pub up_to: Option<usize>,
    /// Where it leads, the first way that holds.
    pub then: Vec<Way>,
}

impl Stop {
    /// The side of the level as which the people of a side of the campaign fight.
    pub fn side<'s>(&'s self, side: &'s str) -> &'s str {
        self.fights_as.get(side).map_or(side, String::as_str)
    }
}

/// A way on from a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// All that must hold.
    pub tests: Vec<Test>,
    /// The battle or ending it leads to.
    pub to: String,
    /// The link it leads by.
    pub by: Option<String>,
    /// What is told then.
    pub text: String,
}

/// What can be asked of a battle that is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// The side has won.
    Won(String),
    /// It has not.
    Lost(String),
    /// All of these are alive.
    Alive(Vec<String>),
    /// All of these are dead.
    Dead(Vec<String>),
    /// All of these have left this battle alive.
    Fled(Vec<String>),
}

/// The time between two battles.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Unique among links.
    pub id: String,
    /// What is told of it.
    pub text: String,
    /// How many hours pass.
    pub hours: u32,
    /// What of them is rest.
    pub rest: Rest,
    /// What players choose from for each of their people.
    pub offers: Vec<String>,
    /// What it says to one ruleset alone.
    pub rules: BTreeMap<String, toml::Table>,
}

impl Link {
    /// What it is to a ruleset.
    pub fn interlude(&self, ruleset: &str) -> Interlude {
        let own = self.rules.get(ruleset).cloned().unwrap_or_default();
        Interlude { hours: self.hours, rest: self.rest, own }
    }
}

/// An end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Unique among battles and endings.
    pub id: String,
    /// What is told of it.
    pub text: String,
}

impl Campaign {
    /// The ids of its battles and then of its endings: what a way can lead to.
    pub fn stop_ids(&self) -> impl Iterator<Item = &str> {
        let battles = self.battles.iter().map(|stop| stop.id.as_str());
        battles.chain(self.endings.iter().map(|ending| ending.id.as_str()))
    }

    /// A battle by its id, and its place.
    pub fn battle(&self, id: &str) -> Option<(usize, &Stop)> {
        self.battles.iter().enumerate().find(|(_, stop)| stop.id == id)
    }

    /// A link by its id.
    pub fn link(&self, id: &str) -> Option<&Link> {
        self.links.iter().find(|link| link.id == id)
    }

    /// An ending by its id.
    pub fn ending(&self, id: &str) -> Option<&Ending> {
        self.endings.iter().find(|ending| ending.id == id)
    }

    /// The sides of the level as which the campaign's people fight in a battle.
    pub fn sides_in(&self, stop: &Stop) -> Vec<String> {
        self.sides.iter().map(|side| stop.side(side).to_owned()).collect()
    }
}
