//! Saves taken up again and played again: the level's text is read anew, the orders must give the same hashes.

use std::sync::Arc;

use crate::battle::{Battle, Ruleset, Save, SaveError};
use crate::level::Level;
use crate::rules;

/// The level and the ruleset of a save, from the level's text and the ruleset's key.
///
/// # Errors
/// When the level has mistakes now, or there is no such ruleset.
pub fn parts(level: &str, ruleset: &str) -> Result<(Arc<Level>, &'static dyn Ruleset), SaveError> {
    let Some(ruleset) = rules::by_key(ruleset) else {
        return Err(SaveError(rules::unknown(ruleset)));
    };
    match rules::read_level_played(level, "the level in the save") {
        Ok((level, _)) => Ok((Arc::new(level), ruleset)),
        Err(findings) => {
            let first = findings.iter().find(|finding| finding.is_error());
            let why = first.map_or_else(String::new, |finding| format!(": line {}: {}", finding.line, finding.message));
            Err(SaveError(format!("The level in this save cannot be read{why}.")))
        }
    }
}

/// The battle of a save, at the moment it was saved.
///
/// # Errors
/// When the level, the ruleset or the state in it do not fit this program.
pub fn resume(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, &save.ruleset)?;
    Battle::resume(save, level, ruleset)
}

/// The battle of a save, played again from its first order.
///
/// # Errors
/// The first order that is refused now or comes out differently.
pub fn replay(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, &save.ruleset)?;
    Battle::replay(save, level, ruleset)
}

/// Plays a save again and compares everything that happened, and the end with the state that was saved.
///
/// # Errors
/// The first difference.
pub fn check(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, &save.ruleset)?;
    Battle::check_again(save, level, ruleset)
}
