//! What a level may switch for this ruleset.

use std::collections::BTreeMap;

use bevy::prelude::World;
use serde::Deserialize;
use toml::Table;

use super::bestiary::WORDS;
use super::cards;
use super::exposure;
use super::secrets;
use super::skills::{REFLEX, skill};
use super::stats::Ability;
use super::traps;
use super::written::{flag, written};
use crate::battle::*;
use crate::dice::Expression;
use crate::grid::Square;
use crate::level::Light;

/// EDG-LIGHT-3: what light the sky gives.
pub(crate) fn sky(world: &World) -> Option<Light> {
    Some(match written(world, "sky")?.as_str()? {
        "overcast" => Light::Bright,
        "twilight" | "full_moon" => Light::Dim,
        _ => Light::Dark,
    })
}

/// EDG-HIDE-1: whether one may hide in a square though it is seen dimly or stands behind high cover.
pub(crate) fn is_hiding_place(world: &World, at: Square) -> bool {
    let zones = &world.resource::<LevelRes>().0.zones;
    let names = written(world, "hiding_places").and_then(toml::Value::as_array).into_iter().flatten();
    names.filter_map(|name| zones.get(name.as_str()?)).any(|zone| zone.contains(&at))
}

/// EDG-HIDE-14: whether those who search are not told what they rolled.
pub(crate) fn has_secret_rolls(world: &World) -> bool {
    flag(world, "secret_rolls").unwrap_or(false)
}

/// EDG-SET-1: whether a failure with a 1 brings a setback.
pub(crate) fn has_setbacks(world: &World) -> bool {
    flag(world, "setbacks").unwrap_or(true)
}

/// EDG-INIT-3: whether creatures of a side that are alike share one roll of initiative.
pub(crate) fn rolls_for_groups(world: &World) -> bool {
    flag(world, "group_initiative").unwrap_or(false)
}

/// EDG-GRAV-15: whether creatures feel gravity as their home has taught them.
pub(crate) fn has_native_gravity(world: &World) -> bool {
    flag(world, "native_gravity").unwrap_or(true)
}

/// EDG-GRAV-16: whether loads weigh as gravity has it.
pub(crate) fn weighs_by_gravity(world: &World) -> bool {
    flag(world, "weight_by_gravity").unwrap_or(false)
}

/// EDG-GRAV-18: whether the fight begins hours after all of them have lost their weight.
pub(crate) fn is_space_sick(world: &World) -> bool {
    flag(world, "space_sick").unwrap_or(false)
}

/// What hits those who drift into something.
const IMPACT: &str = "impact";

/// EDG-GRAV-14: the dice that a drifter takes from what stops it; none where the level says nothing.
pub(crate) fn impact(world: &World) -> Option<Expression> {
    written(world, IMPACT)?.as_str()?.parse().ok()
}

/// What is wrong with these dice.
fn check_impact(table: &Table) -> Option<(String, String, String)> {
    let value = table.get(IMPACT)?.as_str()?;
    let why = value.parse::<Expression>().err()?;
    Some((IMPACT.to_owned(), why.to_string(), "write dice such as `4d6`".to_owned()))
}

/// EDG-OBJ-4: the save against what bursts out by a level's event: ability, skill, and what it must reach; none where the level says so.
pub(crate) fn burst_save(world: &World) -> Option<(Ability, &'static str, i32)> {
    let dc = written(world, "burst_dc");
    if dc.and_then(toml::Value::as_bool) == Some(false) {
        return None;
    }
    let dc = dc.and_then(toml::Value::as_integer).and_then(|dc| i32::try_from(dc).ok()).unwrap_or(13);
    let named = written(world, "burst_save").and_then(toml::Value::as_str);
    let known = named.and_then(skill).or_else(|| skill(REFLEX))?;
    Some((known.ability, known.key.as_str(), dc))
}

/// EDG-DEATH-6: whether shots, too, may spare those who fall by them.
pub(crate) fn spares_at_range(world: &World) -> bool {
    flag(world, "spare_at_range").unwrap_or(false)
}

/// The table of paces in a level's options.
const PACE: &str = "pace";

/// EDG-CAMP-5: how fast a side has travelled to the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pace {
    Slow,
    Normal,
    Fast,
}

/// The pace of a creature's side, where the level names one.
pub(crate) fn pace(world: &World, id: Id) -> Option<Pace> {
    let sides = &world.resource::<LevelRes>().0.sides;
    let side = sides.get(usize::from(side_of(world, id).0))?;
    written(world, PACE)?.get(&side.id)?.clone().try_into().ok()
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
    let all = written(world, CIRCUMSTANCES).cloned();
    all.and_then(|list| list.try_into().ok()).unwrap_or_default()
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
    found.extend(check_impact(table));
    if let Some(paces) = table.get(PACE).cloned()
        && let Err(why) = paces.try_into::<BTreeMap<String, Pace>>()
    {
        let help = "a table from sides to `slow`, `normal` or `fast`, such as `{ red = \"slow\" }`";
        found.push((PACE.to_owned(), why.message().to_owned(), help.to_owned()));
    }
    found.extend(traps::check(table));
    found.extend(secrets::check(table));
    found.extend(exposure::check(table));
    found.extend(cards::check(table));
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
