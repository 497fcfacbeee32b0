//! What lies on the table, and how it comes there again from a save.

use std::path::Path;

use super::super::session::Session;
use super::travel::{self, Travel};
use super::{autosave, saves};
use crate::battle::Save;
use crate::campaign::CampaignSave;

/// What lies on the table.
pub(in crate::gui) enum Table {
    /// A battle.
    Battle(Box<Session>),
    /// A campaign between two battles.
    Between(Box<Travel>),
}

/// Takes a save up again, of a battle or of a campaign.
///
/// # Errors
/// Why it cannot be taken up.
pub(super) fn read_save(path: &Path) -> Result<Table, String> {
    let stamp = saves::stamp(path);
    if let Some(text) = travel::text_of(path) {
        let table = take_up(path, &text)?;
        saves::taken_up(path, stamp);
        return Ok(table);
    }
    let save = Save::read(path).map_err(|e| e.to_string())?;
    let mut session = Session::resumed(&save).map_err(|e| e.to_string())?;
    session.kept_in = autosave::file_of(path);
    saves::taken_up(path, stamp);
    Ok(Table::Battle(Box::new(session)))
}

/// What is on the table once a campaign is taken up again: its battle, or the time between two.
///
/// # Errors
/// Why it cannot be taken up.
fn take_up(path: &Path, text: &str) -> Result<Table, String> {
    let save = CampaignSave::from_json(text).map_err(|why| format!("{}: {why}", path.display()))?;
    let restored = save.restore().map_err(|why| why.to_string())?;
    let kept_in = autosave::file_of(path);
    let travel = Travel { journey: restored.journey, file: restored.file, kept_in, note: restored.note };
    match save.running {
        None => Ok(Table::Between(Box::new(travel))),
        Some(running) => {
            let battle = Save::from_value(running.save).map_err(|why| why.to_string())?;
            let mut session = Session::resumed(&battle).map_err(|why| why.to_string())?;
            session.sit_down_with(travel);
            Ok(Table::Battle(Box::new(session)))
        }
    }
}
