//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::conditions::{BOUND, CHARMED, DAZED, PINNED, PRONE, SHAKEN, STUNNED};
use super::ledger::DATA;
use super::{Armour, Attack, DODGE, Item, MOST_TINY, NONE, Nature, Profile, Size, Spell, Technique};
use crate::battle::{self, About, Outline};
use crate::grid::Length;
use crate::level::{self, Outfit};
use crate::rules::{glossary::Glossary, stock::Stock};

/// The lists of stat blocks that name what they share.
const LISTS: [&str; 5] = ["attacks", "worn", "techniques", "spells", "carries"];

static STOCK: LazyLock<Stock> = LazyLock::new(|| Stock::read(DATA.bestiary, &LISTS));

/// The kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub(crate) fn shared() -> (Vec<Attack>, Vec<Armour>, Vec<Technique>) {
    (STOCK.shared("attacks"), STOCK.shared("worn"), STOCK.shared("techniques"))
}

/// Spells and things to carry, likewise.
pub(crate) fn shared_magic() -> (Vec<Spell>, Vec<Item>) {
    (STOCK.shared("spells"), STOCK.shared("carries"))
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
    let profile = read(kind, size, overrides)?;
    if profile.squeezing && profile.size.edge() == 1 {
        return Err("squeezing: nothing of one square makes itself narrower (VIG-MOVE-8)".into());
    }
    if profile.durability == Some(0) && profile.nature != Nature::Living {
        return Err("durability: what does not live is destroyed at 0 (VIG-OBJ-6)".into());
    }
    Ok(profile)
}

