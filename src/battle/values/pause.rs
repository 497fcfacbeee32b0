//! Speaking out of turn: the pauses at which kinds of action may be given although it is not their creature's turn, and what a side
//! wishes of them.

use bevy::prelude::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::SideId;

/// A moment at which an order may come out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pause {
    /// A round has begun, and the order of its turns is still to be settled. Each side is asked once, for all its creatures.
    RoundStart,
    /// A turn has ended, and the next one has not begun.
    BetweenTurns,
    /// An attack is declared, and its dice have not fallen.
    BeforeRoll,
    /// A moment of the ruleset's own, at which the battle stops by itself to ask.
    InTheMoment,
    /// An order is resolved, and the creature whose turn it is has yet to be given the next. The battle rests there by itself, so no side
    /// is asked.
    BetweenOrders,
}

impl Pause {
    /// Whether the battle goes on by itself unless a side wishes to be asked.
    pub const fn is_asked(self) -> bool {
        !matches!(self, Self::BetweenOrders)
    }

    /// Whether a side has one word for all its creatures.
    pub const fn is_of_sides(self) -> bool {
        matches!(self, Self::RoundStart)
    }
}

/// When a side wishes to be asked about a kind of action that may be given out of turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Never: the battle goes on without a word.
    #[default]
    Never,
    /// At pauses at which it can matter, as the ruleset sees it.
    Matters,
    /// At every pause at which it may be given.
    Every,
}

impl Wish {
    /// All of them, from the least to the most.
    pub const ALL: [Self; 3] = [Self::Never, Self::Matters, Self::Every];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Matters => "matters",
            Self::Every => "every",
        }
    }

    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Never => "never ask",
            Self::Matters => "ask when it can matter",
            Self::Every => "ask every time",
        }
    }
}

/// What each side wishes of each kind of action; where nothing is said, never to be asked.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wishes(Vec<(SideId, String, Wish)>);

impl Wishes {
    /// What a side wishes of a kind of action.
    pub fn of(&self, side: SideId, action: &str) -> Wish {
        let known = self.0.iter().find(|(of, about, _)| *of == side && about == action);
        known.map_or(Wish::Never, |&(.., wish)| wish)
    }

    /// Whether any side wishes to be asked about any of these.
    pub fn any(&self, is_meant: impl Fn(&str) -> bool) -> bool {
        self.0.iter().any(|(_, about, _)| is_meant(about))
    }

    /// Everything that a side wishes, but what it wishes never.
    pub fn all_of(&self, side: SideId) -> impl Iterator<Item = (&str, Wish)> {
        self.0.iter().filter(move |(of, ..)| *of == side).map(|(_, about, wish)| (about.as_str(), *wish))
    }

    /// A side wishes something else from now on.
    pub fn set(&mut self, side: SideId, action: &str, wish: Wish) {
        self.0.retain(|(of, about, _)| (*of, about.as_str()) != (side, action));
        if wish != Wish::Never {
            self.0.push((side, action.to_owned(), wish));
            self.0.sort();
        }
    }
}
