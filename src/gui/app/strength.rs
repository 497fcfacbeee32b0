//! How hard the computer plays at the table.

use serde::{Deserialize, Serialize};

use crate::ai::{Effort, Player};
use crate::level::counted;

/// How hard the computer plays, on all sides that are its own. Dice and knowledge are the same at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Few plans and no reply.
    Easy,
    /// Some of each.
    Normal,
    /// More of both.
    Hard,
}

impl Strength {
    /// All of them, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// The computer of the window, until a person chooses another.
    pub const DEFAULT: Self = Self::Normal;

    /// The player who plays so.
    pub fn player(self) -> Player {
        match self {
            Self::Easy => Player::Easy,
            Self::Normal => Player::Normal,
            Self::Hard => Player::Hard,
        }
    }

    /// What it looks at. All of these players plan.
    fn effort(self) -> Effort {
        self.player().effort().unwrap_or(Effort::NORMAL)
    }

    /// What tells it from the others, in two sentences.
    pub fn about(self) -> String {
        let effort = self.effort();
        let squares = counted(effort.squares as u64, "square");
        let replies = match effort.replies {
            0 => "thinks of no reply, and draws among what is good".to_owned(),
            replies => format!("thinks of what {replies} foes could do to {} of these plans", effort.replied),
        };
        format!("Weighs plans to act from {squares}, {replies}. Dice and knowledge are the same at every level.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_says_what_it_weighs() {
        let about = Strength::ALL.map(Strength::about);
        assert!(about[0].contains("no reply"), "{}", about[0]);
        for (strength, about) in Strength::ALL.into_iter().zip(&about).skip(1) {
            let effort = strength.effort();
            for figure in [effort.squares as u32, effort.replies, effort.replied as u32] {
                assert!(about.contains(&figure.to_string()), "{figure}: {about}");
            }
        }
    }
}
