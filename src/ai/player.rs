//! The players by their words.

use super::effort::Effort;
use super::greedy::Greedy;
use super::planner::Planner;
use super::random::Random;
use crate::battle::{Battle, Order};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// Anything legal.
    Random,
    /// To win, looking one order ahead.
    Greedy,
    /// Thinking of a turn, of few places and no reply, and drawing among what is good.
    Easy,
    /// To win, thinking of a turn before it moves.
    Normal,
    /// The same, of more places and more replies.
    Hard,
}

impl Player {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Normal, Self::Hard, Self::Greedy, Self::Random];

    /// The computer, where nobody says which.
    pub const DEFAULT: Self = Self::Greedy;

    /// The word by which it is named.
    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// What it looks at, if it plans.
    pub fn effort(self) -> Option<Effort> {
        match self {
            Self::Random | Self::Greedy => None,
            Self::Easy => Some(Effort::EASY),
            Self::Normal => Some(Effort::NORMAL),
            Self::Hard => Some(Effort::HARD),
        }
    }

    /// Reads its word.
    ///
    /// # Errors
    /// When there is no such player: the words there are.
    pub fn by_word(word: &str) -> Result<Self, String> {
        let all = Self::ALL;
        all.into_iter().find(|player| player.word() == word).ok_or_else(|| {
            let known = all.map(|player| format!("`{}`", player.word())).join(", ");
            format!("There is no player `{word}`; known are {known}.")
        })
    }
}

/// A player at work in one battle. A copy plays on in the same way.
#[derive(Clone)]
pub struct Mind(Kind);

#[derive(Clone)]
enum Kind {
    Random(Box<Random>),
    Greedy(Box<Greedy>),
    Planner(Box<Planner>),
}

impl Mind {
    /// The same seed plays the same battle in the same way.
    pub fn new(player: Player, seed: u64) -> Self {
        Self(match (player, player.effort()) {
            (_, Some(effort)) => Kind::Planner(Box::new(Planner::new(effort, seed))),
            (Player::Random, None) => Kind::Random(Box::new(Random::new(seed))),
            (_, None) => Kind::Greedy(Box::new(Greedy::new(seed))),
        })
    }

    /// A legal order, or an answer, for the side that has the word; `None` when the fight is over.
    pub fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        match &mut self.0 {
            Kind::Random(player) => player.choose(battle),
            Kind::Greedy(player) => player.choose(battle),
            Kind::Planner(player) => player.choose(battle),
        }
    }
}
