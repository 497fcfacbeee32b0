//! Saves taken up again and played again: the level's text is read anew, the orders must give the same hashes.

use std::sync::Arc;

use crate::battle::{Battle, Ruleset, Save, SaveError, names_in};
use crate::level::{Cast, Level, Outfit, first_error};
use crate::rules;

/// The level and the ruleset of a save, from the level's text, who stands in places of it, and the ruleset's key.
///
/// # Errors
/// When the level has mistakes now, a place that the cast names is not there, or there is no such ruleset.
pub fn parts(level: &str, cast: Option<&Cast>, ruleset: &str) -> Result<(Arc<Level>, &'static dyn Ruleset), SaveError> {
    let Some(ruleset) = rules::by_key(ruleset) else {
        return Err(SaveError(rules::unknown(ruleset)));
    };
    let (level, _) = rules::read_level_played(level, "the level in the save").map_err(|findings| {
        let why = first_error(&findings).map_or_else(String::new, |first| format!(": {first}"));
        SaveError(format!("The level in this save cannot be read{why}."))
    })?;
    let level = match cast {
        None => level,
        Some(cast) => {
            check_cast(cast, ruleset)?;
            level.with_cast(cast.clone(), names_in(ruleset)).map_err(SaveError)?
        }
    };
    Ok((Arc::new(level), ruleset))
}

/// Whether the ruleset lets people start as a cast says. The level's own creatures are checked when it is read.
fn check_cast(cast: &Cast, ruleset: &dyn Ruleset) -> Result<(), SaveError> {
    for who in cast.roles.iter().map(|role| &role.who) {
        let wrong = |why: String| SaveError(format!("{} cannot stand in this save's level: {why}.", who.name));
        if !ruleset.kinds().contains(&who.kind) {
            return Err(wrong(format!("there is no creature `{}`", who.kind)));
        }
        let Some(overrides) = who.rules.get(ruleset.key()) else { continue };
        if let Some((_, why, _)) = ruleset.check_overrides(&who.kind, overrides).into_iter().next() {
            return Err(wrong(why));
        }
        let outfit = Outfit { kind: &who.kind, size: who.size, items: who.items.as_deref(), overrides };
        if let Some(why) = ruleset.refuses(&outfit) {
            return Err(wrong(why));
        }
    }
    Ok(())
}

/// The battle of a save, at the moment it was saved.
///
/// # Errors
/// When the level, the ruleset or the state in it do not fit this program.
pub fn resume(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, save.cast.as_deref(), &save.ruleset)?;
    Battle::resume(save, level, ruleset)
}

/// The battle of a save, played again from its first order.
///
/// # Errors
/// The first order that is refused now or comes out differently.
pub fn replay(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, save.cast.as_deref(), &save.ruleset)?;
    Battle::replay(save, level, ruleset)
}

/// Plays a save again and compares everything that happened, and the end with the state that was saved.
///
/// # Errors
/// The first difference.
pub fn check(save: &Save) -> Result<Battle, SaveError> {
    let (level, ruleset) = parts(&save.level, save.cast.as_deref(), &save.ruleset)?;
    Battle::check_again(save, level, ruleset)
}
