//! Which screen is shown, and what leads from one to the next.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::super::session::Session;
use super::autosave;
use super::frame::{Screen, TableSystems};
use super::settings::Settings;
use super::start_trouble::StartTrouble;
use super::taken_up::{Table, read_save};
use super::travel::Travel;
use crate::battle::Battle;
use crate::campaign;
use crate::level::{LARGEST_LEVEL, Seat, read_text};
use crate::rules;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_resource::<StartTrouble>()
        .add_message::<Launch>()
        .add_message::<ResumeSave>()
        .add_message::<LeaveBattle>()
        .add_systems(
            Update,
            (launch, resume, leave, show_result.run_if(in_state(Screen::Battle))).chain().in_set(TableSystems::Apply),
        );
}

/// How the game is started.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The level or campaign to start with; the start screen when absent.
    pub level: Option<PathBuf>,
    /// The ruleset's key; the level's own when absent.
    pub ruleset: Option<String>,
    /// The seed of the dice; drawn from the clock when absent.
    pub seed: Option<u64>,
    /// A save to take up again.
    pub resume: Option<PathBuf>,
    /// Who sits at the sides, in the level's order; the level's own when empty.
    pub seats: Vec<Seat>,
}

/// Start a battle or a campaign.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Launch {
    /// The file of the level or campaign, or a save.
    pub level: PathBuf,
    /// The ruleset's key; the level's own when absent.
    pub ruleset: Option<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// Who gives each side's orders, in the level's order; the level's own when empty.
    pub seats: Vec<Seat>,
}

/// Take a saved battle up again.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct ResumeSave(pub PathBuf);

/// Go back to the start screen. The battle is saved on the way out.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::gui) struct LeaveBattle;

/// What the command line asks for: nothing, a launch, or a resumed save (checked here, so that the shell gets the error).
pub(in crate::gui) fn opening(options: &PlayOptions) -> Result<Option<Launch>, String> {
    if let Some(save) = &options.resume {
        read_save(save)?;
        return Ok(Some(Launch { level: save.clone(), ruleset: None, seed: 0, seats: Vec::new() }));
    }
    let Some(level) = &options.level else { return Ok(None) };
    let launch = Launch {
        level: level.clone(),
        ruleset: options.ruleset.clone(),
        seed: options.seed.unwrap_or_else(seed_of_the_clock),
        seats: options.seats.clone(),
    };
    begin(&launch)?;
    Ok(Some(launch))
}

/// A seed nobody chose.
#[expect(clippy::disallowed_methods, reason = "a seed for the rules, not a clock in them")]
pub(in crate::gui) fn seed_of_the_clock() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(1, |since| u64::try_from(since.as_micros() & 0xffff_ffff).expect("32 bits should fit"))
}

/// Reads a level and sets up the battle, or begins a campaign.
///
/// # Errors
/// Every finding, or why the ruleset cannot play it, as text for people.
pub(in crate::gui) fn begin(launch: &Launch) -> Result<Table, String> {
    let path = &launch.level;
    if path.extension().is_some_and(|extension| extension == "json") {
        return read_save(path);
    }
    let text = read_text(path, LARGEST_LEVEL)?;
    if campaign::is_one(&text) {
        let loaded = campaign::read_file(path)?;
        let travel = Travel::begin(loaded, path, launch.ruleset.as_deref(), launch.seed)?;
        return Ok(Table::Between(Box::new(travel)));
    }
    battle(launch, &text).map(|session| Table::Battle(Box::new(session)))
}

/// Sets up a battle in a level of this text.
fn battle(launch: &Launch, text: &str) -> Result<Session, String> {
    let path = &launch.level;
    let name = path.display().to_string();
    let (level, _) = rules::read_level(text, &name)
        .map_err(|findings| findings.iter().map(|finding| finding.render(text)).collect::<Vec<_>>().join("\n"))?;
    let key = launch.ruleset.as_deref().unwrap_or(&level.ruleset);
    let ruleset = rules::by_key(key).ok_or_else(|| rules::unknown(key))?;
    let sides = level.sides.len();
    if !launch.seats.is_empty() && launch.seats.len() != sides {
        return Err(format!("{} has {sides} sides; say who sits at each.", level.name));
    }
    let battle = Battle::new(Arc::new(level), ruleset, launch.seed).map_err(|e| e.to_string())?;
    Ok(Session::new(battle, Some(path.clone()), launch.seats.clone()))
}

/// Whether a battle is an earlier or later state of another: then it is kept where that was.
fn is_same_battle(one: &Session, other: &Session) -> bool {
    let begins = |session: &Session| {
        let save = session.battle.save();
        (save.level, save.ruleset, save.seed)
    };
    begins(one) == begins(other)
}

/// Puts a battle on the table; one that is still being played there is kept.
fn set_out(
    begun: Result<Table, String>,
    played: Option<&mut Session>,
    settings: &Settings,
    commands: &mut Commands,
    trouble: &mut StartTrouble,
) {
    match begun {
        Ok(Table::Between(mut travel)) => {
            trouble.0.clear();
            if let Some(Err(why)) = played.map(|played| autosave::keep(played, settings)) {
                travel.note = Some(why);
            }
            travel.store(settings);
            commands.insert_resource(*travel);
            commands.set_state(Screen::Roster);
        }
        Ok(Table::Battle(mut session)) => {
            trouble.0.clear();
            if let Some(played) = played {
                if session.kept_in.is_none() && is_same_battle(&session, played) {
                    session.kept_in = played.kept_in.take();
                } else if let Err(why) = autosave::keep(played, settings) {
                    session.remark(why);
                }
            }
            commands.insert_resource(*session);
            commands.set_state(Screen::Battle);
        }
        Err(why) => {
            trouble.0 = why.lines().map(String::from).collect();
            commands.set_state(Screen::Start);
        }
    }
}

fn launch(
    mut launches: MessageReader<Launch>,
    session: Option<ResMut<Session>>,
    (screen, settings): (Res<State<Screen>>, Res<Settings>),
    mut commands: Commands,
    mut trouble: ResMut<StartTrouble>,
) {
    if let Some(launch) = launches.read().last() {
        let mut played = session.filter(|_| *screen.get() == Screen::Battle);
        set_out(begin(launch), played.as_deref_mut(), &settings, &mut commands, &mut trouble);
    }
}

/// Takes a save up. What cannot be read leaves the battle on the table as it is.
fn resume(
    mut saves: MessageReader<ResumeSave>,
    session: Option<ResMut<Session>>,
    (screen, settings): (Res<State<Screen>>, Res<Settings>),
    mut commands: Commands,
    mut trouble: ResMut<StartTrouble>,
) {
    let Some(ResumeSave(path)) = saves.read().last() else {
        return;
    };
    let played = session.filter(|_| *screen.get() == Screen::Battle);
    match (read_save(path), played) {
        (Err(why), Some(mut session)) => session.remark(why),
        (read, mut played) => set_out(read, played.as_deref_mut(), &settings, &mut commands, &mut trouble),
    }
}

fn leave(mut leaves: MessageReader<LeaveBattle>, mut commands: Commands) {
    if leaves.read().last().is_some() {
        commands.set_state(Screen::Start);
    }
}

/// Once the last event has been shown, the result follows.
fn show_result(
    session: Option<Res<Session>>,
    playback: Res<super::super::board::playback::Playback>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(session) = session else { return };
    if session.battle.outcome().is_some()
        && session.ask.is_none()
        && playback.is_idle()
        && session.shown == session.battle.events().len()
    {
        next.as_mut().set_if_neq(Screen::Result);
    }
}
