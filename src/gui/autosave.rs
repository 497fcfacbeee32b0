//! Nothing is lost when the window closes: the battle is written at the start of every turn, at every question, and on the way out.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::{Screen, Session, Settings};
use crate::battle::Id;

pub(super) fn plugin(app: &mut App) {
    // The last window's end becomes the game's end in the same schedule.
    let saving = (each_turn, at_exit).chain().after(ExitSystems);
    let played = resource_exists::<Session>.and_then(not(in_state(Screen::Replay)));
    app.add_systems(Last, saving.run_if(played))
        .add_systems(OnExit(Screen::Battle), put_away);
}

/// The file of the battle left last.
pub fn file() -> PathBuf {
    super::settings::saves().join("autosave.json")
}

/// The file of the battle last decided, to be looked at again.
pub fn last() -> PathBuf {
    super::settings::saves().join("last.json")
}

/// Writes the battle; one that is decided becomes the last battle, and there is nothing left to take up.
fn write(session: &Session) {
    let path = file();
    let folder = super::settings::saves();
    if let Err(why) = std::fs::create_dir_all(&folder) {
        warn!("{}: {why}", folder.display());
        return;
    }
    let over = session.battle.outcome().is_some();
    if let Err(why) = super::saves::write(&session.save(), &if over { last() } else { path.clone() }) {
        warn!("autosave: {why}");
    } else if over {
        let _ = std::fs::remove_file(path);
    }
}

fn each_turn(session: Res<Session>, settings: Res<Settings>, mut last: Local<Option<(u32, Option<Id>, bool)>>) {
    let now = (
        session.battle.flow().round,
        session.battle.active(),
        session.battle.decision().is_some(),
    );
    if settings.kept && *last != Some(now) {
        *last = Some(now);
        write(&session);
    }
}

fn at_exit(mut exits: MessageReader<AppExit>, session: Res<Session>, settings: Res<Settings>) {
    if exits.read().last().is_some() && settings.kept {
        write(&session);
    }
}

fn put_away(session: Option<Res<Session>>, settings: Res<Settings>) {
    if let Some(session) = session.filter(|_| settings.kept) {
        write(&session);
    }
}
