//! A campaign at the table: between its battles it lies here, during one in the session.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::battle::{LARGEST_SAVE, Save};
use crate::campaign::{CampaignSave, Journey, Loaded, Stage, Stop};
use crate::level::{Level, Seat, read_text};
use crate::rules;

/// A campaign that is being played.
#[derive(Resource, Clone)]
pub struct Travel {
    /// How it stands.
    pub journey: Journey,
    /// The campaign's file.
    pub file: Option<String>,
    /// The file in which it is kept.
    pub kept_in: Option<PathBuf>,
    /// What is to be said of it: why something cannot be done, or that its text was changed.
    pub note: Option<String>,
}

impl Travel {
    /// Begins a campaign.
    ///
    /// # Errors
    /// That there is no such ruleset; why it cannot begin under it.
    pub(in crate::gui) fn begin(loaded: Loaded, file: &Path, ruleset: Option<&str>, seed: u64) -> Result<Self, String> {
        let key = ruleset.unwrap_or(&loaded.campaign.ruleset).to_owned();
        let ruleset = rules::by_key(&key).ok_or_else(|| rules::unknown(&key))?;
        let journey = Journey::begin(loaded, ruleset, seed)?;
        Ok(Self { journey, file: Some(file.display().to_string()), kept_in: None, note: None })
    }

    /// The level of the battle before which it stands.
    pub(in crate::gui) fn next_level(&self) -> Option<(&Stop, &Level)> {
        let stop = self.journey.stop()?;
        Some((stop, self.journey.levels().get(&stop.level)?))
    }

    /// Who sits where in a battle until players choose: a person for the campaign's sides, the computer for the others.
    pub(in crate::gui) fn usual_seats(&self) -> Vec<Seat> {
        let Some((stop, level)) = self.next_level() else { return Vec::new() };
        let own = self.journey.campaign().sides_in(stop);
        let seat = |id: &String| if own.contains(id) { Seat::Human } else { Seat::Ai };
        level.sides.iter().map(|side| seat(&side.id)).collect()
    }

    /// Whether it is over.
    pub(in crate::gui) fn is_over(&self) -> bool {
        matches!(self.journey.stage(), Stage::Ended { .. })
    }

    /// It as a save, with that of the battle that is being fought.
    pub(in crate::gui) fn save(&self, battle: Option<&Save>) -> CampaignSave {
        CampaignSave::new(&self.journey, battle, self.file.as_deref())
    }
}

/// Whether a file holds the save of a campaign, and its text if it does.
pub(in crate::gui) fn text_of(path: &Path) -> Option<String> {
    read_text(path, LARGEST_SAVE).ok().filter(|text| CampaignSave::is_text(text))
}
