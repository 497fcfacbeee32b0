//! Saves: level, ruleset and its content hash, seed, orders and a snapshot. Written to a temporary file and renamed, so that nothing is lost.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::*;
use crate::dice::Forced;
use crate::level::{Level, Seat};

/// The form of save files this version writes and reads.
const FORMAT: u32 = 1;

/// An order that was accepted, the dice forced before it, and the hash of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The order.
    pub order: Order,
    /// Faces put into the forced queue since the order before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Forced>,
    /// The state's hash after it; 0 when the battle kept no memory.
    pub hash: u64,
}

/// A battle in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Save {
    battlemat: u32,
    /// The ruleset's key.
    pub ruleset: String,
    /// The ruleset's content when it was written.
    pub content: u64,
    /// The level's text.
    pub level: String,
    /// The seed.
    pub seed: u64,
    /// Faces forced before the first die.
    #[serde(default)]
    pub start: Vec<Forced>,
    /// Every order so far.
    pub orders: Vec<Recorded>,
    /// Who gives each side's orders, where that was chosen at the table; else the level says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    snapshot: SnapshotFile,
    events: Vec<Event>,
    hash: u64,
}

/// Writes a file so that nothing is lost: first to a temporary file beside it, then renamed over it.
///
/// # Errors
/// What the file system says, with the path.
pub fn write_whole(path: &Path, text: &str) -> Result<(), SaveError> {
    let wrong = |e: std::io::Error| SaveError(format!("{}: {e}", path.display()));
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = std::path::PathBuf::from(temporary);
    let mut file = std::fs::File::create(&temporary).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.sync_all().map_err(wrong)?;
    drop(file);
    std::fs::rename(&temporary, path).map_err(wrong)
}

/// Why a save cannot be written or read. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveError(pub String);

impl std::fmt::Display for SaveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SaveError {}

impl Save {
    /// Reads a save from its text.
    ///
    /// # Errors
    /// When it is no save, damaged, or of another version.
    pub fn from_json(text: &str) -> Result<Self, SaveError> {
        let value: serde_json::Value = serde_json::from_str(text)
            .map_err(|e| SaveError(format!("This is no Battlemat save, or it is damaged: {e}.")))?;
        match value.get("battlemat").and_then(serde_json::Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => {
                return Err(SaveError(format!(
                    "This save is of form {format}; this version of Battlemat reads form {FORMAT}. Play it with the version that wrote it."
                )));
            }
            None => {
                return Err(SaveError(
                    "This is no Battlemat save: it lacks the field `battlemat`.".into(),
                ));
            }
        }
        serde_json::from_value(value).map_err(|e| SaveError(format!("This save is damaged: {e}.")))
    }

    /// The save as text.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a save should serialise")
    }

    /// Everything that happened until it was written.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The round it was written in.
    pub fn round(&self) -> u32 {
        self.events.last().map_or(0, |event| event.round)
    }

    /// How the battle came out, if it was decided.
    pub fn outcome(&self) -> Option<&Outcome> {
        let stands = standing(&self.events);
        let holds = self.events.iter().zip(stands).rev().filter(|(_, stands)| *stands);
        holds.map(|(event, _)| &event.what).find_map(|what| match what {
            What::Ends { result } => Some(result),
            _ => None,
        })
    }

    /// Writes it: first to a temporary file beside it, then renamed over it.
    ///
    /// # Errors
    /// What the file system says, with the path.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        write_whole(path, &self.to_json())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no save, damaged, or of another version.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let bytes = std::fs::read(path).map_err(|e| SaveError(format!("{}: {e}", path.display())))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| SaveError(format!("{}: this is no Battlemat save (not text).", path.display())))?;
        Self::from_json(&text).map_err(|e| SaveError(format!("{}: {e}", path.display())))
    }
}

impl Battle {
    /// The battle as a save.
    pub fn save(&self) -> Save {
        Save {
            battlemat: FORMAT,
            ruleset: self.ruleset().key().to_string(),
            content: self.ruleset().content_hash(),
            level: self.level().source.clone(),
            seed: self.seed(),
            start: self.start_dice().to_vec(),
            orders: self.orders().to_vec(),
            seats: Vec::new(),
            snapshot: persist::to_file(self.world(), &self.snapshot()),
            events: self.events().to_vec(),
            hash: self.hash(),
        }
    }

    /// A battle from a save whose level has been parsed again.
    ///
    /// # Errors
    /// When the level no longer sets up, the ruleset's data differ, or the state does not come out as it was.
    pub fn resume(save: &Save, level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Self, SaveError> {
        if save.ruleset != ruleset.key() {
            return Err(SaveError(format!("This save is of the ruleset `{}`.", save.ruleset)));
        }
        if save.content != ruleset.content_hash() {
            return Err(SaveError(format!(
                "The rules or stat blocks of {} have changed since this was saved; play it with the version that wrote it.",
                ruleset.title()
            )));
        }
        let mut battle = Battle::new(level, ruleset, save.seed)
            .map_err(|e| SaveError(format!("The level in this save cannot be set up: {e}")))?;
        let snapshot = persist::from_file(battle.world(), &save.snapshot)
            .map_err(|why| SaveError(format!("This save is damaged: {why}.")))?;
        battle.recall(&snapshot, save.events.clone(), save.orders.clone(), save.start.clone());
        if battle.hash() != save.hash {
            return Err(SaveError(
                "This save is damaged: its state does not match its hash.".into(),
            ));
        }
        Ok(battle)
    }

    /// Plays the orders of a save again from the start and compares every hash.
    ///
    /// # Errors
    /// The number of the first order that is refused or comes out differently.
    pub fn replay(save: &Save, level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Self, SaveError> {
        Self::again(level, ruleset, save.seed, &save.start, &save.orders)
    }

    /// Plays recorded orders from the start of a level and compares every hash.
    ///
    /// # Errors
    /// The number of the first order that is refused or comes out differently.
    pub fn again(
        level: Arc<Level>,
        ruleset: &'static dyn Ruleset,
        seed: u64,
        start: &[Forced],
        orders: &[Recorded],
    ) -> Result<Self, SaveError> {
        let mut battle = Battle::with_dice(level, ruleset, seed, start, false)
            .map_err(|e| SaveError(format!("The level in this save cannot be set up: {e}")))?;
        for (number, recorded) in orders.iter().enumerate() {
            battle.order_again(number, recorded)?;
        }
        Ok(battle)
    }

    /// Gives a recorded order again, with the dice that were forced before it, and compares the hash.
    ///
    /// # Errors
    /// That it is refused now (nothing has changed then), or comes out differently (it has been carried out).
    pub fn order_again(&mut self, number: usize, recorded: &Recorded) -> Result<(), SaveError> {
        if !recorded.dice.is_empty() {
            self.force_dice(&recorded.dice, false);
        }
        self.order(&recorded.order)
            .map_err(|refusal| SaveError(format!("Order {number} is refused now: {refusal}")))?;
        let hash = self.hash();
        if recorded.hash != 0 && recorded.hash != hash {
            return Err(SaveError(format!(
                "Order {number} comes out differently: hash {hash:016x}, it was {:016x}.",
                recorded.hash
            )));
        }
        Ok(())
    }
}
