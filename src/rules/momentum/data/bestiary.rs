//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::stats::{Attack, Profile, Worn};
use crate::battle::{self, Key, Takes};
use crate::level;
use crate::rules::stock::Stock;

pub(super) const BESTIARY: &str = include_str!("../../../../assets/rulesets/momentum/bestiary.toml");

static STOCK: LazyLock<Stock> = LazyLock::new(|| Stock::read(BESTIARY, &["attacks", "worn"]));

/// The kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub(crate) fn shared() -> (Vec<Attack>, Vec<Worn>) {
    (STOCK.shared("attacks"), STOCK.shared("worn"))
}

/// A creature of a kind with a level's size and overrides for it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn muster(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Profile, String> {
    let mut profile: Profile = STOCK.muster(kind, overrides.unwrap_or(&Table::new()))?;
    if let Some(size) = size {
        profile.size = size.into();
    }
    Ok(profile)
}

/// What a level may change.
pub(crate) static KEYS: [Key; 26] = {
    const STAT: Takes = Takes::Number(1..=30);
    const WORD: Takes = Takes::Word(&["str", "dex", "con", "int", "cha", "ins", "wil"]);
    const LIST: &str = "a list of keys, or of tables with `key`";
    const TYPES: &str = "a list of types of damage, or of elemental, mystic, other";
    [
        Key::new("name", Takes::Text, "What people call its kind."),
        Key::new(
            "size",
            Takes::Word(&["tiny", "small", "medium", "large", "huge", "gigantic"]),
            "Its size category.",
        ),
        Key::new("str", STAT, "Strength."),
        Key::new("dex", STAT, "Dexterity."),
        Key::new("con", STAT, "Constitution."),
        Key::new("int", STAT, "Intelligence."),
        Key::new("cha", STAT, "Charisma."),
        Key::new("ins", STAT, "Instinct."),
        Key::new("wil", STAT, "Will."),
        Key::new("primary", WORD, "The Stat its effects and Abilities go by."),
        Key::new("secondary", WORD, "The Stat that joins them by half."),
        Key::new("evasion_stat", WORD, "The Stat that joins its Evasion."),
        Key::new(
            "skills",
            Takes::Own("a table of Skills and their Levels"),
            "Levels by Skill.",
        ),
        Key::new("init_mod", Takes::Number(-40..=40), "What joins its Initiative."),
        Key::new("worn", Takes::Own(LIST), "What it wears and carries against harm."),
        Key::new("armor", Takes::Number(-20..=40), "Armor that it has grown."),
        Key::new("evasion_mod", Takes::Number(-20..=20), "What joins its Evasion."),
        Key::new("immune", Takes::Own(TYPES), "The types that do it no harm."),
        Key::new("resist", Takes::Own(TYPES), "The types that do it half the harm."),
        Key::new(
            "vulnerable",
            Takes::Own(TYPES),
            "The types that do it half as much again.",
        ),
        Key::new("vitality_max", Takes::Number(1..=10_000), "Vitality at most."),
        Key::new("vitality", Takes::Number(1..=10_000), "Vitality at the start."),
        Key::new(
            "basic_movement",
            Takes::Number(0..=60),
            "How far it walks on its turn for nothing, in metres.",
        ),
        Key::new("rp_max", Takes::Number(0..=9), "Reaction Points a round."),
        Key::new("wp_max", Takes::Number(0..=99), "WP for its Abilities."),
        Key::new("attacks", Takes::Own(LIST), "What it attacks with."),
    ]
};

/// Everything wrong with a level's overrides for one creature: key, message, help.
pub(crate) fn check_overrides(table: &Table) -> Vec<(String, String, String)> {
    battle::check_overrides(table, &KEYS, |table| muster("soldier", None, Some(table)).map(drop))
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
        let blocks: Vec<Profile> = kinds.iter().map(|kind| muster(kind, None, None).expect(kind)).collect();
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
