//! The saves of this machine: which there are, what each is, and what is wrong with those that cannot be taken up.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::about::About;
use super::reading::{Known, Reading};
use super::travel::Travel;
use crate::battle::{LARGEST_SAVE, Save, SaveError};
use crate::campaign::CampaignSave;
use crate::level::read_text;
use crate::referee;

/// What the names of the files of unfinished battles begin with.
pub const UNFINISHED: &str = "autosave";

/// Why a save was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A battle that was left.
    Unfinished,
    /// By the save key.
    Quick,
    /// Under a name that a player gave it.
    Named,
    /// The battle decided last.
    Last,
}

impl Kind {
    /// Why a file of this name was written.
    pub fn of(path: &Path) -> Self {
        match &*stem(path) {
            stem if is_unfinished(stem) => Self::Unfinished,
            "quick" => Self::Quick,
            "last" => Self::Last,
            _ => Self::Named,
        }
    }
}

/// The name of a file without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a file without its ending is named as unfinished battles are.
fn is_unfinished(stem: &str) -> bool {
    let rest = stem.strip_prefix(UNFINISHED);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// What is written to a file.
#[derive(Clone)]
pub enum Kept {
    /// A battle.
    Battle(Box<Save>),
    /// A campaign.
    Campaign {
        /// How it stands.
        travel: Box<Travel>,
        /// The battle of it that is being fought.
        battle: Option<Box<Save>>,
    },
}

impl Kept {
    fn write(&self, path: &Path) -> Result<(), SaveError> {
        match self {
            Self::Battle(save) => save.write(path),
            Self::Campaign { travel, battle } => travel.save(battle.as_deref()).write(path),
        }
    }
}

/// A save file.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The file.
    pub path: PathBuf,
    /// When it was written.
    pub changed: Option<SystemTime>,
    /// Why.
    pub kind: Kind,
    /// What it is about; `None` when not even that can be read.
    pub about: Option<About>,
    /// Why it cannot be taken up.
    pub trouble: Option<String>,
}

impl Stored {
    /// Reads a file; whatever is wrong with it is part of the entry. The state in it is not looked into, nor is the battle played: whether
    /// it comes out as it was saved is found out when it is taken up.
    fn read((path, changed): &Known) -> Self {
        let mut stored = Self::nothing_of(path, *changed);
        match read_text(path, LARGEST_SAVE) {
            Err(why) => stored.trouble = Some(format!("It cannot be read: {why}")),
            Ok(text) if CampaignSave::is_text(&text) => match CampaignSave::from_json(&text) {
                Err(why) => stored.trouble = Some(why.to_string()),
                Ok(save) => stored.about = Some(About::campaign(&save)),
            },
            Ok(text) => match Save::from_json(&text) {
                Err(why) => stored.trouble = Some(why.to_string()),
                Ok(save) => {
                    stored.trouble = referee::replay::parts(&save.level, save.cast.as_deref(), &save.ruleset)
                        .err()
                        .map(|why| why.to_string());
                    stored.about = Some(About::battle(&save));
                }
            },
        }
        stored
    }

    /// A file of which nothing is known.
    fn nothing_of(path: &Path, changed: Option<SystemTime>) -> Self {
        Self { path: path.to_path_buf(), changed, kind: Kind::of(path), about: None, trouble: None }
    }

    /// What people call it.
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Unfinished => "Left unfinished".into(),
            Kind::Quick => "Quick save".into(),
            Kind::Last => "Decided last".into(),
            Kind::Named => stem(&self.path),
        }
    }
}

/// The saves of a folder, kept up to date.
#[derive(Default)]
pub struct Shelf {
    /// Those that have been read: the unfinished ones and the quick one first, then the others; the newest of each first.
    pub all: Vec<Stored>,
    reading: Reading<Stored>,
}

