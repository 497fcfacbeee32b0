//! The computer's seats: it speaks once everything before has been shown.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::app::frame::{Screen, TableSystems};
use super::super::app::settings::Settings;
use super::super::app::strength::Strength;
use super::super::board::playback::Playback;
use super::{Session, Submit};
use crate::ai::Mind;
use crate::battle::{Order, Phase};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Computer>().add_systems(
        Update,
        speak.in_set(TableSystems::Input).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
    );
}

/// The player without a chair: which battle it plays, how hard, and what it remembers of that.
#[derive(Resource, Default)]
struct Computer(Option<(u64, Strength, Mind)>);

impl Computer {
    /// Its mind for this battle. What one battle left there is nothing to another.
    fn mind(&mut self, session: &Session, strength: Strength) -> &mut Mind {
        let number = session.number();
        if self.0.as_ref().is_some_and(|&(battle, played, _)| (battle, played) != (number, strength)) {
            self.0 = None;
        }
        let (_, _, mind) = self.0.get_or_insert_with(|| {
            let mind = Mind::new(strength.player(), session.battle.seed());
            (number, strength, mind)
        });
        mind
    }
}

fn speak(
    mut computer: ResMut<Computer>,
    mut session: ResMut<Session>,
    (playback, settings): (Res<Playback>, Res<Settings>),
    mut submits: MessageWriter<Submit>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut known: Local<usize>,
) {
    let battle = &session.battle;
    let orders = battle.orders();
    let back = matches!(orders.last().map(|one| &one.order), Some(Order::TakeBack(_)));
    if back || orders.len() < *known {
        // What it remembers of this turn has not happened.
        computer.0 = None;
    }
    *known = orders.len();
    let waits = battle.outcome().is_none()
        && (battle.decision().is_some() || battle.flow().phase == Phase::Acting)
        && !session.waits_for_person();
    if !waits || !playback.is_idle() || session.shown < session.battle.events().len() {
        return;
    }
    let mind = computer.mind(&session, settings.computer);
    if let Some(order) = mind.choose(&mut session.battle) {
        submits.write(Submit(order));
    }
    redraw.write(RequestRedraw);
}
