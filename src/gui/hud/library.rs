//! The levels on the shelf: every file of the folder, playable or not. A bad level is listed with its findings and stops nothing.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::gui::app::reading::{Known, Reading};
use crate::gui::app::saves;
use crate::level::{Cell, Diagnostic, LARGEST_LEVEL, Level, Light, counted, read_text};
use crate::rules;

/// A level file.
pub(super) struct Entry {
    /// The file.
    pub path: PathBuf,
    /// When it was changed last.
    pub changed: Option<SystemTime>,
    /// Its text; empty when it cannot be read.
    pub text: String,
    /// The level, if it can be played.
    pub level: Option<Level>,
    /// Everything found, the worst first.
    pub findings: Vec<Diagnostic>,
    /// Why it cannot be read at all.
    pub trouble: Option<String>,
}

impl Entry {
    /// Reads a file now.
    #[cfg(test)]
    pub(super) fn read(path: &Path) -> Self {
        let changed = std::fs::metadata(path).and_then(|data| data.modified()).ok();
        Self::of(&(path.to_path_buf(), changed))
    }

    /// The title: the level's name, else the file's.
    pub(super) fn title(&self) -> String {
        match &self.level {
            Some(level) => level.name.clone(),
            None => saves::stem(&self.path),
        }
    }
}

/// The folder with the levels: where the player says, beside the program, or where the sources lie.
pub(super) fn folder() -> PathBuf {
    let said = std::env::var_os("BATTLEMAT_LEVELS").map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("levels")));
    let sources = std::env::var_os("CARGO_MANIFEST_DIR").map(|dir| PathBuf::from(dir).join("levels"));
    [said, Some("levels".into()), beside, sources]
        .into_iter()
        .flatten()
        .find(|folder| folder.is_dir())
        .unwrap_or_else(|| "levels".into())
}

/// The folder with the campaigns: beside that of the levels.
pub(super) fn campaigns() -> PathBuf {
    folder().parent().map_or_else(|| "campaigns".into(), |beside| beside.join("campaigns"))
}

/// How many mistakes keep a file from being played.
pub(super) fn mistakes(findings: &[Diagnostic]) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    format!("{} to mend before it can be played", counted(errors as u64, "mistake"))
}

/// Whether a level begins in the dark, without air or under other gravity somewhere.
fn is_strange(level: &Level) -> bool {
    let weather = &level.weather;
    let odd = |cell: &Cell| {
        cell.light == Light::Dark || cell.vacuum == Some(true) || cell.gravity.is_some_and(|here| here != 100)
    };
    weather.vacuum || weather.gravity != 100 || level.board.cells().iter().any(odd)
}

/// A file of a shelf.
pub(super) trait Filed: Send + Sized + 'static {
    /// The file, and when it was changed last.
    fn known(&self) -> Known;
    /// Reads a file; whatever is wrong with it is part of the entry.
    fn of(file: &Known) -> Self;
    /// A file of which nothing is known, and why.
    fn unread(file: &Known, trouble: Option<String>) -> Self;
    /// The smaller, the further up.
    fn size(&self) -> u32;
}

impl Filed for Entry {
    fn known(&self) -> Known {
        (self.path.clone(), self.changed)
    }

    fn of(file: &Known) -> Self {
        let mut entry = Self::unread(file, None);
        let (path, _) = file;
        match read_text(path, LARGEST_LEVEL) {
            Ok(text) => {
                match rules::read_level(&text, &path.display().to_string()) {
                    Ok((level, findings)) => (entry.level, entry.findings) = (Some(level), findings),
                    Err(findings) => entry.findings = findings,
                }
                entry.findings.sort_by_key(|finding| !finding.is_error());
                entry.text = text;
            }
            Err(why) => entry.trouble = Some(why),
        }
        entry
    }

    fn unread((path, changed): &Known, trouble: Option<String>) -> Self {
        Self { path: path.clone(), changed: *changed, text: String::new(), level: None, findings: Vec::new(), trouble }
    }

    /// Squares of the board. Boards in the dark, without air or under other gravity need more of the rules: they stand behind all others.
    fn size(&self) -> u32 {
        const STRANGE: u32 = 1 << 20;
        self.level.as_ref().map_or(u32::MAX, |level| {
            let squares = u32::from(level.board.width()) * u32::from(level.board.height());
            if is_strange(level) { squares.saturating_add(STRANGE) } else { squares }
        })
    }
}

/// Brings the entries up to date with a folder, the smallest first, files that cannot be played last; unchanged files are not read again.
/// Files are read on a thread of their own; one that takes long comes later. Says whether there is more to be read.
pub(super) fn refresh<T: Filed>(folder: &Path, entries: &mut Vec<T>, reading: &mut Reading<T>) -> bool {
    let files = saves::files(folder, "toml");
    let known: Vec<Known> = entries.iter().map(Filed::known).collect();
    if files.len() == known.len() && files.iter().all(|file| known.contains(file)) {
        return false;
    }
    let mut old = std::mem::take(entries);
    let mut more = false;
    for file in files {
        let known = old.iter().position(|entry| entry.known() == file);
        match known {
            Some(place) => entries.push(old.swap_remove(place)),
            None if more => {}
            None => match reading.read(&file, T::of) {
                Some(read) => entries.push(read.unwrap_or_else(|why| T::unread(&file, Some(why)))),
                None => more = true,
            },
        }
    }
    entries.sort_by_cached_key(|entry| (entry.size(), entry.known().0));
    more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_level_is_listed_beside_the_good_ones() {
        let folder = std::env::temp_dir().join(format!("battlemat-shelf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let good = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
        std::fs::write(folder.join("a.toml"), "map = 3").expect("a file");
        std::fs::write(folder.join("b.toml"), good).expect("a file");
        std::fs::write(folder.join("c.txt"), "not a level").expect("a file");
        let mut entries: Vec<Entry> = Vec::new();
        // One that once took all memory is a line like others.
        std::fs::copy("tests/attacks/deep-key.toml", folder.join("deep.toml")).expect("a file");
        let mut reading = Reading::default();
        while refresh(&folder, &mut entries, &mut reading) {}
        let titles: Vec<_> = entries.iter().map(|entry| (entry.title(), entry.level.is_some())).collect();
        let bad = |name: &str| (name.to_string(), false);
        assert_eq!(titles, [("First Fight".to_string(), true), bad("a"), bad("deep")]);
        assert!(entries[1..].iter().all(|entry| entry.findings.iter().any(Diagnostic::is_error)));
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn a_file_without_an_end_is_no_level() {
        let path = std::env::temp_dir().join(format!("battlemat-endless-{}.toml", std::process::id()));
        let file = std::fs::File::create(&path).expect("a file");
        file.set_len(LARGEST_LEVEL + 1).expect("a long one");
        let entry = Entry::read(&path);
        assert!(entry.level.is_none());
        assert!(entry.trouble.is_some_and(|why| why.contains("larger than")));
        std::fs::remove_file(path).expect("the file of the test");
    }
}
