//! The thirteen types of damage, and the words of levels for them (VIG-TYPE-1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

/// A type of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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

use DamageType::*;

const TABLE: [DamageRow<DamageType>; 13] = [
    (
        Kinetic,
        "Kinetic",
        Tint::Plain,
        &["kinetic", "force", "blast", "impact", "bludgeoning", "piercing", "slashing", "ballistic"],
    ),
    (Thermal, "Thermal", Tint::Fire, &["thermal", "fire", "heat", "steam", "laser", "plasma"]),
    (Cold, "Cold", Tint::Cold, &["cold", "frost", "ice"]),
    (Electrical, "Electrical", Tint::Spark, &["electrical", "electric", "electricity", "energy"]),
    (Radiation, "Radiation", Tint::Toxic, &["radiation", "radiant", "nuclear"]),
    (Chemical, "Chemical", Tint::Toxic, &["chemical", "acid", "corrosive"]),
    (Sonic, "Sonic", Tint::Plain, &["sonic"]),
    (Toxic, "Toxic", Tint::Toxic, &["toxic", "poison", "gas", "pathogen", "disease", "biological"]),
    (Umbral, "Umbral", Tint::Arcane, &["umbral", "shadow"]),
    (Entropic, "Entropic", Tint::Arcane, &["entropic", "psychic", "mental"]),
    (Crystal, "Crystal", Tint::Arcane, &["crystal"]),
    (Aetheric, "Aetheric", Tint::Arcane, &["aetheric", "spirit"]),
    (Lucent, "Lucent", Tint::Arcane, &["lucent", "light"]),
];

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &TABLE;
}

/// VIG-HAZ-4: whether harm that a level calls so goes to Health at once: what is breathed in.
pub(crate) fn to_health(word: &str) -> bool {
    ["gas", "pathogen", "poison"].contains(&word)
}

impl DamageType {
    /// VIG-TYPE-5: the type that stands against it.
    pub const fn opposite(self) -> Option<Self> {
        Some(match self {
            Entropic => Crystal,
            Crystal => Entropic,
            Lucent => Umbral,
            Umbral => Lucent,
            Aetheric => Aetheric,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_word_means_a_type_and_the_table_is_in_order() {
        for shared in crate::level::DAMAGE_WORDS {
            assert!(DamageType::known(shared).is_some(), "{shared}");
        }
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, place);
        }
        assert_eq!(DamageType::known("love"), None);
    }
}
