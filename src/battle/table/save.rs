//! Saves: level, ruleset and its content hash, seed, orders, log and a snapshot, under one checksum that is looked at before anything
//! else is believed.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::battle::Battle;
use super::checksum::{read_json, seal, unseal};
use super::file::write_whole;
use super::recorded::Recorded;
use super::save_error::SaveError;
use super::take_back::standing;
use crate::battle::engine::{SnapshotFile, persist};
use crate::battle::ruleset::Ruleset;
use crate::battle::values::{Event, Outcome, What};
use crate::dice::Forced;
use crate::level::{Cast, Level, Seat, read_text};

/// The form of save files this version writes and reads. The first one had no checksum; the second did not keep what each side was told.
const FORMAT: u32 = 3;

/// The largest file that is read as a save, and written as one. An order takes 1 to 5 kB, so battles of 5,000 orders take at most half.
pub const LARGEST_SAVE: u64 = 48 << 20;

/// A battle in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    battlemat: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The ruleset's key.
    pub ruleset: String,
    /// The ruleset's content when it was written.
    pub content: u64,
    /// The level's text.
    pub level: String,
    /// Who stands in places of the level that its text gives to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<Box<Cast>>,
    /// The seed.
    pub seed: u64,
    /// Faces forced before the first die.
    #[serde(default)]
    pub start: Vec<Forced>,
    /// Every order so far.
    pub orders: Vec<Recorded>,
    /// Faces that lie forced for the next one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<Forced>,
    /// Who gives each side's orders, where that was chosen at the table; else the level says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    snapshot: SnapshotFile,
    events: Vec<Event>,
    hash: u64,
}

impl Save {
    /// Reads a save from its text.
    ///
    /// # Errors
    /// When it is no save, damaged, or of another form.
    pub fn from_json(text: &str) -> Result<Self, SaveError> {
        let value =
            read_json(text).map_err(|e| SaveError(format!("This is no Battlemat save, or it is damaged: {e}.")))?;
        Self::from_value(value)
    }

    /// Reads a save from JSON.
    ///
    /// # Errors
    /// When it is no save, damaged, or of another form.
    pub fn from_value(mut value: Value) -> Result<Self, SaveError> {
        let Some(form) = value.get("battlemat").and_then(Value::as_u64) else {
            return Err(SaveError("This is no Battlemat save: it lacks the field `battlemat`.".into()));
        };
        if form != u64::from(FORMAT) {
            let other = if form < u64::from(FORMAT) { "an older" } else { "a newer" };
            let version = value.get("version").and_then(Value::as_str);
            let version = version.map_or_else(String::new, |version| format!(" ({version})"));
            return Err(SaveError(format!(
                "This save is of form {form}, that of {other} version of Battlemat{version}; this version reads form {FORMAT}. Play it \
                 with the version that wrote it."
            )));
        }
        unseal(&mut value).map_err(|why| SaveError(format!("This save is damaged: {why}.")))?;
        serde_json::from_value(value).map_err(|e| SaveError(format!("This save is damaged: {e}.")))
    }

    /// The save as JSON, with its checksum.
    pub fn to_value(&self) -> Value {
        let mut value = serde_json::to_value(self).expect("a save should serialise");
        seal(&mut value);
        value
    }

    /// The save as text.
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
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

    /// What to say of a save that does not come out the same when it is played again.
    pub fn not_so(&self, why: &SaveError, ruleset: &dyn Ruleset) -> SaveError {
        SaveError(if self.content == ruleset.content_hash() {
            format!("This save is damaged: {why}")
        } else {
            format!(
                "The rules or stat blocks of {} have changed since this was saved ({}), and this battle does not come out the same \
                 under them: {why} Play it with the version that wrote it.",
                ruleset.title(),
                self.version
            )
        })
    }

    /// Writes it: first to a temporary file beside it, then renamed over it.
    ///
    /// # Errors
    /// What the file system says, with the path; that it is too long to be read again.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        let text = self.to_json();
        if text.len() as u64 > LARGEST_SAVE {
            let most = LARGEST_SAVE >> 20;
            return Err(SaveError(format!(
                "{}: a save has at most {most} megabytes, and this battle is longer.",
                path.display()
            )));
        }
        write_whole(path, &text)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no save, damaged, or of another form.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let text = read_text(path, LARGEST_SAVE).map_err(SaveError)?;
        Self::from_json(&text).map_err(|e| SaveError(format!("{}: {e}", path.display())))
    }
}

impl Battle {
    /// The battle as a save.
    pub fn save(&self) -> Save {
        Save {
            battlemat: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            ruleset: self.ruleset().key().to_string(),
            content: self.ruleset().content_hash(),
            level: self.level().source.clone(),
            cast: self.level().cast.clone(),
            seed: self.seed(),
            start: self.start_dice().to_vec(),
            orders: self.orders_with_hashes(),
            waiting: self.forced_dice(),
            seats: Vec::new(),
            snapshot: persist::to_file(self.world(), &self.snapshot()),
            events: self.events().to_vec(),
            hash: self.hash(),
        }
    }

