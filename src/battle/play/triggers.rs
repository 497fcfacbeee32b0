//! What an order says of the trigger that a readied action waits for: the trigger itself, and the square that is watched.

use crate::battle::values::{Act, Key, Takes};
use crate::grid::Square;

/// The option of an order that says what is waited for.
pub const TRIGGER: &str = "trigger";
/// The trigger that waits for a creature to enter a square.
pub const ENTERS_SQUARE: &str = "enters_square";
/// That square.
pub const SQUARE: Key = Key::new(
    "square",
    Takes::Own("X,Y, such as `\"6,2\"`"),
    "For `enters_square`: the square; the one of `at` if absent.",
);

impl Act {
    /// The square that the act waits for a creature to enter: that of [`SQUARE`], or else the one it is aimed at.
    pub fn awaited_square(&self) -> Option<Square> {
        let Some(word) = self.word(SQUARE.key) else {
            return self.at;
        };
        word.parse().ok()
    }

    /// Whether the square it is aimed at is the one it waits for, and not one that something is done to.
    pub fn aims_at_awaited(&self) -> bool {
        self.word(TRIGGER) == Some(ENTERS_SQUARE) && self.word(SQUARE.key).is_none()
    }
}
