//! dump
use battlemat::referee::scenario;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[test]
fn dump() {
    let files = scenario::files(&[PathBuf::from("tests/scenarios")]).unwrap();
    let mut all: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for outcome in scenario::run_files(&files) {
        let Ok(played) = outcome.result else { continue };
        for ((stage, kind), words) in played.told {
            let key = (stage, kind, outcome.ruleset.clone().unwrap_or_default());
            all.entry(key).or_default().push(format!("{}: {words}", outcome.name));
        }
    }
    for ((stage, kind, ruleset), examples) in all {
        println!("{stage:?} {kind} {ruleset} {}", examples.len());
        for one in examples.iter().take(300) {
            println!("      {one}");
        }
    }
}
