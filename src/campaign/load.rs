//! Campaign files with their levels, and what is found in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::check::Levels;
use super::model::{Campaign, Link};
use super::read::Reader;
use crate::level::report::Report;
use crate::level::{
    Checked, Diagnostic, LARGEST_LEVEL, Level, Vocabulary, first_error, lint_each, load as load_level, read_checked,
    read_text, render_errors, with_document,
};
use crate::rules::{self, Known};

/// A campaign with its levels, by the paths that it writes.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The campaign.
    pub campaign: Arc<Campaign>,
    /// Its levels.
    pub levels: BTreeMap<String, Arc<Level>>,
}

/// A campaign with its warnings and hints, or what keeps it from being one.
pub type Parsed = Result<(Loaded, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Reads a campaign. `find` gives the text of a level by the path that the campaign writes.
///
/// # Errors
/// All findings, if one of them is an error. Never panics, whatever the text.
pub fn parse(
    text: &str,
    file_name: &str,
    vocabulary: &dyn Vocabulary,
    find: &dyn Fn(&str) -> Result<String, String>,
) -> Parsed {
    let mut report = Report::new(text, file_name);
    report.begun = vocabulary.begun();
    let found = with_document(&mut report, |report, root| {
        let mut reader = Reader::new(report, vocabulary);
        let mut campaign = reader.campaign(root)?;
        let levels = levels_of(&campaign, find);
        reader.check(&mut campaign, &levels);
        let levels = levels.into_iter().filter_map(|(path, level)| Some((path, level.ok()?))).collect();
        Some(Loaded { campaign: Arc::new(campaign), levels })
    });
    match found {
        Some(loaded) if !report.failed() => Ok((loaded, report.finish())),
        _ => Err(report.finish()),
    }
}

/// Reads one link, as a campaign's file has it.
///
/// # Errors
/// Every finding, with its lines.
pub(crate) fn parse_link(text: &str) -> Result<Link, String> {
    let vocabulary = Known::PLAYED;
    let mut report = Report::new(text, "link");
    report.begun = vocabulary.begun();
    let found = with_document(&mut report, |report, root| Reader::new(report, &vocabulary).link(root));
    match found {
        Some(link) if !report.failed() => Ok(link),
        _ => Err(render_errors(&report.finish(), text)),
    }
}

fn levels_of(campaign: &Campaign, find: &dyn Fn(&str) -> Result<String, String>) -> Levels {
    let mut levels = Levels::new();
    for stop in campaign.battles.iter().filter(|stop| !stop.level.is_empty()) {
        levels.entry(stop.level.clone()).or_insert_with(|| read_level(&stop.level, find));
    }
    levels
}

fn read_level(path: &str, find: &dyn Fn(&str) -> Result<String, String>) -> Result<Arc<Level>, String> {
    let text = find(path)?;
    rules::read_level_played(&text, path).map(|(level, _)| Arc::new(level)).map_err(|findings| {
        let why = first_error(&findings).map_or_else(String::new, |first| format!(", {first}"));
        format!("the level {path} has errors{why}")
    })
}

/// The text of a level that a campaign file names: beside the file, or from the folder above, where `levels` lies beside `campaigns`.
///
/// # Errors
/// A sentence with the path.
pub fn find_beside(campaign: &Path, level: &str) -> Result<String, String> {
    let folder = campaign.parent().unwrap_or(Path::new(""));
    let tried = [folder.join(level), folder.join("..").join(level)];
    let there = tried.iter().find(|path| path.is_file()).unwrap_or(&tried[0]);
    read_text(there, LARGEST_LEVEL)
}

/// Reads a campaign file. The text comes along for rendering.
pub fn load(path: &Path, vocabulary: &dyn Vocabulary) -> (String, Parsed) {
    match read_checked(path) {
        Err((text, findings)) => (text, Err(findings)),
        Ok(text) => {
            let find = |level: &str| find_beside(path, level);
            let parsed = parse(&text, &path.display().to_string(), vocabulary, &find);
            (text, parsed)
        }
    }
}

/// Reads a campaign file to be played.
///
/// # Errors
/// Every finding that keeps it from being played, with its lines.
pub fn read_file(path: &Path) -> Result<Loaded, String> {
    let (text, parsed) = load(path, &Known::PLAYED);
    parsed.map(|(loaded, _)| loaded).map_err(|findings| render_errors(&findings, &text))
}

/// Whether a text is meant as a campaign rather than as a level: it has battles or members, and draws no map.
pub fn is_one(text: &str) -> bool {
    let starts = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    let drawn = text.lines().any(|line| starts(line, &["map ", "map=", "plan ", "plan="]));
    !drawn
        && text.lines().any(|line| starts(line.trim_start(), &["[[battle]]", "[[member]]", "[[ending]]", "[[link]]"]))
}

/// Checks level and campaign files, and all `*.toml` files of folders: what to print and the exit code, as
/// [`crate::level::lint_files`].
pub fn lint_files(paths: &[PathBuf], json: bool, vocabulary: &dyn Vocabulary) -> (String, i32) {
    lint_each(paths, json, |path| {
        if read_checked(path).is_ok_and(|text| is_one(&text)) {
            let (text, parsed) = load(path, vocabulary);
            Checked::new("campaign", text, parsed)
        } else {
            let (text, parsed) = load_level(path, vocabulary);
            Checked::new("level", text, parsed)
        }
    })
}
