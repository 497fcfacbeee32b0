//! The damage types: their names, and the ability each of them targets.

use super::super::stats::*;
use crate::battle::{DamageKind, Rule};
use crate::rule;

/// SOL-TYPE-2 to SOL-TYPE-11: the ability that a type targets.
pub fn targeted(damage_type: DamageType) -> (Ability, Rule) {
    match damage_type {
        DamageType::Kinetic => (Ability::Dex, rule!("SOL-TYPE-2")),
        DamageType::Cold => (Ability::Dex, rule!("SOL-TYPE-3")),
        DamageType::Energy => (Ability::Cha, rule!("SOL-TYPE-4")),
        DamageType::Pathogen => (Ability::Cha, rule!("SOL-TYPE-5")),
        DamageType::Fire => (Ability::Con, rule!("SOL-TYPE-6")),
        DamageType::Toxic => (Ability::Con, rule!("SOL-TYPE-7")),
        DamageType::Acid => (Ability::Str, rule!("SOL-TYPE-8")),
        DamageType::Force => (Ability::Str, rule!("SOL-TYPE-9")),
        DamageType::Radiation => (Ability::For, rule!("SOL-TYPE-10")),
        DamageType::Psychic => (Ability::For, rule!("SOL-TYPE-11")),
    }
}

/// A damage type as everybody reads it.
pub fn kind(damage_type: DamageType) -> DamageKind {
    DamageKind {
        key: super::super::damage_words::word(damage_type).into(),
        name: type_name(damage_type).into(),
        tint: tint(damage_type),
    }
}

/// What people call a damage type.
pub const fn type_name(damage_type: DamageType) -> &'static str {
    match damage_type {
        DamageType::Kinetic => "Kinetic",
        DamageType::Cold => "Cold",
        DamageType::Energy => "Energy",
        DamageType::Pathogen => "Pathogen",
        DamageType::Fire => "Fire",
        DamageType::Toxic => "Toxic",
        DamageType::Acid => "Acid",
        DamageType::Force => "Force",
        DamageType::Radiation => "Radiation",
        DamageType::Psychic => "Psychic",
    }
}
