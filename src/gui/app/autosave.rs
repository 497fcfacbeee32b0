//! Nothing is lost when the window closes, or when it is killed: the battle is written after every order and on the way out. Each battle
//! has a file of its own, so that none is lost when another begins. While one plays it is written on a thread of its own: no frame waits
//! for a disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use bevy::prelude::*;
use bevy::window::{ExitSystems, RequestRedraw};

use super::super::session::Session;
use super::frame::Screen;
use super::saves::{self, Kind, UNFINISHED, file_name};
use super::settings::Settings;
use super::start_trouble::StartTrouble;
use crate::battle::SaveError;
use crate::campaign::Journey;

pub(in crate::gui) fn plugin(app: &mut App) {
    // The last window's end becomes the game's end in the same schedule.
    let saving = (each_order, at_exit).chain().after(ExitSystems);
    let played = resource_exists::<Session>.and_then(in_state(Screen::Battle));
    app.add_systems(Last, saving.run_if(played)).add_systems(OnExit(Screen::Battle), put_away);
}

/// The most unfinished battles that are kept. A player who begins one more is asked which to delete; none is deleted unasked.
pub const MOST: usize = 24;

/// The file of the battle last decided, to be looked at again.
pub fn last() -> PathBuf {
    super::settings::saves().join("last.json")
}

/// The file in which a battle taken up from a save is kept: that one, if it was kept there; else it gets one of its own.
pub fn file_of(save: &Path) -> Option<PathBuf> {
    (Kind::of(save) == Kind::Unfinished).then(|| save.to_path_buf())
}

/// Why a battle is not kept, as a sentence.
fn wrong(why: &str) -> String {
    format!("This battle could not be kept: {why}")
}

/// The file in which a battle that goes on is kept: its own, or a new one where it has none or another window has written to it.
pub(super) fn place(kept_in: Option<&PathBuf>, name: &str, folder: &Path) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|why| wrong(&format!("{}: {why}.", folder.display())))?;
    if let Some(path) = kept_in.filter(|path| !saves::is_anothers(path)) {
        return Ok(path.clone());
    }
    Ok(saves::free(folder, &format!("{UNFINISHED}-{name}")))
}

/// What the file of a campaign is called.
pub(super) fn stem(journey: &Journey) -> String {
    format!("{}-{}", file_name(&journey.campaign().name.to_lowercase()), journey.seed())
}

/// The file in which the battle on the table is kept, or its campaign.
fn place_of(session: &Session, folder: &Path) -> Result<PathBuf, String> {
    let battle = &session.battle;
    let name = match &session.travel {
        Some(travel) => stem(&travel.journey),
        None => format!("{}-{}", file_name(&battle.level().name.to_lowercase()), battle.seed()),
    };
    place(session.kept_in.as_ref(), &name, folder)
}

/// Writes the battle; one that is decided becomes the last battle, and there is nothing left to take up. One in which nothing was done yet
/// has nothing to lose. Where another window has written to the same file meanwhile, this one goes on in a file of its own.
///
/// # Errors
/// Why it is not kept, as a sentence.
fn write(session: &mut Session, folder: &Path, last: &Path) -> Result<(), String> {
    finish();
    if session.kept_in.is_none() && session.battle.orders().is_empty() {
        return Ok(());
    }
    let own = place_of(session, folder)?;
    // A battle of a campaign is settled only once its players go on.
    let over = session.battle.outcome().is_some() && session.travel.is_none();
    let path = if over { last.to_path_buf() } else { own.clone() };
    if let Err(why) = saves::write(&session.kept(), &path) {
        saves::give_back(&own);
        return Err(wrong(&why.to_string()));
    }
    if over {
        session.kept_in = None;
        if !saves::is_anothers(&own) {
            let _ = std::fs::remove_file(own);
        }
    } else {
        session.kept_in = Some(path);
    }
    Ok(())
}

/// The save that is being written beside the game.
static UNDER_WAY: Mutex<Option<JoinHandle<Result<(), SaveError>>>> = Mutex::new(None);

/// What came of a save that was written beside the game.
fn came_of(writing: JoinHandle<Result<(), SaveError>>) -> Result<(), String> {
    let written = writing.join().unwrap_or_else(|_| Err(SaveError("it was not written.".into())));
    written.map_err(|why| wrong(&why.to_string()))
}

/// Waits for the save that is being written. What came of it does not matter: the save that follows holds all of it.
fn finish() {
    let writing = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).take();
    let _ = writing.map(JoinHandle::join);
}

/// Why the save that was written beside the game is not there, once that is known.
fn failed() -> Option<String> {
    let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    came_of(under_way.take_if(|writing| writing.is_finished())?).err()
}

/// Begins to write the battle, unless one is still being written; whether it does. A battle that is decided is written at once.
///
/// # Errors
/// Why it, or the one before, is not kept, as a sentence.
fn begin(session: &mut Session, folder: &Path, last: &Path) -> Result<bool, String> {
    let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    if under_way.as_ref().is_some_and(|writing| !writing.is_finished()) {
        return Ok(false);
    }
    if session.battle.outcome().is_some() || session.battle.orders().is_empty() {
        drop(under_way);
        return write(session, folder, last).map(|()| true);
    }
    let before = under_way.take().map_or(Ok(()), came_of);
    let path = place_of(session, folder)?;
    session.kept_in = Some(path.clone());
    let save = session.kept();
    *under_way = Some(std::thread::spawn(move || saves::write(&save, &path)));
    before.map(|()| true)
}

