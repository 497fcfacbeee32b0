//! Tells a test that plays by mouse and keyboard where the board and the buttons are: one line of JSON in the file that
//! `BATTLEMAT_PROBE` names, written with every frame.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::diagnostic::FrameCount;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};

use super::art::SQUARE;
use super::camera::{BoardCamera, corner};
use super::hud::{Forecasts, Hud};
use super::tokens::Shown;
use super::{Playback, Screen, Session};
use crate::grid::Square;

pub(super) fn plugin(app: &mut App) {
    if let Some(path) = std::env::var_os("BATTLEMAT_PROBE") {
        app.insert_resource(Probe(path.into())).add_systems(Last, tell);
    }
}

#[derive(Resource)]
struct Probe(PathBuf);

/// Where buttons are in the window, by name.
type Spots = Arc<Mutex<BTreeMap<String, [f32; 2]>>>;

fn spots() -> egui::Id {
    egui::Id::new("spots that a test may click")
}

/// Notes where a button is, if a test watches.
pub fn spot(button: &egui::Response, name: impl FnOnce() -> String) {
    let Some(spots) = button.ctx.data(|data| data.get_temp::<Spots>(spots())) else {
        return;
    };
    let at = button.rect.center() * button.ctx.zoom_factor();
    let mut spots = spots.lock().unwrap_or_else(PoisonError::into_inner);
    spots.insert(name(), [at.x, at.y]);
}

/// The buttons that were drawn since the last time; from now on they are noted.
fn take_spots(contexts: &mut EguiContexts) -> BTreeMap<String, [f32; 2]> {
    let Ok(context) = contexts.ctx_mut() else {
        return BTreeMap::new();
    };
    let known = context.data_mut(|data| data.get_temp_mut_or_default::<Spots>(spots()).clone());
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *known)
}

fn tell(
    probe: Res<Probe>,
    mut contexts: EguiContexts,
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    playback: Res<Playback>,
    (hud, shown, forecasts): (Res<Hud>, Res<Shown>, Res<Forecasts>),
    camera: Option<Single<(&Camera, &GlobalTransform, &Projection), With<BoardCamera>>>,
    (mut buttons, frames): (MessageReader<MouseButtonInput>, Res<FrameCount>),
    mut clicks: Local<u32>,
) {
    *clicks += buttons
        .read()
        .map(|input| u32::from(!input.state.is_pressed()))
        .sum::<u32>();
    let (Some(session), Some(camera)) = (session, camera) else {
        return;
    };
    let (camera, eye, Projection::Orthographic(projection)) = *camera else {
        return;
    };
    let spots = take_spots(&mut contexts);
    let Ok(origin) = camera.world_to_viewport(eye, corner(Square::new(0, 0)).extend(0.0)) else {
        return;
    };
    let coins: BTreeMap<String, [f32; 2]> = shown
        .all
        .iter()
        .filter(|seen| !seen.dead)
        .filter_map(|seen| {
            let at = camera.world_to_viewport(eye, seen.coin().extend(0.0)).ok()?;
            Some((session.battle.name(seen.id).to_string(), [at.x, at.y]))
        })
        .collect();
    let line = serde_json::json!({
        "screen": format!("{:?}", screen.get()),
        "orders": session.battle.orders().len(),
        "idle": playback.is_idle() && session.shown == session.battle.events().len(),
        "origin": [origin.x, origin.y],
        "square": SQUARE / projection.scale,
        "aim": session.aim.as_ref().map(|aim| aim.offer.label.clone()),
        "fan": session.fan,
        "actor": session.commanded().map(|id| session.battle.name(id)),
        "hover": session.hover,
        "under": session.hover.and_then(|at| session.thing_under(at)).map(|id| session.battle.name(id)),
        "coins": coins,
        "asked": session.ask.as_ref().and_then(|ask| ask.asked.first()),
        "covered": hud.handover.covers(),
        "spots": spots,
        "working": forecasts.busy(),
        "clicks": *clicks,
        "frame": frames.0,
    })
    .to_string();
    let _ = std::fs::write(&probe.0, &line);
}
