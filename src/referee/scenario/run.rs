//! Plays a scenario from its start to its last step.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::form::{self, Puzzle, Scenario};
use super::mismatch::Mismatch;
use super::scene::Scene;
use super::suggest::{self, Suggestion};
use super::turn_order::in_order;
use super::{board, expect, step, words};
use crate::ai::{Mind, Player};
use crate::battle::{Act, Battle, Order, RowKind, Stage};
use crate::dice::Dice;
use crate::level::render_errors;
use crate::referee::{campaigns, log};
use crate::rules;

/// The first thing in a scenario that was not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file it stands at.
    pub line: usize,
    /// When it showed.
    pub when: When,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub came: String,
    /// What happened in the step, with traces.
    pub log: Vec<String>,
}

/// Where in a scenario something is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the first step.
    Start,
    /// In a step, counted from 1.
    Step(usize),
    /// In all of it, when everything was done.
    End,
}

impl std::fmt::Display for When {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => f.write_str("at the start"),
            Self::Step(step) => write!(f, "step {step}"),
            Self::End => f.write_str("at the end"),
        }
    }
}

/// What a scenario that passed brought about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Every rule that took effect.
    pub fired: BTreeSet<String>,
    /// Those that the scenario says it checks and whose effect it states where they took effect.
    pub checked: BTreeSet<String>,
    /// Kinds of questions that were asked, each with a choice it offered.
    pub asked: BTreeSet<(String, String)>,
    /// Actions that were ordered, each with an option it named, or with none.
    pub ordered: BTreeSet<(String, Option<String>)>,
    /// Words that options were given, such as the action that is readied.
    pub words: BTreeSet<String>,
    /// In which stages and by which systems facts of which kinds were told, each with the words of one of them.
    pub told: BTreeMap<(Stage, &'static str, &'static str), String>,
    /// Those that the scenario says it checks and whose effect it states nowhere, with what it could state, most telling first.
    pub unstated: BTreeMap<String, Vec<Suggestion>>,
}

/// What the step could have stated of the rules that the scenario says it checks.
fn suggestions(scene: &Scene, scenario: &Scenario, line: usize) -> Vec<(String, Suggestion)> {
    let rules = scenario.rules.iter().map(toml::Spanned::get_ref);
    let open = rules.filter(|rule| !scene.stated.contains(*rule));
    open.flat_map(|rule| {
        let some = suggest::of(scene, rule, line);
        some.into_iter().map(|one| (rule.clone(), one))
    })
    .collect()
}

/// What was not as it should be, with what happened in the step.
fn failure(scene: &Scene, line: usize, when: When, mismatch: Mismatch) -> Failure {
    let mut log: Vec<String> = scene.notes.iter().flat_map(campaigns::told).collect();
    log.extend(log::lines(&scene.battle, scene.from, true));
    if let Some(decision) = scene.battle.decision() {
        log.push(format!("(open decision `{}`: {})", decision.kind, decision.prompt));
    }
    Failure { line, when, expected: mismatch.expected, came: mismatch.came, log }
}

/// Plays a scenario; a puzzle under each of its seeds. `text` is the file's text, `first` the line it begins at, `folder` the file's
/// folder.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn play(scenario: &Scenario, text: &str, first: usize, folder: &Path) -> Result<Played, Box<Failure>> {
    match &scenario.puzzle {
        None => play_once(scenario, text, first, folder, None),
        Some(puzzle) => solve(scenario, puzzle, text, first, folder),
    }
}

/// Seeds under which a puzzle is played.
const SEEDS: u64 = 5;
/// How far apart the seeds are from which an order of turns is looked for.
const APART: u64 = 10_000;

