//! The words levels use for harm, and the damage types they mean here.

use super::stats::DamageType;

/// Every word, by what it means; the first one is the type's own.
const WORDS: [(DamageType, &[&str]); 10] = [
    (DamageType::Kinetic, &["kinetic", "ballistic", "piercing", "slashing"]),
    (DamageType::Cold, &["cold", "frost", "ice"]),
    (
        DamageType::Energy,
        &["energy", "electric", "electricity", "light", "laser", "plasma"],
    ),
    (DamageType::Pathogen, &["pathogen", "disease", "biological"]),
    (DamageType::Fire, &["fire", "heat", "steam"]),
    (DamageType::Toxic, &["toxic", "poison", "gas"]),
    (DamageType::Acid, &["acid", "corrosive"]),
    (DamageType::Force, &["force", "sonic", "blast", "impact", "bludgeoning"]),
    (DamageType::Radiation, &["radiation", "radiant", "nuclear"]),
    (DamageType::Psychic, &["psychic", "shadow", "spirit", "mental"]),
];

/// The type a word means; `None` if it means none.
pub fn known_damage_type(word: &str) -> Option<DamageType> {
    let meant = |(_, words): &&(DamageType, &[&str])| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    WORDS.iter().find(meant).map(|&(damage_type, _)| damage_type)
}

/// Every type with the words for it.
pub(super) fn words() -> Vec<(String, Vec<&'static str>)> {
    let row = |&(damage_type, words): &(DamageType, &'static [&'static str])| {
        (super::harm::type_name(damage_type).to_string(), words.to_vec())
    };
    WORDS.iter().map(row).collect()
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
