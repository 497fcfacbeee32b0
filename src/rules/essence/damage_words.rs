//! Words for the kinds of damage: those that levels share, and those that people read.

use super::stats::DamageType;
use crate::battle::{DamageKind, Tint};

/// The type a shared word means; `None` if it means none.
pub fn known_damage_type(word: &str) -> Option<DamageType> {
    Some(match word.to_ascii_lowercase().as_str() {
        "physical" | "kinetic" | "force" | "sonic" => DamageType::Physical,
        "fire" => DamageType::Fire,
        "cold" => DamageType::Cold,
        "electric" | "energy" => DamageType::Electric,
        "acid" => DamageType::Acid,
        "poison" | "toxic" => DamageType::Poison,
        "disease" | "pathogen" => DamageType::Disease,
        "radiant" | "radiation" | "light" => DamageType::Radiant,
        "shadow" => DamageType::Shadow,
        "mental" | "psychic" | "spirit" => DamageType::Mental,
        "bleed" => DamageType::Bleed,
        _ => return None,
    })
}

/// The family of colours of a damage type.
pub const fn tint(damage_type: DamageType) -> Tint {
    match damage_type {
        DamageType::Physical | DamageType::Shadow | DamageType::Bleed => Tint::Plain,
        DamageType::Fire => Tint::Fire,
        DamageType::Cold => Tint::Cold,
        DamageType::Electric => Tint::Spark,
        DamageType::Acid | DamageType::Poison | DamageType::Disease => Tint::Toxic,
        DamageType::Radiant | DamageType::Mental => Tint::Arcane,
    }
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
