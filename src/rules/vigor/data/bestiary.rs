//! The stat blocks of the shared kinds, and what a level changes in them.

use std::sync::LazyLock;

use toml::Table;

use super::conditions::{BOUND, CHARMED, DAZED, PINNED, PRONE, SHAKEN, STUNNED};
use super::{Armour, Attack, DODGE, Feet, Item, NONE, Nature, Profile, Size, Spell, Technique};
use crate::battle::{self, Key, Takes};
use crate::level;
use crate::rules::stock::Stock;

pub(super) const BESTIARY: &str = include_str!("../../../../assets/rulesets/vigor/bestiary.toml");

/// The lists of stat blocks that name what they share.
const LISTS: [&str; 5] = ["attacks", "worn", "techniques", "spells", "carries"];

static STOCK: LazyLock<Stock> = LazyLock::new(|| Stock::read(BESTIARY, &LISTS));

/// The kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// Everything that stat blocks share.
pub(crate) fn shared() -> (Vec<Attack>, Vec<Armour>, Vec<Technique>) {
    (
        STOCK.shared("attacks"),
        STOCK.shared("worn"),
        STOCK.shared("techniques"),
    )
}

/// Spells and things to carry, likewise.
pub(crate) fn shared_magic() -> (Vec<Spell>, Vec<Item>) {
    (STOCK.shared("spells"), STOCK.shared("carries"))
}

