//! The TOML format of scenario files. `docs/scenarios.md` explains it to authors.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::dice::Forced;
use crate::level;

/// What keeps a scenario file from being read: a sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub String);

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// One scenario as it is written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows, in a sentence.
    #[serde(default)]
    pub name: String,
    /// The rules it checks; each must take effect in it.
    #[serde(default)]
    pub rules: Vec<Spanned<String>>,
    /// Why it is as it is.
    #[serde(default)]
    pub note: Option<String>,
    /// The ruleset; else the level's own.
    pub ruleset: Option<String>,
    /// The seed; 1 if absent.
    pub seed: Option<u64>,
    /// The text of a level, or a table of a level's keys.
    pub level: Option<Value>,
    /// The path of a level, from the scenario's folder or the working directory.
    pub level_file: Option<String>,
    /// A drawing.
    pub map: Option<String>,
    /// Who the letters of the drawing are.
    #[serde(default)]
    pub creatures: BTreeMap<String, Table>,
    /// Dice forced before the first one; strict if given.
    pub start_dice: Option<Vec<Forced>>,
    /// The order of turns to start with: seeds are tried until it comes up.
    #[serde(default)]
    pub turn_order: Vec<String>,
    /// Dice that no step forces come from the seed instead of being an error.
    #[serde(default)]
    pub free_dice: bool,
    /// That a player plays in it, under several seeds.
    pub puzzle: Option<Puzzle>,
    /// What must be true at the start.
    #[serde(default)]
    pub expect: Vec<Spanned<Table>>,
    /// What is done.
    #[serde(default)]
    pub step: Vec<Spanned<Step>>,
}

/// What makes a scenario a puzzle: who is to solve it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The word of the player that is to solve it; the computer's own if absent.
    pub player: Option<String>,
    /// Under how many seeds, from 1 on; five if absent.
    pub seeds: Option<u64>,
    /// Whether a player that looks one order ahead solves it under every seed, too. It must not, if this is absent.
    #[serde(default)]
    pub is_easy: bool,
    /// Why the player does not solve it yet. It must still fail then.
    pub fails: Option<String>,
}

/// One step: at most one deed, and what must come of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Why.
    #[serde(default)]
    pub note: Option<String>,
    /// An order in its full form.
    pub order: Option<Value>,
    /// A move.
    #[serde(rename = "move")]
    pub walk: Option<Value>,
    /// An action.
    pub act: Option<Value>,
    /// The end of a turn: a name, `true`, or a list of names.
    pub end_turn: Option<Value>,
    /// An answer, or several in a row.
    pub answer: Option<Value>,
    /// When a side wishes to be asked about a kind of action.
    pub wish: Option<Value>,
    /// An override.
    pub gm: Option<Value>,
    /// Orders taken back as an order of its own.
    pub take_back: Option<Value>,
    /// The time between this battle and the next: everybody goes through it, and the level begins anew.
    pub link: Option<Table>,
    /// The puzzle's player plays: `turn`, the turn of the creature whose turn it is, or `answer`, the open decision.
    pub plays: Option<String>,
    /// Words of which an order that was played must have all, as `attack rifle Rook`, `move 3,4`, `answer dodge`; one order each.
    #[serde(default)]
    pub ordered: Vec<String>,
    /// Words of which no order that was played may have all.
    #[serde(default)]
    pub not_ordered: Vec<String>,
    /// Takes the last order back.
    #[serde(default, deserialize_with = "only_true")]
    pub undo: bool,
    /// Saves the battle, and goes on with what the save restores to.
    #[serde(default, deserialize_with = "only_true")]
    pub save_and_restore: bool,
    /// The dice it rolls, all of them, in order.
    #[serde(default)]
    pub dice: Vec<Forced>,
    /// Overrides the scenario's `free_dice`.
    pub free_dice: Option<bool>,
    /// It must be refused: a code, or a table of `code`, `rule`, `says`.
    pub refused: Option<Value>,
    /// What must be true after it.
    #[serde(default)]
    pub expect: Vec<Spanned<Table>>,
}

/// A deed that is done or not written at all: `false` would look like one and do nothing.
fn only_true<'de, D: serde::Deserializer<'de>>(written: D) -> Result<bool, D::Error> {
    if bool::deserialize(written)? {
        return Ok(true);
    }
    Err(serde::de::Error::custom("this is `true` or left away: `false` does nothing"))
}

/// A file: one scenario, or several with what they have in common above them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    ruleset: Option<String>,
    seed: Option<u64>,
    level: Option<Value>,
    level_file: Option<String>,
    map: Option<String>,
    #[serde(default)]
    creatures: BTreeMap<String, Table>,
    start_dice: Option<Vec<Forced>>,
    #[serde(default)]
    turn_order: Vec<String>,
    #[serde(default)]
    free_dice: bool,
    scenario: Vec<Spanned<Scenario>>,
}

