//! The saves of this machine: which there are, what each is, and what is wrong with those that cannot be taken up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::reading::{Known, Reading};
use super::travel::Travel;
use crate::battle::{Event, Id, LARGEST_SAVE, Save, SaveError, SideId, What, standing};
use crate::campaign::{CampaignSave, Leg};
use crate::grid::Square;
use crate::level::{Door, Level, Seat, read_text};
use crate::{referee, rules};

/// What the names of the files of unfinished battles begin with.
pub const UNFINISHED: &str = "autosave";

/// Why a save was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A battle that was left.
    Unfinished,
    /// By the save key.
    Quick,
    /// Under a name that somebody gave it.
    Named,
    /// The battle decided last.
    Last,
}

impl Kind {
    /// Why a file of this name was written.
    pub fn of(path: &Path) -> Self {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        match &*stem {
            stem if is_unfinished(stem) => Self::Unfinished,
            "quick" => Self::Quick,
            "last" => Self::Last,
            _ => Self::Named,
        }
    }
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

/// What a save is about, as far as it can be read.
#[derive(Clone, Debug)]
pub struct About {
    /// The level's name.
    pub title: String,
    /// The level, if it is still sound, as it stands by what was told: who is where, which doors are open, which things are broken.
    pub level: Option<Level>,
    /// The ruleset's title, or its key when it is not known here.
    pub ruleset: String,
    /// The round it stands in.
    pub round: u32,
    /// Whether it is a campaign's.
    pub campaign: bool,
    /// Where it stands instead, of a campaign between two battles.
    pub between: Option<String>,
    /// How many orders were given.
    pub orders: usize,
    /// How it came out, if it did.
    pub outcome: Option<String>,
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
                Ok(save) => stored.about = Some(about_campaign(&save)),
            },
            Ok(text) => match Save::from_json(&text) {
                Err(why) => stored.trouble = Some(why.to_string()),
                Ok(save) => {
                    stored.trouble = referee::replay::parts(&save.level, save.cast.as_deref(), &save.ruleset)
                        .err()
                        .map(|why| why.to_string());
                    stored.about = Some(about(&save));
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
            Kind::Named => self.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
        }
    }
}

fn about(save: &Save) -> About {
    let level = rules::read_level(&save.level, "save").ok().map(|(level, _)| level);
    let named = || {
        crate::level::check_keys(&save.level).ok()?;
        let table: toml::Table = save.level.parse().ok()?;
        Some(table.get("name")?.as_str()?.to_string())
    };
    About {
        title: match &level {
            Some(level) => level.name.clone(),
            None => named().unwrap_or_else(|| "A battle".into()),
        },
        ruleset: rules::by_key(&save.ruleset).map_or_else(|| save.ruleset.clone(), |known| known.title().into()),
        round: save.round(),
        campaign: false,
        between: None,
        orders: save.orders.len(),
        outcome: save.outcome().map(|outcome| {
            let sides = level.iter().flat_map(|level| {
                let side = |side: &SideId| level.sides.get(usize::from(side.0));
                outcome.winners.iter().filter_map(side)
            });
            let winners: Vec<&str> = sides.map(|side| side.name.as_str()).collect();
            if winners.is_empty() { outcome.reason.to_string() } else { format!("won by {}", winners.join(" and ")) }
        }),
        level: level.map(|level| as_it_was_told(level, save.events(), &save.seats)),
    }
}

/// What a campaign's save is about: the battle in it, or where it stands between two.
fn about_campaign(save: &CampaignSave) -> About {
    let table: toml::Table = save.campaign.parse().unwrap_or_default();
    let name = table.get("name").and_then(toml::Value::as_str).unwrap_or("A campaign").to_owned();
    let running = save.running.as_ref().and_then(|running| Save::from_value(running.save.clone()).ok());
    if let Some(battle) = running {
        let battle = about(&battle);
        return About { title: format!("{name}: {}", battle.title), campaign: true, ..battle };
    }
    let battles = save.legs.iter().filter_map(|leg| match leg {
        Leg::Battle(fought) => Some(fought),
        Leg::Link(_) => None,
    });
    let (count, orders) = battles.fold((0, 0), |(count, orders), one| (count + 1, orders + one.orders.len()));
    let between = match count {
        0 => "before its first battle".to_owned(),
        1 => "after one battle".to_owned(),
        count => format!("after {count} battles"),
    };
    let ruleset = rules::by_key(&save.ruleset).map_or_else(|| save.ruleset.clone(), |known| known.title().into());
    About { title: name, level: None, ruleset, round: 0, campaign: true, between: Some(between), orders, outcome: None }
}

