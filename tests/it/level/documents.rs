//! The documentation and the schema say what the code does.
//!
//! Set `UPDATE_LEVEL_DOCS=1` to write them anew.

use std::path::PathBuf;

use battlemat::level::schema;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The file holds exactly this text; with `UPDATE_LEVEL_DOCS` it is made to.
#[track_caller]
fn current(name: &str, wanted: &str) {
    if std::env::var_os("UPDATE_LEVEL_DOCS").is_some() {
        std::fs::write(path(name), wanted).expect("it can be written");
    }
    let found = std::fs::read_to_string(path(name)).unwrap_or_default();
    assert!(found == wanted, "{name} is out of date: run the tests once with UPDATE_LEVEL_DOCS=1");
}

#[test]
fn the_schema_is_current() {
    current("levels/level.schema.json", &schema(&battlemat::rules::Known::FINISHED));
}

#[test]
fn examples_in_the_documentation_are_levels() {
    let text = std::fs::read_to_string(path("docs/level-format.md")).expect("the page is there");
    let examples: Vec<&str> =
        text.split("```toml level\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty(), "the page shows a whole level");
    for example in examples {
        let found = super::findings(example);
        assert!(found.is_empty(), "{}", super::rendered(example, &found));
    }
}
