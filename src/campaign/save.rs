//! Journeys in files: the campaign's text and those of its levels, what lies behind, the roster, the battle that is being fought.
//!
//! As with saves of battles, nothing is taken over from a file: everything is played again and must come out as it was saved.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::journey::{Fought, Journey, Leg, Stage};
use super::load::{Loaded, find_beside, parse};
use super::roster::Person;
use crate::battle::{Battle, LARGEST_SAVE, Refusal, Save, SaveError, read_json, seal, unseal, write_whole};
use crate::level::{first_error, read_text};
use crate::rules::{self, Known};

/// The form of campaign saves this version writes and reads.
const FORMAT: u32 = 1;

/// A journey in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignSave {
    battlemat_campaign: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// Where the campaign was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The campaign's text.
    pub campaign: String,
    /// The levels' texts, by the paths that the campaign writes.
    pub levels: BTreeMap<String, String>,
    /// The ruleset's key.
    pub ruleset: String,
    /// The ruleset's content when it was written.
    pub content: u64,
    /// The seed that all others follow from.
    pub seed: u64,
    /// What lies behind.
    pub legs: Vec<Leg>,
    /// Everybody, as they are between battles.
    pub roster: Vec<Person>,
    /// The battle that is being fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Running>,
}

/// A battle that is being fought, in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Running {
    /// Who went.
    pub who: Vec<String>,
    /// The battle as an ordinary save.
    pub save: Value,
}

/// A journey that was taken up again.
pub struct Restored {
    /// The journey.
    pub journey: Journey,
    /// Where the campaign was read from.
    pub file: Option<String>,
    /// The battle that is being fought.
    pub battle: Option<Battle>,
    /// What players are to be told of it.
    pub note: Option<String>,
}

impl CampaignSave {
    /// A journey as a save, with that of the battle that is being fought.
    pub fn new(journey: &Journey, battle: Option<&Save>, file: Option<&str>) -> Self {
        let text = |(path, level): (&String, &Arc<crate::level::Level>)| (path.clone(), level.source.clone());
        let running = match (journey.stage(), battle) {
            (Stage::Fighting { who, .. }, Some(battle)) => Some(Running { who: who.clone(), save: battle.to_value() }),
            _ => None,
        };
        Self {
            battlemat_campaign: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            file: file.map(str::to_owned),
            campaign: journey.campaign().source.clone(),
            levels: journey.levels().iter().map(text).collect(),
            ruleset: journey.ruleset().key().into(),
            content: journey.ruleset().content_hash(),
            seed: journey.seed(),
            legs: journey.legs().to_vec(),
            roster: journey.roster().to_vec(),
            running,
        }
    }

    /// Whether a value is such a save rather than that of a battle.
    pub fn is_one(value: &Value) -> bool {
        value.get("battlemat_campaign").is_some()
    }

    /// Whether a text is such a save.
    pub fn is_text(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Head {
            #[serde(rename = "battlemat_campaign")]
            _form: serde::de::IgnoredAny,
        }
        serde_json::from_str::<Head>(text).is_ok()
    }

    /// Reads a save from its text.
    ///
    /// # Errors
    /// When it is no save of a campaign, damaged, or of another form.
    pub fn from_json(text: &str) -> Result<Self, SaveError> {
        let wrong = |e| SaveError(format!("This is no save of a campaign, or it is damaged: {e}."));
        Self::from_value(read_json(text).map_err(wrong)?)
    }

