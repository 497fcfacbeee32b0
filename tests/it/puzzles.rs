//! Puzzles: what is asked of a player, and that a puzzle which is said to fail must fail.

use battlemat::referee::scenario::test_files;

/// A shot at the one who stands there: any player that plays to win takes it.
const SHOT: &str = r#"name = "shoots"
ruleset = "sol"
map = "A....b"
creatures = { A = { attacks = ["pistol"] }, b = { name = "B", attacks = ["baton"] } }
turn_order = ["A", "B"]

"#;

/// What the runner says of a puzzle with these keys and this expectation.
fn run(name: &str, puzzle: &str, expected: &str) -> (String, bool) {
    let file = std::env::temp_dir().join(format!("battlemat-puzzle-{}-{name}.toml", std::process::id()));
    let text = format!("{SHOT}puzzle = {{ {puzzle} }}\n\n[[step]]\nplays = \"turn\"\n{expected}\n");
    std::fs::write(&file, text).expect("a file for a puzzle");
    let ran = test_files(std::slice::from_ref(&file), false).expect("a puzzle that can be read");
    std::fs::remove_file(&file).expect("the file should go");
    ran
}

#[test]
fn what_is_played_is_held_against_what_is_asked() {
    assert!(run("plays", "is_easy = true", "ordered = [\"attack pistol B\"]").1);
    let (said, passed) = run("lacks", "is_easy = true", "ordered = [\"attack baton\"]");
    assert!(!passed && said.contains("attack pistol B"), "{said}");
    assert!(!run("given", "is_easy = true", "not_ordered = [\"attack\"]").1);
}

#[test]
fn a_puzzle_that_is_said_to_fail_must_fail_and_greedy_must_not_solve_what_is_not_easy() {
    assert!(run("fails", "fails = \"it has no baton\"", "ordered = [\"attack baton\"]").1);
    let (said, passed) = run("solved", "is_easy = true, fails = \"no reason\"", "ordered = [\"attack pistol B\"]");
    assert!(!passed && said.contains("take `fails` away"), "{said}");
    let (said, passed) = run("easy", "", "ordered = [\"attack pistol B\"]");
    assert!(!passed && said.contains("is_easy"), "{said}");
    assert!(!run("nobody", "player = \"nobody\"", "ordered = [\"attack\"]").1);
    assert!(!run("unplayed", "seeds = 0", "ordered = [\"attack\"]").1);
}

#[test]
fn nobody_plays_in_a_scenario_that_is_no_puzzle() {
    let file = std::env::temp_dir().join(format!("battlemat-puzzle-{}-none.toml", std::process::id()));
    std::fs::write(&file, format!("{SHOT}[[step]]\nplays = \"turn\"\nordered = [\"attack\"]\n")).expect("a file");
    let (said, passed) = test_files(std::slice::from_ref(&file), false).expect("a scenario");
    std::fs::remove_file(&file).expect("the file should go");
    assert!(!passed && said.contains("`puzzle`"), "{said}");
}
