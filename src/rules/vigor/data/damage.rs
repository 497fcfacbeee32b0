//! The thirteen types of damage, and the words of levels for them (VIG-TYPE-1).

use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

/// A type of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    #[default]
    Kinetic,
    Thermal,
    Cold,
    Electrical,
    Radiation,
    Chemical,
    Sonic,
    Toxic,
    Umbral,
    Entropic,
    Crystal,
    Aetheric,
    Lucent,
}

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &[
        (
            Self::Kinetic,
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
            ],
        ),
        (
            Self::Thermal,
            "Thermal",
            Tint::Fire,
            &["thermal", "fire", "heat", "steam", "laser", "plasma"],
        ),
        (Self::Cold, "Cold", Tint::Cold, &["cold", "frost", "ice"]),
        (
            Self::Electrical,
            "Electrical",
            Tint::Spark,
            &["electrical", "electric", "electricity", "energy"],
        ),
        (
            Self::Radiation,
            "Radiation",
            Tint::Toxic,
            &["radiation", "radiant", "nuclear"],
        ),
        (
            Self::Chemical,
            "Chemical",
            Tint::Toxic,
            &["chemical", "acid", "corrosive"],
        ),
        (Self::Sonic, "Sonic", Tint::Plain, &["sonic"]),
        (
            Self::Toxic,
            "Toxic",
            Tint::Toxic,
            &["toxic", "poison", "gas", "pathogen", "disease", "biological"],
        ),
        (Self::Umbral, "Umbral", Tint::Arcane, &["umbral", "shadow"]),
        (
            Self::Entropic,
            "Entropic",
            Tint::Arcane,
            &["entropic", "psychic", "mental"],
        ),
        (Self::Crystal, "Crystal", Tint::Arcane, &["crystal"]),
        (Self::Aetheric, "Aetheric", Tint::Arcane, &["aetheric", "spirit"]),
        (Self::Lucent, "Lucent", Tint::Arcane, &["lucent", "light"]),
    ];
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
