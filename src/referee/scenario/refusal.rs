//! Whether an order is refused as wanted, and whether one that is to be refused says what it means to. One with a slip in it is refused
//! whatever the rules say, and shows nothing.

use super::mismatch::{Mismatch, told, unknown};
use crate::battle::{About, Act, Battle, Key, Order, Refusal, Setting, Takes, creatures};

/// An order that the rules allow is refused so where the dice of the step do not fit it.
const FORCED_DICE: &str = "forced_dice";

/// Refusals of words that nobody knows begin so.
const OF_WORDS: &str = "no_such_";

/// Compares a refusal with the one wanted: a code, or a table of `code`, `rule`, `says`.
///
/// # Errors
/// The first difference, or an unknown key.
pub(super) fn is_refused_so(refusal: &Refusal, wanted: &toml::Value) -> Result<(), Mismatch> {
    let differs = |what: String| Err(Mismatch::new(format!("a refusal with {what}"), told(refusal)));
    let table = match wanted {
        toml::Value::Boolean(true) => return Ok(()),
        toml::Value::String(code) if refusal.code == code.as_str() => return Ok(()),
        toml::Value::String(code) => return differs(format!("code `{code}`")),
        toml::Value::Table(table) => table,
        _ => {
            return Err(Mismatch::new("`refused` is true, a code or a table", wanted.to_string()));
        }
    };
    for (key, value) in table {
        let text = value.as_str().unwrap_or_default();
        let same = match key.as_str() {
            "code" => refusal.code == text,
            "rule" => refusal.rule.as_ref().is_some_and(|rule| rule.id() == text),
            "says" => refusal.message.contains(text),
            _ => {
                return Err(Mismatch::new("`refused` with code, rule, says", format!("it has `{key}`")));
            }
        };
        if !same {
            return differs(format!("{key} `{text}`"));
        }
    }
    Ok(())
}

/// The code that a refusal is said to have, if any is.
fn code(wanted: &toml::Value) -> Option<&str> {
    wanted.as_str().or_else(|| wanted.get("code")?.as_str())
}

/// An order that could not even be read, or that names what nobody knows, is refused for that. So is one that the rules allow and that rolls
/// dice of which the step names none, or others. An author who means so writes the code, or what the refusal says.
///
/// # Errors
/// What is unknown.
pub(super) fn is_meant(
    battle: &Battle,
    order: Option<&Order>,
    came: &Refusal,
    wanted: &toml::Value,
) -> Result<(), Mismatch> {
    if let Some(Order::Answer { choice }) = order {
        return is_choice(battle, choice);
    }
    let stated = code(wanted).is_some() || wanted.get("says").is_some();
    // The rules let it happen: what is missing is a die of the step.
    if came.code == FORCED_DICE && !stated {
        let expected = "an order that is refused, whatever the dice";
        return Err(Mismatch::new(expected, format!("it was accepted, and rolled: {}", told(came))));
    }
    if came.code.starts_with(OF_WORDS) || came.code == "malformed" {
        if stated {
            return Ok(());
        }
        let expected = format!("an order in which everything is known, or the code `{}`", came.code);
        return Err(Mismatch::new(expected, told(came)));
    }
    match order {
        Some(Order::Act(act)) => act_is_known(battle, act, code(wanted)),
        _ => Ok(()),
    }
}

fn act_is_known(battle: &Battle, act: &Act, code: Option<&str>) -> Result<(), Mismatch> {
    let words = battle.ruleset().lexicon().acts;
    let known: Vec<&str> = words.iter().map(|word| word.action.as_str()).collect();
    if !known.contains(&act.action.as_str()) {
        return Err(unknown(&act.action, &known));
    }
    if let Some(with) = &act.with {
        let known = carried(battle);
        // What is done by one thing with another is written `one/other`; they may be a score and a condition.
        let scores = battle.ruleset().keys(About::Creature).iter().map(|key| key.key.to_owned());
        let conditions = battle.ruleset().lexicon().conditions.into_iter().map(|one| one.key);
        let others: Vec<String> = scores.chain(conditions).collect();
        let one_of = |words: &[String], part: &str| words.iter().any(|known| known == part);
        let is_known = |part: &str| one_of(&known, part) || (with.contains('/') && one_of(&others, part));
        if !known.contains(with) && !with.split('/').all(is_known) {
            return Err(unknown(with, &known));
        }
    }
    let keys: Vec<&Key> = words.iter().filter(|word| word.action == act.action).flat_map(|word| word.options).collect();
    for (name, setting) in &act.options {
        let Some(key) = keys.iter().find(|key| key.key == name) else {
            return Err(unknown(name, &keys.iter().map(|key| key.key).collect::<Vec<_>>()));
        };
        // A value that is none is what the refusal is about where it says so.
        let (Takes::Word(words) | Takes::AnyCase(words), Setting::Word(word)) = (&key.takes, setting) else {
            continue;
        };
        let is_one = words.iter().any(|known| known.eq_ignore_ascii_case(word));
        if !is_one && code != Some("bad_option") {
            return Err(unknown(word, words));
        }
    }
    Ok(())
}

/// Everything that anybody does something with, or could.
fn carried(battle: &Battle) -> Vec<String> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let offered = creatures(world).into_iter().flat_map(|id| ruleset.offers(world, id));
    let mut known: Vec<String> = offered.filter_map(|offer| offer.with).collect();
    known.extend(ruleset.kinds().iter().flat_map(|kind| ruleset.items(kind, None)));
    let lexicon = ruleset.lexicon();
    known.extend(lexicon.acts.into_iter().filter(|act| act.readied).map(|act| act.action));
    let rows = lexicon.chapters.into_iter().flat_map(|chapter| chapter.rows);
    let first = |row: Vec<String>| row.into_iter().next();
    known.extend(rows.filter_map(first).map(|word| word.trim_matches('`').to_owned()));
    known.sort();
    known.dedup();
    known
}

/// An answer is one to some question of the ruleset, or to the one that is open. What stands in angle brackets differs from case to case.
///
/// # Errors
/// That it is none.
pub(super) fn is_choice(battle: &Battle, choice: &str) -> Result<(), Mismatch> {
    let open = battle.decision();
    let questions = battle.ruleset().lexicon().questions.iter();
    let asked = questions.filter(|question| open.is_none_or(|open| open.kind == question.kind));
    let mut known: Vec<&str> = asked.flat_map(|question| &question.choices).map(|(key, _)| *key).collect();
    known.extend(open.into_iter().flat_map(|open| &open.choices).map(|choice| &*choice.key));
    // What is no more than a blank is a weapon, a reaction, a score: some word of the ruleset's.
    let keys = battle.ruleset().keys(About::Creature).iter();
    let is_word = || carried(battle).iter().any(|word| word == choice) || keys.clone().any(|key| key.key == choice);
    let any = open.is_some() && is_word();
    if known.iter().any(|known| is_like(known, choice, any)) {
        return Ok(());
    }
    Err(unknown(choice, &known))
}

/// Whether a choice is one that is written so; where nothing of it is certain, `any` says whether every one is.
fn is_like(written: &str, choice: &str, any: bool) -> bool {
    if !written.contains('<') {
        return written == choice;
    }
    let certain: Vec<&str> = written
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, behind)| behind))
        .filter(|part| !part.is_empty())
        .collect();
    let mut rest = choice;
    let stands = |part: &&str| {
        let behind = rest.split_once(*part).map(|(_, behind)| behind);
        rest = behind.unwrap_or_default();
        behind.is_some()
    };
    if certain.is_empty() { any } else { certain.iter().all(stands) }
}
