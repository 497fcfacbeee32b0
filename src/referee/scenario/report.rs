//! `battlemat test FILE|DIR…`: every scenario of every file, a line each, and the count.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{form, run};
use crate::level::{LARGEST_LEVEL, one_line, read_text};

/// How one scenario came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The file.
    pub file: PathBuf,
    /// The line it begins at.
    pub line: usize,
    /// Its name, or the file's when it could not be read.
    pub name: String,
    /// The ruleset it names, if it names one.
    pub ruleset: Option<String>,
    /// Whether it stands for a whole file in which no scenario could be read.
    pub unread: bool,
    /// The rules that took effect in it, or what went wrong, as text.
    pub result: Result<run::Played, String>,
}

/// The scenario files among the paths: files themselves, and every `*.toml` under folders, in order of name.
///
/// # Errors
/// The first path that cannot be read, or the first folder without a scenario.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    files_of("scenario", paths)
}

/// As [`files`], of files with something else in them.
pub(in crate::referee) fn files_of(what: &str, paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut out = BTreeSet::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = BTreeSet::new();
            under(path, &mut inside)?;
            if inside.is_empty() {
                return Err(format!(
                    "{}: there is no {what} in this folder: no file in it ends in `.toml`.",
                    path.display()
                ));
            }
            out.append(&mut inside);
        } else if path.exists() {
            out.insert(path.clone());
        } else {
            return Err(format!("{}: there is no such file or folder.", path.display()));
        }
    }
    Ok(out.into_iter().collect())
}

fn under(folder: &Path, out: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}.", folder.display());
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            under(&path, out)?;
        } else if path.extension().is_some_and(|end| end == "toml") {
            out.insert(path);
        }
    }
    Ok(())
}

/// Plays every scenario of these files, several files at a time. What comes of them stands in the order of the files.
pub fn run_files(files: &[PathBuf]) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let play = || {
        let mut out = Vec::new();
        while let Some((at, file)) = files.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            out.push((at, run_file(file)));
        }
        out
    };
    let mut played = std::thread::scope(|scope| {
        let hands = std::thread::available_parallelism().map_or(1, NonZero::get).min(files.len());
        let others: Vec<_> = (1..hands).map(|_| scope.spawn(play)).collect();
        let mut out = play();
        for other in others {
            out.extend(other.join().expect("no scenario should panic"));
        }
        out
    });
    played.sort_by_key(|&(at, _)| at);
    played.into_iter().flat_map(|(_, outcomes)| outcomes).collect()
}

fn run_file(file: &Path) -> Vec<Outcome> {
    let unread = |why: String| {
        vec![Outcome {
            file: file.to_owned(),
            line: 1,
            name: "(file)".into(),
            ruleset: None,
            unread: true,
            result: Err(why),
        }]
    };
    let text = match read_text(file, LARGEST_LEVEL) {
        Ok(text) => text,
        Err(why) => return unread(why),
    };
    let scenarios = match form::read(&text) {
        Ok(scenarios) => scenarios,
        Err(problem) => return unread(format!("{}: {problem}", file.display())),
    };
    if scenarios.is_empty() {
        return unread(format!("{}: there is no scenario in it.", file.display()));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    scenarios
        .into_iter()
        .map(|(line, scenario)| Outcome {
            file: file.to_owned(),
            line,
            name: if scenario.name.is_empty() { "(without a name)".into() } else { one_line(&scenario.name).into() },
            ruleset: scenario.ruleset.clone(),
            unread: false,
            result: caught(|| run::play(&scenario, &text, line, folder))
                .map_err(|why| format!("{}:{line}, the game broke down: {why}", file.display()))
                .and_then(|played| played.map_err(|failure| told(file, &failure))),
        })
        .collect()
}

/// Does something that may break down through a fault of the game: what was said then, so that the other scenarios are played.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|said| {
        let text = said.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| said.downcast_ref::<&str>().copied());
        text.unwrap_or("nothing was said").to_owned()
    })
}

/// How much of what was expected and of what came is told, in characters.
const LONGEST_TOLD: usize = 4000;

/// A failure as lines: place, what was expected, what came, what happened.
fn told(file: &Path, failure: &run::Failure) -> String {
    let mut out = format!("{}:{}, {}", file.display(), failure.line, failure.when);
    write!(
        out,
        "\n  expected {}\n  came     {}",
        form::cut(&failure.expected, LONGEST_TOLD),
        form::cut(&failure.came, LONGEST_TOLD).replace('\n', "\n           ")
    )
    .expect("writing to a string");
    for line in &failure.log {
        write!(out, "\n  | {line}").expect("writing to a string");
    }
    out
}

/// The rules that a scenario names and of which it states nothing, with what it could state where.
fn unstated(out: &mut String, file: &Path, played: &run::Played) {
    for (rule, suggestions) in &played.unstated {
        writeln!(out, "      {rule} is named, but nothing states what it brings about.").expect("writing to a string");
        for suggestion in suggestions {
            let place = format!("{}:{}", file.display(), suggestion.line);
            writeln!(out, "        {place}: {}", suggestion.text).expect("writing to a string");
        }
    }
}

/// `battlemat test`: what to print and whether all passed. `suggest` tells, for the rules that a scenario names without stating
/// what they bring about, what it could state.
///
/// # Errors
/// When a path cannot be read.
pub fn test_files(paths: &[PathBuf], suggest: bool) -> Result<(String, bool), String> {
    let outcomes = run_files(&files(paths)?);
    let mut out = String::new();
    let mut failed = 0;
    for outcome in &outcomes {
        let place = outcome.file.display();
        match &outcome.result {
            Ok(played) => {
                writeln!(out, "ok    {place}: {}", outcome.name).expect("writing to a string");
                if suggest {
                    unstated(&mut out, &outcome.file, played);
                }
                Ok(())
            }
            Err(why) => {
                failed += 1;
                writeln!(out, "FAIL  {place}: {}\n      {}", outcome.name, why.replace('\n', "\n      "))
            }
        }
        .expect("writing to a string");
    }
    writeln!(out, "{} passed, {failed} failed", outcomes.len() - failed).expect("writing to a string");
    Ok((out, failed == 0 && !outcomes.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_that_breaks_the_game_down_fails_and_says_how() {
        assert_eq!(caught(|| 3), Ok(3));
        let squares: [i32; 2] = [1, 2];
        let off = caught(|| squares[squares.len() + usize::from(squares[0] == 1)]);
        assert!(off.as_ref().is_err_and(|why| why.contains("out of bounds")), "{off:?}");
    }
}
