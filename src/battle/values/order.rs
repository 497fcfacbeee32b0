//! Orders: the only way a battle changes from outside. One serde form for window, computer, referee, scenario, save and replay.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{Id, SideId};
use super::pause::Wish;
use super::refusal::Refusal;
use crate::grid::Square;

/// What a player, a bot or a replay tells a creature to do, or answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Go somewhere.
    Move(MoveOrder),
    /// Do something the ruleset offers.
    Act(Act),
    /// Have done with the turn.
    EndTurn {
        /// Whose turn it is.
        creature: Id,
    },
    /// Answer the open decision.
    Answer {
        /// The key of the choice.
        choice: String,
    },
    /// A side says when it wishes to be asked about a kind of action that may be given out of turn.
    Wish(WishOrder),
    /// The game master overrides something.
    Gm(GmAct),
    /// An order and everything after it are taken back.
    TakeBack(TakeBack),
}

/// When a side wishes to be asked about a kind of action from now on. It may say so whenever the battle rests, in any turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WishOrder {
    /// The side.
    pub side: SideId,
    /// The key of the kind of action.
    pub action: String,
    /// When.
    pub wish: Wish,
}

/// Going back to the moment before an order. The dice of that moment lie ready again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// The first order that is taken back, by its place in the list of orders, from 0.
    pub to: usize,
    /// The side that takes it back; the game master when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SideId>,
    /// The sides that were asked and said yes, each once; not `by`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<SideId>,
}

/// A walk: to a square by the cheapest way (of several the least harmful), or along a path square by square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveOrder {
    /// Who moves.
    pub creature: Id,
    /// Where to; exactly one of `to` and `path` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// Every square after the one it stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Square>>,
}

/// A value that an option of an action takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// On or off.
    Flag(bool),
    /// An amount.
    Number(i32),
    /// One of some words.
    Word(String),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(on) => write!(f, "{on}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// An action of the ruleset's list, made definite.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Who acts.
    pub creature: Id,
    /// The ruleset's key of the action, such as `attack` or `sprint`.
    pub action: String,
    /// The key of the weapon, kit or device it is done with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// The creature or object it is done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// The square it is done at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Square>,
    /// What else was chosen.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Setting>,
}

impl Act {
    /// An action without weapon, target or options.
    pub fn new(creature: Id, action: impl Into<String>) -> Self {
        Self { creature, action: action.into(), with: None, target: None, at: None, options: BTreeMap::new() }
    }

    /// The same upon a creature or an object.
    #[must_use]
    pub fn upon(&self, target: Id) -> Self {
        Self { target: Some(target), ..self.clone() }
    }

    /// The same at a square.
    #[must_use]
    pub fn to(&self, at: Square) -> Self {
        Self { at: Some(at), ..self.clone() }
    }

    /// The same with a weapon, kit or device.
    #[must_use]
    pub fn using(&self, with: impl Into<String>) -> Self {
        Self { with: Some(with.into()), ..self.clone() }
    }

    /// The same with an option set to a number.
    #[must_use]
    pub fn set(mut self, option: &str, number: i32) -> Self {
        self.options.insert(option.into(), Setting::Number(number));
        self
    }

    /// The same with an option set to a word.
    #[must_use]
    pub fn saying(mut self, option: &str, word: impl Into<String>) -> Self {
        self.options.insert(option.into(), Setting::Word(word.into()));
        self
    }

    /// The same act upon the creature it names, or else upon the creature that has set the readied action off.
    #[must_use]
    pub fn or_upon(&self, against: Option<Id>) -> Self {
        Self { target: self.target.or(against), ..self.clone() }
    }

    /// Whether an option is switched on.
    pub fn flag(&self, option: &str) -> bool {
        matches!(self.options.get(option), Some(Setting::Flag(true)))
    }

    /// The creature it is aimed at, where it must be aimed at one.
    ///
    /// # Errors
    /// It names no creature.
    pub fn named_target(&self) -> Result<Id, Refusal> {
        self.target.ok_or_else(|| Refusal::new("no_target", "Name the target."))
    }

    /// The square it is done at, where it must be one.
    ///
    /// # Errors
    /// It names none.
    pub fn named_square(&self) -> Result<Square, Refusal> {
        self.at.ok_or_else(|| Refusal::new("no_square", "Name the square."))
    }

    /// The number an option was set to.
    pub fn number(&self, option: &str) -> Option<i32> {
        match self.options.get(option) {
            Some(&Setting::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The word an option was set to.
    pub fn word(&self, option: &str) -> Option<&str> {
        match self.options.get(option) {
            Some(Setting::Word(word)) => Some(word),
            _ => None,
        }
    }
}

/// What a game master may do at any time between steps; all of it is logged as an override.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GmAct {
    /// Set a stat or resource of a creature or object.
    Set {
        /// Whose.
        creature: Id,
        /// The ruleset's name of the stat.
        stat: String,
        /// To what.
        value: i32,
    },
    /// Deal damage of a kind.
    Damage {
        /// To whom.
        creature: Id,
        /// How much.
        amount: i32,
        /// Of which kind.
        kind: String,
    },
    /// Heal.
    Heal {
        /// Whom.
        creature: Id,
        /// How much.
        amount: i32,
    },
    /// Give a condition.
    AddCondition {
        /// To whom.
        creature: Id,
        /// Its key.
        condition: String,
    },
    /// Take a condition away.
    RemoveCondition {
        /// From whom.
        creature: Id,
        /// Its key.
        condition: String,
    },
    /// Put a creature on another square.
    Place {
        /// Whom.
        creature: Id,
        /// Where.
        at: Square,
    },
    /// Bring in a new creature of a shared kind.
    Spawn {
        /// The shared kind.
        kind: String,
        /// Its unique name.
        name: String,
        /// The id of its side.
        side: String,
        /// Where.
        at: Square,
    },
    /// Take a creature out of the fight as fallen, or an object away.
    Remove {
        /// Whom or what.
        creature: Id,
    },
    /// Change the ground.
    Terrain {
        /// Where.
        squares: Vec<Square>,
        /// Key of the new terrain.
        becomes: String,
    },
    /// Change the light; without squares, everywhere.
    Light {
        /// Where.
        #[serde(default)]
        squares: Option<Vec<Square>>,
        /// `bright`, `dim` or `dark`.
        becomes: crate::level::Light,
    },
    /// Change gravity; without squares, everywhere.
    Gravity {
        /// Where.
        #[serde(default)]
        squares: Option<Vec<Square>>,
        /// In hundredths of the usual one.
        becomes: i32,
    },
    /// Change the weather.
    Weather {
        /// To what.
        becomes: crate::level::Weather,
    },
    /// Let an event of the level happen now.
    Fire {
        /// The event's id.
        event: String,
    },
    /// Set a creature's place in the order.
    Initiative {
        /// Whose.
        creature: Id,
        /// The new score.
        score: i32,
    },
    /// Demand a roll of a creature, such as a check or a save.
    Demand {
        /// Whose.
        creature: Id,
        /// The ruleset's word for what is rolled.
        roll: String,
        /// What it must reach.
        against: i32,
        /// What a success is called.
        #[serde(default)]
        called: String,
    },
    /// A game master answers what is put to the table from now on, or nobody does.
    Preside {
        /// Whether one does.
        here: bool,
    },
    /// Something only this ruleset knows, such as the cover of the next attack.
    Rule {
        /// The ruleset's key.
        key: String,
        /// For whom.
        #[serde(default)]
        creature: Option<Id>,
        /// The word that goes with it.
        #[serde(default)]
        value: Option<String>,
    },
}