    /// Reads a save from JSON.
    ///
    /// # Errors
    /// When it is no save of a campaign, damaged, or of another form.
    pub fn from_value(mut value: Value) -> Result<Self, SaveError> {
        let Some(form) = value.get("battlemat_campaign").and_then(Value::as_u64) else {
            return Err(SaveError("This is no save of a campaign: it lacks the field `battlemat_campaign`.".into()));
        };
        if form != u64::from(FORMAT) {
            return Err(SaveError(format!(
                "This save of a campaign is of form {form}; this version of Battlemat reads form {FORMAT}."
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

    /// Writes it whole or not at all.
    ///
    /// # Errors
    /// What the file system says, with the path; that it is too long to be read again.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        let text = self.to_value().to_string();
        if text.len() as u64 > LARGEST_SAVE {
            let most = LARGEST_SAVE >> 20;
            return Err(SaveError(format!("{}: a save has at most {most} megabytes.", path.display())));
        }
        write_whole(path, &text)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no save of a campaign, damaged, or of another form.
    pub fn read(path: &Path) -> Result<Self, SaveError> {
        let text = read_text(path, LARGEST_SAVE).map_err(SaveError)?;
        Self::from_json(&text).map_err(|e| SaveError(format!("{}: {e}", path.display())))
    }

    /// The campaign with its levels, from the texts in the save.
    fn loaded(&self) -> Result<Loaded, SaveError> {
        let find =
            |path: &str| self.levels.get(path).cloned().ok_or_else(|| format!("the save lacks the level {path}"));
        let parsed = parse(&self.campaign, "the campaign in the save", &Known::PLAYED, &find);
        parsed.map(|(loaded, _)| loaded).map_err(|findings| {
            let why = first_error(&findings).map_or_else(String::new, |first| format!(": {first}"));
            SaveError(format!("The campaign in this save cannot be read{why}."))
        })
    }

    /// Takes the journey up: plays everything again, from the first battle on.
    ///
    /// # Errors
    /// The first thing that does not come out as it was saved.
    pub fn restore(&self) -> Result<Restored, SaveError> {
        self.replay(&mut |_| {})
    }

    /// As [`CampaignSave::restore`]; each battle that is over is shown before the journey goes on.
    ///
    /// # Errors
    /// The first thing that does not come out as it was saved.
    pub fn replay(&self, show: &mut dyn FnMut(&Battle)) -> Result<Restored, SaveError> {
        let ruleset = rules::by_key(&self.ruleset).ok_or_else(|| SaveError(rules::unknown(&self.ruleset)))?;
        let mut journey = Journey::begin(self.loaded()?, ruleset, self.seed).map_err(SaveError)?;
        for leg in &self.legs {
            match leg {
                Leg::Battle(fought) => fight_again(&mut journey, fought, show).map_err(|why| self.not_so(&why.0))?,
                Leg::Link(passed) if passed.link.is_some() => {
                    journey.pass(&passed.choices, &passed.dice).map_err(|why| self.not_so(&why.message))?;
                }
                Leg::Link(_) => {}
            }
        }
        if journey.legs() != self.legs {
            return Err(self.not_so("it goes another way than was saved."));
        }
        if journey.roster() != self.roster {
            return Err(self.not_so("somebody of the roster is otherwise than was saved."));
        }
        let battle = self.running.as_ref().map(|running| self.resume(&mut journey, running)).transpose()?;
        if let Some(battle) = &battle {
            show(battle);
        }
        Ok(Restored { journey, file: self.file.clone(), battle, note: self.note() })
    }

    /// The battle that was being fought, at the moment it was saved.
    fn resume(&self, journey: &mut Journey, running: &Running) -> Result<Battle, SaveError> {
        let save = Save::from_value(running.save.clone())?;
        let fresh = journey.set_out(Some(&running.who), &save.start).map_err(|why| self.not_so(&why.message))?;
        let same = save.level == fresh.level().source && save.cast == fresh.level().cast && save.seed == fresh.seed();
        if !same {
            return Err(self.not_so("the battle in it is another than the one that comes."));
        }
        Battle::resume(&save, fresh.level().clone(), journey.ruleset())
    }

    /// What to say of a save that does not come out the same when it is played again.
    fn not_so(&self, why: &str) -> SaveError {
        let same = rules::by_key(&self.ruleset).is_some_and(|ruleset| ruleset.content_hash() == self.content);
        SaveError(if same {
            format!("This save is damaged: {why}")
        } else {
            format!(
                "The rules or stat blocks have changed since this was saved ({}), and this campaign does not come out the same under \
                 them: {why} Play it with the version that wrote it.",
                self.version
            )
        })
    }

    /// A sentence where the campaign's file, or a level's, says something else by now. The save goes on with its own text.
    fn note(&self) -> Option<String> {
        let file = Path::new(self.file.as_ref()?);
        let differs = |text: Result<String, String>, own: &str| text.is_ok_and(|text| text != own);
        let changed = differs(read_text(file, LARGEST_SAVE), &self.campaign)
            || self.levels.iter().any(|(path, own)| differs(find_beside(file, path), own));
        changed.then(|| {
            format!("{} or one of its levels was changed since: this save goes on with its own text.", file.display())
        })
    }
}

/// Fights a battle of a save again.
fn fight_again(journey: &mut Journey, fought: &Fought, show: &mut dyn FnMut(&Battle)) -> Result<(), SaveError> {
    let refused = |why: Refusal| SaveError(why.message.to_string());
    let mut battle = journey.set_out(Some(&fought.who), &fought.start).map_err(refused)?;
    if battle.seed() != fought.seed {
        return Err(SaveError(format!("the battle `{}` has another seed.", fought.battle)));
    }
    for (number, recorded) in fought.orders.iter().enumerate() {
        battle.order_again(number, recorded)?;
    }
    if battle.hash() != fought.hash {
        return Err(SaveError(format!("the battle `{}` ends with another hash.", fought.battle)));
    }
    show(&battle);
    journey.settle(&battle).map_err(refused)
}
