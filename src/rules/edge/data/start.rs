//! How a creature starts apart from its stat block: what earlier skirmishes and the time between have left of it (EDG-CAMP-1, R77).

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};
use toml::Table;

use super::stats::Ability;
use super::traumas;

/// The keys of [`Start`].
pub(crate) const KEYS: [&str; 13] = [
    "rads",
    "exhaustion",
    "exhaustion_locked",
    "traumas",
    "bleeding",
    "psi_left",
    "awake_h",
    "hunger_h",
    "thirst_h",
    "fed_h",
    "starved",
    "strained",
    "hidden_from",
];

/// A trauma that a creature starts with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suffered {
    /// The key of its row.
    pub key: String,
    /// The ability that has lost a point by it, where its row takes one; the first that it names where nothing is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Ability>,
    /// Successes towards healing.
    #[serde(default, skip_serializing_if = "none")]
    pub successes: u8,
    /// EDG-REST-4: whether it is healed, so that only what is permanent of it is left.
    #[serde(default, skip_serializing_if = "is_not")]
    pub healed: bool,
    /// EDG-REST-11: whether what is permanent of it has been mended.
    #[serde(default, skip_serializing_if = "is_not")]
    pub mended: bool,
    /// Whom it dreads or clings to, by name (EDG-TRA-22, EDG-TRA-24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn none(successes: &u8) -> bool {
    *successes == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_not(flag: &bool) -> bool {
    !flag
}

/// What a creature has behind it when a skirmish begins.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Start {
    /// Levels of exhaustion that rest takes away.
    pub exhaustion: u8,
    /// EDG-EXH-9: those that rest does not.
    pub exhaustion_locked: u8,
    /// EDG-RAD-4: its rads.
    pub rads: i32,
    /// Its traumas.
    pub traumas: Vec<Suffered>,
    /// Whether it bleeds.
    pub bleeding: bool,
    /// EDG-REST-7: psi points left, where not all.
    pub psi_left: Option<i32>,
    /// EDG-REST-10: how many hours ago its last full rest ended.
    pub awake_h: Option<i32>,
    /// EDG-CAMP-3: half-hours that count as hours without food.
    pub hunger_h: i32,
    /// EDG-CAMP-4: hours without enough water.
    pub thirst_h: i32,
    /// Hours with enough of both.
    pub fed_h: i32,
    /// How many of the locked levels come from hunger and thirst.
    pub starved: u8,
    /// EDG-REST-5: whether it has fought or marched since its last full rest.
    pub strained: bool,
    /// EDG-HIDE: from whom it hides, which others read.
    hidden_from: Option<toml::Value>,
}

impl Start {
    /// What is written of it in a creature's table.
    ///
    /// # Errors
    /// The first thing wrong, as a sentence that begins with its key.
    pub(crate) fn of(written: Option<&Table>) -> Result<Self, String> {
        let mut own = written.cloned().unwrap_or_default();
        own.retain(|key, _| KEYS.contains(&key));
        let wrong = |key: &str, why: &str| format!("`{key}`: {why}");
        for (key, value) in &own {
            let one = Table::from_iter([(key.clone(), value.clone())]);
            one.try_into::<Self>().map_err(|why| wrong(key, why.message()))?;
        }
        let start: Self = own.try_into().map_err(|why| wrong("traumas", why.message()))?;
        for one in &start.traumas {
            let Some(row) = traumas::by_key(&one.key) else {
                return Err(wrong("traumas", &format!("there is no trauma `{}`", one.key)));
            };
            if one.lost.is_some_and(|lost| !row.loses.contains(&lost)) {
                return Err(wrong("traumas", &format!("`{}` takes no point of that ability", one.key)));
            }
        }
        Ok(start)
    }

    /// What of it goes on counting while a skirmish is fought.
    pub(crate) fn clock(&self) -> Clock {
        let Self { awake_h, hunger_h, thirst_h, fed_h, starved, strained, .. } = *self;
        Clock { awake_h, hunger_h, thirst_h, fed_h, starved, strained }
    }
}

/// The campaign's time for a creature, in hours (EDG-REST-10, EDG-CAMP-3, EDG-CAMP-4); see [`Start`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Since its last full rest; half of what its kind can bear where nothing is known.
    pub awake_h: Option<i32>,
    /// Half-hours that count as hours without food.
    pub hunger_h: i32,
    /// Without enough water.
    pub thirst_h: i32,
    /// With enough of both.
    pub fed_h: i32,
    /// How many of the locked levels of exhaustion come from hunger and thirst.
    pub starved: u8,
    /// Whether it has fought or marched since its last full rest.
    pub strained: bool,
}

/// EDG-REST-7: psi points left.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Psi(pub i32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_start_is_named_by_its_key() {
        let read = |text: &str| Start::of(Some(&toml::from_str(text).expect("well-formed")));
        assert!(read("traumas = [{ key = \"right_arm_injury\", successes = 1 }]\nvp = 3").is_ok());
        for (wrong, key) in [
            ("traumas = [{ key = \"right_arm\" }]", "`traumas`"),
            ("traumas = [{ key = \"head_injury\", lost = \"tech\" }]", "`traumas`"),
            ("awake_h = \"long\"", "`awake_h`"),
        ] {
            assert!(read(wrong).is_err_and(|why| why.starts_with(key)), "{wrong}");
        }
    }
}
