//! The traps that a level lays: `[[rules.edge.trap]]` (EDG-OBJ-3).

use std::collections::BTreeSet;

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::conditions::GIVEN;
use super::damage::DamageType;
use super::skills::{SKILLS, skill};
use super::stats::Ability;
use super::written;
use crate::battle::DamageWords;
use crate::dice::Expression;
use crate::grid::{Footprint, Square};
use crate::level::nearest;

/// The key of the list of traps.
pub(crate) const TRAPS: &str = "trap";

/// A trap, a poison, a disease: what sets it off, the save, what it does (EDG-OBJ-3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trap {
    /// What people call it.
    pub name: String,
    /// The squares that set it off when a creature comes onto them.
    pub squares: Vec<[i16; 2]>,
    /// The skill of the save.
    pub save: String,
    /// The ability of the save; the skill's usual one if absent.
    pub ability: Option<Ability>,
    /// What the save must reach.
    pub dc: i32,
    /// Damage, such as `"2d6 biotic"`.
    pub damage: Option<String>,
    /// Whether a save that is made halves the damage; otherwise there is none.
    #[serde(default)]
    pub half: bool,
    /// Conditions of those who fail.
    #[serde(default)]
    pub gives: Vec<String>,
    /// For how many rounds; until something ends them if absent.
    pub rounds: Option<u32>,
    /// EDG-BLAST-10: a placed charge bursts: all within so many metres of its square make the save.
    pub burst_m: Option<i32>,
    /// Whether it is set off but once.
    #[serde(default)]
    pub once: bool,
}

/// The traps that were set off, by place on the level's list.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SprungTraps {
    /// Their places.
    pub sprung: BTreeSet<usize>,
}

/// The level's traps, in its order.
pub(crate) fn traps(world: &World) -> Vec<Trap> {
    written::list(world, TRAPS)
}

/// Squares as a level writes them.
pub(crate) fn squares(all: &[[i16; 2]]) -> impl Iterator<Item = Square> + '_ {
    all.iter().map(|&[x, y]| Square::new(x, y))
}

impl Trap {
    /// Which of its squares a body stands on.
    pub(crate) fn square_under(&self, body: Footprint) -> Option<Square> {
        squares(&self.squares).find(|&at| body.contains(at))
    }

    /// The dice of its damage and their type.
    pub(crate) fn harm(&self) -> Option<(Expression, DamageType)> {
        damage(self.damage.as_deref()?)
    }
}

fn damage(text: &str) -> Option<(Expression, DamageType)> {
    let (dice, word) = text.trim().rsplit_once(' ')?;
    Some((dice.trim().parse().ok()?, DamageType::known(word)?))
}

/// Everything wrong with the list of a level's options: where, message, help.
pub(crate) fn check(table: &Table) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let Some(list) = table.get(TRAPS) else { return found };
    let help = || format!("write `[[rules.edge.{TRAPS}]]`");
    let Some(all) = list.as_array() else {
        return vec![(TRAPS.to_owned(), format!("`{TRAPS}` is a list of tables"), help())];
    };
    for (place, value) in all.iter().enumerate() {
        let mut add = |at: &str, message: String, help: String| {
            let at = if at.is_empty() { format!("{TRAPS}.{place}") } else { format!("{TRAPS}.{place}.{at}") };
            found.push((at, message, help));
        };
        match value.as_table() {
            Some(one) => check_one(one, &mut add),
            None => add("", "a trap is a table".to_owned(), help()),
        }
    }
    found
}

const TRAP_KEYS: [&str; 11] =
    ["name", "squares", "save", "ability", "dc", "damage", "half", "gives", "rounds", "burst_m", "once"];

fn check_one(table: &Table, add: &mut dyn FnMut(&str, String, String)) {
    let mut sound = true;
    let mut wrong = |at: &str, message: String, help: String| {
        sound = false;
        add(at, message, help);
    };
    for key in table.keys().filter(|key| !TRAP_KEYS.contains(&key.as_str())) {
        wrong(key, format!("a trap knows no `{key}`"), suggestion(key, &TRAP_KEYS));
    }
    let text = |key: &str| table.get(key).and_then(Value::as_str);
    let skills: Vec<&str> = SKILLS.iter().map(|skill| skill.key.as_str()).collect();
    if let Some(word) = text("save").filter(|word| skill(word).is_none()) {
        wrong("save", format!("there is no skill `{word}`"), suggestion(word, &skills));
    }
    let dc = table.get("dc").and_then(Value::as_integer);
    if dc.is_some_and(|dc| !(1..=60).contains(&dc)) {
        wrong("dc", "`dc` is out of bounds".to_owned(), "it is a number from 1 to 60".to_owned());
    }
    if let Some(word) = text("damage").filter(|word| damage(word).is_none()) {
        wrong("damage", format!("`{word}` is no damage"), "write dice and a type, such as `2d6 biotic`".to_owned());
    }
    let given = table.get("gives").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for word in given.filter(|word| !GIVEN.contains(word)) {
        wrong("gives", format!("there is no condition `{word}`"), suggestion(word, &GIVEN));
    }
    let read = || Value::Table(table.clone()).try_into::<Trap>().map(drop);
    if sound && let Err(why) = read() {
        add("", why.message().to_owned(), "see docs/level-format.md for an example".to_owned());
    }
}

fn suggestion(wrong: &str, known: &[&str]) -> String {
    let near = nearest(wrong, known);
    near.map_or_else(|| format!("known are {}", known.join(", ")), |near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_trap_is_named_where_it_stands() {
        let found = |text: &str| check(&toml::from_str::<Table>(text).expect("well-formed"));
        let trap = "[[trap]]\nname = \"Gas\"\nsquares = [[3, 1]]\nsave = \"stamina\"\ndc = 15\n";
        assert!(found(&format!("{trap}damage = \"2d6 biotic\"\nhalf = true\ngives = [\"sickened\"]")).is_empty());
        for (text, at, help) in [
            ("trap = 3".to_owned(), "trap", "write `[[rules.edge.trap]]`"),
            (format!("{trap}squars = 3"), "trap.0.squars", "did you mean `squares`?"),
            (trap.replace("15", "99"), "trap.0.dc", "it is a number from 1 to 60"),
            ("[[trap]]\nname = \"Gas\"\ndc = 17".to_owned(), "trap.0", "see docs"),
            (trap.replace("stamina", "stamin"), "trap.0.save", "did you mean `stamina`?"),
            (format!("{trap}damage = \"2d6 love\""), "trap.0.damage", "write dice and a type"),
            (format!("{trap}gives = [\"sickend\"]"), "trap.0.gives", "did you mean `sickened`?"),
        ] {
            let found = found(&text);
            assert!(found.iter().any(|one| one.0 == at && one.2.starts_with(help)), "{text}: {found:?}");
        }
    }
}
