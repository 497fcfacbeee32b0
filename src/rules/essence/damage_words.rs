//! Words for the kinds of damage: those that levels share, and those that people read.

use super::arms::{DamageType, tint};
use crate::battle::DamageKind;

/// Every word, by what it means; the first one is the type's own.
const WORDS: [(DamageType, &[&str]); 11] = [
    (DamageType::Physical, &["physical", "kinetic", "force", "sonic"]),
    (DamageType::Fire, &["fire"]),
    (DamageType::Cold, &["cold"]),
    (DamageType::Electric, &["electric", "energy"]),
    (DamageType::Acid, &["acid"]),
    (DamageType::Poison, &["poison", "toxic"]),
    (DamageType::Disease, &["disease", "pathogen"]),
    (DamageType::Radiant, &["radiant", "radiation", "light"]),
    (DamageType::Shadow, &["shadow"]),
    (DamageType::Mental, &["mental", "psychic", "spirit"]),
    (DamageType::Bleed, &["bleed"]),
];

/// The type a shared word means; `None` if it means none.
pub fn known_damage_type(word: &str) -> Option<DamageType> {
    let meant = |(_, words): &&(DamageType, &[&str])| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    WORDS.iter().find(meant).map(|&(damage_type, _)| damage_type)
}

/// Every type with the words for it.
pub fn words() -> Vec<(String, Vec<&'static str>)> {
    let row = |&(damage_type, words): &(DamageType, &'static [&'static str])| {
        (damage_name(damage_type).to_owned(), words.to_vec())
    };
    WORDS.iter().map(row).collect()
}

/// A damage type as everybody reads it.
pub fn kind(damage_type: DamageType) -> DamageKind {
    DamageKind {
        key: key(damage_type).into(),
        name: damage_name(damage_type).into(),
        tint: tint(damage_type),
    }
}

/// The key of a damage type, as data writes it.
pub const fn key(damage_type: DamageType) -> &'static str {
    match damage_type {
        DamageType::Physical => "physical",
        DamageType::Fire => "fire",
        DamageType::Cold => "cold",
        DamageType::Electric => "electric",
        DamageType::Acid => "acid",
        DamageType::Poison => "poison",
        DamageType::Disease => "disease",
        DamageType::Radiant => "radiant",
        DamageType::Shadow => "shadow",
        DamageType::Mental => "mental",
        DamageType::Bleed => "bleed",
    }
}

/// What people call a damage type.
pub const fn damage_name(damage_type: DamageType) -> &'static str {
    match damage_type {
        DamageType::Physical => "Physical",
        DamageType::Fire => "Fire",
        DamageType::Cold => "Cold",
        DamageType::Electric => "Electric",
        DamageType::Acid => "Acid",
        DamageType::Poison => "Poison",
        DamageType::Disease => "Disease",
        DamageType::Radiant => "Radiant",
        DamageType::Shadow => "Shadow",
        DamageType::Mental => "Mental",
        DamageType::Bleed => "Bleed",
    }
}
