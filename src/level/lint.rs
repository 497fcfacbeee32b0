//! `battlemat lint FILE…`: every finding of every file, for people or as JSON.

use std::path::{Path, PathBuf};

use super::diagnostic::{Code, Counts, Diagnostic, counted};
use super::file::{LARGEST_LEVEL, read_text};
use super::report::Report;
use super::vocabulary::Vocabulary;

/// Reads a level file; errors in reading it are findings too. The text comes along for rendering.
pub fn load(path: &Path, vocabulary: &dyn Vocabulary) -> (String, super::Parsed) {
    let file = path.display().to_string();
    let unreadable = |why: String| {
        let mut report = Report::new("", &file);
        report.add(Code::Unreadable, &(0..0), why);
        (String::new(), Err(report.finish()))
    };
    match read_text(path, LARGEST_LEVEL) {
        Err(why) => unreadable(why),
        Ok(text) => {
            let parsed = super::parse(&text, &file, vocabulary);
            (text, parsed)
        }
    }
}

/// Checks level files, and all `*.toml` files of folders.
///
/// Returns what to print and the exit code: 0 without errors, 1 with errors. As JSON, each finding is one object on a line
/// of its own; otherwise the findings are rendered with their lines and a summary follows.
pub fn lint_files(paths: &[PathBuf], json: bool, vocabulary: &dyn Vocabulary) -> (String, i32) {
    let mut out = String::new();
    let (mut all, mut files) = (Counts::default(), 0);
    for path in paths.iter().flat_map(|path| level_files(path)) {
        files += 1;
        let (text, parsed) = load(&path, vocabulary);
        let findings: Vec<Diagnostic> = parsed.map_or_else(|findings| findings, |(_, findings)| findings);
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