/// The level of a battle, drawn anew by what was told to those who sit at the table as persons. Of several who know different things, the
/// picture shows what all know.
fn as_it_was_told(mut level: Level, events: &[Event], seats: &[Seat]) -> Level {
    let seat = |side: usize| seats.get(side).copied().unwrap_or(level.sides[side].seat);
    let people: Vec<SideId> = (0..level.sides.len())
        .filter(|&side| seat(side) == Seat::Human)
        .filter_map(|side| u8::try_from(side).ok().map(SideId))
        .collect();
    let told = Told::of(events, &people);
    // Objects have the first identities, from 1 on, and creatures those behind them.
    let things = level.objects.len();
    let id = |place: usize| u32::try_from(place + 1).map(Id).ok();
    let mut place = 0;
    level.objects.retain_mut(|object| {
        let id = id(place);
        place += 1;
        if let (Some(door), Some(&open)) = (&mut object.door, id.and_then(|id| told.doors.get(&id))) {
            *door = if open { Door::Open } else { Door::Closed };
        }
        !id.is_some_and(|id| told.gone.contains(&id))
    });
    let board = level.board.clone();
    let mut place = things;
    level.creatures.retain_mut(|creature| {
        let Some(id) = id(place) else { return false };
        place += 1;
        let at = told.places.get(&id).copied();
        let arrived = (creature.arrives.is_none() && !creature.called) || at.is_some();
        creature.at = at.filter(|&at| board.get(at).is_some()).unwrap_or(creature.at);
        (creature.arrives, creature.called) = (None, false);
        let known = people.is_empty() || told.known.contains(&id);
        known && arrived && !told.gone.contains(&id)
    });
    level
}

/// What was told of creatures and objects, as it stands last.
#[derive(Default)]
struct Told {
    known: BTreeSet<Id>,
    places: BTreeMap<Id, Square>,
    doors: BTreeMap<Id, bool>,
    gone: BTreeSet<Id>,
}

impl Told {
    fn of(events: &[Event], people: &[SideId]) -> Self {
        let mut told = Self::default();
        for (event, stands) in events.iter().zip(standing(events)) {
            let versions: Option<Vec<&Event>> = people.iter().map(|&side| event.told_to(side)).collect();
            let Some(versions) = versions.filter(|_| stands) else { continue };
            let first = versions.first().copied().unwrap_or(event);
            // A creature counts only if what each of the people is told names it.
            let mut common = named(first);
            common.retain(|id| versions.iter().all(|version| named(version).contains(id)));
            let shared = |id: Option<Id>| id.filter(|id| common.contains(id));
            match (&first.what, shared(first.target.or(first.actor))) {
                (What::Step { to, .. }, _) => told.places.extend(shared(first.actor).map(|actor| (actor, *to))),
                (What::Arrives { at }, _) => {
                    told.places.extend(shared(first.actor.or(first.target)).map(|who| (who, *at)));
                }
                (What::Door { open }, Some(door)) => drop(told.doors.insert(door, *open)),
                (What::Dies | What::Leaves | What::Destroyed, Some(who)) => drop(told.gone.insert(who)),
                _ => {}
            }
            told.known.extend(common);
        }
        told
    }
}

/// The creatures and objects that an event names.
fn named(event: &Event) -> Vec<Id> {
    let order = match &event.what {
        What::Order { creatures } => creatures.as_slice(),
        _ => &[],
    };
    event.actor.iter().chain(&event.target).chain(&event.about).chain(order).copied().collect()
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
    let stem = path.file_stem().map_or_else(Default::default, |stem| stem.to_string_lossy());
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
