//! The ability that each damage type targets.

use super::super::data::stats::*;
use crate::battle::Rule;
use crate::rule;

/// SOL-TYPE-2 to SOL-TYPE-11: the ability that a type targets.
pub(super) fn targeted(damage_type: DamageType) -> (Ability, Rule) {
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
