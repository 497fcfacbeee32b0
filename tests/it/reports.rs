//! Reports of mistakes: they play again to the same state, and as scenarios they say the same.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{Battle, Order};
use battlemat::dice::Forced;
use battlemat::level::Seat;
use battlemat::referee::report::BugReport;
use battlemat::referee::scenario;
use battlemat::rules;

/// A battle of so many orders by chance, perhaps in the middle of a question.
fn battle(level: &str, ruleset: &str, seed: u64, orders: usize) -> Battle {
    let text = std::fs::read_to_string(format!("levels/{level}.toml")).expect("a shipped level");
    let (level, _) = rules::read_level(&text, level).expect("a shipped level should be sound");
    let ruleset = rules::by_key(ruleset).expect("a ruleset");
    let mut battle = Battle::new(Arc::new(level), ruleset, seed).expect("a shipped level should be playable");
    let mut player = Random::new(seed);
    while battle.orders().len() < orders
        && let Some(order) = player.choose(&battle)
    {
        battle.order(&order).expect("a legal order should be taken");
    }
    battle
}

#[track_caller]
fn check_report(level: &str, ruleset: &str, seed: u64, orders: usize) {
    let played = battle(level, ruleset, seed, orders);
    let seats = vec![Seat::Human; played.level().sides.len()];
    let report = BugReport::new(&played, &seats, "The number is wrong.\nIt should be 7, \"not\" 8.");
    let text = report.to_json();
    assert!(BugReport::is_one(&text) && !BugReport::is_one(&played.save().to_json()));
    let read = BugReport::from_json(&text).expect("a report should read");
    let again = read.check().expect("a report should play again");
    assert_eq!(again.hash(), played.hash());
    assert!(text.len() < played.save().to_json().len(), "a report is smaller than a save");
    let scenario = scenario::of_report(&read).expect("a report should become a scenario that passes");
    assert!(scenario.starts_with("name = \"The number is wrong.\"\n"), "{scenario}");
}

#[test]
fn a_report_plays_again_and_becomes_a_scenario() {
    for seed in 1..=3 {
        check_report("first-fight", "sol", seed, 25);
        check_report("last-lantern", "sol", seed, 14);
        check_report("river-farm", "essence", seed, 20);
    }
    check_report("first-fight", "sol", 1, 0);
}

#[test]
fn overrides_of_the_game_master_are_told_too() {
    let mut played = battle("first-fight", "sol", 4, 3);
    let ids: Vec<_> = battlemat::battle::on_map(played.world()).collect();
    let name = played.name(ids[1]).to_string();
    for order in [
        serde_json::json!({ "gm": { "set": { "creature": ids[0], "stat": "hp", "value": 3 } } }),
        serde_json::json!({ "gm": { "light": { "becomes": "dark" } } }),
    ] {
        let order = serde_json::from_value(order).expect("an override");
        played.order(&order).expect("an override should be taken");
    }
    let report = BugReport::new(&played, &[], "");
    let text = scenario::of_report(&report).expect("overrides should be told");
    assert!(text.contains("gm = { set = {") && text.contains(&name), "{text}");
}

#[test]
fn dice_that_were_forced_and_not_rolled_are_no_dice_of_a_step() {
    let mut played = battle("first-fight", "sol", 4, 0);
    let faces: Vec<Forced> = serde_json::from_value(serde_json::json!(["d20:3", "d20:4"])).expect("two faces");
    played.force_dice(&faces, false);
    for _ in 0..2 {
        let ends = Order::EndTurn { creature: played.active().expect("somebody's turn") };
        played.order(&ends).expect("a turn may end");
    }
    assert_eq!(played.forced_dice(), faces, "the end of a turn rolls nothing");
    let report = BugReport::new(&played, &[], "");
    let text = scenario::of_report(&report).expect("it should come out like the battle");
    assert!(!text.contains("d20"), "{text}");
}

#[test]
fn a_report_that_lies_is_found_out() {
    let played = battle("first-fight", "sol", 2, 9);
    let mut report = BugReport::new(&played, &[], "");
    report.orders[4].hash ^= 1;
    let why = report.check().err().expect("another hash").to_string();
    assert!(why.contains("Order 4 comes out differently"), "{why}");
    let mut report = BugReport::new(&played, &[], "");
    report.hash ^= 1;
    report.content ^= 1;
    let why = report.check().err().expect("another end").to_string();
    assert!(why.contains("it ends with the hash") && why.contains("have changed"), "{why}");
    assert!(BugReport::from_json("{\"battlemat_report\":1}").is_err());
}

/// Runs the program; its code and all it says.
fn run(args: &[&Path]) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_battlemat")).args(args).output().expect("the program should run");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (done.status.code(), said)
}

#[test]
fn the_command_line_checks_reports_and_writes_scenarios() {
    let folder = std::env::temp_dir().join(format!("battlemat-reports-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let (report, save, out) = (folder.join("report.json"), folder.join("save.json"), folder.join("out.toml"));
    let played = battle("first-fight", "sol", 3, 12);
    BugReport::new(&played, &[], "Look at this").write(&report).expect("a report should be written");
    played.save().write(&save).expect("a save should be written");
    let words = |text: &'static str| Path::new(text);
    let (code, said) = run(&[words("replay"), &report, words("--check")]);
    assert_eq!((code, said.as_str()), (Some(0), "Note: Look at this\n12 orders, every hash is the same.\n"));
    for from in [&report, &save] {
        let (code, said) = run(&[words("replay"), from, words("--to-scenario"), &out]);
        assert_eq!(code, Some(0), "{said}");
        let (code, said) = run(&[words("test"), &out]);
        assert!(code == Some(0) && said.ends_with("1 passed, 0 failed\n"), "{said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}