/// Reads a file: its scenarios, none where nothing is written, and the line each begins at.
///
/// # Errors
/// The first mistake, with its line.
pub fn read(text: &str) -> Result<Vec<(usize, Scenario)>, Problem> {
    let wrong = |error: toml::de::Error| Problem(told(text, &error));
    level::check_keys(text).map_err(Problem)?;
    let table: Table = toml::from_str(text).map_err(wrong)?;
    if table.is_empty() {
        return Ok(Vec::new());
    }
    if !table.contains_key("scenario") {
        let scenario = toml::from_str(text).map_err(wrong)?;
        return Ok(vec![(1, scenario)]);
    }
    let several: Several = toml::from_str(text).map_err(wrong)?;
    let common = Scenario {
        ruleset: several.ruleset,
        seed: several.seed,
        level: several.level,
        level_file: several.level_file,
        map: several.map,
        creatures: several.creatures,
        start_dice: several.start_dice,
        turn_order: several.turn_order,
        free_dice: several.free_dice,
        ..Scenario::default()
    };
    let scenarios = several.scenario.into_iter();
    Ok(scenarios.map(|one| (line(text, one.span().start), one.into_inner().over(&common))).collect())
}

/// The longest line that is shown whole, in characters.
const LONGEST_SHOWN: usize = 240;

/// A mistake with its place and the line it stands in; of a very long line only what is around it.
fn told(text: &str, error: &toml::de::Error) -> String {
    let whole = error.to_string();
    if whole.lines().all(|line| line.chars().count() <= LONGEST_SHOWN) {
        return whole;
    }
    let at = fit(text, error.span().map_or(0, |span| span.start));
    let (before, after) = text.split_at(at);
    let before = before.rsplit('\n').next().unwrap_or_default();
    let after = after.split('\n').next().unwrap_or_default();
    let column = before.chars().count() + 1;
    let start = before.char_indices().rev().take(LONGEST_SHOWN / 4).last();
    let before = start.map_or("", |(start, _)| &before[start..]);
    let after: String = after.chars().take(LONGEST_SHOWN / 4).collect();
    format!(
        "TOML parse error at line {}, column {column}\n  … {before}{after} …\n{}",
        line(text, at),
        cut(error.message(), LONGEST_SHOWN)
    )
}

/// The nearest border of a character at or before a byte.
fn fit(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first so many characters of a text; what is left away is told.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} … ({} bytes)", &text[..end], text.len()),
    }
}

impl Scenario {
    /// Fills in what the file says for all.
    fn over(mut self, common: &Self) -> Self {
        if self.level.is_none() && self.level_file.is_none() && self.map.is_none() {
            self.level_file.clone_from(&common.level_file);
        }
        if self.level_file.is_none() {
            let has_own = matches!(self.level, Some(Value::String(_)));
            if !has_own && self.map.is_none() {
                self.map.clone_from(&common.map);
            }
            match (&mut self.level, &common.level) {
                (None, Some(level)) if self.map.is_none() || level.is_table() => self.level = Some(level.clone()),
                (Some(Value::Table(own)), Some(Value::Table(theirs))) => {
                    for (key, value) in theirs {
                        own.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                _ => {}
            }
            for (letter, creature) in &common.creatures {
                match self.creatures.get_mut(letter) {
                    None => {
                        self.creatures.insert(letter.clone(), creature.clone());
                    }
                    Some(own) => {
                        for (key, value) in creature {
                            own.entry(key.clone()).or_insert_with(|| value.clone());
                        }
                    }
                }
            }
        }
        self.ruleset = self.ruleset.or_else(|| common.ruleset.clone());
        self.seed = self.seed.or(common.seed);
        if self.start_dice.is_none() && self.turn_order.is_empty() {
            self.start_dice.clone_from(&common.start_dice);
            self.turn_order.clone_from(&common.turn_order);
        }
        self.free_dice |= common.free_dice;
        self
    }

    /// Whether it states anything to check.
    pub fn checks_something(&self) -> bool {
        let step = |step: &Spanned<Step>| {
            let step = step.get_ref();
            let plays = !step.ordered.is_empty() || !step.not_ordered.is_empty();
            plays || !step.expect.is_empty() || step.refused.is_some() || step.undo || step.save_and_restore
        };
        !self.expect.is_empty() || self.step.iter().any(step)
    }
}

/// The line of a byte, from 1.
pub(super) fn line(text: &str, byte: usize) -> usize {
    text.as_bytes().iter().take(byte).filter(|&&byte| byte == b'\n').count() + 1
}
