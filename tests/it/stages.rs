//! What may be told in which stage stands in a table of `ARCHITECTURE.md`. All scenarios of all rulesets and some battles played by lot
//! are held against it, both ways: nothing else is told, and nothing stands in it that never is.
//!
//! A second table there lists every system of one ruleset as it is registered, with what it told in that ruleset's scenarios.
//! `UPDATE_SYSTEMS=1` writes that one anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use battlemat::ai::Random;
use battlemat::battle::{Stage, system_path};
use battlemat::referee::sim::Setup;
use battlemat::referee::{scenario, stages};
use battlemat::rules;

use crate::written::is_current;

/// A stage and a kind of fact, as the table writes them.
type Pair = (String, String);

/// The table: its rows begin with a stage, have three cells, and the last one lists kinds of facts.
fn table() -> BTreeSet<Pair> {
    let text = std::fs::read_to_string("ARCHITECTURE.md").expect("the document should be readable");
    let mut out = BTreeSet::new();
    for stage in Stage::ALL.map(|stage| format!("{stage:?}")) {
        let head = format!("| `{stage}` |");
        let is_row = |line: &&str| line.starts_with(&head) && line.matches(" | ").count() == 2;
        let rows: Vec<&str> = text.lines().filter(is_row).collect();
        assert_eq!(rows.len(), 1, "one row for {stage}");
        let last = rows[0].split('|').nth(3).expect("a row of three cells");
        let kinds = last.split('`').skip(1).step_by(2);
        out.extend(kinds.map(|kind| (stage.clone(), kind.to_owned())));
    }
    out
}

/// What scenarios told, with an example of each.
fn of_scenarios(told: &mut BTreeMap<Pair, String>) {
    let files = scenario::files(&[PathBuf::from("tests/scenarios")]).expect("the scenarios should be readable");
    let outcomes = scenario::run_files(&files);
    assert!(outcomes.len() > 700, "the scenarios should have been found");
    for outcome in outcomes {
        let played = outcome.result.expect("every scenario should pass");
        for ((stage, _, kind), words) in played.told {
            let example = format!("{}, {words}", outcome.name);
            told.entry((format!("{stage:?}"), kind.to_owned())).or_insert(example);
        }
    }
}

/// What a battle told that was played by lot.
fn of_battle(level: &str, ruleset: &str, seed: u64, told: &mut BTreeMap<Pair, String>) {
    let path = format!("{}/levels/{level}.toml", env!("CARGO_MANIFEST_DIR"));
    let setup = Setup::read(Path::new(&path), Some(ruleset)).expect("a shipped level should be sound");
    let mut battle = setup.start(seed).expect("a shipped level should start");
    let mut player = Random::new(seed);
    for _ in 0..150 {
        let Some(order) = player.choose(&battle).filter(|_| battle.outcome().is_none()) else {
            break;
        };
        battle.order(&order).expect("a legal order should be taken");
    }
    for event in battle.events() {
        let stage = event.told_in.0.expect("what was told here should know its stage");
        let words = event.describe(battle.world().resource::<battlemat::battle::Names>());
        let example = format!("{level} under {ruleset}, {words}");
        told.entry((format!("{stage:?}"), event.kind().to_owned())).or_insert(example);
    }
}

#[test]
fn each_stage_tells_what_the_table_says_and_nothing_else() {
    let mut told = BTreeMap::new();
    of_scenarios(&mut told);
    for ruleset in rules::all() {
        for (seed, level) in (11..).zip(["first-fight", "pump-room", "river-farm", "last-lantern"]) {
            of_battle(level, ruleset.key(), seed, &mut told);
        }
    }
    let table = table();
    let beyond: Vec<String> = told
        .iter()
        .filter(|(pair, _)| !table.contains(pair))
        .map(|((stage, kind), example)| format!("{kind} in {stage}: {example}"))
        .collect();
    let never: Vec<&Pair> = table.iter().filter(|pair| !told.contains_key(pair)).collect();
    assert!(
        beyond.is_empty() && never.is_empty(),
        "told where the table has it not: {beyond:#?}\nnever told: {never:#?}"
    );
}

/// Where the table of systems begins and where it ends.
const SYSTEMS: [&str; 2] = ["<!-- systems of sol -->\n", "<!-- end of systems -->"];

/// Every system of a ruleset in the order in which it runs: its stage, what it waits for, and what it told in the ruleset's scenarios.
fn systems(ruleset: &str) -> String {
    let files = scenario::files(&[PathBuf::from("tests/scenarios").join(ruleset)]);
    let mut told: BTreeMap<(Stage, String), BTreeSet<&str>> = BTreeMap::new();
    for outcome in scenario::run_files(&files.expect("the scenarios should be readable")) {
        let played = outcome.result.expect("every scenario should pass");
        for (stage, system, kind) in played.told.into_keys() {
            told.entry((stage, system_path(system))).or_default().insert(kind);
        }
    }
    let mut out = String::from("| stage | system | waits | tells |\n|---|---|---|---|\n");
    for row in stages::systems(rules::by_key(ruleset).expect("a known ruleset")).expect("a battle should begin") {
        let tells = told.get(&(row.stage, row.system.clone())).into_iter().flatten();
        let tells: Vec<String> = tells.map(|kind| format!("`{kind}`")).collect();
        let own = if row.own { "*" } else { "" };
        let (stage, system, waits) = (row.stage, row.system, row.waits_for);
        out += &format!("| {stage:?} | `{system}`{own} | {waits} | {} |\n", tells.join(" "));
    }
    out
}

#[test]
fn the_systems_of_a_ruleset_are_those_of_the_table_and_tell_what_it_says() {
    let now = systems("sol");
    let text = std::fs::read_to_string("ARCHITECTURE.md").expect("the document should be readable");
    let (before, rest) = text.split_once(SYSTEMS[0]).expect("the table should begin somewhere");
    let (_, after) = rest.split_once(SYSTEMS[1]).expect("the table should end somewhere");
    let with_those_of_now = [before, SYSTEMS[0], &now, SYSTEMS[1], after].concat();
    is_current("ARCHITECTURE.md", &with_those_of_now, "UPDATE_SYSTEMS");
}
