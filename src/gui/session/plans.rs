//! What the computer would do in the player's place. It is worked out on a thread of its own, so that no frame waits for it. `suggesting`
//! asks for it.

use std::thread::JoinHandle;

use super::beside::beside;
use crate::ai::{Suggestion, suggest};
use crate::battle::{Battle, Id};

/// Plans, or answers to the open question, the best first.
pub(in crate::gui) struct Plans {
    /// For which state of the battle.
    pub version: u64,
    /// Who acts or is asked.
    pub whose: Id,
    /// The thread, while it works.
    thinking: Option<JoinHandle<Vec<Suggestion>>>,
    /// What was found.
    pub found: Vec<Suggestion>,
    /// Why nothing was.
    pub trouble: Option<String>,
}

impl Plans {
    /// Begins to work them out, in a copy of the battle as the viewer knows it.
    pub(in crate::gui) fn think(version: u64, whose: Id, mut battle: Battle) -> Self {
        let (thinking, trouble) = match beside(move || suggest(&mut battle)) {
            Ok(thread) => (Some(thread), None),
            Err(why) => (None, Some(format!("They cannot be worked out: {why}."))),
        };
        Self { version, whose, thinking, found: Vec::new(), trouble }
    }

    /// Whether they are still being worked out.
    pub(in crate::gui) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Takes in what was found, if the thread is done now; whether it is.
    pub(in crate::gui) fn follow(&mut self) -> bool {
        let Some(thread) = self.thinking.take_if(|thread| thread.is_finished()) else { return false };
        match thread.join() {
            Ok(found) => self.found = found,
            Err(_) => self.trouble = Some("The program broke one of its own rules over it; please report it.".into()),
        }
        if self.found.is_empty() && self.trouble.is_none() {
            self.trouble = Some("There is nothing to suggest.".into());
        }
        true
    }
}