    /// Every order with the hash of the state after it. A battle that kept no memory has no such hashes. It is played again, so that a
    /// check of the save has something to compare.
    fn orders_with_hashes(&self) -> Vec<Recorded> {
        let mut orders = self.orders().to_vec();
        if orders.iter().all(|recorded| recorded.hash != 0) {
            return orders;
        }
        let level = self.level().clone();
        let Ok(mut again) = Self::with_dice(level, self.ruleset(), self.seed(), self.start_dice(), false) else {
            return orders;
        };
        for (number, recorded) in orders.iter_mut().enumerate() {
            // What does not come out as it did keeps no hash: there is none to be told.
            if again.order_again(number, recorded).is_err() {
                break;
            }
            recorded.hash = again.hash();
        }
        orders
    }

    /// A battle from a save whose level has been parsed again, at the moment it was saved. A checksum has no key, so the state in the file
    /// is not taken over: the battle is played again from its first order, and everything must come out as the save says. So a save from
    /// before the ruleset's data changed goes on if the change makes no difference to what happened in it. There is nothing to take back
    /// until something is ordered.
    ///
    /// # Errors
    /// When the level no longer sets up, or the battle does not come out as it was saved.
    pub fn resume(save: &Save, level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Self, SaveError> {
        let again = Self::check_again(save, level, ruleset);
        let mut battle = again.map_err(|why| save.not_so(&why, ruleset))?;
        battle.begin_memory_anew();
        Ok(battle)
    }

    /// Plays a save again from its first order: every hash, the whole log and the state at the end must be as they were saved.
    ///
    /// # Errors
    /// The first difference.
    pub fn check_again(save: &Save, level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Self, SaveError> {
        let mut again = Self::after(save, &[], level, ruleset)?;
        for (number, recorded) in save.orders.iter().enumerate() {
            again.order_again(number, recorded)?;
            again.tells_no_more_than(save)?;
        }
        again.ends_as(save)?;
        Ok(again)
    }

    /// Whether a battle in which orders of a save are being given again has told no more than the save holds. So a short
    /// file with very many orders is given up early.
    ///
    /// # Errors
    /// That it has.
    pub fn tells_no_more_than(&self, save: &Save) -> Result<(), SaveError> {
        let (told, saved) = (self.events().len(), save.events.len());
        if told <= saved {
            return Ok(());
        }
        Err(SaveError(format!("Played again it tells something else: event {saved} is not as it was saved.")))
    }

    /// Whether a battle in which all orders of a save have been given again has come out as the save says. The dice that lay forced are
    /// forced again.
    ///
    /// # Errors
    /// The first difference.
    pub fn ends_as(&mut self, save: &Save) -> Result<(), SaveError> {
        self.unforce_dice();
        self.force_dice(&save.waiting, save.snapshot.is_strict());
        if self.hash() != save.hash {
            return Err(SaveError(format!(
                "Played again it ends with the hash {:016x}, saved was {:016x}.",
                self.hash(),
                save.hash
            )));
        }
        let (told, saved) = (self.events(), save.events());
        // Compared as they are written: comparing dice as values leaves out when each was rolled.
        let written = |event: Option<&Event>| event.map(serde_json::to_value).transpose().ok();
        let differs = |&number: &usize| written(told.get(number)) != written(saved.get(number));
        if let Some(number) = (0..told.len().max(saved.len())).find(differs) {
            return Err(SaveError(format!(
                "Played again it tells something else: event {number} is not as it was saved."
            )));
        }
        // Under other data the state may be written in another form.
        if save.content == self.ruleset().content_hash() {
            let state = persist::to_file(self.world(), &self.snapshot());
            state
                .compare(&save.snapshot)
                .map_err(|why| SaveError(format!("Played again it ends otherwise: {why}.")))?;
        }
        Ok(())
    }

    /// Plays the orders of a save again from the start and compares every hash.
    ///
    /// # Errors
    /// The number of the first order that is refused or comes out differently.
    pub fn replay(save: &Save, level: Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Self, SaveError> {
        Self::after(save, &save.orders, level, ruleset)
    }

    /// The battle of a save after these of its orders.
    fn after(
        save: &Save,
        orders: &[Recorded],
        level: Arc<Level>,
        ruleset: &'static dyn Ruleset,
    ) -> Result<Self, SaveError> {
        if save.ruleset != ruleset.key() {
            return Err(SaveError(format!("This save is of the ruleset `{}`.", save.ruleset)));
        }
        Self::again(level, ruleset, save.seed, &save.start, orders)
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
        self.unforce_dice();
        self.force_dice(&recorded.dice, false);
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
