//! Players against each other from the command line: who meets whom, what is kept, what is refused.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn shipped(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The program lets players meet on some levels under a ruleset.
fn met(levels: &[PathBuf], ruleset: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_battlemat"))
        .arg("arena")
        .args(levels)
        .args(["--ruleset", ruleset])
        .args(arguments)
        .output()
        .expect("the program should run")
}

/// The same on First Fight under Sol.
fn arena(arguments: &[&str]) -> Output {
    met(&[shipped("levels/first-fight.toml")], "sol", arguments)
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn each_seed_is_played_from_both_seats_and_every_bout_counted() {
    let played = json(&arena(&["--games", "2", "--json"]));
    let sol = &played[0];
    assert_eq!((&sol["ruleset"], &sol["bouts"]), (&"sol".into(), &4.into()));
    let meeting = &sol["meetings"][0];
    assert_eq!(meeting["players"], serde_json::json!(["greedy", "random"]));
    let number = |of: &Value| of.as_u64().expect("a count");
    let pairs = &meeting["pairs"];
    assert_eq!(number(&pairs["won"]) + number(&pairs["even"]) + number(&pairs["lost"]), 2);
    assert!(sol["meetings"][0]["percent"].as_f64() >= Some(50.0), "who plays to win is no weaker than chance");
    assert_eq!(sol["ladder"][0]["player"], "greedy");
    let greedy = &sol["conduct"]["greedy"];
    assert!(number(&greedy["idle"]["of"]) > 0 && number(&greedy["own_harm"]["of"]) > 0, "{greedy}");
    assert!(number(&greedy["looks_ahead"]["of_99"]) > 0 && sol["conduct"]["random"]["looks_ahead"]["of_99"] == 0);
}

#[test]
fn what_a_file_keeps_is_not_played_again_and_a_broken_line_is_named() {
    let file = std::env::temp_dir().join(format!("battlemat-arena-{}.jsonl", std::process::id()));
    let path = file.to_str().expect("a path in letters").to_owned();
    let one = arena(&["--games", "1", "--players", "random", "--json", "--results", &path]);
    let kept = std::fs::read_to_string(&file).expect("results");
    assert_eq!(kept.lines().count(), 1, "a player alone meets itself, once a seed");
    // Broken off in the midst of the second line.
    std::fs::write(&file, format!("{kept}{}", &kept[..40])).expect("a broken file");
    let two = arena(&["--games", "1", "--players", "random", "--json", "--results", &path]);
    assert_eq!(json(&one), json(&two));
    assert!(two.stderr.is_empty(), "nothing was played: {}", String::from_utf8_lossy(&two.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("results"), kept);
    std::fs::write(&file, format!("{kept}nonsense\n")).expect("a wrong file");
    let wrong = arena(&["--games", "1", "--players", "random", "--results", &path]);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success() && said.contains(":2:"), "{said}");
    std::fs::remove_file(&file).expect("the file should go");
}

#[test]
fn an_unknown_player_or_ruleset_is_named() {
    let said = |arguments: &[&str]| String::from_utf8_lossy(&arena(arguments).stderr).into_owned();
    assert!(said(&["--players", "greedy,gready"]).contains("no player `gready`"));
    assert!(said(&["--players", "greedy,greedy"]).contains("twice"));
    assert!(said(&["--ruleset", "sool"]).contains("sool"));
}

/// A player that thinks of a turn before it moves ends none with nothing done. It leaves less unspent than one that looks one order ahead.
#[test]
fn normal_wastes_less_than_greedy() {
    let fields = ["tests/arena/rooms.toml", "tests/arena/ford.toml"].map(shipped);
    let played = json(&met(&fields, "essence", &["--players", "greedy,normal", "--games", "1", "--json"]));
    let share = |player: &str| {
        let unused = &played[0]["conduct"][player]["unused"];
        unused["count"].as_f64().expect("a count") / unused["of"].as_f64().expect("a count")
    };
    assert_eq!(played[0]["conduct"]["normal"]["idle"]["count"], 0);
    assert!(share("normal") < share("greedy"), "{} and {}", share("normal"), share("greedy"));
}

/// The fields of `tests/arena` are the same after half a turn, with the sides exchanged: what a player gets there is its own doing.
#[test]
fn a_mirrored_field_is_the_same_from_both_sides() {
    let files = battlemat::referee::arena::levels(&[shipped("tests/arena")]).expect("the fields");
    assert_eq!(files.len(), 12);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a field");
        let (level, _) = battlemat::rules::read_level(&text, "field").expect("a field without an error");
        let map = toml::from_str::<toml::Table>(&text).expect("TOML");
        let place = file.display();
        for key in ["map", "elevation"] {
            let Some(drawn) = map.get(key).and_then(toml::Value::as_str) else { continue };
            // The creatures are compared below; under the digits and letters lies the ground of the field.
            let is_creature = |letter: char| letter.is_ascii_digit() || ('p'..='s').contains(&letter);
            let blank = |letter: char| if key == "map" && is_creature(letter) { '1' } else { letter };
            let rows: Vec<String> =
                drawn.trim_matches('\n').lines().map(|row| row.chars().map(blank).collect()).collect();
            let turned: Vec<String> = rows.iter().rev().map(|row| row.chars().rev().collect()).collect();
            assert_eq!(rows, turned, "{place}: {key}");
        }
        let (wide, high) = (i32::from(level.board.width()), i32::from(level.board.height()));
        for one in &level.creatures {
            let other = level.creatures.iter().find(|other| {
                other.side != one.side
                    && i32::from(other.at.x) + i32::from(one.at.x) == wide - 1
                    && i32::from(other.at.y) + i32::from(one.at.y) == high - 1
            });
            assert_eq!(other.map(|other| &other.kind), Some(&one.kind), "{place}: {}", one.name);
        }
    }
}
