//! Cinematics that a level or the library prepares: what each needs, its Skill Check, its effects (MOM-CINE-9 to MOM-CINE-11).

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::damage::DamageType;
use super::measure::Metres;
use super::options;
use super::skills::Skill;
use super::status::Status;
use crate::battle::DamageWords;
use crate::dice::Expression;
use crate::level::nearest;
use bevy::prelude::World;

/// The key of a level's options under which they stand.
pub(crate) const LIST: &str = "cinematic";

/// A prepared Cinematic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// The word by which an order names it.
    #[serde(default)]
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub text: String,
    /// What must be so.
    #[serde(default)]
    pub needs: Needs,
    /// The Skill that is rolled.
    pub skill: Skill,
    /// What that must reach.
    pub against: i32,
    /// Other checks by which those may help who join.
    #[serde(default)]
    pub others: Vec<Check>,
    /// The enemies it is done to; nobody where it is done to no enemy.
    pub targets: Option<Targets>,
    /// Dice and a word for damage: what each of them takes.
    pub harms: Option<String>,
    /// The Status Effect that each of them gets.
    pub gives: Option<Status>,
    /// Whether they are Restrained as long as the actor stays and spends 2 AP a turn on it.
    #[serde(default)]
    pub pins: bool,
    /// The actor has everything back, and can put so much more WP into an Ability.
    pub awakens: Option<i32>,
    /// Enemies that can be banished are, and the portal closes.
    #[serde(default)]
    pub banishes: bool,
    /// Whether it can be done as a Reaction.
    #[serde(default)]
    pub reaction: bool,
    /// What it does in the words of a level's events; the level's checks read it.
    #[serde(rename = "do", default, skip_serializing)]
    pub effects: Option<Value>,
    /// Its place on the level's list; nothing for the library's.
    #[serde(skip)]
    pub of_level: Option<usize>,
}

/// What must be so for a prepared Cinematic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Needs {
    /// The actor is in this zone.
    pub zone: Option<String>,
    /// The actor is within 1 m of this object.
    pub object: Option<String>,
    /// The actor is within 1 m of a portable object of 1 m at least.
    #[serde(default)]
    pub portable: bool,
    /// An ally that it sees is Down, or it saw one die in this round.
    #[serde(default)]
    pub ally_down: bool,
    /// It saw an ally die in this round.
    #[serde(default)]
    pub ally_dead: bool,
    /// It has half of its Vitality at most.
    #[serde(default)]
    pub wounded: bool,
}

/// A Skill Check against a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    pub skill: Skill,
    pub against: i32,
}

/// Whom a prepared Cinematic is done to: enemies of which each stands next to another of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Targets {
    /// How many at most.
    #[serde(default = "one")]
    pub most: usize,
    /// How far from the actor.
    #[serde(default = "one_metre")]
    pub within: Metres,
}

fn one() -> usize {
    1
}

fn one_metre() -> Metres {
    1
}

/// The numbers that a check can be against.
pub(crate) const NUMBERS: std::ops::RangeInclusive<i64> = 1..=30;

impl Entry {
    /// The dice of what each target takes, and of which type it is.
    pub(crate) fn harm(&self) -> Option<(Expression, DamageType)> {
        damage(self.harms.as_deref()?)
    }

    fn read(table: &Table, place: usize) -> Result<Self, String> {
        let read: Result<Self, _> = Value::Table(table.clone()).try_into();
        let entry = read.map_err(|why: toml::de::Error| why.message().to_owned())?;
        Ok(Self { key: slug(&entry.name), of_level: Some(place), ..entry })
    }
}

/// A name as a word of orders.
fn slug(name: &str) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    name.trim().chars().map(letter).collect()
}

fn damage(text: &str) -> Option<(Expression, DamageType)> {
    let (dice, word) = text.trim().rsplit_once(' ')?;
    Some((dice.trim().parse().ok()?, DamageType::known(word)?))
}

/// Those of the level that is played.
pub(crate) fn of_level(world: &World) -> Vec<Entry> {
    let list = options::written(world, LIST).and_then(Value::as_array);
    let tables = list.into_iter().flatten().filter_map(Value::as_table).enumerate();
    tables.filter_map(|(place, table)| Entry::read(table, place).ok()).collect()
}