/// Writes the battle before another is put in its place.
///
/// # Errors
/// Why it is not kept, as a sentence.
pub fn keep(session: &mut Session, settings: &Settings) -> Result<(), String> {
    if !settings.kept {
        finish();
        return Ok(());
    }
    write(session, &super::settings::saves(), &last())
}

/// Writes the battle whenever it has changed. Where orders come faster than saves are written, some of them share one.
fn each_order(
    mut session: ResMut<Session>,
    settings: Res<Settings>,
    mut written: Local<Option<u64>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = session.version;
    if !settings.kept {
        return;
    }
    let began = if *written == Some(now) {
        failed().map_or(Ok(true), Err)
    } else {
        begin(session.bypass_change_detection(), &super::settings::saves(), &last())
    };
    match began {
        Ok(true) => *written = Some(now),
        Ok(false) => _ = redraw.write(RequestRedraw),
        Err(why) => {
            *written = Some(now);
            warn!("{why}");
            session.remark(why);
        }
    }
}

fn at_exit(mut exits: MessageReader<AppExit>, mut session: ResMut<Session>, settings: Res<Settings>) {
    if exits.read().last().is_some()
        && let Err(why) = keep(session.bypass_change_detection(), &settings)
    {
        warn!("{why}");
    }
}

fn put_away(session: Option<ResMut<Session>>, settings: Res<Settings>, mut trouble: ResMut<StartTrouble>) {
    if let Some(mut session) = session
        && let Err(why) = keep(session.bypass_change_detection(), &settings)
    {
        warn!("{why}");
        trouble.0.push(why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Order, Save};
    use crate::gui::app::saves::Shelf;
    use crate::gui::tests::test_battles::{DUSK, STABLE, begun};

    /// Somebody ends the turn.
    fn play_on(session: &mut Session) {
        let creature = session.battle.active().expect("somebody's turn");
        session.submit(&Order::EndTurn { creature }).expect("a turn can be ended");
    }

    #[test]
    fn every_battle_that_is_left_is_kept_beside_the_others() {
        let folder = std::env::temp_dir().join(format!("battlemat-kept-{}", std::process::id()));
        let last = folder.join("last.json");
        let read = |path: &Path| Save::read(path).expect("a save").orders.len();
        let mut first = begun(DUSK, "Rook");
        write(&mut first, &folder, &last).expect("nothing is wrong");
        assert!(first.kept_in.is_none() && !folder.exists(), "nothing was done yet");
        play_on(&mut first);
        write(&mut first, &folder, &last).expect("it is kept");
        let mut again = begun(DUSK, "Rook");
        let mut other = begun(STABLE, "Ada");
        for session in [&mut again, &mut other] {
            play_on(session);
            play_on(session);
            write(session, &folder, &last).expect("it is kept");
        }
        let files = [&first, &again, &other].map(|session| session.kept_in.clone().expect("a file of its own"));
        assert_eq!(files.clone().map(|path| read(&path)), [1, 2, 2], "none was replaced: {files:?}");
        let mut shelf = Shelf::default();
        while shelf.look(&folder) {}
        assert_eq!(shelf.all.len(), 3);
        assert!(shelf.all.iter().all(|stored| stored.kind == Kind::Unfinished), "{files:?}");

        // Taken up again, it goes on in its own file; decided, it leaves it.
        let save = Save::read(&files[1]).expect("a save");
        let mut resumed = Session::resumed(&save).expect("it goes on");
        resumed.kept_in = file_of(&files[1]);
        play_on(&mut resumed);
        write(&mut resumed, &folder, &last).expect("it is kept");
        assert_eq!(files.clone().map(|path| read(&path)), [1, 3, 2]);
        assert_eq!(file_of(&folder.join("Before the bridge.json")), None);
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    /// As another window of the game does, which has taken up the same file.
    #[test]
    fn two_windows_on_one_battle_do_not_overwrite_each_other() {
        let folder = std::env::temp_dir().join(format!("battlemat-windows-{}", std::process::id()));
        let last = folder.join("last.json");
        let mut here = begun(DUSK, "Rook");
        play_on(&mut here);
        write(&mut here, &folder, &last).expect("it is kept");
        let shared = here.kept_in.clone().expect("a file");
        let orders = |path: &Path| Save::read(path).expect("a save").orders.len();

        let mut there = Session::resumed(&Save::read(&shared).expect("a save")).expect("it goes on");
        play_on(&mut there);
        play_on(&mut there);
        there.save().write(&shared).expect("the other window's save");
        play_on(&mut here);
        write(&mut here, &folder, &last).expect("it is kept");
        let own = here.kept_in.clone().expect("a file of its own");
        assert_ne!(own, shared);
        assert_eq!((orders(&shared), orders(&own)), (3, 2));
        play_on(&mut here);
        write(&mut here, &folder, &last).expect("it is kept");
        assert_eq!((here.kept_in.as_ref(), orders(&own)), (Some(&own), 3), "it stays there");
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }

    #[test]
    fn what_cannot_be_kept_is_told() {
        let folder = std::env::temp_dir().join(format!("battlemat-unkept-{}", std::process::id()));
        let last = folder.join("last.json");
        let mut session = begun(DUSK, "Rook");
        play_on(&mut session);
        std::fs::write(&folder, "no folder").expect("a file");
        let why = write(&mut session, &folder, &last).expect_err("there is no room for it");
        assert!(why.starts_with("This battle could not be kept: ") && why.ends_with('.'), "{why}");
        assert!(session.kept_in.is_none());
        std::fs::remove_file(&folder).expect("the file of the test");
    }
}
