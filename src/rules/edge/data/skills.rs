//! The skills, which are data (EDG-CORE-25): `assets/rulesets/edge/skills.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::stats::Ability;
use crate::battle::Rule;
use crate::rules::data::file;

/// A skill.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Skill {
    /// What levels, attacks and checks name.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The ability that it usually joins; a check may pair it with any (EDG-CORE-22).
    pub ability: Ability,
    /// What it is for.
    pub text: String,
    /// The rule that lists it.
    rule: String,
}

impl Skill {
    /// The rule that lists it.
    pub(crate) fn rule(&'static self) -> Rule {
        Rule::new(&self.rule)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    skill: Vec<Skill>,
}

/// All of them, as the data lists them.
pub(crate) static SKILLS: LazyLock<Vec<Skill>> =
    LazyLock::new(|| toml::from_str::<File>(file!("edge", "skills")).expect("the table of skills should read").skill);

/// The one of a key.
pub(crate) fn skill(key: &str) -> Option<&'static Skill> {
    SKILLS.iter().find(|skill| skill.key == key)
}

pub(crate) const ACROBATICS: &str = "acrobatics";
pub(crate) const ALERTNESS: &str = "alertness";
pub(crate) const ATHLETICS: &str = "athletics";
pub(crate) const CLIMBING: &str = "climbing";
pub(crate) const CUNNING: &str = "cunning";
pub(crate) const EXPLOSIVES: &str = "explosives";
pub(crate) const FORTITUDE: &str = "fortitude";
pub(crate) const INSIGHT: &str = "insight";
pub(crate) const INSPECTION: &str = "inspection";
pub(crate) const MYSTIFICATION: &str = "mystification";
pub(crate) const SLEIGHT_OF_HAND: &str = "sleight_of_hand";
pub(crate) const INTIMIDATION: &str = "intimidation";
pub(crate) const LUCIDITY: &str = "lucidity";
pub(crate) const MEDICINE: &str = "medicine";
pub(crate) const G_ZERO: &str = "g_zero";
pub(crate) const MIGHT: &str = "might";
pub(crate) const REFLEX: &str = "reflex";
pub(crate) const STAMINA: &str = "stamina";
pub(crate) const STEALTH: &str = "stealth";
pub(crate) const SWIMMING: &str = "swimming";
pub(crate) const THROWING: &str = "throwing";
pub(crate) const WRESTLING: &str = "wrestling";

#[cfg(test)]
mod tests {
    use super::super::ledger::DATA;
    use super::*;

    #[test]
    fn every_skill_has_a_key_of_its_own_and_a_rule_that_exists() {
        for (place, skill) in SKILLS.iter().enumerate() {
            assert!(SKILLS[..place].iter().all(|other| other.key != skill.key), "{}", skill.key);
            assert!(DATA.rows().iter().any(|row| row.id == skill.rule), "{}", skill.rule);
        }
        let used = [
            ACROBATICS,
            ALERTNESS,
            CUNNING,
            EXPLOSIVES,
            FORTITUDE,
            THROWING,
            INSIGHT,
            INSPECTION,
            STEALTH,
            INTIMIDATION,
            LUCIDITY,
            MEDICINE,
            MIGHT,
            REFLEX,
            STAMINA,
            WRESTLING,
        ];
        let moving = [ATHLETICS, CLIMBING, SWIMMING];
        assert!(used.iter().chain(&moving).all(|key| skill(key).is_some()));
    }
}