impl Shelf {
    /// Looks at the folder again and reads at most one new file, on a thread of its own. Says whether there is more to read.
    pub fn look(&mut self, folder: &Path) -> bool {
        let files = files(folder, "json");
        self.all.retain(|stored| files.contains(&(stored.path.clone(), stored.changed)));
        let known = |file: &&(PathBuf, Option<SystemTime>)| {
            self.all.iter().any(|stored| stored.path == file.0 && stored.changed == file.1)
        };
        let mut fresh = files.iter().filter(|file| !known(file));
        let (next, more) = (fresh.next().cloned(), fresh.next().is_some());
        if let Some(file) = next {
            let Some(read) = self.reading.read(&file, Stored::read) else { return true };
            self.all.push(read.unwrap_or_else(|why| {
                let (path, changed) = &file;
                Stored { trouble: Some(why), ..Stored::nothing_of(path, *changed) }
            }));
            self.all.sort_by_key(|stored| {
                let first = stored.kind.min(Kind::Named);
                (first, std::cmp::Reverse(stored.changed), stored.path.clone())
            });
        }
        more
    }

    /// Every battle that was left, the last one first.
    pub fn unfinished(&self) -> impl DoubleEndedIterator<Item = &Stored> {
        self.all.iter().filter(|stored| stored.kind == Kind::Unfinished)
    }
}

/// The files of a folder with this ending, with the time each was changed, by name.
pub fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, Option<SystemTime>)> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut out: Vec<_> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let fits = path.extension().is_some_and(|extension| extension == ending);
            fits.then(|| (path, entry.metadata().and_then(|data| data.modified()).ok()))
        })
        .collect();
    out.sort();
    out
}

/// A name as a file can be called: letters, figures, spaces and a few marks; never empty, never one the game uses itself.
pub fn file_name(name: &str) -> String {
    let kept: String = name
        .trim()
        .chars()
        .map(|letter| if letter.is_alphanumeric() || " -_,'()!".contains(letter) { letter } else { '-' })
        .take(60)
        .collect();
    let kept = kept.trim();
    match kept {
        "" => "battle".into(),
        "quick" | "last" => format!("{kept} (named)"),
        kept if is_unfinished(kept) => format!("of {kept}"),
        kept => kept.into(),
    }
}

/// Where a save of this name goes.
pub fn path(name: &str) -> PathBuf {
    super::settings::saves().join(format!("{}.json", file_name(name)))
}

/// When a file was written, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

/// A stamp of a file as it lies there.
pub fn stamp(path: &Path) -> Stamp {
    let file = std::fs::metadata(path).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// The files that this program has written or taken up, as they were then.
static OURS: Mutex<BTreeMap<PathBuf, Stamp>> = Mutex::new(BTreeMap::new());

fn ours() -> MutexGuard<'static, BTreeMap<PathBuf, Stamp>> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that a file was taken up, with its stamp from before it was read.
pub fn taken_up(path: &Path, stamp: Stamp) {
    ours().insert(path.to_path_buf(), stamp);
}

/// Whether a file that is ours has been written since by another window of the game.
pub fn is_anothers(path: &Path) -> bool {
    let now = stamp(path);
    now.is_some() && ours().get(path).is_some_and(|known| *known != now)
}

/// A file for a battle that has none yet, in whose name a number follows where the first is taken. No other is touched, and no other
/// window gets the same: an empty file holds its place.
pub fn free(folder: &Path, stem: &str) -> PathBuf {
    let claimed = |number: u32| {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}{more}.json"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => None,
            // What else is wrong is told when the battle is written.
            _ => Some(path),
        }
    };
    let path = (1..).find_map(claimed).expect("some number should be free");
    taken_up(&path, stamp(&path));
    path
}

/// Gives back the place of a file in which nothing was written after all.
pub fn give_back(path: &Path) {
    if stamp(path).is_some_and(|(_, length)| length == 0) {
        let _ = std::fs::remove_file(path);
    }
}

/// Writes a save. What lies there under its name and cannot be taken up here, a save of another version above all, is not lost by
/// that: it is put aside under another name first.
///
/// # Errors
/// What the file system says, with the path.
pub fn write(save: &Kept, path: &Path) -> Result<(), SaveError> {
    // What was written by this program needs no second look.
    let known = ours().get(path).is_some_and(|known| *known == stamp(path));
    if !known {
        put_aside(path).map_err(|why| SaveError(format!("{}: {why}.", path.display())))?;
    }
    save.write(path)?;
    taken_up(path, stamp(path));
    Ok(())
}

