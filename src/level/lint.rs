//! `battlemat lint FILE…`: every finding of every file, for people or as JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::compile::{Parsed, Scope, compile};
use super::diagnostic::{Code, Counts, Diagnostic, counted};
use super::file::{Encoding, LARGEST_LEVEL, read_text};
use super::report::Report;
use super::vocabulary::Vocabulary;

/// Reads a level with what is found under every ruleset, not its own alone; see [`super::parse`].
///
/// # Errors
/// All findings, if one of them is an error under any of the rulesets.
pub fn lint(text: &str, file_name: &str, vocabulary: &dyn Vocabulary) -> Parsed {
    compile(text, file_name, vocabulary, Scope::All)
}

/// Reads a level file; errors in reading it are findings too. The text comes along for rendering.
pub fn load(path: &Path, vocabulary: &dyn Vocabulary) -> (String, Parsed) {
    match read_checked(path) {
        Err((text, findings)) => (text, Err(findings)),
        Ok(text) => {
            let parsed = lint(&text, &path.display().to_string(), vocabulary);
            (text, parsed)
        }
    }
}

/// What is said of a file that is text, but not UTF-8: where, and as what it can be read.
fn wrongly_encoded(path: &Path) -> Option<(String, Vec<Diagnostic>)> {
    let small = |file: &std::fs::Metadata| file.is_file() && file.len() <= LARGEST_LEVEL;
    std::fs::metadata(path).ok().filter(small)?;
    let bytes = std::fs::read(path).ok().filter(|bytes| std::str::from_utf8(bytes).is_err())?;
    let encoding = Encoding::of(&bytes);
    let message = format!("{}: {encoding}", path.display());
    let file = path.display().to_string();
    let (text, span, why) = match encoding {
        Encoding::Utf16(text) => (text, 0..0, "two bytes for each character".to_owned()),
        Encoding::Bytes { text, at, byte } => {
            let end = text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |c| at + c.len_utf8());
            (text, at..end, format!("the byte {byte:#04x}"))
        }
    };
    let mut report = Report::new(&text, &file);
    report.add(Code::Unreadable, &span, message).because(why).help("save the file as UTF-8");
    let findings = report.finish();
    Some((text, findings))
}

/// A file that was checked: its text, what was found, and what kind of file it is, such as `level`.
pub struct Checked {
    /// For rendering.
    pub text: String,
    /// In the order of the file.
    pub findings: Vec<Diagnostic>,
    /// For the summary; empty for what is no file.
    pub what: &'static str,
}

impl Checked {
    /// Of a file that was read, whatever came of it.
    pub(crate) fn new<T>(
        what: &'static str,
        text: String,
        parsed: Result<(T, Vec<Diagnostic>), Vec<Diagnostic>>,
    ) -> Self {
        Self { text, findings: parsed.map_or_else(|findings| findings, |(_, findings)| findings), what }
    }
}

/// Checks level files, and all `*.toml` files of folders.
///
/// Returns what to print and the exit code: 0 without errors, 1 with errors; a folder without a level is one. As JSON, each finding is one
/// object on a line of its own. Otherwise the findings are rendered with their lines, and a summary follows.
pub fn lint_files(paths: &[PathBuf], json: bool, vocabulary: &dyn Vocabulary) -> (String, i32) {
    lint_each(paths, json, |path| {
        let (text, parsed) = load(path, vocabulary);
        Checked::new("level", text, parsed)
    })
}

/// As [`lint_files`], for files that are not levels alone.
pub fn lint_each(paths: &[PathBuf], json: bool, check: impl Fn(&Path) -> Checked) -> (String, i32) {
    let mut out = String::new();
    let mut all = Counts::default();
    let mut files: BTreeMap<&'static str, usize> = BTreeMap::from([("level", 0)]);
    let checked = paths.iter().flat_map(|path| match level_files(path) {
        some if some.is_empty() => {
            vec![Checked { text: String::new(), findings: without_level(path), what: "" }]
        }
        some => some.iter().map(|path| check(path)).collect(),
    });
    for Checked { text, findings, what } in checked {
        if !what.is_empty() {
            *files.entry(what).or_default() += 1;
        }
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
        if files.len() > 1 {
            files.retain(|_, count| *count > 0);
        }
        let files: Vec<String> = files.into_iter().map(|(what, count)| counted(count, what)).collect();
        out.push_str(&format!("{}, {all}\n", files.join(", ")));
    }
    (out, i32::from(all.errors > 0))
}

/// The text of a file that may hold a level.
///
/// # Errors
/// What is to be said where it cannot be read.
pub(crate) fn read_checked(path: &Path) -> Result<String, (String, Vec<Diagnostic>)> {
    read_text(path, LARGEST_LEVEL)
        .map_err(|why| wrongly_encoded(path).unwrap_or_else(|| (String::new(), unreadable(path, why))))
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
