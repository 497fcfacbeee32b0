//! What is to be played: a level under a ruleset, how often, by whom.

use std::path::Path;
use std::sync::Arc;

pub use crate::ai::Player;
use crate::battle::{Battle, Ruleset};
use crate::level::{LARGEST_LEVEL, Level, read_text, render_errors};
use crate::rules;

/// A level and the ruleset it is played under.
pub struct Setup {
    /// The level.
    pub level: Arc<Level>,
    /// The ruleset.
    pub ruleset: &'static dyn Ruleset,
}

impl Setup {
    /// Reads a level file; `ruleset` stands in for its own.
    ///
    /// # Errors
    /// Every finding that keeps the level from being played; an unknown ruleset.
    pub fn read(path: &Path, ruleset: Option<&str>) -> Result<Self, String> {
        let text = read_text(path, LARGEST_LEVEL)?;
        let read = rules::read_level_played(&text, &path.display().to_string());
        let (level, _) = read.map_err(|findings| render_errors(&findings, &text))?;
        let level = Arc::new(level);
        let key = ruleset.unwrap_or(&level.ruleset);
        let ruleset = rules::by_key(key).ok_or_else(|| rules::unknown(key))?;
        Ok(Self { level, ruleset })
    }

    /// The battle at its start.
    ///
    /// # Errors
    /// Why the ruleset cannot play the level.
    pub fn start(&self, seed: u64) -> Result<Battle, String> {
        Battle::new(self.level.clone(), self.ruleset, seed).map_err(|error| error.to_string())
    }
}

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many battles.
    pub games: u64,
    /// The seed of the first; each further one has the next.
    pub seed: u64,
    /// Rounds after which a battle is stuck.
    pub rounds: u32,
    /// Who plays, on every side.
    pub player: Player,
}

/// Rounds without any damage after which a battle that has lasted too long counts as a standstill rather than as stuck. The rules
/// themselves may leave no creature able to harm another.
pub(super) const STANDSTILL: u32 = 50;
