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
    let unsaved = sim(&folder, &shipped(), &["--games", "2", "--rounds", "1", "--player", "random"]);
    assert!(!unsaved.status.success(), "something is stuck");
    let said = String::from_utf8_lossy(&unsaved.stdout);
    assert!(said.contains("2 battles") && said.contains("100.0 %"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
    let saved =
        sim(&folder, &shipped(), &["--games", "1", "--rounds", "1", "--player", "random", "--stuck", "here.json"]);
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
    let output = sim(&folder, &shipped(), &["--games", "2", "--seed", &largest, "--player", "random"]);
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

/// Two with knives, and a zone that one of them wants to hold: events that come, come again, and never come.
const LADDER: &str = r#"name = "Ladder"
ruleset = "sol"
map = '''
A....b
......
'''
[legend]
"A" = { creature = "soldier", side = "red", name = "Ada", sol = { attacks = ["knife"] } }
"b" = { creature = "soldier", side = "blue", name = "Bo", sol = { attacks = ["knife"] } }
[[side]]
id = "red"
name = "Reds"
[[side]]
id = "blue"
name = "Blues"
[zone]
corner = { from = [0, 0], to = [1, 1] }
[[goal]]
side = "red"
win = { survive = 6 }
[[event]]
id = "bell"
when = { round_start = 1 }
text = "A bell rings."
[[event]]
id = "clock"
when = { round_end = { every = 1 } }
text = "It ticks."
[[event]]
id = "doom"
when = { round_start = 150 }
text = "All is over."
"#;

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let level = folder.join(name);
    std::fs::write(&level, text).expect("a level");
    level
}

/// What the program says, but for the speed.
fn figures(folder: &Path, level: &Path, arguments: &[&str]) -> String {
    let output = sim(folder, level, arguments);
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said.lines().filter(|line| !line.starts_with("speed:")).fold(String::new(), |all, line| all + line + "\n")
}

fn json(folder: &Path, level: &Path, arguments: &[&str]) -> serde_json::Value {
    let said = figures(folder, level, &[arguments, &["--json"]].concat());
    serde_json::from_str(&said).unwrap_or_else(|why| panic!("{why}: {said}"))
}

#[test]
fn the_computer_plays_unless_another_player_is_named() {
    let folder = folder("player");
    let level = written(&folder, "ladder.toml", LADDER);
    let named = |player: &str| figures(&folder, &level, &["--games", "4", "--player", player]);
    let unnamed = figures(&folder, &level, &["--games", "4"]);
    assert_eq!(unnamed, named("greedy"));
    assert_ne!(unnamed, named("random"));
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

#[test]
fn figures_say_how_sure_they_are_why_battles_ended_and_what_came() {
    let folder = folder("figures");
    let level = written(&folder, "ladder.toml", LADDER);
    let arguments = ["--games", "12"];
    let (text, found) = (figures(&folder, &level, &arguments), json(&folder, &level, &arguments));
    let count = |value: &serde_json::Value| value.as_u64().unwrap_or_else(|| panic!("no count: {found:#}"));
    let all = |key: &str| found[key].as_array().unwrap_or_else(|| panic!("no {key}: {found:#}")).clone();
    assert_eq!(count(&found["battles"]), 12);
    for side in all("sides") {
        let (name, wins) = (side["name"].as_str().expect("a name"), count(&side["wins"]));
        let [from, to] = [0, 1].map(|end| side["interval"][end].as_f64().expect("a bound"));
        let percent = side["percent"].as_f64().expect("a share");
        assert!(0.0 <= from && from <= percent && percent <= to && to <= 100.0 && to - from > 20.0, "{side:#}");
        let line = format!("  {name:20} wins {wins:6}  {percent:5.1} %  (95 %: {from:.1} to {to:.1} %)");
        assert!(text.contains(&line), "no {line}\n{text}");
    }
    assert_eq!(all("sides").iter().map(|side| count(&side["wins"])).sum::<u64>() + count(&found["nobody"]), 12);
    let ends = all("ends");
    assert_eq!(ends.iter().map(|end| count(&end["battles"])).sum::<u64>(), 12, "{found:#}");
    for end in &ends {
        let word = end["end"].as_str().expect("a word");
        assert!(["goal reached", "all down"].contains(&word), "{found:#}");
        let line = format!("  {word:20}      {:6}  ", count(&end["battles"]));
        assert!(text.contains(&line), "no {line}\n{text}");
    }
    let goals: u64 = ends.iter().filter(|end| end["end"] == "goal reached").map(|end| count(&end["battles"])).sum();
    assert!(goals > 0, "six rounds with knives should end some battles by the goal: {found:#}");
    assert!(text.contains(&format!("    {goals:6} Reds won: survived 6 rounds")), "{text}");
    for (id, told, games) in [("bell", "A bell rings.", 12), ("clock", "It ticks.", 12), ("doom", "All is over.", 0)] {
        let event = all("events").into_iter().find(|event| event["events"][0] == id).expect("an event");
        assert_eq!((count(&event["battles"]), &event["text"]), (games, &told.into()), "{found:#}");
        let line = format!("  {id:20}      {games:6}  ");
        assert!(text.lines().any(|one| one.starts_with(&line) && one.ends_with(told)), "no {line}\n{text}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

/// What a battle ended by is told apart: the last of a side has got away, or fallen, or the level has decided.
#[test]
fn a_side_that_has_got_away_is_told_from_one_that_fell() {
    let folder = folder("fled");
    let text = r#"name = "Way Out"
ruleset = "sol"
map = '''
A.........b
'''
[legend]
"A" = { creature = "soldier", side = "red", name = "Ada" }
"b" = { creature = "soldier", side = "blue", name = "Bo" }
[[area]]
squares = { from = [0, 0], to = [8, 0] }
exit = true
"#;
    let level = written(&folder, "out.toml", text);
    let found = json(&folder, &level, &["--games", "6", "--player", "random"]);
    let ends: Vec<&str> =
        found["ends"].as_array().expect("ends").iter().filter_map(|end| end["end"].as_str()).collect();
    assert!(ends.iter().all(|end| ["fled", "all down"].contains(end)) && ends.contains(&"fled"), "{found:#}");
    std::fs::remove_dir_all(&folder).expect("the folder should go");
}

#[test]
fn turns_in_which_nothing_is_done_are_counted() {
    let folder = folder("idle");
    let level = written(&folder, "ladder.toml", LADDER);
    let found = json(&folder, &level, &["--games", "6", "--player", "random"]);
    let (mut idle, mut turns) = (0, 0);
    for side in found["sides"].as_array().expect("sides") {
        let of = side["idle_turns"].as_u64().expect("a count");
        let by: u64 = side["idle_turns_by_creature"]
            .as_object()
            .expect("names")
            .values()
            .filter_map(serde_json::Value::as_u64)
            .sum();
        assert_eq!(of, by, "{found:#}");
        assert!(side["idle_turns_with_a_foe_to_attack"].as_u64() <= Some(of), "{found:#}");
        idle += of;
        turns += side["turns"].as_u64().expect("a count");
    }
    assert!(0 < idle && idle < turns, "a player without a plan sometimes ends its turn at once: {found:#}");
    let text = figures(&folder, &level, &["--games", "6", "--player", "random"]);
    assert!(text.contains("nothing done though something could be:\n  Reds"), "{text}");
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
