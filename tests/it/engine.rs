//! The engine itself: the schedule has no ambiguities, shared code names no ruleset, the tree has one of each big dependency.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlemat::battle::Battle;
use battlemat::level::{SharedVocabulary, parse};
use battlemat::rules;

fn level(path: &str) -> Arc<battlemat::level::Level> {
    let text = std::fs::read_to_string(path).expect("a shipped level should be readable");
    let (level, _) = parse(&text, path, &SharedVocabulary).expect("a shipped level should be sound");
    Arc::new(level)
}

#[test]
fn the_stages_of_every_ruleset_are_unambiguous() {
    for ruleset in rules::all() {
        let mut battle =
            Battle::new(level("levels/first-fight.toml"), *ruleset, 1).expect("the first fight should start");
        let engine = battle.engine_mut();
        let mut schedule = std::mem::take(&mut engine.schedule);
        let error = schedule.initialize(&mut engine.world).err();
        let complaint = error.map(|error| error.to_string(schedule.graph(), &engine.world));
        assert_eq!(complaint, None, "{}", ruleset.title());
    }
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
            let found = lower
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .find(|word| words.contains(word));
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
