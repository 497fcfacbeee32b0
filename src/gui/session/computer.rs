//! The computer's seats: it speaks once everything before has been shown.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::app::frame::{Screen, TableSystems};
use super::super::board::playback::Playback;
use super::{Session, Submit};
use crate::ai::{Mind, Player};
use crate::battle::{Order, Phase};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Computer>().add_systems(
        Update,
        speak.in_set(TableSystems::Input).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
    );
}

/// The player without a chair.
#[derive(Resource)]
struct Computer(Mind);

impl Default for Computer {
    fn default() -> Self {
        Self(Mind::new(Player::DEFAULT, 1))
    }
}

fn speak(
    mut computer: ResMut<Computer>,
    mut session: ResMut<Session>,
    playback: Res<Playback>,
    mut submits: MessageWriter<Submit>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut known: Local<usize>,
) {
    let battle = &session.battle;
    let orders = battle.orders();
    let back = matches!(orders.last().map(|one| &one.order), Some(Order::TakeBack(_)));
    if back || orders.len() < *known {
        // What it remembers of this turn has not happened.
        *computer = Computer::default();
    }
    *known = orders.len();
    let waits = battle.outcome().is_none()
        && (battle.decision().is_some() || battle.flow().phase == Phase::Acting)
        && !session.waits_for_person();
    if !waits || !playback.is_idle() || session.shown < session.battle.events().len() {
        return;
    }
    if let Some(order) = computer.0.choose(&mut session.battle) {
        submits.write(Submit(order));
    }
    redraw.write(RequestRedraw);
}