/// Plays a puzzle under all its seeds: by its player, who must solve it or fail as is said, and by one that looks one order ahead.
fn solve(
    scenario: &Scenario,
    puzzle: &Puzzle,
    text: &str,
    first: usize,
    folder: &Path,
) -> Result<Played, Box<Failure>> {
    let wrong = |expected: &str, came: String| {
        let expected = expected.to_owned();
        Box::new(Failure { line: first, when: When::Start, expected, came, log: Vec::new() })
    };
    let word = puzzle.player.as_deref().unwrap_or("normal");
    let player = Player::by_word(word).map_err(|why| wrong("a player", why))?;
    let under_all = |player: Player| {
        let mut last = Err(wrong("a seed at least", "`seeds` is 0".into()));
        for number in 0..puzzle.seeds.unwrap_or(SEEDS) {
            let seed =
                scenario.seed.unwrap_or(1) + if scenario.turn_order.is_empty() { number } else { number * APART };
            let seeded = Scenario { seed: Some(seed), free_dice: true, ..scenario.clone() };
            last = play_once(&seeded, text, first, folder, Some(Mind::new(player, seed)));
            if last.is_err() {
                break;
            }
        }
        last
    };
    let solved = under_all(player);
    let greedy = under_all(Player::Greedy);
    match (solved, &puzzle.fails, greedy) {
        (Ok(_), Some(_), _) => {
            Err(wrong("that it fails, as `fails` says", format!("{word} solves it: take `fails` away")))
        }
        (Err(failure), None, _) => Err(failure),
        (_, _, Ok(_)) if !puzzle.is_easy => {
            Err(wrong("a puzzle that greedy does not solve", "it does: say `is_easy = true`, or ask for more".into()))
        }
        (_, _, Err(failure)) if puzzle.is_easy => Err(failure),
        (Err(failure), Some(_), _) if matches!(failure.when, When::Start) => Err(failure),
        (Err(_), Some(_), _) => Ok(Played::default()),
        (Ok(played), None, _) => Ok(played),
    }
}

fn play_once(
    scenario: &Scenario,
    text: &str,
    first: usize,
    folder: &Path,
    mind: Option<Mind>,
) -> Result<Played, Box<Failure>> {
    let at_start = |mismatch: Mismatch| {
        Box::new(Failure {
            line: first,
            when: When::Start,
            expected: mismatch.expected,
            came: mismatch.came,
            log: Vec::new(),
        })
    };
    if scenario.name.is_empty() {
        return Err(at_start(Mismatch::new("a scenario with a name", "it has none")));
    }
    if !scenario.checks_something() {
        return Err(at_start(Mismatch::new("a scenario that checks something", "it states nothing to check")));
    }
    let battle = start(scenario, folder).map_err(at_start)?;
    let mut scene = Scene {
        battle,
        from: 0,
        fired: BTreeSet::new(),
        aside: BTreeSet::new(),
        stated: BTreeSet::new(),
        numbers: Vec::new(),
        people: Vec::new(),
        notes: Vec::new(),
        mind,
        turn_order: scenario.turn_order.clone(),
        before: Vec::new(),
        free_dice: scenario.free_dice,
        asked: BTreeSet::new(),
        told: BTreeMap::new(),
    };
    scene.note_decision();
    for expected in &scenario.expect {
        let place = form::line(text, expected.span().start);
        expect::check(&mut scene, expected.get_ref())
            .map_err(|mismatch| Box::new(failure(&scene, place, When::Start, mismatch)))?;
    }
    scene.end_step();
    let mut found = suggestions(&scene, scenario, first);
    for (number, written) in scenario.step.iter().enumerate() {
        let place = form::line(text, written.span().start);
        let when = When::Step(number + 1);
        scene.begin_step();
        step::carry_out(&mut scene, written.get_ref())
            .map_err(|mismatch| Box::new(failure(&scene, place, when, mismatch)))?;
        for expected in &written.get_ref().expect {
            let place = form::line(text, expected.span().start);
            expect::check(&mut scene, expected.get_ref())
                .map_err(|mismatch| Box::new(failure(&scene, place, when, mismatch)))?;
        }
        scene.end_step();
        found.append(&mut suggestions(&scene, scenario, place));
    }
    finish(scenario, &scene, found).map_err(|(place, mismatch)| {
        Box::new(Failure {
            line: form::line(text, place),
            when: When::End,
            expected: mismatch.expected,
            came: mismatch.came,
            log: Vec::new(),
        })
    })
}

