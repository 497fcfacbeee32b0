//! The keys of a stat block, each with what it takes: readers, checks of levels and the reference go by this table.

use super::stats::Posture;
use crate::battle::{Key, Takes};
use crate::level::Size;

const DAMAGE_LIST: &str = "a list of words for damage";

const fn key(key: &'static str, takes: Takes, means: &'static str) -> Key {
    Key { key, takes, means }
}

/// Every key a stat block may have, with what it takes: the reader's bounds are these.
pub(crate) static KEYS: [Key; 42] = [
    key(
        "size",
        Takes::AnyCase(&SIZE_WORDS),
        "Its size; without `height_ft` its height follows.",
    ),
    key(
        "space_squares",
        Takes::Number(1..=12),
        "The edge of its space in squares; only of the colossal other than the size says.",
    ),
    key("height_ft", Takes::Measure(200), "How tall it stands, in feet."),
    key("speed_ft", Takes::Number(0..=1000), "Walking speed in feet."),
    key(
        "climb_ft",
        Takes::NumberOrFalse(0..=1000),
        "Climbing speed in feet; `false` where climbing is slow.",
    ),
    key(
        "magclimb_ft",
        Takes::NumberOrFalse(0..=1000),
        "Speed up and along metal, in feet.",
    ),
    key(
        "swim_ft",
        Takes::NumberOrFalse(0..=1000),
        "Swimming speed in feet; `false` where swimming is slow.",
    ),
    key("hp_max", Takes::Number(1..=10_000), "Hit points at most."),
    key("hp", Takes::Number(0..=10_000), "Hit points at the start."),
    key(
        "abilities",
        Takes::Own("a list of five numbers from 1 to 20"),
        "Strength, Dexterity, Constitution, Charisma and Fortitude at their best.",
    ),
    key(
        "str",
        Takes::Number(0..=20),
        "Strength at the start; one ability may be at 0.",
    ),
    key(
        "dex",
        Takes::Number(0..=20),
        "Dexterity at the start; one ability may be at 0.",
    ),
    key(
        "con",
        Takes::Number(0..=20),
        "Constitution at the start; one ability may be at 0.",
    ),
    key(
        "cha",
        Takes::Number(0..=20),
        "Charisma at the start; one ability may be at 0.",
    ),
    key(
        "for",
        Takes::Number(0..=20),
        "Fortitude at the start; one ability may be at 0.",
    ),
    key("str_max", Takes::Number(1..=20), "Strength at its best."),
    key("dex_max", Takes::Number(1..=20), "Dexterity at its best."),
    key("con_max", Takes::Number(1..=20), "Constitution at its best."),
    key("cha_max", Takes::Number(1..=20), "Charisma at its best."),
    key("for_max", Takes::Number(1..=20), "Fortitude at its best."),
    key("athletics", Takes::Number(0..=20), "Athletics."),
    key("endurance", Takes::Number(0..=20), "Endurance."),
    key("stealth", Takes::Number(0..=20), "Stealth."),
    key("perception", Takes::Number(0..=20), "Perception."),
    key("pool_set", Takes::Number(1..=20), "Dice its pool is set to."),
    key(
        "dodge_mod",
        Takes::Number(-20..=20),
        "Added to a dodge; half its Athletics if absent.",
    ),
    key("resist", Takes::Own(DAMAGE_LIST), "Kinds of damage it takes half of."),
    key(
        "vulnerable",
        Takes::Own(DAMAGE_LIST),
        "Kinds of damage it takes more from.",
    ),
    key(
        "immune",
        Takes::Own(DAMAGE_LIST),
        "Kinds of damage it takes nothing of.",
    ),
    key("hands", Takes::Flag, "It has hands."),
    key(
        "held",
        Takes::Own("a list of keys of its weapons"),
        "What it holds at the start; all its weapons if absent.",
    ),
    key(
        "extra_attacks",
        Takes::Number(0..=20),
        "Attack actions on a turn beyond the first.",
    ),
    key("sneak_free", Takes::Flag, "Sneaking costs it nothing."),
    key("sees_in_dark", Takes::Flag, "It sees in the dark."),
    key("no_squeeze", Takes::Flag, "It does not squeeze."),
    key("light_ft", Takes::Number(0..=1000), "How far it gives light, in feet."),
    key(
        "posture",
        Takes::AnyCase(&POSTURE_WORDS),
        "How it holds its body at the start.",
    ),
    key(
        "squeezing",
        Takes::Flag,
        "It starts squeezed, lying on the space of the next smaller size.",
    ),
    key(
        "hidden_from",
        Takes::Own("a name, or a list of names, of creatures or sides"),
        "Those from whom it starts hidden.",
    ),
    key(
        "attacks",
        Takes::Own("a list of keys, or tables with `key`, `name` and the rest"),
        "Its attacks. A table whose `key` is a shared one's changes only what it names.",
    ),
    key(
        "actions",
        Takes::Own("a list of keys, or tables"),
        "Its actions that are no attacks, likewise.",
    ),
    key(
        "reactions",
        Takes::Own("a list of keys, or tables"),
        "Its reactions besides the dodge, likewise.",
    ),
];

/// The Sizes by their words.
pub(super) const SIZES: [(&str, Size); 6] = [
    ("tiny", Size::Tiny),
    ("small", Size::Small),
    ("medium", Size::Medium),
    ("large", Size::Large),
    ("huge", Size::Huge),
    ("colossal", Size::Colossal),
];

const SIZE_WORDS: [&str; 6] = words(&SIZES);

const POSTURE_WORDS: [&str; 3] = words(&POSTURES);

/// The words of a table.
const fn words<T, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut out = [""; N];
    let mut at = 0;
    while at < N {
        out[at] = table[at].0;
        at += 1;
    }
    out
}

/// The postures by their words.
pub(super) const POSTURES: [(&str, Posture); 3] = [
    ("standing", Posture::Standing),
    ("crouching", Posture::Crouching),
    ("prone", Posture::Prone),
];
