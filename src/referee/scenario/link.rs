//! The time between two battles as a step. Everybody leaves the battle, the time passes as in a campaign, and the level begins anew with
//! those who can go.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use toml::Table;

use super::compare::{Checked, equal, json_of, same};
use super::facts::behind;
use super::form::Step;
use super::mismatch::{Mismatch, told as refused_words, unknown};
use super::refusal::is_refused_so;
use super::scene::Scene;
use super::turn_order::in_order;
use super::words;
use crate::battle::{Battle, LinkNote, Refusal, Rule, names_in};
use crate::campaign::{Link, Party, Person, State, leaves, parse_link};
use crate::dice::{Dice, Forced};
use crate::level::{Cast, Creature, Level, Role, is_same_name};

/// What a scenario says of a link that a campaign's file does not.
#[derive(Deserialize)]
struct Beside {
    /// Who goes through it; those of the level's first side where nothing is written.
    who: Option<Vec<String>>,
    /// What is chosen for whom.
    #[serde(default)]
    choices: BTreeMap<String, String>,
    /// The dice of the next battle's start.
    start_dice: Option<Vec<Forced>>,
}

/// The keys of [`Beside`].
const BESIDE: [&str; 3] = ["who", "choices", "start_dice"];

/// Lets the time pass, and begins the next battle.
///
/// # Errors
/// A link that cannot be read, or choices that are refused and should not be. Dice that do not fit, or a battle that cannot start.
pub(super) fn pass(scene: &mut Scene, step: &Step, written: &Table) -> Checked {
    let (beside, link) = read(written)?;
    let level = scene.battle.level().clone();
    let members = travellers(&level, beside.who.as_deref())?;
    let roster = left(scene, &members)?;
    let party = Party { ruleset: scene.battle.ruleset(), members: &members, roster: &roster };
    let mut dice = Dice::new(scene.battle.seed());
    dice.force(step.dice.iter().copied(), !step.free_dice.unwrap_or(scene.free_dice));
    let choices = party.settled(&link, &beside.choices);
    let after = choices.and_then(|choices| party.after(&link.interlude(party.ruleset.key()), &choices, dice));
    let (people, notes) = match (after, &step.refused) {
        (Ok(after), None) => after,
        (Err(refusal), Some(wanted)) => return refused_so(scene, &refusal, wanted),
        (Ok(_), Some(_)) => return Err(Mismatch::new("the link is refused", "it was accepted")),
        (Err(refusal), None) => return Err(Mismatch::new("the time passes", refused_words(&refusal))),
    };
    let next = recast(&level, party.ruleset, &members, &people).map_err(cannot_start)?;
    let battle = begin(scene, next, beside.start_dice.as_deref())?;
    arrive(scene, battle, people, notes);
    Ok(())
}

fn read(written: &Table) -> Result<(Beside, Link), Mismatch> {
    let wrong = |why: String| Mismatch::new("a `link` as in a campaign, with `who`, `choices`, `start_dice`", why);
    let (own, mut link): (Table, Table) =
        written.clone().into_iter().partition(|(key, _)| BESIDE.contains(&key.as_str()));
    link.insert("id".into(), "link".into());
    let beside = own.try_into().map_err(|why: toml::de::Error| wrong(why.message().to_owned()))?;
    let text = toml::to_string(&link).map_err(|why| wrong(why.to_string()))?;
    Ok((beside, parse_link(&text).map_err(wrong)?))
}

fn cannot_start(why: String) -> Mismatch {
    Mismatch::new("a next battle that starts", why)
}

fn refused_so(scene: &mut Scene, refusal: &Refusal, wanted: &toml::Value) -> Checked {
    scene.aside.extend(refusal.rule.iter().map(|rule| rule.id().to_string()));
    is_refused_so(refusal, wanted)?;
    scene.state(&refusal.rule);
    Ok(())
}

