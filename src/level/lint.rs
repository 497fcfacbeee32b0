//! `battlemat lint FILE…`: every finding of every file, for people or as JSON.

use std::path::{Path, PathBuf};

use super::compile::{Parsed, compile};
use super::diagnostic::{Code, Counts, Diagnostic, counted};
use super::file::{LARGEST_LEVEL, read_text};
use super::report::Report;
use super::vocabulary::Vocabulary;

/// Reads a level file; errors in reading it are findings too. The text comes along for rendering.
pub fn load(path: &Path, vocabulary: &dyn Vocabulary) -> (String, Parsed) {
    match read_text(path, LARGEST_LEVEL) {
        Err(why) => (String::new(), Err(unreadable(path, why))),
        Ok(text) => {
            let parsed = compile(&text, &path.display().to_string(), vocabulary);
            (text, parsed)
        }
    }
}

/// Checks level files, and all `*.toml` files of folders.
///
/// Returns what to print and the exit code: 0 without errors, 1 with errors; a folder without a level is one. As JSON, each finding is one object on a line
/// of its own; otherwise the findings are rendered with their lines and a summary follows.
pub fn lint_files(paths: &[PathBuf], json: bool, vocabulary: &dyn Vocabulary) -> (String, i32) {
    let mut out = String::new();
    let (mut all, mut files) = (Counts::default(), 0);
    let checked = paths.iter().flat_map(|path| match level_files(path) {
        some if some.is_empty() => vec![(String::new(), without_level(path))],
        some => {
            files += some.len();
            some.iter().map(|path| checked(path, vocabulary)).collect()
        }
    });
    for (text, findings) in checked {
        let counts = Counts::of(&findings);
        all.errors += counts.errors;
        all.warnings += counts.warnings;
        all.hints += counts.hints;
        for finding in findings {
            if json {
                out.push_str(&serde_json::to_string(&finding).expect("a finding is plain data"));
            } else {
                out.push_str(&finding.render(&text));
                out.push('\n');
            }
            out.push('\n');
        }
    }
    if !json {
        out.push_str(&format!("{}, {all}\n", counted(files, "level")));
    }
    (out, i32::from(all.errors > 0))
}

/// The text of a level file and its findings.
fn checked(path: &Path, vocabulary: &dyn Vocabulary) -> (String, Vec<Diagnostic>) {
    let (text, parsed) = load(path, vocabulary);
    (text, parsed.map_or_else(|findings| findings, |(_, findings)| findings))
}

/// What is to be said of a folder in which there is no level.
fn without_level(folder: &Path) -> Vec<Diagnostic> {
    unreadable(folder, "there is no level in this folder: no file in it ends in `.toml`")
}

/// That something could not be read at all.
fn unreadable(path: &Path, why: impl Into<String>) -> Vec<Diagnostic> {
    let file = path.display().to_string();
    let mut report = Report::new("", &file);
    report.add(Code::Unreadable, &(0..0), why);
    report.finish()
}

/// The file itself, or the level files of a folder in order of name.
fn level_files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else {
        return vec![path.to_owned()];
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}
