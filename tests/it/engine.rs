//! The engine itself: what is announced, shared code names no ruleset, the tree has one of each big dependency.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlemat::battle::{Battle, GmAct, Id, Order, prospects, stakes};
use battlemat::level::{SharedVocabulary, parse};
use battlemat::rules;

fn level(path: &str) -> Arc<battlemat::level::Level> {
    let text = std::fs::read_to_string(path).expect("a shipped level should be readable");
    let (level, _) = parse(&text, path, &SharedVocabulary).expect("a shipped level should be sound");
    Arc::new(level)
}

#[test]
fn nobody_for_whom_there_is_no_room_starts_in_a_wall() {
    let text = "name = \"Crack\"\nruleset = \"essence\"\nmap = '''\n.A#.B\n.....\n'''\n[legend]\n\
                A = { creature = \"soldier\", side = \"red\", name = \"Ann\", sol = { size = \"huge\" } }\n\
                B = { creature = \"soldier\", side = \"blue\", name = \"Bo\" }\n\
                [[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n";
    let (level, _) = rules::read_level(text, "crack").expect("a sound level");
    let level = Arc::new(level);
    let started = |key| Battle::new(level.clone(), rules::by_key(key).expect("a ruleset"), 1);
    assert!(started("essence").is_ok());
    let why = started("sol").err().expect("it is too narrow for her").to_string();
    assert!(why.contains("Ann: there is no room"), "{why}");
}

#[test]
fn what_is_announced_and_at_stake_is_told_until_it_happens() {
    let ruleset = rules::by_key("sol").expect("there should be rules");
    let mut battle = Battle::new(level("levels/pump-room.toml"), ruleset, 1).expect("the pump room should start");
    let clock = |battle: &Battle| {
        let all = prospects(battle.world());
        let timed = all.into_iter().filter(|prospect| prospect.round.is_some());
        timed.map(|prospect| (prospect.when, prospect.squares.len())).collect::<Vec<_>>()
    };
    let before = clock(&battle);
    assert_eq!(before[0].0, "end of round 2");
    assert!(before.iter().any(|(_, squares)| *squares == 81), "the leak should mark its burst: {before:?}");
    assert!(!prospects(battle.world()).iter().any(|prospect| prospect.text.contains("valve shears")));
    let held = |battle: &Battle| {
        let all = stakes(battle.world());
        all.into_iter().find(|stake| stake.text.starts_with("Hold")).and_then(|stake| stake.progress)
    };
    assert_eq!(held(&battle), Some((0, 3)));
    while battle.flow().round < 4 {
        let order = match battle.decision() {
            Some(decision) => Order::Answer {
                choice: decision.choices.last().expect("a decision should have choices").key.to_string(),
            },
            None => Order::EndTurn { creature: battle.active().expect("somebody should have the turn") },
        };
        battle.order(&order).expect("ending a turn should be possible");
    }
    let after = clock(&battle);
    assert!(after.iter().all(|(when, _)| !when.ends_with("round 2") && !when.ends_with("round 3")), "{after:?}");
    assert!(after.iter().any(|(when, _)| when == "end of round 4"), "{after:?}");
}

#[test]
fn who_was_to_come_and_is_taken_out_does_not_come() {
    let ruleset = rules::by_key("sol").expect("there should be rules");
    let mut battle = Battle::new(level("levels/first-fight.toml"), ruleset, 1).expect("the first fight should start");
    let guards: Vec<Id> = battlemat::battle::creatures(battle.world())
        .into_iter()
        .filter(|&id| ["Vera", "Wenzel", "Ilse"].contains(&battle.name(id)))
        .collect();
    assert_eq!(guards.len(), 3);
    for creature in guards {
        assert_eq!(battle.outcome(), None, "one of them still stands, or is to come");
        let out = Order::Gm(GmAct::Remove { creature });
        battle.order(&out).expect("a game master may take anybody out");
    }
    assert!(battle.outcome().is_some(), "nobody of theirs is left");
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a source folder should be readable") {
        let path = entry.expect("a folder entry should be readable").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn shared_code_names_no_ruleset() {
    let words = [
        "sol",
        "essence",
        "vigor",
        "momentum",
        "strength",
        "dexterity",
        "constitution",
        "charisma",
        "fortitude",
        "athletics",
        "dodge_mod",
        "pool_set",
        "endurance",
        "evasion",
        "narrative",
        "vitality",
    ];
    let mut files = Vec::new();
    sources(Path::new("src/battle"), &mut files);
    sources(Path::new("src/grid"), &mut files);
    assert!(files.len() > 20, "the sources should have been found");
    let mut leaks = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source should be readable");
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            let found = lower.split(|c: char| !(c.is_alphanumeric() || c == '_')).find(|word| words.contains(word));
            if let Some(word) = found {
                leaks.push(format!("{}:{}: {word}", file.display(), number + 1));
            }
        }
    }
    assert!(leaks.is_empty(), "{leaks:#?}");
}

#[test]
fn the_lock_file_holds_one_of_each_big_family() {
    let lock = std::fs::read_to_string("Cargo.lock").expect("the lock file should be committed");
    for name in ["bevy_ecs", "egui", "bevy_app", "winit"] {
        let count = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(count, 1, "{name}");
    }
}
