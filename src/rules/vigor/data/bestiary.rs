//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::{Armour, Attack, Feet, Profile, Size, Technique};
use crate::battle::{About, Key, Takes, check_keys};
use crate::level;
use crate::rules::stock::Stock;

pub(super) const BESTIARY: &str = include_str!("../../../../assets/rulesets/vigor/bestiary.toml");

/// The lists of stat blocks that name what they share.
const LISTS: [&str; 3] = ["attacks", "worn", "techniques"];

static STOCK: LazyLock<Stock> = LazyLock::new(|| Stock::read(BESTIARY, &LISTS));

/// The kinds, in alphabetical order.
pub fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub fn shared() -> (Vec<Attack>, Vec<Armour>, Vec<Technique>) {
    (
        STOCK.shared("attacks"),
        STOCK.shared("worn"),
        STOCK.shared("techniques"),
    )
}

/// A creature of a kind with a level's size and overrides for it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub fn muster(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Profile, String> {
    let mut profile: Profile = STOCK.muster(kind, overrides.unwrap_or(&Table::new()))?;
    if let Some(size) = size {
        profile.size = size.into();
    }
    Ok(profile)
}

/// The size and height of a kind, as shared code knows them.
pub fn stature(kind: &str) -> Option<(level::Size, Feet)> {
    let profile = muster(kind, None, None).ok()?;
    let size = match profile.size {
        Size::Tiny => level::Size::Tiny,
        Size::Small => level::Size::Small,
        Size::Medium => level::Size::Medium,
        Size::Large => level::Size::Large,
        Size::Huge => level::Size::Huge,
        Size::Massive | Size::Colossal => level::Size::Colossal,
    };
    Some((size, profile.height_ft))
}

/// What a level may change.
pub static KEYS: [Key; 28] = {
    const SCORE: Takes = Takes::Number(1..=60);
    const TRACK: Takes = Takes::Number(0..=10_000);
    const LIST: &str = "a list of keys, or of tables with `key`";
    [
        Key::new("name", Takes::Text, "What people call its kind."),
        Key::new(
            "size",
            Takes::Word(&["tiny", "small", "medium", "large", "huge", "massive", "colossal"]),
            "Its size category.",
        ),
        Key::new("height_ft", Takes::Number(0..=500), "How tall it stands, in feet."),
        Key::new(
            "nature",
            Takes::Word(&["living", "construct", "undead"]),
            "Who is harmed in which way.",
        ),
        Key::new("strength", SCORE, "Strength."),
        Key::new("agility", SCORE, "Agility."),
        Key::new("speed", SCORE, "Speed."),
        Key::new("stamina", SCORE, "Stamina."),
        Key::new("reason", SCORE, "Reason."),
        Key::new("resolve", SCORE, "Resolve."),
        Key::new("soul", SCORE, "Soul."),
        Key::new("actions", Takes::Number(1..=6), "Actions a turn."),
        Key::new(
            "guard_bonus",
            Takes::Number(-20..=60),
            "What abilities add to its Guard.",
        ),
        Key::new("init_dice", Takes::Number(0..=6), "Bonus dice on its initiative."),
        Key::new(
            "vigor_max",
            Takes::Number(5..=10_000),
            "Vigor at most; twice its Stamina if absent.",
        ),
        Key::new(
            "durability_max",
            Takes::Number(1..=10_000),
            "Durability at most; Stamina and Strength if absent.",
        ),
        Key::new(
            "health_max",
            Takes::Number(1..=10_000),
            "Health at most; its Stamina if absent.",
        ),
        Key::new("vigor", TRACK, "Vigor at the start."),
        Key::new("durability", TRACK, "Durability at the start."),
        Key::new("health", Takes::Number(1..=10_000), "Health at the start."),
        Key::new(
            "durability_recovery",
            Takes::Number(0..=100),
            "Durability it gets back each round.",
        ),
        Key::new(
            "health_recovery",
            Takes::Number(0..=100),
            "Health it gets back each round.",
        ),
        Key::new(
            "durability_rank",
            Takes::Word(&["heroic", "epic", "legendary"]),
            "The quality that harms it at all.",
        ),
        Key::new("hide", Takes::Number(0..=100), "The Armor Rank of its hide."),
        Key::new(
            "defenses",
            Takes::Own("a list of tables with `key`, `name` and `score`"),
            "Defenses besides Dodge.",
        ),
        Key::new("worn", Takes::Own(LIST), "What it wears."),
        Key::new("attacks", Takes::Own(LIST), "What it attacks with."),
        Key::new("techniques", Takes::Own(LIST), "Techniques it has learnt."),
    ]
};

/// Everything wrong with a level's overrides for one creature: key, message, help.
pub fn check_overrides(table: &Table) -> Vec<(String, String, String)> {
    let mut found = check_keys(table, About::Creature, &KEYS);
    if found.is_empty()
        && let Err(why) = muster("soldier", None, Some(table))
    {
        let key = table
            .keys()
            .find(|key| why.contains(key.as_str()) || table[*key].is_array());
        let key = key.or(table.keys().next()).cloned().unwrap_or_default();
        found.push((key, why, "see the bestiary for an example".into()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_musters_and_no_two_are_alike() {
        let kinds = kinds();
        let blocks: Vec<Profile> = kinds.iter().map(|kind| muster(kind, None, None).expect(kind)).collect();
        for (at, block) in blocks.iter().enumerate() {
            assert!(
                block.vigor_max() >= 5 && block.durability_max() > 0 && !block.attacks.is_empty(),
                "{}",
                block.name
            );
            assert!(blocks[at + 1..].iter().all(|other| other != block), "{}", block.name);
        }
        let (attacks, armour, techniques) = shared();
        assert!(attacks.len() > 5 && armour.len() > 2 && !techniques.is_empty());
    }

    #[test]
    fn what_is_wrong_in_a_level_is_named() {
        let check = |text: &str| check_overrides(&toml::from_str(text).expect("well-formed"));
        assert!(check("speed = 24\nattacks = [\"sword\", { key = \"pick\", name = \"Pick\", class = \"melee\", style = \"blow\" }]").is_empty());
        for (text, key) in [
            ("sped = 3", "sped"),
            ("speed = 99", "speed"),
            ("attacks = [\"sward\"]", "attacks"),
        ] {
            assert_eq!(check(text).first().map(|found| found.0.as_str()), Some(key), "{text}");
        }
    }
}
