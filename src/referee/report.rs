//! Reports of mistakes: everything needed to play a battle again up to the moment of the mistake, and a note of what it was. Smaller than a
//! save: no snapshot, no events.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::replay;
use crate::battle::{Battle, Recorded, SaveError, read_json, seal, unseal, write_whole};
use crate::dice::Forced;
use crate::level::{Cast, Seat};

/// The form of report files this version writes and reads. The first one had no checksum.
const FORMAT: u32 = 2;

/// A battle as a report tells it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugReport {
    battlemat_report: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// What the player says is wrong.
    #[serde(default)]
    pub note: String,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<Forced>,
    /// Every order so far.
    pub orders: Vec<Recorded>,
    /// Faces that lie forced for the next one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<Forced>,
    /// Who gives each side's orders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    /// The state's hash at the end.
    pub hash: u64,
}

impl BugReport {
    /// The battle as it stands, with a note.
    pub fn new(battle: &Battle, seats: &[Seat], note: &str) -> Self {
        Self {
            battlemat_report: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            note: note.trim().into(),
            ruleset: battle.ruleset().key().into(),
            content: battle.ruleset().content_hash(),
            level: battle.level().source.clone(),
            cast: battle.level().cast.clone(),
            seed: battle.seed(),
            start: battle.start_dice().to_vec(),
            orders: battle.orders().to_vec(),
            waiting: battle.forced_dice(),
            seats: seats.to_vec(),
            hash: battle.hash(),
        }
    }

    /// Whether a text is a report rather than a save.
    pub fn is_one(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Head {
            #[serde(rename = "battlemat_report")]
            _form: u32,
        }
        serde_json::from_str::<Head>(text).is_ok()
    }

    /// Reads a report from its text.
    ///
    /// # Errors
    /// When it is no report, damaged, or of another form.
    pub fn from_json(text: &str) -> Result<Self, SaveError> {
        let wrong = |e: serde_json::Error| SaveError(format!("This is no Battlemat report, or it is damaged: {e}."));
        let mut value = read_json(text).map_err(wrong)?;
        match value.get("battlemat_report").and_then(Value::as_u64) {
            Some(form) if form != u64::from(FORMAT) => {
                return Err(SaveError(format!(
                    "This report is of form {form}; this version of Battlemat reads form {FORMAT}."
                )));
            }
            _ => unseal(&mut value).map_err(|why| SaveError(format!("This report is damaged: {why}.")))?,
        }
        serde_json::from_value(value).map_err(wrong)
    }

    /// The report as text.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).expect("a report should serialise");
        seal(&mut value);
        value.to_string()
    }

    /// Writes it.
    ///
    /// # Errors
    /// What the file system says, with the path.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        write_whole(path, &self.to_json())
    }

    /// Plays it again from its first order and compares every hash.
    ///
    /// # Errors
    /// The first order that is refused now or comes out differently; and whether the rules have changed since.
    pub fn check(&self) -> Result<Battle, SaveError> {
        let (level, ruleset) = replay::parts(&self.level, self.cast.as_deref(), &self.ruleset)?;
        let changed = || {
            if self.content == ruleset.content_hash() {
                ""
            } else {
                " The rules or stat blocks have changed since the report was written."
            }
        };
        let mut battle = Battle::again(level, ruleset, self.seed, &self.start, &self.orders)
            .map_err(|why| SaveError(format!("{why}{}", changed())))?;
        battle.unforce_dice();
        battle.force_dice(&self.waiting, false);
        if battle.hash() != self.hash {
            return Err(SaveError(format!(
                "Played again it ends with the hash {:016x}, reported was {:016x}.{}",
                battle.hash(),
                self.hash,
                changed()
            )));
        }
        Ok(battle)
    }
}
