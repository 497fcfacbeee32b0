//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::cinematic::{self, Entry};
use super::ledger::DATA;
use super::options;
use super::stats::{Attack, Consumable, Profile, Worn};
use crate::battle::{self, About, Outline};
use crate::level;
use crate::rules::{glossary::Glossary, stock::Stock};

static STOCK: LazyLock<Stock> =
    LazyLock::new(|| Stock::read(DATA.bestiary, &["attacks", "worn", "carries", "cinematics"]));

/// The kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub(crate) fn shared() -> (Vec<Attack>, Vec<Worn>, Vec<Consumable>) {
    (STOCK.shared("attacks"), STOCK.shared("worn"), STOCK.shared("carries"))
}

/// The Cinematics that are always prepared.
pub(crate) static LIBRARY: LazyLock<Vec<Entry>> = LazyLock::new(|| STOCK.shared("cinematics"));

/// Everything wrong with a level's options: where, message, help.
pub(crate) fn check_options(table: &Table) -> Vec<(String, String, String)> {
    let mut found = battle::check_keys(table, About::Level, WORDS.keys(About::Level));
    found.extend(options::check_round(table));
    found.extend(table.get(cinematic::LIST).map(cinematic::check).unwrap_or_default());
    found
}

/// A creature of a kind with a level's size and overrides for it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn spawn_creature(
    kind: &str,
    size: Option<level::Size>,
    overrides: Option<&Table>,
) -> Result<Profile, String> {
    let mut own = overrides.cloned().unwrap_or_default();
    own.remove("hidden_from");
    let mut profile: Profile = STOCK.spawn_creature(kind, &own)?;
    if let Some(size) = size {
        profile.size = size.into();
    }
    Ok(profile)
}

/// What can be written for this ruleset.
pub(crate) static WORDS: &LazyLock<Glossary> = &DATA.words;

/// Everything wrong with a level's overrides for one creature: key, message, help.
pub(crate) fn check_overrides(table: &Table) -> Vec<(String, String, String)> {
    let keys = WORDS.keys(About::Creature);
    battle::check_overrides(table, keys, |table| spawn_creature("soldier", None, Some(table)).map(drop))
}

/// What a level reads off a kind of creature before it is played: its size, its height and what it carries.
pub(crate) fn outline(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Outline, String> {
    let profile = spawn_creature(kind, size, overrides)?;
    let attacks = profile.attacks.into_iter().map(|with| with.key);
    Ok(Outline {
        size: profile.size.shared(),
        height: profile.size.tall(),
        edge: profile.size.edge(),
        items: attacks
            .chain(profile.worn.into_iter().map(|piece| piece.key))
            .chain(profile.carries.into_iter().map(|item| item.key))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_kind_musters_and_no_two_are_alike() {
        let kinds = kinds();
        for shared in level::KINDS {
            assert!(kinds.iter().any(|kind| kind == shared), "{shared}");
        }
        let blocks: Vec<Profile> = kinds.iter().map(|kind| spawn_creature(kind, None, None).expect(kind)).collect();
        for (at, block) in blocks.iter().enumerate() {
            assert!(block.vitality_max > 0 && !block.attacks.is_empty(), "{}", block.name);
            assert!(blocks[at + 1..].iter().all(|other| other != block), "{}", block.name);
        }
    }

    #[test]
    fn what_is_wrong_in_a_level_is_named() {
        let check = |text: &str| check_overrides(&toml::from_str(text).expect("well-formed"));
        assert!(check("basic_movement = 4\nattacks = [\"axe\"]\nskills = { athletics = 2 }\nresist = [\"elemental\", \"curse\"]").is_empty());
        for (text, key) in [
            ("sped = 3", "sped"),
            ("str = 99", "str"),
            ("attacks = [\"axx\"]", "attacks"),
            ("resist = [\"love\"]", "resist"),
            ("skills = { athletix = 2 }", "skills"),
        ] {
            assert_eq!(check(text).first().map(|found| found.0.as_str()), Some(key), "{text}");
        }
    }
}
