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
use super::saves::{Kind, UNFINISHED, file_name};
use super::settings::Settings;
use crate::battle::{Battle, SaveError};

pub(in crate::gui) fn plugin(app: &mut App) {
    // The last window's end becomes the game's end in the same schedule.
    let saving = (each_order, at_exit).chain().after(ExitSystems);
    let played = resource_exists::<Session>.and_then(in_state(Screen::Battle));
    app.add_systems(Last, saving.run_if(played)).add_systems(OnExit(Screen::Battle), put_away);
}

/// So many unfinished battles are kept; whoever wants to begin one more is asked which goes. None goes unasked.
pub const MOST: usize = 24;

/// The file of the battle last decided, to be looked at again.
pub fn last() -> PathBuf {
    super::settings::saves().join("last.json")
}

/// A file for a battle that has none yet: no other is touched.
fn free(folder: &Path, battle: &Battle) -> PathBuf {
    let name = file_name(&battle.level().name.to_lowercase());
    let stem = format!("{UNFINISHED}-{name}-{}", battle.seed());
    let file = |number: u32| {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}{more}.json"));
        (!path.exists()).then_some(path)
    };
    (1..).find_map(file).expect("some number should be free")
}

/// The file in which a battle taken up from a save is kept: that one, if it was kept there; else it gets one of its own.
pub fn file_of(save: &Path) -> Option<PathBuf> {
    (Kind::of(save) == Kind::Unfinished).then(|| save.to_path_buf())
}

/// Writes the battle; one that is decided becomes the last battle, and there is nothing left to take up. One in which nothing was done yet
/// has nothing to lose.
fn write(session: &mut Session, folder: &Path, last: &Path) {
    told(finish());
    if session.kept_in.is_none() && session.battle.orders().is_empty() {
        return;
    }
    if let Err(why) = std::fs::create_dir_all(folder) {
        warn!("{}: {why}", folder.display());
        return;
    }
    let over = session.battle.outcome().is_some();
    let path = match &session.kept_in {
        _ if over => last.to_path_buf(),
        Some(path) => path.clone(),
        None => free(folder, &session.battle),
    };
    if let Err(why) = super::saves::write(&session.save(), &path) {
        warn!("autosave: {why}");
    } else if over {
        if let Some(path) = session.kept_in.take() {
            let _ = std::fs::remove_file(path);
        }
    } else {
        session.kept_in = Some(path);
    }
}

/// The save that is being written beside the game.
static UNDER_WAY: Mutex<Option<JoinHandle<Result<(), SaveError>>>> = Mutex::new(None);

/// Waits for the save that is being written; what came of it.
fn finish() -> Result<(), SaveError> {
    let writing = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).take();
    writing.map_or(Ok(()), |writing| writing.join().unwrap_or_else(|_| Err(SaveError("it was not written".into()))))
}

fn told(written: Result<(), SaveError>) {
    if let Err(why) = written {
        warn!("autosave: {why}");
    }
}

/// Begins to write the battle, unless one is still being written; whether it does. A battle that is decided is written at once.
fn begin(session: &mut Session, folder: &Path, last: &Path) -> bool {
    let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    if under_way.as_ref().is_some_and(|writing| !writing.is_finished()) {
        return false;
    }
    let before = under_way.take();
    if session.battle.outcome().is_some() || session.battle.orders().is_empty() {
        drop(under_way);
        write(session, folder, last);
    } else if let Err(why) = std::fs::create_dir_all(folder) {
        warn!("{}: {why}", folder.display());
    } else {
        let path = session.kept_in.get_or_insert_with(|| free(folder, &session.battle)).clone();
        let save = session.save();
        *under_way = Some(std::thread::spawn(move || super::saves::write(&save, &path)));
    }
    if let Some(Ok(written)) = before.map(JoinHandle::join) {
        told(written);
    }
    true
}

/// Writes the battle before another is put in its place.
pub fn keep(session: &mut Session, settings: &Settings) {
    if settings.kept {
        write(session, &super::settings::saves(), &last());
    }
}

/// Writes the battle whenever it has changed. Where orders come faster than saves are written, some of them share one.
fn each_order(
    mut session: ResMut<Session>,
    settings: Res<Settings>,
    mut written: Local<Option<u64>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = session.version;
    if *written == Some(now) || !settings.kept {
        return;
    }
    if begin(session.bypass_change_detection(), &super::settings::saves(), &last()) {
        *written = Some(now);
    } else {
        redraw.write(RequestRedraw);
    }
}

fn at_exit(mut exits: MessageReader<AppExit>, mut session: ResMut<Session>, settings: Res<Settings>) {
    if exits.read().last().is_some() {
        keep(session.bypass_change_detection(), &settings);
    }
}

fn put_away(session: Option<ResMut<Session>>, settings: Res<Settings>) {
    if let Some(mut session) = session {
        keep(session.bypass_change_detection(), &settings);
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
        write(&mut first, &folder, &last);
        assert!(first.kept_in.is_none() && !folder.exists(), "nothing was done yet");
        play_on(&mut first);
        write(&mut first, &folder, &last);
        let mut again = begun(DUSK, "Rook");
        let mut other = begun(STABLE, "Ada");
        for session in [&mut again, &mut other] {
            play_on(session);
            play_on(session);
            write(session, &folder, &last);
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
        write(&mut resumed, &folder, &last);
        assert_eq!(files.clone().map(|path| read(&path)), [1, 3, 2]);
        assert_eq!(file_of(&folder.join("Before the bridge.json")), None);
        std::fs::remove_dir_all(&folder).expect("the folder of the test");
    }
}