/// The rules that the scenario says it checks must exist and have taken effect. A mismatch comes with its place in the file.
fn finish(
    scenario: &Scenario,
    scene: &Scene,
    suggestions: Vec<(String, Suggestion)>,
) -> Result<Played, (usize, Mismatch)> {
    let ledger = scene.battle.ruleset().ledger();
    for written in &scenario.rules {
        let (place, rule) = (written.span().start, written.get_ref());
        if !ledger.is_empty() && !ledger.iter().any(|row| row.id == *rule) {
            let expected = format!("rules of the ledger, not `{rule}`");
            return Err((place, Mismatch::new(expected, "the ledger has no such row")));
        }
        if words::row(&scene.battle, rule).is_some_and(|row| row.kind == RowKind::Absence) {
            if !scene.stated.contains(rule) {
                let expected = format!("an expectation that rests on {rule}, a row of kind `absence`");
                return Err((place, Mismatch::new(expected, "none has it in `rests_on`")));
            }
        } else if !scene.fired.contains(rule) {
            let fired: Vec<&str> = scene.fired.iter().map(String::as_str).collect();
            let expected = format!("{rule} takes effect somewhere in the scenario");
            let came = format!("these did: {}", fired.join(" "));
            return Err((place, Mismatch::new(expected, came)));
        }
    }
    let acts = scene.battle.orders().iter().filter_map(|recorded| match &recorded.order {
        Order::Act(act) => Some(act),
        _ => None,
    });
    let named = |act: &Act| {
        let options = act.options.keys().map(|option| (act.action.clone(), Some(option.clone())));
        options.chain([(act.action.clone(), None)]).collect::<Vec<_>>()
    };
    let words = |act: &Act| {
        let words = act.options.keys().filter_map(|option| act.word(option));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let (checked, unstated): (BTreeSet<String>, BTreeSet<String>) =
        scenario.rules.iter().map(|rule| rule.get_ref().clone()).partition(|rule| scene.stated.contains(rule));
    let mut unstated: BTreeMap<String, Vec<Suggestion>> = unstated.into_iter().map(|rule| (rule, Vec::new())).collect();
    for (rule, suggestion) in suggestions {
        if let Some(known) = unstated.get_mut(&rule) {
            known.push(suggestion);
        }
    }
    for known in unstated.values_mut() {
        known.sort();
        known.dedup_by(|a, b| a.text == b.text);
    }
    Ok(Played {
        asked: scene.asked.clone(),
        words: acts.clone().flat_map(words).collect(),
        ordered: acts.flat_map(named).collect(),
        fired: scene.fired.clone(),
        told: scene.told.clone(),
        checked,
        unstated,
    })
}

/// The battle at its start.
fn start(scenario: &Scenario, folder: &Path) -> Result<Battle, Mismatch> {
    let sound = "a level that can be played";
    let text = board::level_text(scenario, folder).map_err(|problem| Mismatch::new(sound, problem.0))?;
    let read = rules::read_level_played(&text, "level");
    let (level, _) = read.map_err(|findings| Mismatch::new(sound, render_errors(&findings, &text)))?;
    let level = Arc::new(level);
    let key = scenario.ruleset.as_deref().unwrap_or(&level.ruleset);
    let ruleset = rules::by_key(key).ok_or_else(|| Mismatch::new("a ruleset", rules::unknown(key)))?;
    if !scenario.turn_order.is_empty() {
        let from = scenario.puzzle.as_ref().and(scenario.seed).unwrap_or(1);
        return in_order(&scenario.turn_order, &level, ruleset, from);
    }
    let (faces, strict) = match &scenario.start_dice {
        Some(faces) => (faces.as_slice(), !scenario.free_dice),
        None => (&[][..], false),
    };
    let seed = scenario.seed.unwrap_or(1);
    let mut battle = Battle::with_dice(level, ruleset, seed, faces, strict)
        .map_err(|error| Mismatch::new("a battle that starts", error.to_string()))?;
    let unused = battle.world().resource::<Dice>().unused();
    if !unused.is_empty() {
        let unused: Vec<String> = unused.iter().map(ToString::to_string).collect();
        return Err(Mismatch::new("all of `start_dice` are used", format!("these were not: {}", unused.join(" "))));
    }
    battle.unforce_dice();
    Ok(battle)
}
