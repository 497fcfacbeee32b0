//! The four types of damage, and the words of levels for them (EDG-DMG-6).

use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

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

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &[
        (
            Self::Kinetic,
            "Kinetic",
            Tint::Plain,
            &["kinetic", "force", "blast", "impact", "bludgeoning", "piercing", "slashing", "ballistic"],
        ),
        (
            Self::Energy,
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
                "sonic",
            ],
        ),
        (Self::Biotic, "Biotic", Tint::Toxic, &["biotic", "toxic", "poison", "gas", "pathogen", "disease", "chemical"]),
        (Self::Psychic, "Psychic", Tint::Arcane, &["psychic", "mental", "shadow", "spirit"]),
    ];
}

impl DamageType {
    /// EDG-AV-1, EDG-AV-2, EDG-AV-3: how much of an Armour Value counts against it.
    pub const fn armour(self, value: i32) -> i32 {
        match self {
            Self::Kinetic => value,
            Self::Energy => value / 2,
            Self::Biotic | Self::Psychic => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_word_means_a_type() {
        for shared in crate::level::DAMAGE_WORDS {
            assert!(DamageType::known(shared).is_some(), "{shared}");
        }
        assert_eq!(DamageType::known("love"), None);
    }
}
