//! The campaigns that come with the game, and whole ones played by the computer.

use std::path::{Path, PathBuf};

use battlemat::campaign::{self, Journey};
use battlemat::level::lint_files;
use battlemat::referee::campaigns;
use battlemat::referee::sim::{Plan, Player};
use battlemat::rules::{self, Known};
use serde_json::{Value, json};

use super::{Folder, YARD};

/// The campaigns that come with the game.
fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns");
    let files = std::fs::read_dir(folder).expect("the folder of campaigns").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

#[test]
fn shipped_campaigns_have_no_findings() {
    let files = shipped();
    assert!(!files.is_empty());
    let (text, code) = campaign::lint_files(&files, false, &Known::PLAYED);
    assert_eq!(code, 0, "{text}");
    assert!(text.ends_with("2 campaigns, 0 errors, 0 warnings, 0 hints\n"), "{text}");
    let (text, _) = lint_files(&files, false, &Known::PLAYED);
    assert!(!text.contains("0 errors"), "a campaign is no level: {text}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        assert!(text.starts_with("#:schema campaign.schema.json\n"), "its first line names the schema");
    }
}

#[test]
fn the_schema_of_campaigns_is_current() {
    crate::written::is_current(
        "campaigns/campaign.schema.json",
        &campaign::schema(&Known::FINISHED),
        "UPDATE_LEVEL_DOCS",
    );
}

#[test]
fn the_example_of_the_page_is_a_campaign() {
    let page = std::fs::read_to_string("docs/campaigns.md").expect("the page is there");
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let find = |path: &str| std::fs::read_to_string(path).map_err(|why| why.to_string());
    let parsed = campaign::parse(text, "page", &Known::FINISHED, &find);
    let (loaded, findings) = parsed.unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(findings, []);
    for ruleset in rules::all() {
        Journey::begin(loaded.clone(), *ruleset, 1).expect("it begins under every ruleset");
    }
}

/// The shipped campaign under each whole ruleset: no run is stuck, every run ends, and the figures say where.
#[test]
fn shipped_campaigns_come_to_their_ends_under_every_ruleset() {
    for file in shipped() {
        let loaded = campaign::read_file(&file).expect("it has no errors");
        for ruleset in rules::all() {
            let plan = Plan { games: 1, seed: 1, rounds: 200, player: Player::Greedy };
            let figures = campaigns::run(&loaded, *ruleset, &plan).expect("it can be played").to_json();
            assert_eq!(figures["stuck"], json!([]), "{}: {figures}", ruleset.key());
            assert_eq!(runs(&figures).iter().map(|(_, runs)| runs).sum::<u64>(), 1, "{figures}");
        }
    }
}

/// How often each ending was reached.
fn runs(figures: &Value) -> Vec<(String, u64)> {
    let endings = figures["endings"].as_array().expect("endings").iter();
    endings.map(|one| (one["ending"].to_string(), one["runs"].as_u64().expect("a number"))).collect()
}

/// The same seeds come to the same figures, and each end of the road is reached by some run.
#[test]
fn the_computer_comes_to_both_ends_of_the_road() {
    let folder = Folder::new("sim");
    // One stronger enemy in place of two, or one of the ends would never be reached.
    let guards = r#"creature = "guard", side = "blue""#;
    let second = "\"Y\" = { creature = \"guard\", side = \"blue\", name = \"Yul\" }\n";
    assert!(YARD.contains(second) && YARD.contains("C...Y"));
    let alone = YARD.replace(second, "").replace("C...Y", "C....");
    folder.write("yard.toml", &alone.replace(guards, r#"creature = "soldier", side = "blue""#));
    let loaded = campaign::read_file(Path::new(&folder.at("road.toml"))).expect("the road is sound");
    let plan = Plan { games: 8, seed: 1, rounds: 200, player: Player::Greedy };
    let essence = rules::by_key("essence").expect("essence");
    let tally = campaigns::run(&loaded, essence, &plan).expect("it can be played");
    let figures = tally.to_json();
    assert_eq!(figures["stuck"], json!([]));
    let ends = runs(&figures);
    assert_eq!(ends.len(), 2, "{figures}");
    assert!(ends.iter().all(|(_, runs)| *runs > 0), "{figures}");
    assert_eq!(ends.iter().map(|(_, runs)| runs).sum::<u64>(), 8);
    assert_eq!(campaigns::run(&loaded, essence, &plan).expect("again").to_json(), figures, "the same seeds");
    let report = tally.report();
    for line in ["Road under Essence: 8 runs", "  home ", "  lost ", "first > second > home"] {
        assert!(report.contains(line), "{line}: {report}");
    }
}
