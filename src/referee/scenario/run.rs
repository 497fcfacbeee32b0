//! Plays a scenario from its start to its last step.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::form::{self, Scenario};
use super::mismatch::Mismatch;
use super::suggest::{self, Suggestion};
use super::{board, expect, step};
use crate::battle::{Act, Battle, Names, Order, Rule, Ruleset, Stage};
use crate::dice::Dice;
use crate::level::Level;
use crate::referee::log;
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
    /// In which stages facts of which kinds were told, each with the words of one of them.
    pub told: BTreeMap<(Stage, &'static str), String>,
    /// Those that the scenario says it checks and whose effect it states nowhere, with what it could state, most telling first.
    pub unstated: BTreeMap<String, Vec<Suggestion>>,
}

/// A battle in the middle of a scenario.
pub(super) struct Scene {
    pub(super) battle: Battle,
    /// The first event of the step.
    pub(super) from: usize,
    /// Every rule that took effect so far.
    pub(super) fired: BTreeSet<String>,
    /// The rules that took effect in the step by other ways than events: refusals, decisions.
    pub(super) aside: BTreeSet<String>,
    /// The numbers at stake in the decisions of the step.
    pub(super) numbers: Vec<crate::battle::Trace>,
    /// Every rule whose effect was stated in the step in which it took effect.
    pub(super) stated: BTreeSet<String>,
    /// The hash before each order that can be taken back.
    pub(super) before: Vec<u64>,
    /// Whether dice come from the seed.
    pub(super) free_dice: bool,
    /// What was asked so far.
    pub(super) asked: BTreeSet<(String, String)>,
    /// In which stages facts of which kinds were told so far, each with the words of one of them.
    pub(super) told: BTreeMap<(Stage, &'static str), String>,
}

impl Scene {
    /// Notes the rules of whatever decision is open now.
    pub(super) fn note_decision(&mut self) {
        let Some(decision) = self.battle.decision() else { return };
        let mut rules: Vec<_> = decision
            .choices
            .iter()
            .filter_map(|choice| choice.rule.as_ref())
            .collect();
        if let Some(number) = &decision.number {
            number.rules(&mut rules);
            self.numbers.push(number.clone());
        }
        self.aside.extend(rules.iter().map(|rule| rule.id().to_string()));
        let offered = decision.choices.iter();
        let offered = offered.map(|choice| (decision.kind.to_string(), choice.key.to_string()));
        self.asked.extend(offered);
    }

    /// Every rule that took effect in this step.
    pub(super) fn rules_now(&self) -> BTreeSet<String> {
        let events = self.battle.events().get(self.from..).unwrap_or_default();
        let told = events
            .iter()
            .flat_map(crate::battle::Event::all_rules)
            .map(|rule| rule.id().to_string());
        told.chain(self.aside.iter().cloned()).collect()
    }

    /// Notes what took effect in this step, and in which stages it was told.
    fn end_step(&mut self) {
        self.fired.extend(self.rules_now());
        let cast = self.battle.world().resource::<Names>();
        for event in self.battle.events().get(self.from..).unwrap_or_default() {
            if let Some(stage) = event.told_in.0 {
                let words = self.told.entry((stage, event.kind()));
                words.or_insert_with(|| event.describe(cast));
            }
        }
    }

    /// Notes that what these rules bring about was stated, and held.
    pub(super) fn state<'a>(&mut self, rules: impl IntoIterator<Item = &'a Rule>) {
        self.stated.extend(rules.into_iter().map(|rule| rule.id().to_string()));
    }

    /// Begins a step.
    pub(super) fn begin_step(&mut self) {
        self.from = self.battle.events().len();
        self.aside.clear();
        self.numbers.clear();
    }

    /// What the step could have stated of the rules that the scenario says it checks.
    fn suggestions(&self, scenario: &Scenario, line: usize) -> Vec<(String, Suggestion)> {
        let rules = scenario.rules.iter().map(toml::Spanned::get_ref);
        let open = rules.filter(|rule| !self.stated.contains(*rule));
        open.flat_map(|rule| {
            let some = suggest::of(self, rule, line);
            some.into_iter().map(|one| (rule.clone(), one))
        })
        .collect()
    }

    fn failure(&self, line: usize, when: When, mismatch: Mismatch) -> Failure {
        let mut log = log::lines(&self.battle, self.from, true);
        if let Some(decision) = self.battle.decision() {
            log.push(format!("(open decision `{}`: {})", decision.kind, decision.prompt));
        }
        Failure {
            line,
            when,
            expected: mismatch.expected,
            came: mismatch.came,
            log,
        }
    }
}