/// How those who go through it start in the battle that they leave.
fn travellers(level: &Level, who: Option<&[String]>) -> Result<Vec<Creature>, Mismatch> {
    let Some(names) = who else {
        let first: Vec<String> = level.sides.iter().take(1).map(|side| side.id.clone()).collect();
        return Ok(level.places(&first).cloned().collect());
    };
    let all: Vec<String> = level.sides.iter().map(|side| side.id.clone()).collect();
    let find = |name: &String| {
        let found = level.places(&all).find(|one| is_same_name(&one.name, name)).cloned();
        found.ok_or_else(|| Mismatch::new("`who` names creatures of the level", format!("there is no `{name}`")))
    };
    names.iter().map(find).collect()
}

/// The same as they leave it.
fn left(scene: &Scene, members: &[Creature]) -> Result<Vec<Person>, Mismatch> {
    let leave = |member: &Creature| {
        let mut person = Person::new(member);
        match leaves(scene.battle.world(), scene.battle.ruleset(), &mut person) {
            Some(_) => Ok(person),
            None => Err(Mismatch::new("who goes through a link is in the battle", format!("{} is not", member.name))),
        }
    };
    members.iter().map(leave).collect()
}

/// The level with those of them who can go, each where it stood at the start; the others of their sides stay as they are.
fn recast(
    level: &Level,
    ruleset: &'static dyn crate::battle::Ruleset,
    members: &[Creature],
    people: &[Person],
) -> Result<Level, String> {
    let mut cast = Cast { sides: Vec::new(), roles: Vec::new(), away: Vec::new() };
    for member in members {
        if !cast.sides.contains(&member.side) {
            cast.sides.push(member.side.clone());
        }
    }
    for place in level.places(&cast.sides) {
        let traveller = people.iter().find(|person| person.name == place.name);
        match traveller {
            Some(person) if person.can_go().is_err() => cast.away.push(person.name.clone()),
            _ => {
                let mut who = place.clone();
                if let Some(person) = traveller {
                    ruleset.bring(&mut who, &person.carried, ruleset.key());
                }
                cast.roles.push(Role { place: place.name.clone(), who });
            }
        }
    }
    level.with_cast(cast, names_in(ruleset))
}

/// The next battle: with these dice at its start, or in the scenario's order of turns, or by the seed.
fn begin(scene: &Scene, level: Level, start: Option<&[Forced]>) -> Result<Battle, Mismatch> {
    let (level, ruleset) = (Arc::new(level), scene.battle.ruleset());
    let there = |name: &&String| level.creatures.iter().any(|one| is_same_name(&one.name, name));
    let order: Vec<String> = scene.turn_order.iter().filter(there).cloned().collect();
    if start.is_none() && !order.is_empty() {
        return in_order(&order, &level, ruleset, 1);
    }
    let (faces, strict) = start.map_or((&[][..], false), |faces| (faces, !scene.free_dice));
    let mut battle = Battle::with_dice(level, ruleset, scene.battle.seed(), faces, strict)
        .map_err(|error| cannot_start(error.to_string()))?;
    battle.unforce_dice();
    Ok(battle)
}

/// The scenario goes on with the next battle; its start belongs to this step.
fn arrive(scene: &mut Scene, battle: Battle, people: Vec<Person>, notes: Vec<LinkNote>) {
    scene.battle = battle;
    scene.from = 0;
    scene.before.clear();
    for note in &notes {
        scene.aside.extend(note.rules.iter().map(|rule| rule.id().to_string()));
        if let Some(trace) = &note.trace {
            trace.each_rule(&mut |rule| {
                scene.aside.insert(rule.id().to_string());
            });
        }
        scene.numbers.extend(note.trace.clone());
    }
    scene.people = people;
    scene.notes = notes;
    scene.note_decision();
}

/// What can be said of a member besides what it carries.
const OF_MEMBERS: [&str; 5] = ["member", "alive", "can_go", "why_not", "lacks"];

