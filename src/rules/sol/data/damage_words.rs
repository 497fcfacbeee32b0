//! The damage types, and the words levels use for them (SOL-TYPE-1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

/// The damage types; the plainest is what harm without a known word is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    #[default]
    Kinetic,
    Cold,
    Energy,
    Pathogen,
    Fire,
    Toxic,
    Acid,
    Force,
    Radiation,
    Psychic,
}

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &[
        (Self::Kinetic, "Kinetic", Tint::Plain, &["kinetic", "ballistic", "piercing", "slashing"]),
        (Self::Cold, "Cold", Tint::Cold, &["cold", "frost", "ice"]),
        (Self::Energy, "Energy", Tint::Plain, &["energy", "electric", "electricity", "light", "laser", "plasma"]),
        (Self::Pathogen, "Pathogen", Tint::Toxic, &["pathogen", "disease", "biological"]),
        (Self::Fire, "Fire", Tint::Fire, &["fire", "heat", "steam"]),
        (Self::Toxic, "Toxic", Tint::Toxic, &["toxic", "poison", "gas"]),
        (Self::Acid, "Acid", Tint::Toxic, &["acid", "corrosive"]),
        (Self::Force, "Force", Tint::Plain, &["force", "sonic", "blast", "impact", "bludgeoning"]),
        (Self::Radiation, "Radiation", Tint::Arcane, &["radiation", "radiant", "nuclear"]),
        (Self::Psychic, "Psychic", Tint::Arcane, &["psychic", "shadow", "spirit", "mental"]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DAMAGE_WORDS;

    #[test]
    fn every_shared_word_means_a_type() {
        for shared in DAMAGE_WORDS {
            assert!(DamageType::known(shared).is_some(), "{shared}");
        }
        assert_eq!(DamageType::known("love"), None);
        assert_eq!(DamageType::known("Sonic"), Some(DamageType::Force));
    }
}