/// Plays a scenario. `text` is the file's text, `first` the line it begins at, `folder` the file's folder.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn play(scenario: &Scenario, text: &str, first: usize, folder: &Path) -> Result<Played, Box<Failure>> {
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
        return Err(at_start(Mismatch::new(
            "a scenario that checks something",
            "it states nothing to check",
        )));
    }
    let battle = start(scenario, folder).map_err(at_start)?;
    let mut scene = Scene {
        battle,
        from: 0,
        fired: BTreeSet::new(),
        aside: BTreeSet::new(),
        stated: BTreeSet::new(),
        numbers: Vec::new(),
        before: Vec::new(),
        free_dice: scenario.free_dice,
        asked: BTreeSet::new(),
        told: BTreeMap::new(),
    };
    scene.note_decision();
    for expected in &scenario.expect {
        let place = form::line(text, expected.span().start);
        expect::check(&mut scene, expected.get_ref())
            .map_err(|mismatch| Box::new(scene.failure(place, When::Start, mismatch)))?;
    }
    scene.end_step();
    let mut suggestions = scene.suggestions(scenario, first);
    for (number, written) in scenario.step.iter().enumerate() {
        let place = form::line(text, written.span().start);
        let when = When::Step(number + 1);
        scene.begin_step();
        step::carry_out(&mut scene, written.get_ref())
            .map_err(|mismatch| Box::new(scene.failure(place, when, mismatch)))?;
        for expected in &written.get_ref().expect {
            let place = form::line(text, expected.span().start);
            expect::check(&mut scene, expected.get_ref())
                .map_err(|mismatch| Box::new(scene.failure(place, when, mismatch)))?;
        }
        scene.end_step();
        suggestions.append(&mut scene.suggestions(scenario, place));
    }
    finish(scenario, &scene, suggestions).map_err(|(place, mismatch)| {
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
        if !scene.fired.contains(rule) {
            let fired: Vec<&str> = scene.fired.iter().map(String::as_str).collect();
            let expected = format!("{rule} takes effect somewhere in the scenario");
            let came = format!("these did: {}", fired.join(" "));
            return Err((place, Mismatch::new(expected, came)));
        }
    }
    let acts = scene
        .battle
        .orders()
        .iter()
        .filter_map(|recorded| match &recorded.order {
            Order::Act(act) => Some(act),
            _ => None,
        });
    let named = |act: &Act| {
        let options = act
            .options
            .keys()
            .map(|option| (act.action.clone(), Some(option.clone())));
        options.chain([(act.action.clone(), None)]).collect::<Vec<_>>()
    };
    let words = |act: &Act| {
        let words = act.options.keys().filter_map(|option| act.word(option));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let (checked, unstated): (BTreeSet<String>, BTreeSet<String>) = scenario
        .rules
        .iter()
        .map(|rule| rule.get_ref().clone())
        .partition(|rule| scene.stated.contains(rule));
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
    let level = match rules::read_level_played(&text, "level") {
        Ok((level, _)) => Arc::new(level),
        Err(findings) => {
            let findings: Vec<String> = findings
                .iter()
                .filter(|finding| finding.is_error())
                .map(|finding| finding.render(&text))
                .collect();
            return Err(Mismatch::new(sound, findings.join("\n")));
        }
    };
    let key = scenario.ruleset.as_deref().unwrap_or(&level.ruleset);
    let ruleset =
        rules::by_key(key).ok_or_else(|| Mismatch::new("a ruleset", crate::referee::protocol::unknown_ruleset(key)))?;
    if !scenario.turn_order.is_empty() {
        return in_order(&scenario.turn_order, &level, ruleset);
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
        return Err(Mismatch::new(
            "all of `start_dice` are used",
            format!("these were not: {}", unused.join(" ")),
        ));
    }
    battle.unforce_dice();
    Ok(battle)
}

/// Seeds that are tried before a wish for an order of turns is given up.
const MOST_SEEDS: u64 = 4000;

/// The battle with the first seed that gives this order of turns.
fn in_order(names: &[String], level: &Arc<Level>, ruleset: &'static dyn Ruleset) -> Result<Battle, Mismatch> {
    let mut last = String::new();
    for seed in 1..=MOST_SEEDS {
        let battle = Battle::new(level.clone(), ruleset, seed)
            .map_err(|error| Mismatch::new("a battle that starts", error.to_string()))?;
        let cast = battle.world().resource::<Names>();
        if seed == 1
            && let Some(name) = names.iter().find(|name| cast.find(name).is_none())
        {
            return Err(Mismatch::new(
                "`turn_order` names creatures",
                format!("there is no `{name}`"),
            ));
        }
        let order: Vec<&str> = battle
            .flow()
            .order
            .iter()
            .map(|slot| cast.name(slot.creature))
            .collect();
        let same = names.len() <= order.len() && names.iter().zip(&order).all(|(a, b)| a.eq_ignore_ascii_case(b));
        if same {
            return Ok(battle);
        }
        last = order.join(", ");
    }
    Err(Mismatch::new(
        format!("some seed gives the order {}", names.join(", ")),
        format!("none of {MOST_SEEDS} did; the last gave {last}"),
    ))
}
