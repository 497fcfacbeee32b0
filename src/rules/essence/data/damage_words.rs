//! The kinds of damage, and the words levels use for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battle::{DamageRow, DamageWords, Tint};

/// The kinds of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    #[default]
    Physical,
    Fire,
    Cold,
    Electric,
    Acid,
    Poison,
    Disease,
    Radiant,
    Shadow,
    Mental,
    Bleed,
}

impl DamageWords for DamageType {
    const ALL: &'static [DamageRow<Self>] = &[
        (Self::Physical, "Physical", Tint::Plain, &["physical", "kinetic", "force", "sonic"]),
        (Self::Fire, "Fire", Tint::Fire, &["fire"]),
        (Self::Cold, "Cold", Tint::Cold, &["cold"]),
        (Self::Electric, "Electric", Tint::Spark, &["electric", "energy"]),
        (Self::Acid, "Acid", Tint::Toxic, &["acid"]),
        (Self::Poison, "Poison", Tint::Toxic, &["poison", "toxic"]),
        (Self::Disease, "Disease", Tint::Toxic, &["disease", "pathogen"]),
        (Self::Radiant, "Radiant", Tint::Arcane, &["radiant", "radiation", "light"]),
        (Self::Shadow, "Shadow", Tint::Plain, &["shadow"]),
        (Self::Mental, "Mental", Tint::Arcane, &["mental", "psychic", "spirit"]),
        (Self::Bleed, "Bleed", Tint::Plain, &["bleed"]),
    ];
}
