//! The levels in `levels/`.

use std::path::PathBuf;

use battlemat::level::{SharedVocabulary, Vocabulary, lint_files, parse};
use battlemat::rules::Known;

/// Every shipped level: file name and text.
pub(crate) fn levels() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut levels: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    levels.sort();
    levels
}

#[test]
fn shipped_levels_are_clean() {
    assert!(levels().len() >= 3, "the shipped levels are there");
    let vocabularies: [&dyn Vocabulary; 2] = [&SharedVocabulary, &Known::FINISHED];
    for (name, text) in levels() {
        for vocabulary in vocabularies {
            let (Ok((_, findings)) | Err(findings)) = parse(&text, &name, vocabulary);
            assert!(findings.is_empty(), "{}", super::rendered(&text, &findings));
        }
    }
}

#[test]
fn shipped_levels_name_their_schema() {
    for (name, text) in levels() {
        assert!(text.starts_with("#:schema level.schema.json\n"), "{name}: its first line names the schema");
    }
}

#[test]
fn lint_counts_what_it_finds() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    let (out, exit) = lint_files(&[folder], false, &SharedVocabulary);
    let expected = format!("{} levels, 0 errors, 0 warnings, 0 hints\n", levels().len());
    assert_eq!((out, exit), (expected, 0));
}
