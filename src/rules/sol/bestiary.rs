use super::stats::*; use crate::grid::Length; use std::collections::BTreeSet;
pub struct Mustered { pub profile: Profile, pub height: Length, pub space_squares: u8, pub hp: i32, pub abilities: [i32;5], pub held: BTreeSet<String>, pub posture: Posture, pub light_ft: i32 }
pub struct Block { pub profile: Profile, pub height: Length }
pub fn kinds() -> Vec<String> { vec![] }
pub fn block(_: &str) -> Option<&'static Block> { None }
pub fn check_overrides(_: &toml::Table) -> Vec<(String,String,String)> { vec![] }
pub fn damage_type(_: &str) -> DamageType { DamageType::Kinetic }
pub fn known_damage_type(_: &str) -> Option<DamageType> { None }
pub fn muster(_: &str, _: &toml::Table) -> Result<Mustered, String> { Err(String::new()) }
