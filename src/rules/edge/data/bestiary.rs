//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::ledger::DATA;
use super::skills::skill;
use super::start::{self, Start};
use super::stats::{Armour, Attack, Class, Power, Profile};
use super::{cards, conditions};
use crate::battle::{self, About, Outline};
use crate::level;
use crate::rules::{glossary::Glossary, stock::Stock};

/// The lists of stat blocks that name what they share.
const LISTS: [&str; 3] = ["attacks", "armour", "powers"];

static STOCK: LazyLock<Stock> = LazyLock::new(|| Stock::read(DATA.bestiary, &LISTS));

/// The kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub(crate) fn shared() -> (Vec<Attack>, Vec<Armour>, Vec<Power>) {
    (STOCK.shared("attacks"), STOCK.shared("armour"), STOCK.shared("powers"))
}

/// What is wrong with what a creature can keep up, or with what its attacks inflict.
fn unsound(profile: &Profile) -> Option<String> {
    let unknown = |key: &&String| conditions::rule_of(key).is_none();
    let inflicted = profile.attacks.iter().flat_map(|with| &with.inflicts).find(unknown);
    let given = profile.powers.iter().map(|power| &power.gives).find(unknown);
    if let Some(key) = inflicted.or(given) {
        return Some(format!("there is no condition `{key}`"));
    }
    let alone = |power: &&Power| power.aura_m > 0 && !power.concentration;
    let aura = profile.powers.iter().find(alone)?;
    Some(format!("`{}` is an aura, which takes `concentration = true`", aura.key))
}

/// EDG-CARD-3, EDG-CAMP-1: the key of the cards that a creature brings into the hand of its side.
pub(crate) const HAND: &str = "hand";

/// EDG-ATK-14: the key that names a creature's mount.
pub(crate) const MOUNTED: &str = "mounted";

/// A creature of a kind with a level's size and overrides for it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn spawn_creature(
    kind: &str,
    size: Option<level::Size>,
    overrides: Option<&Table>,
) -> Result<Profile, String> {
    Start::of(overrides)?;
    let mut own = overrides.cloned().unwrap_or_default();
    let hand = own.get(HAND).and_then(toml::Value::as_array).into_iter().flatten();
    let unknown = |key: &&toml::Value| key.as_str().is_none_or(|key| cards::card(key).is_none());
    if let Some(key) = hand.into_iter().find(unknown) {
        return Err(format!("`{HAND}`: there is no card {key}"));
    }
    own.retain(|key, _| !start::KEYS.contains(&key) && key != MOUNTED && key != HAND);
    let mut profile: Profile = STOCK.spawn_creature(kind, &own)?;
    if let Some(size) = size {
        profile.size = size.into();
    }
    let known = |key: &String| key.is_empty() || skill(key).is_some();
    let skills = profile.attacks.iter().flat_map(|with| [&with.skill, &with.save_by.skill]);
    let named = profile.skills.keys().chain(skills);
    if let Some(unknown) = named.into_iter().find(|&skill| !known(skill)) {
        return Err(format!("`skills`: there is no skill `{unknown}`"));
    }
    if let Some(why) = unsound(&profile) {
        return Err(why);
    }
    check_hands(&profile)?;
    Ok(profile)
}

/// What is said to be in hand must be on its list, and its hands must be enough for all of it.
fn check_hands(profile: &Profile) -> Result<(), String> {
    let mut left = i32::from(profile.hands);
    for key in profile.in_hand.iter().flatten() {
        let with = profile.attacks.iter().find(|with| with.hands > 0 && with.key == *key);
        let with = with.ok_or_else(|| format!("`in_hand`: it has no `{key}` for its hands"))?;
        left -= i32::from(with.hands);
        if left < 0 {
            return Err(format!("`in_hand`: it has too few hands for `{key}`"));
        }
    }
    Ok(())
}

/// What a body strikes with that has nothing else for it.
static FISTS: LazyLock<Option<Attack>> = LazyLock::new(|| shared().0.into_iter().find(|with| with.key == "unarmed"));

/// EDG-MEL-1: one with hands and nothing else of its body to strike with strikes with its fists.
pub(crate) fn with_fists(profile: &mut Profile) {
    let of_body = |with: &Attack| with.hands == 0 && with.class == Class::Melee;
    if profile.hands > 0 && !profile.attacks.iter().any(of_body) {
        profile.attacks.extend(FISTS.clone());
    }
}

/// What can be written for this ruleset.
pub(crate) static WORDS: &LazyLock<Glossary> = &DATA.words;

/// Everything wrong with a level's overrides for one creature of a kind, which may be unknown: key, message, help.
pub(crate) fn check_overrides(kind: &str, table: &Table) -> Vec<(String, String, String)> {
    let keys = WORDS.keys(About::Creature);
    let kind = if kinds().iter().any(|known| known == kind) { kind } else { "soldier" };
    battle::check_overrides(table, keys, |table| spawn_creature(kind, None, Some(table)).map(drop))
}

/// What a level reads off a kind of creature before it is played: its size, its height and what it carries.
pub(crate) fn outline(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Outline, String> {
    let profile = spawn_creature(kind, size, overrides)?;
    let attacks = profile.attacks.into_iter().map(|with| with.key);
    Ok(Outline {
        size: profile.size.shared(),
        height: profile.size.tall(),
        edge: profile.size.edge(),
        items: attacks.chain(profile.armour.into_iter().map(|piece| piece.key)).collect(),
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
            assert!(block.vp_max > 0 && !block.attacks.is_empty(), "{}", block.name);
            assert!(blocks[at + 1..].iter().all(|other| other != block), "{}", block.name);
        }
    }

    #[test]
    fn what_is_wrong_in_a_level_is_named() {
        let check = |text: &str| check_overrides("soldier", &toml::from_str(text).expect("well-formed"));
        assert!(check("speed_m = 12\nattacks = [\"sword\"]\nskills = { reflex = 2 }").is_empty());
        for (text, key) in [
            ("sped = 3", "sped"),
            ("combativity = 99", "combativity"),
            ("attacks = [\"sward\"]", "attacks"),
            ("skills = { reflx = 2 }", "skills"),
            ("in_hand = [\"sword\"]", "in_hand"),
            ("hands = 1\nin_hand = [\"rifle\"]", "in_hand"),
        ] {
            assert_eq!(check(text).first().map(|found| found.0.as_str()), Some(key), "{text}");
        }
    }
}
