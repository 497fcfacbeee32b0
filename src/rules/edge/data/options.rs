//! What a level may switch for this ruleset.

use bevy::prelude::World;
use serde::Deserialize;
use toml::Table;

use super::bestiary::WORDS;
use super::skills::{REFLEX, skill};
use super::stats::Ability;
use super::traps;
use crate::battle::*;

/// EDG-SET-1: whether a failure with a 1 brings a setback.
pub(crate) fn has_setbacks(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let written = level.rules.get("edge").and_then(|table| table.get("setbacks")?.as_bool());
    written.unwrap_or(true)
}

/// EDG-INIT-3: whether creatures of a side that are alike share one roll of initiative.
pub(crate) fn rolls_for_groups(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    level.rules.get("edge").and_then(|table| table.get("group_initiative")?.as_bool()).unwrap_or(false)
}

/// EDG-OBJ-4: the save against what bursts out by a level's event: ability, skill, and what it must reach; none where the level says so.
pub(crate) fn burst_save(world: &World) -> Option<(Ability, &'static str, i32)> {
    let level = &world.resource::<LevelRes>().0;
    let table = level.rules.get("edge");
    let dc = table.and_then(|table| table.get("burst_dc"));
    if dc.and_then(toml::Value::as_bool) == Some(false) {
        return None;
    }
    let dc = dc.and_then(toml::Value::as_integer).and_then(|dc| i32::try_from(dc).ok()).unwrap_or(13);
    let named = table.and_then(|table| table.get("burst_save")?.as_str());
    let known = named.and_then(skill).or_else(|| skill(REFLEX))?;
    Some((known.ability, known.key.as_str(), dc))
}

/// EDG-DEATH-6: whether shots, too, may spare those who fall by them.
pub(crate) fn spares_at_range(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    level.rules.get("edge").and_then(|table| table.get("spare_at_range")?.as_bool()).unwrap_or(false)
}

/// The list of circumstances in a level's options.
const CIRCUMSTANCES: &str = "circumstances";

/// Which way circumstances lean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Lean {
    Advantage,
    Disadvantage,
}

/// EDG-ADV-7: what a place makes of the checks that are rolled in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Circumstance {
    /// The zone.
    pub zone: String,
    /// The ability whose checks it concerns; all where nothing is written.
    pub on: Option<Ability>,
    /// Which way it leans.
    pub gives: Lean,
    /// What people call it.
    pub says: String,
}

/// Those of a level, of one zone or another.
pub(crate) fn circumstances(world: &World) -> Vec<Circumstance> {
    let level = &world.resource::<LevelRes>().0;
    let written = level.rules.get("edge").and_then(|table| table.get(CIRCUMSTANCES)).cloned();
    written.and_then(|list| list.try_into().ok()).unwrap_or_default()
}

/// Everything wrong with a level's options: where, message, help.
pub(crate) fn check_options(table: &Table) -> Vec<(String, String, String)> {
    let mut found = check_keys(table, About::Level, WORDS.keys(About::Level));
    if let Some(list) = table.get(CIRCUMSTANCES).cloned()
        && let Err(why) = list.try_into::<Vec<Circumstance>>()
    {
        let help = "a list such as `[{ zone = \"deck\", on = \"dexterity\", gives = \"disadvantage\", says = \"the deck rocks\" }]`";
        found.push((CIRCUMSTANCES.to_owned(), why.message().to_owned(), help.to_owned()));
    }
    found.extend(traps::check(table));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_circumstances_is_named() {
        let check = |text: &str| check_options(&toml::from_str(text).expect("well-formed"));
        let whole = "circumstances = [{ zone = \"deck\", on = \"will\", gives = \"advantage\", says = \"calm\" }]";
        assert!(check(whole).is_empty());
        for text in ["circumstances = 3", "circumstances = [{ zone = \"deck\", gives = \"luck\", says = \"\" }]"] {
            assert_eq!(check(text).first().map(|found| found.0.as_str()), Some("circumstances"), "{text}");
        }
    }
}
