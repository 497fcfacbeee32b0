//! The four types of damage, and the words of levels for them (EDG-DMG-6).

use serde::{Deserialize, Serialize};

use crate::battle::{DamageKind, Tint};

/// A type of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    #[default]
    Kinetic,
    Energy,
    Biotic,
    Psychic,
}

use DamageType::*;

type Row = (DamageType, &'static str, Tint, &'static [&'static str]);

/// Every type with its name, its colour and the words for it.
const ALL: [Row; 4] = [
    (
        Kinetic,
        "Kinetic",
        Tint::Plain,
        &[
            "kinetic",
            "force",
            "blast",
            "impact",
            "bludgeoning",
            "piercing",
            "slashing",
            "ballistic",
            "sonic",
        ],
    ),
    (
        Energy,
        "Energy",
        Tint::Fire,
        &[
            "energy",
            "thermal",
            "fire",
            "heat",
            "steam",
            "laser",
            "plasma",
            "cold",
            "electric",
            "radiation",
            "acid",
            "light",
        ],
    ),
    (
        Biotic,
        "Biotic",
        Tint::Toxic,
        &["biotic", "toxic", "poison", "gas", "pathogen", "disease", "chemical"],
    ),
    (
        Psychic,
        "Psychic",
        Tint::Arcane,
        &["psychic", "mental", "shadow", "spirit"],
    ),
];

/// The type a word means; `None` if it means none.
pub fn known(word: &str) -> Option<DamageType> {
    let means = |row: &&Row| row.3.iter().any(|known| known.eq_ignore_ascii_case(word));
    ALL.iter().find(means).map(|row| row.0)
}

impl DamageType {
    /// As everybody reads it.
    pub fn kind(self) -> DamageKind {
        let (_, name, tint, words) = ALL[self as usize];
        DamageKind {
            key: words[0].into(),
            name: name.into(),
            tint,
        }
    }

    /// EDG-AV-1, EDG-AV-2, EDG-AV-3: how much of an Armour Value counts against it.
    pub const fn armour(self, value: i32) -> i32 {
        match self {
            Kinetic => value,
            Energy => value / 2,
            Biotic | Psychic => 0,
        }
    }

    /// Every type with the words for it.
    pub fn words() -> Vec<(String, Vec<&'static str>)> {
        let row = |(_, name, _, words): &Row| ((*name).to_owned(), words.to_vec());
        ALL.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_word_means_a_type_and_the_table_is_in_order() {
        for shared in crate::level::DAMAGE_WORDS {
            assert!(known(shared).is_some(), "{shared}");
        }
        for (place, row) in ALL.iter().enumerate() {
            assert_eq!(row.0 as usize, place);
        }
        assert_eq!(known("love"), None);
    }
}