/// Gives a file that cannot be taken up another name, such as `autosave (kept 1).json`.
fn put_aside(path: &Path) -> std::io::Result<()> {
    let takes_up = || match super::travel::text_of(path) {
        Some(text) => CampaignSave::from_json(&text).and_then(|save| save.restore()).is_ok(),
        None => Save::read(path).is_ok_and(|save| referee::replay::resume(&save).is_ok()),
    };
    if !path.is_file() || takes_up() {
        return Ok(());
    }
    let stem = stem(path);
    let named = |number: u32| path.with_file_name(format!("{stem} (kept {number}).json"));
    let free = (1..=u32::MAX).map(named).find(|name| !name.exists());
    std::fs::rename(path, free.expect("some number should be free"))
}

/// When something was written, as people say it.
pub fn ago(then: Option<SystemTime>, now: SystemTime) -> String {
    let Some(passed) = then.and_then(|then| now.duration_since(then).ok()) else {
        return "just now".into();
    };
    let minutes = passed.as_secs() / 60;
    let some = |count: u64, what: &str| format!("{count} {what}{} ago", if count == 1 { "" } else { "s" });
    match minutes {
        0 => "just now".into(),
        1..60 => some(minutes, "minute"),
        60..1440 => some(minutes / 60, "hour"),
        1440..20160 => some(minutes / 1440, "day"),
        _ => then.map_or_else(String::new, |then| format!("on {}", day(then))),
    }
}

