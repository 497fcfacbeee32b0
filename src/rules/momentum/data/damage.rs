//! The eleven types of damage in their four categories, and the words of levels for them (MOM-TYPE-1).

use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

/// A type of damage; the words of levels for each stand below (MOM-TYPE-3, MOM-TYPE-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    #[default]
    Physical,
    Chemical,
    Cold,
    Heat,
    Poison,
    Shock,
    Curse,
    Holy,
    Spirit,
    Psychic,
    Reality,
}

/// A type of damage, or a category that stands for all of its types (MOM-TYPE-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Category {
    One(DamageType),
    All(Family),
}

/// A category of several types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    Elemental,
    Mystic,
    Other,
}

impl Category {
    /// Whether a type belongs to it.
    pub fn covers(self, damage_type: DamageType) -> bool {
        use DamageType::*;
        match self {
            Self::One(one) => one == damage_type,
            Self::All(Family::Elemental) => matches!(damage_type, Chemical | Cold | Heat | Poison | Shock),
            Self::All(Family::Mystic) => matches!(damage_type, Curse | Holy | Spirit),
            Self::All(Family::Other) => matches!(damage_type, Psychic | Reality),
        }
    }
}

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &[
        (
            Self::Physical,
            "Physical",
            Tint::Plain,
            &[
                "physical",
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
        (Self::Chemical, "Chemical", Tint::Toxic, &["chemical", "acid"]),
        (Self::Cold, "Cold", Tint::Cold, &["cold", "frost"]),
        (
            Self::Heat,
            "Heat",
            Tint::Fire,
            &["heat", "fire", "thermal", "steam", "laser", "plasma", "energy", "light", "radiation"],
        ),
        (Self::Poison, "Poison", Tint::Toxic, &["poison", "toxic", "gas", "pathogen", "disease", "biotic"]),
        (Self::Shock, "Shock", Tint::Spark, &["shock", "electric"]),
        (Self::Curse, "Curse", Tint::Arcane, &["curse", "shadow"]),
        (Self::Holy, "Holy", Tint::Arcane, &["holy"]),
        (Self::Spirit, "Spirit", Tint::Arcane, &["spirit"]),
        (Self::Psychic, "Psychic", Tint::Arcane, &["psychic", "mental"]),
        (Self::Reality, "Reality", Tint::Arcane, &["reality"]),
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
        assert_eq!(DamageType::ALL.len(), 11);
    }
}
