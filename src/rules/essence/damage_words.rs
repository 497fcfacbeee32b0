//! Words for the kinds of damage: those that levels share, and those that people read.

use super::stats::DamageType;

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
