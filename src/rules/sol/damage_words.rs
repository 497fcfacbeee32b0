//! The words levels use for harm, and the damage types they mean here.

use super::stats::DamageType;

/// The type a word means; `None` if it means none.
pub fn known_damage_type(word: &str) -> Option<DamageType> {
    Some(match word.to_ascii_lowercase().as_str() {
        "kinetic" | "ballistic" | "piercing" | "slashing" => DamageType::Kinetic,
        "cold" | "frost" | "ice" => DamageType::Cold,
        "energy" | "electric" | "electricity" | "light" | "laser" | "plasma" => DamageType::Energy,
        "pathogen" | "disease" | "biological" => DamageType::Pathogen,
        "fire" | "heat" | "steam" => DamageType::Fire,
        "toxic" | "poison" | "gas" => DamageType::Toxic,
        "acid" | "corrosive" => DamageType::Acid,
        "force" | "sonic" | "blast" | "impact" | "bludgeoning" => DamageType::Force,
        "radiation" | "radiant" | "nuclear" => DamageType::Radiation,
        "psychic" | "shadow" | "spirit" | "mental" => DamageType::Psychic,
        _ => return None,
    })
}

/// The type a word means; harm without a known word is kinetic, the plainest.
pub fn damage_type(word: &str) -> DamageType {
    known_damage_type(word).unwrap_or(DamageType::Kinetic)
}

/// The words of the ten types, for messages.
pub(super) const TYPES: [&str; 10] = [
    "kinetic",
    "cold",
    "energy",
    "pathogen",
    "fire",
    "toxic",
    "acid",
    "force",
    "radiation",
    "psychic",
];

/// The word of a type.
pub(super) const fn word(damage_type: DamageType) -> &'static str {
    TYPES[damage_type as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DAMAGE_WORDS;

    #[test]
    fn every_shared_word_means_a_type_and_every_type_has_its_word() {
        for shared in DAMAGE_WORDS {
            assert!(known_damage_type(shared).is_some(), "{shared}");
        }
        for own in TYPES {
            assert_eq!(known_damage_type(own).map(word), Some(own));
        }
        assert_eq!(known_damage_type("love"), None);
        assert_eq!(damage_type("Sonic"), DamageType::Force);
    }
}
