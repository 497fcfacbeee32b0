//! What may be told in which stage stands in a table of `ARCHITECTURE.md`. All scenarios of all rulesets and some battles played by lot
//! are held against it, both ways: nothing else is told, and nothing stands in it that never is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use battlemat::ai::Random;
use battlemat::battle::Stage;
use battlemat::referee::scenario;
use battlemat::referee::sim::Setup;
use battlemat::rules;

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
        for ((stage, kind), words) in played.told {
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