/// Everything wrong with a level's list: where, message, help.
pub(crate) fn check(list: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let Some(all) = list.as_array() else {
        let help = "write `[[rules.momentum.cinematic]]`".to_owned();
        return vec![(LIST.to_owned(), format!("`{LIST}` is a list of tables"), help)];
    };
    let mut names: Vec<String> = Vec::new();
    for (place, value) in all.iter().enumerate() {
        let mut add = |key: &str, message: String, help: String| {
            let at = if key.is_empty() { format!("{LIST}.{place}") } else { format!("{LIST}.{place}.{key}") };
            found.push((at, message, help));
        };
        let Some(table) = value.as_table() else {
            add("", "a prepared Cinematic is a table".into(), "give it `name`, `skill` and `against`".into());
            continue;
        };
        check_one(table, &mut add);
        if let Some(name) = table.get("name").and_then(Value::as_str) {
            if names.contains(&slug(name)) {
                add(
                    "name",
                    format!("two prepared Cinematics are called `{name}`"),
                    "call one of them otherwise".into(),
                );
            }
            names.push(slug(name));
        }
    }
    found
}

fn check_one(table: &Table, add: &mut dyn FnMut(&str, String, String)) {
    const KEYS: [&str; 14] = [
        "name", "text", "needs", "skill", "against", "others", "targets", "harms", "gives", "pins", "awakens",
        "banishes", "reaction", "do",
    ];
    let mut sound = unknown(table, &KEYS, "", add);
    for needed in ["name", "skill", "against"].into_iter().filter(|key| !table.contains_key(*key)) {
        sound = false;
        add("", format!("a prepared Cinematic lacks `{needed}`"), "give it `name`, `skill` and `against`".into());
    }
    sound &= check_roll(table, "", add);
    for (place, other) in table.get("others").and_then(Value::as_array).into_iter().flatten().enumerate() {
        if let Some(other) = other.as_table() {
            sound &= check_roll(other, &format!("others.{place}."), add);
        }
    }
    if let Some(needs) = table.get("needs").and_then(Value::as_table) {
        const NEEDS: [&str; 6] = ["zone", "object", "portable", "ally_down", "ally_dead", "wounded"];
        sound &= unknown(needs, &NEEDS, "needs.", add);
    }
    if let Some(targets) = table.get("targets").and_then(Value::as_table) {
        sound &= unknown(targets, &["most", "within"], "targets.", add);
    }
    if let Some(text) = table.get("harms").and_then(Value::as_str).filter(|text| damage(text).is_none()) {
        sound = false;
        let words: Vec<&str> = DamageType::ALL.iter().flat_map(|row| row.3.iter().copied()).collect();
        let word = text.rsplit(' ').next().unwrap_or_default();
        let help = nearest(word, &words).map_or("write for example \"4d6 kinetic\"".to_owned(), meant);
        add("harms", format!("`{text}` is no damage"), help);
    }
    if let Some(word) = table.get("gives").and_then(Value::as_str).filter(|word| Status::of_key(word).is_none()) {
        sound = false;
        let known = Status::ALL.map(|(_, key, _)| key);
        add("gives", format!("there is no Status Effect `{word}`"), suggestion(word, &known));
    }
    let does = ["do", "harms", "gives", "pins", "awakens", "banishes"];
    if does.iter().all(|key| !table.contains_key(*key)) {
        sound = false;
        add("", "nothing comes of this Cinematic".into(), format!("give it one of {}", does.join(", ")));
    }
    let done_to = ["harms", "gives", "pins"].into_iter().find(|key| table.contains_key(*key));
    if let Some(key) = done_to.filter(|_| !table.contains_key("targets")) {
        sound = false;
        add(key, format!("`{key}` is done to nobody"), "say whom by `targets = { most = 1, within = 1 }`".into());
    }
    if sound && let Err(why) = Entry::read(table, 0) {
        add("", why, "see docs/level-format.md for an example".into());
    }
}

/// Reports unknown keys; whether all are known.
fn unknown(table: &Table, known: &[&str], under: &str, add: &mut dyn FnMut(&str, String, String)) -> bool {
    let mut sound = true;
    for key in table.keys().filter(|key| !known.contains(&key.as_str())) {
        sound = false;
        add(&format!("{under}{key}"), format!("a prepared Cinematic knows no `{key}`"), suggestion(key, known));
    }
    sound
}

/// Reports an unknown Skill, and a number out of bounds; whether both are sound.
fn check_roll(table: &Table, under: &str, add: &mut dyn FnMut(&str, String, String)) -> bool {
    let mut sound = true;
    if let Some(word) = table.get("skill").and_then(Value::as_str).filter(|word| Skill::of_key(word).is_none()) {
        sound = false;
        let known = Skill::ALL.map(|(_, key, _)| key);
        add(&format!("{under}skill"), format!("there is no Skill `{word}`"), suggestion(word, &known));
    }
    let number = table.get("against").and_then(Value::as_integer);
    if let Some(number) = number.filter(|number| !NUMBERS.contains(number)) {
        sound = false;
        let help = "11 is hard at level 3, 15 at level 5, 18 at level 9".to_owned();
        add(&format!("{under}against"), format!("a check is against 1 to 30, not {number}"), help);
    }
    sound
}

