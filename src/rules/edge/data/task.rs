//! Tasks: what a level makes of an object that takes a check (EDG-CORE-5 to EDG-CORE-12, EDG-CORE-21 to EDG-CORE-24, EDG-EFF).

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::skills::{SKILLS, skill};
use super::stats::Ability;
use crate::level::nearest;

/// The names of difficulties, each with its number and what an outcome of that height is called (EDG-CORE-5).
const NAMED: [(&str, i32, &str); 9] = [
    ("insignificant", 5, "terrible"),
    ("trivial", 7, "poor"),
    ("easy", 10, "mediocre"),
    ("normal", 13, "ordinary"),
    ("moderate", 17, "decent"),
    ("challenging", 21, "good"),
    ("hard", 25, "great"),
    ("formidable", 28, "excellent"),
    ("prodigious", 31, "astounding"),
];

/// What people call an outcome of a height.
pub(crate) fn outcome(total: i32) -> &'static str {
    NAMED.iter().rev().find(|row| row.1 <= total).map_or(NAMED[0].2, |row| row.2)
}

/// The name of a difficulty, where it has one.
pub(crate) fn named(difficulty: i32) -> Option<&'static str> {
    NAMED.iter().find(|row| row.1 == difficulty).map(|row| row.0)
}

/// A difficulty as a level writes it: a number from 1 to 60, or a name.
///
/// # Errors
/// A sentence for the level's author.
fn difficulty(value: &Value) -> Result<i32, String> {
    let names: Vec<&str> = NAMED.iter().map(|row| row.0).collect();
    let number = value.as_integer().and_then(|number| i32::try_from(number).ok());
    if let Some(number) = number.filter(|number| (1..=60).contains(number)) {
        return Ok(number);
    }
    let word = value.as_str().unwrap_or_default();
    if let Some(row) = NAMED.iter().find(|row| row.0 == word) {
        return Ok(row.1);
    }
    let close = nearest(word, &names).map_or_else(String::new, |close| format!(" — did you mean `{close}`?"));
    Err(format!("`dc` is a number from 1 to 60, or one of {}{close}", names.join(", ")))
}

/// What it means not to have the skill (EDG-CORE-21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Untrained {
    #[default]
    Allowed,
    Disadvantage,
    Impossible,
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

/// What a level says of an object's task.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Written {
    check: Option<String>,
    ability: Option<Ability>,
    dc: Option<Value>,
    #[serde(default = "one")]
    needs: u8,
    #[serde(default = "yes")]
    helpable: bool,
    #[serde(default)]
    once: bool,
    on_fail: Option<String>,
    on_success: Option<String>,
    #[serde(default)]
    strain: i32,
    #[serde(default)]
    strain_required: bool,
    #[serde(default)]
    untrained: Untrained,
    synergy: Option<String>,
    #[serde(default)]
    collective: bool,
    also: Option<String>,
    on_also: Option<String>,
    #[serde(default)]
    halts: bool,
}

/// The task of an object, and how far it has got.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The ability, which may be paired with any skill (EDG-CORE-22).
    pub ability: Ability,
    /// The key of the skill.
    pub skill: String,
    /// What must be reached.
    pub difficulty: i32,
    /// EDG-CORE-10: how many successes it takes, before as many failures.
    pub needs: u8,
    /// EDG-CORE-12: whether help makes sense.
    pub helpable: bool,
    /// EDG-CORE-24: whether a failure is the last.
    pub once: bool,
    /// EDG-CORE-7: the event that a failure sets off.
    pub on_fail: Option<String>,
    /// The event that success sets off.
    pub on_success: Option<String>,
    /// EDG-EFF-1: what it costs in Vitality.
    pub strain: i32,
    /// EDG-EFF-3: whether it cannot be tried without.
    pub strain_required: bool,
    /// EDG-CORE-21.
    pub untrained: Untrained,
    /// EDG-CORE-23: a second skill that helps.
    pub synergy: Option<String>,
    /// EDG-CORE-13: whether every member of the side makes the check, and half of them must succeed.
    pub collective: bool,
    /// EDG-GRAV-17: whether it is to stop what moves already.
    pub halts: bool,
    /// EDG-XPO-5: the skill of a second check that an exploit opens, and the event that it sets off.
    pub also: Option<(String, Option<String>)>,
    /// Successes.
    pub won: u8,
    /// Failures.
    pub lost: u8,
}

impl Task {
    /// Whether it is done.
    pub(crate) fn is_done(&self) -> bool {
        self.won >= self.needs
    }

