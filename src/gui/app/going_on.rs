//! From stage to stage of a campaign, and what is kept of it between two battles. What is done with it goes through
//! [`Journey`](crate::campaign::Journey), as the referee's does.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::prelude::*;

use super::super::session::Session;
use super::autosave;
use super::frame::{Screen, TableSystems};
use super::saves::{self, Kept};
use super::settings::Settings;
use super::travel::Travel;
use crate::level::Seat;

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

impl Travel {
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
