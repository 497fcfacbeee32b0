//! Whole battles from the command line: what is counted, what is said of those without an end, and what is left lying about.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("battlemat-sim-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The program counts battles on a level, in a folder.
fn sim(folder: &Path, level: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_battlemat"))
        .arg("sim")
        .arg(level)
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program should run")
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/first-fight.toml")
}

#[test]
fn a_battle_without_an_end_is_saved_where_one_says_and_nowhere_else() {
    let folder = folder("stuck");
    let unsaved = sim(&folder, &shipped(), &["--games", "2", "--rounds", "1"]);
    assert!(!unsaved.status.success(), "something is stuck");
    let said = String::from_utf8_lossy(&unsaved.stdout);
    assert!(said.contains("2 battles") && said.contains("100.0 %"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
    let saved = sim(&folder, &shipped(), &["--games", "1", "--rounds", "1", "--stuck", "here.json"]);
    assert!(!saved.status.success(), "something is stuck");
    let text = std::fs::read_to_string(folder.join("here.json")).expect("the save");
    let save: serde_json::Value = serde_json::from_str(&text).expect("a save is JSON");
    assert!(save["checksum"].is_string(), "a whole save");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 1);
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

/// After the largest seed comes the smallest, and as many battles are played as one asks for.
#[test]
fn as_many_battles_are_played_as_asked_for_whatever_the_seed() {
    let folder = folder("seed");
    let largest = u64::MAX.to_string();
    let output = sim(&folder, &shipped(), &["--games", "2", "--seed", &largest]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(": 2 battles"), "{said}");
    let wins: u32 = said
        .lines()
        .filter_map(|line| line.split_once(" wins ")?.1.split_whitespace().next()?.parse::<u32>().ok())
        .sum();
    assert_eq!(wins, 2, "{said}");
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

#[test]
fn where_nobody_stands_at_the_start_the_line_is_named() {
    let folder = folder("nobody");
    let level = folder.join("late.toml");
    let text = "name = \"Late\"\nruleset = \"sol\"\nmap = \"\"\"\n....\n....\n\"\"\"\n\
        [[creature]]\nkind = \"soldier\"\nside = \"a\"\nat = [0, 0]\narrives = 2\n\
        [[creature]]\nkind = \"soldier\"\nside = \"b\"\nat = [2, 1]\narrives = 2\n";
    std::fs::write(&level, text).expect("the level");
    for rest in [&["--games", "1"][..], &["--games", "1", "--ruleset", "essence"]] {
        let output = sim(&folder, &level, rest);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("nobody is on the map") && said.contains("late.toml:10"), "{said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

/// Two with knives and a wall between them: no fault of the program, so it is told apart, and said why.
#[test]
fn where_nobody_can_harm_anybody_it_is_a_standstill_and_said_to_be_one() {
    let folder = folder("apart");
    let level = folder.join("apart.toml");
    let text = "name = \"Apart\"\nruleset = \"sol\"\nmap = '''\nA#b\n'''\n[legend]\n\
        \"A\" = { creature = \"soldier\", side = \"red\", sol = { attacks = [\"knife\"] } }\n\
        \"b\" = { creature = \"soldier\", side = \"blue\", sol = { attacks = [\"knife\"] } }\n";
    std::fs::write(&level, text).expect("the level");
    let output = sim(&folder, &level, &["--games", "3", "--rounds", "51"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let line = said.lines().find(|line| line.contains("standstill"));
    let line = line.unwrap_or_else(|| panic!("no standstill in {said}"));
    assert!(line.contains("100.0 %") && line.contains("nobody was harmed in the last 50"), "{line}");
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

/// What an author has written commands no terminal, and makes no lines of its own.
#[test]
fn texts_of_a_level_stay_texts() {
    let folder = folder("escapes");
    let level = folder.join("escapes.toml");
    let text = r#"name = "Escapes"
about = "A \u202e evil \r\n line\u0000"
ruleset = "sol"
map = '''
......
......
'''
[[creature]]
kind = "soldier"
name = "Anna"
side = "a"
at = [0, 0]
[[creature]]
kind = "soldier"
name = "Bo"
side = "b"
at = [1, 1]
[[event]]
when = { round_start = 1 }
text = "tick\u001b[2J\u0007\nForged: Bo dies."
do = { message = "hello\u001b[31m\u009b2J" }
"#;
    std::fs::write(&level, text).expect("a level");
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_battlemat"));
        let output = command.args(arguments).arg(&level).output().expect("the program should run");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8")
    };
    for arguments in [&["demo"][..], &["demo", "--traces"], &["lint"], &["test"], &["sim", "--games", "1"]] {
        let said = program(arguments);
        let commands: Vec<char> = said.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\t')).collect();
        assert!(commands.is_empty() && !said.contains('\u{202e}'), "{arguments:?}: {commands:?}");
        assert!(!said.lines().any(|line| line.starts_with("Forged")), "{arguments:?}: {said}");
    }
    assert!(program(&["demo"]).contains("Forged: Bo dies."), "it is told, as part of its line");
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}
