//! Tells a test that plays by mouse and keyboard where the board is: one line of JSON in the file that `BATTLEMAT_PROBE` names,
//! written whenever it changes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;

use super::art::SQUARE;
use super::camera::{BoardCamera, corner};
use super::hud::Hud;
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

fn tell(
    probe: Res<Probe>,
    screen: Res<State<Screen>>,
    session: Option<Res<Session>>,
    playback: Res<Playback>,
    (hud, shown): (Res<Hud>, Res<Shown>),
    camera: Option<Single<(&Camera, &GlobalTransform, &Projection), With<BoardCamera>>>,
    mut last: Local<String>,
) {
    let (Some(session), Some(camera)) = (session, camera) else {
        return;
    };
    let (camera, eye, Projection::Orthographic(projection)) = *camera else {
        return;
    };
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
    })
    .to_string();
    if *last != line {
        let _ = std::fs::write(&probe.0, &line);
        *last = line;
    }
}
