//! A campaign at the table: between its battles it lies here, during one in the session. What is done with it goes through
//! [`Journey`], as the referee's does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::super::session::Session;
use super::frame::{Screen, TableSystems};
use super::saves::{self, Kept};
use super::settings::Settings;
use super::{autosave, screen};
use crate::battle::{LARGEST_SAVE, Save};
use crate::campaign::{CampaignSave, Journey, Loaded, Stage, Stop};
use crate::level::{Level, Seat, read_text};
use crate::rules;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_message::<Go>()
        .add_systems(Update, go.in_set(TableSystems::Apply))
        .add_systems(OnEnter(Screen::Start), |mut commands: Commands| commands.remove_resource::<Travel>());
}

/// A step of a campaign.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) enum Go {
    /// Into the next battle.
    SetOut {
        /// Who goes.
        who: Vec<String>,
        /// Who gives each side's orders, in the level's order.
        seats: Vec<Seat>,
    },
    /// On from a battle that is over.
    Settle,
    /// Through the time between two battles, with what was chosen for whom.
    Pass(BTreeMap<String, String>),
}

/// A campaign that is being played.
#[derive(Resource, Clone)]
pub struct Travel {
    /// How it stands.
    pub journey: Journey,
    /// The campaign's file.
    pub file: Option<String>,
    /// The file in which it is kept.
    pub kept_in: Option<PathBuf>,
    /// What is to be said of it: why something cannot be done, or that its text was changed.
    pub note: Option<String>,
}

impl Travel {
    /// Begins a campaign.
    ///
    /// # Errors
    /// That there is no such ruleset; why it cannot begin under it.
    pub(in crate::gui) fn begin(loaded: Loaded, file: &Path, ruleset: Option<&str>, seed: u64) -> Result<Self, String> {
        let key = ruleset.unwrap_or(&loaded.campaign.ruleset).to_owned();
        let ruleset = rules::by_key(&key).ok_or_else(|| rules::unknown(&key))?;
        let journey = Journey::begin(loaded, ruleset, seed)?;
        Ok(Self { journey, file: Some(file.display().to_string()), kept_in: None, note: None })
    }

    /// The level of the battle before which it stands.
    pub(in crate::gui) fn next_level(&self) -> Option<(&Stop, &Level)> {
        let stop = self.journey.stop()?;
        Some((stop, self.journey.levels().get(&stop.level)?))
    }

    /// Who sits where in a battle until players choose: a person for the campaign's sides, the computer for the others.
    pub(in crate::gui) fn usual_seats(&self) -> Vec<Seat> {
        let Some((stop, level)) = self.next_level() else { return Vec::new() };
        let own = self.journey.campaign().sides_in(stop);
        let seat = |id: &String| if own.contains(id) { Seat::Human } else { Seat::Ai };
        level.sides.iter().map(|side| seat(&side.id)).collect()
    }

    /// Whether it is over.
    pub(in crate::gui) fn is_over(&self) -> bool {
        matches!(self.journey.stage(), Stage::Ended { .. })
    }

    /// It as a save, with that of the battle that is being fought.
    pub(in crate::gui) fn save(&self, battle: Option<&Save>) -> CampaignSave {
        CampaignSave::new(&self.journey, battle, self.file.as_deref())
    }

    /// Writes it between two battles. One that is over becomes what was decided last.
    ///
    /// # Errors
    /// Why it is not kept, as a sentence.
    fn keep(&mut self, folder: &Path) -> Result<(), String> {
        let own = autosave::place(self.kept_in.as_ref(), &autosave::stem(&self.journey), folder)?;
        let over = self.is_over();
        let path = if over { autosave::last() } else { own.clone() };
        let kept = Kept::Campaign { travel: Box::new(self.clone()), battle: None };
        saves::write(&kept, &path).map_err(|why| format!("This campaign could not be kept: {why}"))?;
        if over && !saves::is_anothers(&own) {
            let _ = std::fs::remove_file(&own);
        }
        self.kept_in = (!over).then_some(own);
        Ok(())
    }

    /// As [`Travel::keep`], where anything is kept; what goes wrong is noted.
    pub(in crate::gui) fn store(&mut self, settings: &Settings) {
        if settings.kept
            && let Err(why) = self.keep(&super::settings::saves())
        {
            warn!("{why}");
            self.note = Some(why);
        }
    }
}

/// What is on the table once a campaign is taken up again: its battle, or the time between two.
///
/// # Errors
/// Why it cannot be taken up.
pub(in crate::gui) fn take_up(path: &Path, text: &str) -> Result<screen::Table, String> {
    let save = CampaignSave::from_json(text).map_err(|why| format!("{}: {why}", path.display()))?;
    let restored = save.restore().map_err(|why| why.to_string())?;
    let kept_in = autosave::file_of(path);
    let travel = Travel { journey: restored.journey, file: restored.file, kept_in, note: restored.note };
    match save.running {
        None => Ok(screen::Table::Between(Box::new(travel))),
        Some(running) => {
            let battle = Save::from_value(running.save).map_err(|why| why.to_string())?;
            let mut session = Session::resumed(&battle).map_err(|why| why.to_string())?;
            session.sit_down_with(travel);
            Ok(screen::Table::Battle(Box::new(session)))
        }
    }
}

/// Whether a file holds the save of a campaign, and its text if it does.
pub(in crate::gui) fn text_of(path: &Path) -> Option<String> {
    read_text(path, LARGEST_SAVE).ok().filter(|text| CampaignSave::is_text(text))
}

/// Goes on in the campaign by one stage. What is refused changes nothing and is told.
fn go(
    mut gos: MessageReader<Go>,
    session: Option<ResMut<Session>>,
    travel: Option<ResMut<Travel>>,
    settings: Res<Settings>,
    mut commands: Commands,
) {
    let Some(go) = gos.read().last() else { return };
    match (go, session, travel) {
        (Go::Settle, Some(mut session), _) => {
            if let Some(travel) = settle(&mut session, &settings) {
                commands.insert_resource(travel);
                commands.set_state(Screen::Roster);
            }
        }
        (Go::SetOut { who, seats }, _, Some(mut travel)) => match set_out(&mut travel, who, seats) {
            Ok(session) => {
                commands.insert_resource(session);
                commands.remove_resource::<Travel>();
                commands.set_state(Screen::Battle);
            }
            Err(why) => travel.note = Some(why),
        },
        (Go::Pass(choices), _, Some(mut travel)) => match travel.journey.pass(choices, &[]) {
            Ok(()) => {
                travel.note = None;
                travel.store(&settings);
            }
            Err(why) => travel.note = Some(why.message.to_string()),
        },
        _ => {}
    }
}

/// Takes over how the battle on the table came out: the campaign after it. A refusal is told at the table.
fn settle(session: &mut Session, settings: &Settings) -> Option<Travel> {
    let mut travel = *session.travel.take()?;
    if let Err(why) = travel.journey.settle(&session.battle) {
        session.travel = Some(Box::new(travel));
        session.remark(why.message.to_string());
        return None;
    }
    travel.kept_in = session.kept_in.take();
    travel.note = None;
    travel.store(settings);
    Some(travel)
}

/// Sets out into the next battle: the table at which it is played.
///
/// # Errors
/// Why these cannot set out.
fn set_out(travel: &mut Travel, who: &[String], seats: &[Seat]) -> Result<Session, String> {
    let battle = travel.journey.set_out(Some(who), &[]).map_err(|why| why.message.to_string())?;
    let mut session = Session::new(battle, None, seats.to_vec());
    travel.note = None;
    session.sit_down_with(travel.clone());
    Ok(session)
}