    /// Whether it has failed for good (EDG-CORE-10, EDG-CORE-24).
    pub(crate) fn is_lost(&self) -> bool {
        self.lost > 0 && (self.once || self.needs > 1 && self.lost >= self.needs)
    }
}

impl Written {
    /// The task, if a check is written.
    ///
    /// # Errors
    /// A sentence for the level's author.
    pub(crate) fn task(self) -> Result<Option<Task>, String> {
        let Some(check) = self.check else { return Ok(None) };
        let known = skill(&check).ok_or_else(|| format!("there is no skill `{check}`"))?;
        let others = self.synergy.iter().chain(&self.also);
        if let Some(other) = others.into_iter().find(|other| skill(other).is_none()) {
            return Err(format!("there is no skill `{other}`"));
        }
        let difficulty = self.dc.as_ref().map_or(Ok(13), difficulty)?;
        Ok(Some(Task {
            ability: self.ability.unwrap_or(known.ability),
            skill: check,
            difficulty,
            needs: self.needs.max(1),
            helpable: self.helpable,
            once: self.once,
            on_fail: self.on_fail,
            on_success: self.on_success,
            strain: self.strain,
            strain_required: self.strain_required,
            untrained: self.untrained,
            synergy: self.synergy,
            collective: self.collective,
            halts: self.halts,
            also: self.also.map(|also| (also, self.on_also)),
            won: 0,
            lost: 0,
        }))
    }
}

/// The keys that say nothing without a check.
const OF_A_CHECK: [&str; 15] = [
    "ability",
    "dc",
    "needs",
    "helpable",
    "once",
    "on_fail",
    "on_success",
    "strain",
    "strain_required",
    "untrained",
    "synergy",
    "collective",
    "also",
    "on_also",
    "halts",
];

/// What is wrong with a level's words for one object: key, message, help.
pub(crate) fn check(table: &Table) -> Vec<(String, String, String)> {
    let wrong = table.get("dc").and_then(|value| difficulty(value).err());
    let help = "write a number, or one of these names".to_owned();
    let mut found: Vec<_> = wrong.map(|why| ("dc".to_owned(), why, help)).into_iter().collect();
    let skills: Vec<&str> = SKILLS.iter().map(|skill| skill.key.as_str()).collect();
    let abilities = ["combativity", "strength", "dexterity", "perception", "intelligence", "will", "tech"];
    let words = [
        ("check", "skill", &skills[..]),
        ("synergy", "skill", &skills),
        ("also", "skill", &skills),
        ("ability", "ability", &abilities),
    ];
    for (key, what, known) in words {
        let word = table.get(key).and_then(Value::as_str);
        if let Some(word) = word.filter(|word| !known.contains(word)) {
            let close = nearest(word, known);
            let help = close
                .map_or_else(|| format!("known are {}", known.join(", ")), |close| format!("did you mean `{close}`?"));
            found.push((key.to_owned(), format!("there is no {what} `{word}`"), help));
        }
    }
    if !table.contains_key("check") {
        let idle = OF_A_CHECK.iter().filter(|key| table.contains_key(**key));
        let help = "say with `check` what is rolled, or leave it away";
        found.extend(
            idle.map(|key| ((*key).to_owned(), format!("`{key}` does nothing without a `check`"), help.to_owned())),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_have_the_names_of_their_heights() {
        for (total, name) in [(4, "terrible"), (16, "ordinary"), (22, "good"), (40, "astounding")] {
            assert_eq!(outcome(total), name, "{total}");
        }
    }

    #[test]
    fn a_wrong_difficulty_is_named_with_the_nearest() {
        let table = |text: &str| toml::from_str::<Table>(text).expect("well-formed");
        assert!(check(&table("check = \"might\"\ndc = \"hard\"")).is_empty());
        assert!(check(&table("check = \"might\"\ndc = 61"))[0].1.contains("from 1 to 60"));
        assert!(check(&table("check = \"might\"\ndc = \"moderat\""))[0].1.contains("did you mean `moderate`"));
    }

    #[test]
    fn a_wrong_skill_or_ability_is_named_with_the_nearest_and_so_is_what_does_nothing() {
        for (text, key, help) in [
            ("check = \"migt\"", "check", "did you mean `might`?"),
            ("check = \"might\"\nability = \"strenght\"", "ability", "did you mean `strength`?"),
            ("check = \"might\"\nsynergy = \"athletix\"", "synergy", "did you mean `athletics`?"),
            ("dc = 13", "dc", "say with `check` what is rolled"),
        ] {
            let found = check(&toml::from_str(text).expect("well-formed"));
            assert!(found.iter().any(|one| one.0 == key && one.2.starts_with(help)), "{text}: {found:?}");
        }
    }
}