/// The day of a time, as `2026-11-21`, by the sun over Greenwich.
fn day(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // Days since the first of March of the year 0, in cycles of 400 years.
    let days = seconds / 86400 + 719_468;
    let (cycle, of_cycle) = (days / 146_097, days % 146_097);
    let year = (of_cycle - of_cycle / 1460 + of_cycle / 36524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{date:02}", cycle * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, space};
    use crate::rules;
    use std::sync::Arc;
    use std::time::Duration;

    fn battle() -> Battle {
        let text = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
        let (level, _) = rules::read_level(&text, "first-fight").expect("a sound level");
        Battle::new(Arc::new(level), rules::by_key("sol").expect("sol"), 1).expect("a playable level")
    }

    #[test]
    fn a_picture_of_a_save_shows_what_was_saved() {
        let folder = std::env::temp_dir().join(format!("battlemat-stands-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let mut battle = battle();
        let who = battle.active().expect("somebody begins");
        let name = battle.name(who).to_owned();
        let reach = battle.ruleset().reach(battle.world(), who);
        let from = space(battle.world(), who).at;
        let to = reach.squares.iter().find(|at| at.stop && at.at != from).expect("it can walk").at;
        let walk = crate::battle::MoveOrder { creature: who, to: Some(to), path: None };
        battle.order(&crate::battle::Order::Move(walk)).expect("it can be reached");
        let at = space(battle.world(), who).at;
        let path = folder.join("walked.json");
        battle.save().write(&path).expect("a save");
        let stored = Stored::read(&(path, None));
        let drawn = stored.about.and_then(|about| about.level).expect("it can be read");
        let there = drawn.creatures.iter().find(|creature| creature.name == name).expect("it stands there");
        assert_eq!(there.at, at, "not {from:?}, where it began");
        assert_ne!(at, from);
        // Nothing of the state is looked into.
        let mut forged = battle.save().to_value();
        forged["snapshot"]["columns"] = serde_json::json!({});
        crate::battle::seal(&mut forged);
        let path = folder.join("forged.json");
        std::fs::write(&path, forged.to_string()).expect("a file");
        let stored = Stored::read(&(path.clone(), None));
        assert!(stored.trouble.is_none() && stored.about.is_some_and(|about| about.level.is_some()));
        let why = referee::replay::resume(&Save::read(&path).expect("a save")).err().expect("it is forged");
        assert!(why.to_string().contains("damaged"), "{why}");
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn damaged_saves_are_listed_with_what_is_wrong() {
        let folder = std::env::temp_dir().join(format!("battlemat-shelf-of-saves-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let good = battle().save();
        good.write(&folder.join("Before the bridge.json")).expect("a save");
        good.write(&folder.join("autosave-first fight-1.json")).expect("a save");
        let text = good.to_json();
        std::fs::write(folder.join("half.json"), &text[..text.len() / 2]).expect("a file");
        let mut changed: serde_json::Value = serde_json::from_str(&text).expect("a save is JSON");
        changed["ruleset"] = "astrology".into();
        crate::battle::seal(&mut changed);
        std::fs::write(folder.join("old.json"), changed.to_string()).expect("a file");
        std::fs::write(folder.join("noise.json"), [0xff, 0xfe, 0x00]).expect("a file");
        std::fs::write(folder.join(".battlemat-1-0.tmp"), "rest of a save").expect("a file");
        let mut shelf = Shelf::default();
        let mut looks = 1;
        while shelf.look(&folder) {
            looks += 1;
        }
        assert_eq!(shelf.all.len(), 5);
        assert!(looks >= 5, "one at a look: {looks}");
        assert!(!shelf.look(&folder));
        let find = |name: &str| shelf.all.iter().find(|stored| stored.name() == name).expect(name);
        assert_eq!(shelf.all[0].name(), "Left unfinished");
        assert_eq!(shelf.unfinished().count(), 1);
        let named = find("Before the bridge");
        assert_eq!((named.kind, named.trouble.as_deref()), (Kind::Named, None));
        let about = named.about.as_ref().expect("it can be read");
        assert_eq!((about.title.as_str(), about.orders), ("First Fight", 0));
        for (name, wrong, readable) in
            [("half", "damaged", false), ("noise", "not UTF-8 text", false), ("old", "astrology", true)]
        {
            let stored = find(name);
            let why = stored.trouble.as_deref().expect("something is wrong");
            assert!(why.contains(wrong), "{name}: {why}");
            assert_eq!(stored.about.is_some(), readable, "{name}");
        }
        std::fs::remove_file(folder.join("half.json")).expect("the file of the test");
        shelf.look(&folder);
        assert_eq!(shelf.all.len(), 4);
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn a_save_of_another_version_is_put_aside() {
        let folder = std::env::temp_dir().join(format!("battlemat-saves-put-aside-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("autosave.json");
        let older = "{\"battlemat\":1}";
        std::fs::write(&path, older).expect("a file");
        let good = battle().save();
        for _ in 0..2 {
            write(&Kept::Battle(Box::new(good.clone())), &path).expect("a save");
        }
        assert!(Save::read(&path).is_ok());
        let kept = std::fs::read_to_string(folder.join("autosave (kept 1).json")).expect("the older save");
        assert_eq!(kept, older);
        assert_eq!(files(&folder, "json").len(), 2, "only what cannot be taken up is put aside");
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn any_name_makes_a_file() {
        assert_eq!(file_name("  Before: the/bridge? "), "Before- the-bridge-");
        assert_eq!(file_name("../../etc/passwd"), "------etc-passwd");
        assert_eq!(file_name("   "), "battle");
        assert_eq!(file_name("quick"), "quick (named)");
        for name in ["autosave", "autosave-first fight-1"] {
            let path = PathBuf::from(format!("{}.json", file_name(name)));
            assert_eq!(Kind::of(&path), Kind::Named, "{name} is given by hand");
        }
        assert_eq!(file_name(&"ä".repeat(200)).chars().count(), 60);
    }

    #[test]
    fn times_read_as_people_say_them() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_259_000);
        let said = |seconds: u64| ago(Some(now - Duration::from_secs(seconds)), now);
        assert_eq!(said(5), "just now");
        assert_eq!(said(60), "1 minute ago");
        assert_eq!(said(7300), "2 hours ago");
        assert_eq!(said(86400 * 3), "3 days ago");
        assert_eq!(said(86400 * 30), "on 2026-10-22");
        assert_eq!(day(SystemTime::UNIX_EPOCH), "1970-01-01");
        assert_eq!(day(SystemTime::UNIX_EPOCH + Duration::from_hours(264_384)), "2000-02-29");
    }
}