/// A creature of a kind with a level's size and overrides for it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn muster(kind: &str, size: Option<level::Size>, overrides: Option<&Table>) -> Result<Profile, String> {
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
    let mut profile: Profile = STOCK.muster(kind, &table)?;
    if profile.immune.contains(&super::DamageType::Kinetic) {
        return Err("`immune`: nothing is immune to all that is Kinetic; name a kind in `immune_kinetic`".into());
    }
    if let Some(own) = profile.defenses.iter().find(|own| TAKEN.contains(&own.key.as_str())) {
        return Err(format!(
            "`defenses`: everybody can `{}`, so nothing else is called that (VIG-REACT-16)",
            own.key
        ));
    }
    let priced = |own: &&super::Defense| !own.riposte && (own.cost.is_some() || own.defense);
    if let Some(own) = profile.defenses.iter().find(priced) {
        let key = &own.key;
        return Err(format!(
            "`defenses`: `{key}` is a Defense like any and costs the same; `cost` and `defense` are for a `riposte` (VIG-REACT-16)"
        ));
    }
    if let Some(own) = profile
        .defenses
        .iter()
        .find(|own| own.cost.is_some_and(|cost| cost < 0))
    {
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

/// The size and height of a kind, as shared code knows them.
pub(crate) fn stature(kind: &str) -> Option<(level::Size, Feet)> {
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
pub(crate) static KEYS: [Key; 58] = {
    const SCORE: Takes = Takes::Number(1..=60);
    const TRACK: Takes = Takes::Number(0..=10_000);
    const TYPE: Takes = Takes::Word(&[
        "kinetic",
        "thermal",
        "cold",
        "electrical",
        "radiation",
        "chemical",
        "sonic",
        "toxic",
        "umbral",
        "entropic",
        "crystal",
        "aetheric",
        "lucent",
    ]);
    const HEADING: Takes = Takes::Word(&["n", "ne", "e", "se", "s", "sw", "w", "nw"]);
    const TYPES: &str = "a list of types of damage";
    const HELD: &str = "a list of keys of its `attacks` and of shields it wears";
    const LIST: &str = "a list of keys, or of tables with `key`";
    [
        Key::new("name", Takes::Text, "What people call its kind."),
        Key::new(
            "size",
            Takes::Word(&["tiny", "small", "medium", "large", "huge", "massive", "colossal"]),
            "Its size category; where mass and volume say different ones, what its volume says.",
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
            "mods",
            Takes::Own(
                "a list of tables with `when` (init, attack, damage, defense, resist, skill), `dice`, `charges` and `name`",
            ),
            "What talents add to its rolls: Bonus dice, Charges, below 0 Challenges.",
        ),
        Key::new(
            "riders_immune",
            Takes::Own("a list of prone, stunned, dazed, shaken, charmed, bound, pinned"),
            "What never befalls it.",
        ),
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
            "recovers_wounded",
            Takes::Flag,
            "It gets that back while it is Wounded, too.",
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
            Takes::Own("a list of tables with `key`, `name` and `score`; with `riposte` also `cost` and `defense`"),
            "Defenses besides Dodge.",
        ),
        Key::new("worn", Takes::Own(LIST), "What it wears."),
        Key::new("attacks", Takes::Own(LIST), "What it attacks with."),
        Key::new("hands", Takes::Number(0..=6), "How many hands it has; 2 if absent."),
        Key::new(
            "held",
            Takes::Own(HELD),
            "What is in its hands at the start, the main hand first; if absent, what they can hold of its list.",
        ),
        Key::new("techniques", Takes::Own(LIST), "Techniques it has learnt."),
        Key::new("mana_max", TRACK, "Mana at most; its Soul if absent."),
        Key::new("mana", TRACK, "Mana at the start."),
        Key::new("mana_recovery", Takes::Number(0..=100), "Mana it gets back each round."),
        Key::new(
            "resist_dice",
            Takes::Number(0..=6),
            "Bonus dice on every Resistance check.",
        ),
        Key::new(
            "skills",
            Takes::Own("a table: skill, Bonus dice"),
            "What it has learnt.",
        ),
        Key::new("affinity", TYPE, "The type of damage it is attuned to."),
        Key::new(
            "immune",
            Takes::Own(TYPES),
            "Types of damage that do nothing to it; never Kinetic.",
        ),
        Key::new(
            "immune_kinetic",
            Takes::Own("a list of cutting, piercing, impact"),
            "Kinds of Kinetic damage, likewise.",
        ),
        Key::new(
            "protected",
            Takes::Flag,
            "Nothing kills it outright while it is helpless.",
        ),
        Key::new(
            "ambush",
            Takes::Flag,
            "It lies in wait for those whom the level names as `surprised`.",
        ),
        Key::new("over_watch", HEADING, "The direction in which it expects an attack."),
        Key::new(
            "may_watch",
            Takes::Flag,
            "Its owner says before the fight in which direction it expects an attack, if in any.",
        ),
        Key::new("facing", HEADING, "The direction it faces when the fight begins."),
        Key::new("initiator", Takes::Flag, "The fight begins with its attack."),
        Key::new(
            "stays_out",
            Takes::Flag,
            "It rolls no initiative until the game master says that it joins.",
        ),
        Key::new(
            "may_stay_out",
            Takes::Flag,
            "Its owner says before the fight whether it takes part; if not, it may join at the end of each round.",
        ),
        Key::new("invisible", Takes::Flag, "Nobody sees it."),
        Key::new("sees_invisible", Takes::Flag, "It sees what nobody can."),
        Key::new("spells", Takes::Own(LIST), "Spells it knows."),
        Key::new("carries", Takes::Own(LIST), "What it carries to be used."),
        Key::new(
            "hide_quality",
            Takes::Word(&["feeble", "crude", "ordinary", "heroic", "epic", "legendary"]),
            "The quality of its hide.",
        ),
        Key::new(
            "hide_protects",
            Takes::Own(TYPES),
            "What its hide protects from; Kinetic if absent.",
        ),
        Key::new(
            "hidden_from",
            Takes::Own("names of enemies or ids of sides"),
            "From whom it is Hidden at the start.",
        ),
        Key::new("prone", Takes::Flag, "It lies on the ground at the start."),
        Key::new(
            "squeezing",
            Takes::Flag,
            "It starts squeezed, on a space one square narrower than its own.",
        ),
    ]
};

/// Everything wrong with a level's overrides for one creature of a kind: key, message, help.
pub(crate) fn check_overrides(kind: &str, table: &Table) -> Vec<(String, String, String)> {
    // What is not known as a kind is told elsewhere.
    let known = if stature(kind).is_some() { kind } else { "soldier" };
    battle::check_overrides(table, &KEYS, |table| read(known, None, Some(table)).map(drop))
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
            (
                "defenses = [{ key = \"block\", name = \"Block\", score = \"strength\", cost = 3 }]",
                "defenses",
            ),
            (
                "defenses = [{ key = \"block\", name = \"Block\", score = \"strength\", defense = true }]",
                "defenses",
            ),
            (
                "defenses = [{ key = \"back\", name = \"Back\", score = \"agility\", riposte = true, cost = -1 }]",
                "defenses",
            ),
            (
                "defenses = [{ key = \"dodge\", name = \"Duck\", score = \"agility\" }]",
                "defenses",
            ),
            (
                "defenses = [{ key = \"none\", name = \"Bear it\", score = \"agility\" }]",
                "defenses",
            ),
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