/// A stat block with what a level changes in it, whether anybody can start like that or not.
fn read(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Profile, String> {
    let mut table = overrides.cloned().unwrap_or_default();
    table.remove("hidden_from");
    let mut profile: Profile = STOCK.spawn_creature(kind, &table)?;
    if profile.immune.contains(&super::DamageType::Kinetic) {
        return Err("`immune`: nothing is immune to all that is Kinetic; name a kind in `immune_kinetic`".into());
    }
    if let Some(own) = profile.defenses.iter().find(|own| TAKEN.contains(&own.key.as_str())) {
        return Err(format!("`defenses`: everybody can `{}`, so nothing else is called that (VIG-REACT-16)", own.key));
    }
    let priced = |own: &&super::Defense| !own.riposte && (own.cost.is_some() || own.defense);
    if let Some(own) = profile.defenses.iter().find(priced) {
        let key = &own.key;
        return Err(format!(
            "`defenses`: `{key}` is a Defense like any and costs the same; `cost` and `defense` are for a `riposte` (VIG-REACT-16)"
        ));
    }
    if let Some(own) = profile.defenses.iter().find(|own| own.cost.is_some_and(|cost| cost < 0)) {
        return Err(format!("`defenses`: `{}` costs nothing at least", own.key));
    }
    let mut known = profile.riders_immune.iter();
    if let Some(word) = known.find(|word| !RIDERS.contains(&word.as_str())) {
        let all = RIDERS.join(", ");
        return Err(format!("`riders_immune`: there is no `{word}`; there are {all}"));
    }
    if let Some(size) = size {
        profile.size = size.into();
    }
    profile.held_at_start()?;
    Ok(profile)
}

/// What answers to a blow are called by which everybody has.
const TAKEN: [&str; 2] = [DODGE, NONE];

/// What somebody may be proof against.
pub(crate) const RIDERS: [&str; 7] = [PRONE, STUNNED, DAZED, SHAKEN, CHARMED, BOUND, PINNED];

/// What can be written for this ruleset.
pub(crate) static WORDS: &LazyLock<Glossary> = &DATA.words;

/// Everything wrong with a level's overrides for one creature of a kind: key, message, help.
pub(crate) fn check_overrides(kind: &str, table: &Table) -> Vec<(String, String, String)> {
    // What is not known as a kind is told elsewhere.
    let known = if spawn_creature(kind, None, None).is_ok() { kind } else { "soldier" };
    let keys = WORDS.keys(About::Creature);
    battle::check_overrides(table, keys, |table| read(known, None, Some(table)).map(drop))
}

/// What a level reads off a kind of creature before it is played: its size, its height and what it carries.
pub(crate) fn outline(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Outline, String> {
    let profile = spawn_creature(kind, size, overrides)?;
    let attacks = profile.attacks.iter().map(|with| &with.key);
    let carries = profile.carries.iter().map(|item| &item.key);
    let keys = attacks.chain(profile.worn.iter().map(|piece| &piece.key)).chain(carries);
    Ok(Outline {
        size: profile.size.shared(),
        height: Length::feet(profile.height_ft),
        edge: profile.edge(),
        items: keys.cloned().collect(),
    })
}

/// VIG-MOVE-7: how many of such creatures may be in one square; none but the Tiny share any.
pub(crate) fn sharers(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> usize {
    let tiny = spawn_creature(kind, size, overrides).is_ok_and(|profile| profile.size == Size::Tiny);
    if tiny { MOST_TINY } else { 0 }
}

/// Why a creature cannot start with such equipment, if so.
pub(crate) fn refuses(outfit: &Outfit<'_>) -> Option<String> {
    let profile = spawn_creature(outfit.kind, outfit.size, Some(outfit.overrides));
    let equipped = profile.and_then(|profile| profile.with_only(outfit.items).held_at_start());
    equipped.err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_musters_and_no_two_are_alike() {
        let kinds = kinds();
        let blocks: Vec<Profile> = kinds.iter().map(|kind| spawn_creature(kind, None, None).expect(kind)).collect();
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
        let check = |text: &str| check_overrides("soldier", &toml::from_str(text).expect("well-formed"));
        assert!(check("speed = 24\nattacks = [\"sword\", { key = \"pick\", name = \"Pick\", class = \"melee\", style = \"blow\" }]").is_empty());
        for (text, key) in [
            ("sped = 3", "sped"),
            ("speed = 99", "speed"),
            ("attacks = [\"sward\"]", "attacks"),
            ("attacks = [\"sword\"]\nheld = [\"bow\"]", "held"),
            ("held = [\"unarmed\"]", "held"),
            ("held = [\"sword\", \"rifle\"]", "held.1"),
            ("held = [\"sword\", \"sword\"]", "held.1"),
            ("hands = 1", "hands"),
            ("immune = [\"kinetic\"]", "immune"),
            ("defenses = [{ key = \"block\", name = \"Block\", score = \"strength\", cost = 3 }]", "defenses"),
            ("defenses = [{ key = \"block\", name = \"Block\", score = \"strength\", defense = true }]", "defenses"),
            (
                "defenses = [{ key = \"back\", name = \"Back\", score = \"agility\", riposte = true, cost = -1 }]",
                "defenses",
            ),
            ("defenses = [{ key = \"dodge\", name = \"Duck\", score = \"agility\" }]", "defenses"),
            ("defenses = [{ key = \"none\", name = \"Bear it\", score = \"agility\" }]", "defenses"),
            ("riders_immune = [\"boredom\"]", "riders_immune"),
        ] {
            assert_eq!(check(text).first().map(|found| found.0.as_str()), Some(key), "{text}");
        }
        let free = "defenses = [{ key = \"back\", name = \"Back\", score = \"agility\", riposte = true, cost = 0 }]";
        assert!(check(free).is_empty(), "what costs nothing costs nothing");
        let rifle = toml::from_str("held = [\"rifle\"]").expect("well-formed");
        assert!(check_overrides("soldier", &rifle).is_empty() && check_overrides("sniper", &rifle).is_empty());
        assert_eq!(check_overrides("scout", &rifle).len(), 1, "a scout has none");
    }
}