/// `{ member = "Bo", can_go = false, why_not = "is …", hp = 3, lacks = ["wounds"] }`: a member who has gone through the last link. What it
/// carries stands by key.
pub(super) fn member(scene: &mut Scene, expected: &Table) -> Checked {
    let name = words::one("member", &expected["member"])?;
    let person = scene.people.iter().find(|person| is_same_name(&person.name, name));
    let person = person
        .ok_or_else(|| Mismatch::new(format!("{name} has gone through a link"), "no link had it among its people"))?;
    let why = person.can_go().err();
    let carried = &person.carried.keys;
    if expected.len() == 1 {
        return Err(Mismatch::new("something about the member", "nothing is said"));
    }
    for (key, value) in expected.iter().filter(|(key, _)| *key != "member") {
        let label = format!("{name}: {key}");
        match key.as_str() {
            "alive" => equal(&label, value, &json!(person.state == State::Alive))?,
            "can_go" => equal(&label, value, &json!(why.is_none()))?,
            "why_not" => {
                let part = words::one(key, value)?;
                same(&label, value, &json!(why), why.as_ref().is_some_and(|why| why.contains(part)))?;
            }
            "lacks" => {
                for lacking in words::of(key, value)? {
                    same(&label, value, &json!(carried), !carried.contains_key(lacking))?;
                }
            }
            _ => match carried.get(key) {
                Some(came) => equal(&label, value, &json_of(came))?,
                None => {
                    let known = carried.keys().map(String::as_str).chain(OF_MEMBERS);
                    return Err(unknown(key, &known.collect::<Vec<_>>()));
                }
            },
        }
    }
    Ok(())
}

/// What can be said of something that was told in a link.
const OF_NOTES: [&str; 5] = ["who", "says", "value", "rule", "count"];

/// `{ who = "Bo", says = "rests", value = 6, rule = "…", count = 1 }`: what was told in the link of this step.
pub(super) fn told(scene: &mut Scene, written: &toml::Value) -> Checked {
    let wanted = written.as_table().filter(|table| !table.is_empty());
    let wanted = wanted.ok_or_else(|| Mismatch::new("`told` is a table", written.to_string()))?;
    if let Some(key) = wanted.keys().find(|key| !OF_NOTES.contains(&key.as_str())) {
        return Err(unknown(key, &OF_NOTES));
    }
    if let Some(rules) = wanted.get("rule") {
        words::are_rules(&scene.battle, &words::of("rule", rules)?)?;
    }
    let mut shown_by: Vec<Rule> = Vec::new();
    let mut found = 0;
    for note in scene.notes.iter().filter(|note| is_so(note, wanted)) {
        found += 1;
        if ["says", "value"].iter().any(|key| wanted.contains_key(*key)) {
            shown_by.extend(note.rules.iter().cloned());
        }
        if let Some(trace) = note.trace.as_ref().filter(|_| wanted.contains_key("value")) {
            shown_by.extend(behind(trace).cloned());
        }
    }
    let count = wanted.get("count").and_then(toml::Value::as_integer);
    if count.map_or(found > 0, |count| count == found) {
        scene.state(&shown_by);
        return Ok(());
    }
    let came: Vec<String> = scene.notes.iter().map(|note| format!("{} {}", note.who, note.text)).collect();
    Err(Mismatch::new(format!("told = {written}"), format!("{found} of them; told were: {}", came.join("; "))))
}

fn is_so(note: &LinkNote, wanted: &Table) -> bool {
    wanted.iter().all(|(key, value)| match key.as_str() {
        "who" => value.as_str().is_some_and(|name| is_same_name(&note.who, name)),
        "says" => value.as_str().is_some_and(|part| note.text.contains(part)),
        "value" => value.as_integer() == note.trace.as_ref().map(|trace| i64::from(trace.value)),
        "rule" => value.as_str().is_some_and(|id| note.rules.iter().any(|rule| rule.id() == id)),
        _ => true,
    })
}