/// Help with a wrong word: the known one that is nearest to it, or all of them.
fn suggestion(wrong: &str, known: &[&str]) -> String {
    nearest(wrong, known).map_or_else(|| format!("known are {}", known.join(", ")), meant)
}

fn meant(word: &str) -> String {
    format!("did you mean `{word}`?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_prepared_cinematic_is_named_where_it_stands() {
        let found = |text: &str| check(&toml::from_str::<Table>(text).expect("well-formed")[LIST]);
        let whole = "[[cinematic]]\nname = \"Slam\"\nskill = \"raw_force\"\nagainst = 11\n";
        let sound = format!("{whole}targets = {{ most = 3, within = 2 }}\nharms = \"4d6 kinetic\"");
        assert_eq!(found(&sound), []);
        for (more, at, says) in [
            ("do = []\nskil = 1", "cinematic.0.skil", "did you mean `skill`"),
            ("", "cinematic.0", "give it one of"),
            ("harms = \"4d6 kinetic\"", "cinematic.0.harms", "targets"),
            ("targets = {}\nharms = \"4d6 kinetik\"", "cinematic.0.harms", "did you mean `kinetic`"),
            ("targets = {}\ngives = \"prune\"", "cinematic.0.gives", "did you mean `prone`"),
            ("do = []\nneeds = { zome = \"x\" }", "cinematic.0.needs.zome", "did you mean `zone`"),
            ("do = []\nothers = [{ skill = \"grase\", against = 3 }]", "cinematic.0.others.0.skill", "`grace`"),
        ] {
            let all = found(&format!("{whole}{more}"));
            let one = all.first().unwrap_or_else(|| panic!("something is wrong with {more}"));
            assert_eq!((one.0.as_str(), all.len()), (at, 1), "{all:?}");
            assert!(one.2.contains(says), "{}", one.2);
        }
        let wrong = whole.replace("raw_force", "raw_farce").replace("11", "31");
        let all = found(&format!("{wrong}do = []"));
        assert_eq!(
            all.iter().map(|one| one.0.as_str()).collect::<Vec<_>>(),
            ["cinematic.0.skill", "cinematic.0.against"]
        );
        assert!(all[0].2.contains("did you mean `raw_force`"));
        let twice = format!("{whole}do = []\n{whole}do = []");
        assert_eq!(found(&twice)[0].0, "cinematic.1.name");
    }

    #[test]
    fn zones_objects_and_effects_are_checked_with_the_level() {
        let found = |more: &str| {
            let head = "name = \"x\"\nruleset = \"momentum\"\nmap = \"\"\"\na...R\n....T\n\"\"\"\n";
            let people = "[legend]\na = { creature = \"soldier\", side = \"one\", name = \"Ada\" }\n\
                          R = { creature = \"scout\", side = \"two\", name = \"Rook\" }\n\
                          T = { object = \"table\", name = \"Table\" }\n[zone]\ngantry = [[0, 0]]\n";
            let slam = "[[rules.momentum.cinematic]]\nname = \"Slam\"\nskill = \"raw_force\"\nagainst = 11\n";
            let text = format!("{head}{people}{slam}{more}\n");
            let line = text.lines().count();
            let found = match crate::rules::read_level_played(&text, "level") {
                Ok((_, found)) | Err(found) => found,
            };
            let one = found.into_iter().find(|one| one.line == line && one.severity == crate::level::Severity::Error);
            one.map(|one| format!("{}; {}", one.message, one.help))
        };
        assert_eq!(found("do = { light = { squares = \"gantry\", becomes = \"dark\" } }"), None);
        for (more, says) in [
            ("do = { ligth = { becomes = \"dark\" } }", "did you mean `light`"),
            ("do = { light = { squares = \"gantri\", becomes = \"dark\" } }", "did you mean `gantry`"),
            ("do = []\nneeds = { zone = \"gantri\" }", "did you mean `gantry`"),
            ("do = []\nneeds = { object = \"Tabel\" }", "did you mean `Table`"),
            ("harms = \"4d6 kinetic\"", "done to nobody"),
        ] {
            let one = found(more).unwrap_or_else(|| panic!("something is wrong with {more}"));
            assert!(one.contains(says), "{one}");
        }
    }
}
