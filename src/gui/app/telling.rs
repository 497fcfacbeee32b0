//! Tells a test that plays by mouse and keyboard where the board and the buttons ([`super::probe`]) are: one line of JSON in the file that
//! `BATTLEMAT_PROBE` names, written with every frame.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::diagnostic::FrameCount;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::super::board::lens::FreeArea;
use super::super::board::playback::Playback;
use super::super::board::tokens::Shown;
use super::super::board::world_coords::{BoardCamera, SQUARE, corner};
use super::super::hud::forecasts::Forecasts;
use super::super::hud::layout::{Columns, Foot};
use super::super::hud::options;
use super::super::hud::panel_context::Covered;
use super::super::hud::roster::Roster;
use super::super::input::table_action::TableAction;
use super::super::session::Session;
use super::super::session::slots::Answer;
use super::super::session::{action_menu, square_words};
use super::frame::Screen;
use super::probe::take_spots;
use super::travel::Travel;
use crate::campaign::Stage;
use crate::grid::Square;

pub(in crate::gui) fn plugin(app: &mut App) {
    if let Some(path) = std::env::var_os("BATTLEMAT_PROBE") {
        app.insert_resource(Probe(path.into())).add_systems(Last, tell);
    }
}

#[derive(Resource)]
struct Probe(PathBuf);

fn tell(
    probe: Res<Probe>,
    mut contexts: EguiContexts,
    screen: Res<State<Screen>>,
    session: Option<ResMut<Session>>,
    playback: Res<Playback>,
    (covered, columns, foot, settings): (Res<Covered>, Res<Columns>, Res<Foot>, Res<options::Shown>),
    (shown, forecasts, free): (Res<Shown>, Res<Forecasts>, Res<FreeArea>),
    camera: Option<Single<(&Camera, &GlobalTransform, &Projection), With<BoardCamera>>>,
    (travel, roster): (Option<Res<Travel>>, Res<Roster>),
    (mut buttons, frames): (MessageReader<MouseButtonInput>, Res<FrameCount>),
    mut clicks: Local<u32>,
) {
    *clicks += buttons.read().map(|input| u32::from(!input.state.is_pressed())).sum::<u32>();
    let mut line = serde_json::json!({
        "screen": format!("{:?}", screen.get()),
        "spots": take_spots(&mut contexts),
        "clicks": *clicks,
        "frame": frames.0,
        "settings": settings.0,
        "campaign": travel.map(|travel| campaign(&travel, &roster)),
    });
    let about = session.zip(camera).and_then(|(mut session, camera)| {
        let mut about = board(&session, &playback, &shown, *camera)?;
        about["list"] = list(session.bypass_change_detection());
        about["keys"] = keys(session.bypass_change_detection());
        Some(about)
    });
    if let (Some(line), Some(serde_json::Value::Object(mut about))) = (line.as_object_mut(), about) {
        let corners = |area: Option<Rect>| area.map(|area| [area.min.x, area.min.y, area.max.x, area.max.y]);
        about.insert("covered".into(), covered.0.into());
        about.insert("working".into(), forecasts.busy().into());
        about.insert("panels".into(), serde_json::json!([columns.open.0, columns.open.1]));
        about.insert("bar".into(), serde_json::json!([foot.size.x, foot.size.y]));
        about.insert("room".into(), serde_json::json!(corners(free.steady)));
        about.insert("clear".into(), serde_json::json!(corners(free.now)));
        line.append(&mut about);
    }
    let _ = std::fs::write(&probe.0, line.to_string());
}

/// Where a campaign stands between two battles, and what is chosen there.
fn campaign(travel: &Travel, roster: &Roster) -> serde_json::Value {
    let stage = match travel.journey.stage() {
        Stage::Choosing { .. } => "choosing",
        Stage::Fighting { .. } => "fighting",
        Stage::Resting { .. } => "resting",
        Stage::Ended { .. } => "ended",
    };
    serde_json::json!({
        "stage": stage,
        "legs": travel.journey.legs().len(),
        "going": roster.going,
        "choices": roster.choices,
        "note": travel.note,
    })
}

/// The buttons of the bar, each with the actions behind it, in the order of their keys.
fn list(session: &mut Session) -> serde_json::Value {
    let buttons = session.buttons();
    let offers = session.offers();
    let behind = |button: &action_menu::Button| -> Vec<serde_json::Value> {
        let members = button.members.iter().map(|&place| &offers[place]);
        members.map(|offer| serde_json::json!([offer.action, offer.with, offer.aim])).collect()
    };
    buttons.iter().map(behind).collect()
}

/// The keys of these buttons as they are bound at first: the number of a choice, counted from 0, or the letter of a common act.
fn keys(session: &mut Session) -> serde_json::Value {
    let buttons = session.buttons();
    let key = |key: action_menu::Key| match key {
        action_menu::Key::Choice(number) => number.into(),
        action_menu::Key::Common(common) => {
            let bound = TableAction::of(common).defaults()[0];
            bound.trim_start_matches("Key").to_lowercase().into()
        }
    };
    action_menu::keys(session.offers(), &buttons).into_iter().map(key).collect::<Vec<serde_json::Value>>().into()
}

/// What there is to say of a battle and of the board it is played on.
fn board(
    session: &Session,
    playback: &Playback,
    shown: &Shown,
    (camera, eye, projection): (&Camera, &GlobalTransform, &Projection),
) -> Option<serde_json::Value> {
    let Projection::Orthographic(projection) = projection else {
        return None;
    };
    let origin = camera.world_to_viewport(eye, corner(Square::new(0, 0)).extend(0.0)).ok()?;
    let coins: BTreeMap<String, [f32; 2]> = shown
        .all
        .iter()
        .filter(|seen| !seen.dead)
        .filter_map(|seen| {
            let at = camera.world_to_viewport(eye, seen.coin().extend(0.0)).ok()?;
            Some((session.battle.name(seen.id).to_string(), [at.x, at.y]))
        })
        .collect();
    Some(serde_json::json!({
        "orders": session.battle.orders().len(),
        "idle": playback.is_idle() && session.shown == session.battle.events().len(),
        "origin": [origin.x, origin.y],
        "square": SQUARE / projection.scale,
        "level": session.battle.level().name,
        "round": session.battle.flow().round,
        "turn": session.battle.active().map(|id| session.battle.name(id)),
        "aim": session.aim.as_ref().map(|aim| aim.offer.label.clone()),
        "fan": session.fan,
        "actor": session.commanded().map(|id| session.battle.name(id)),
        "hover": session.hover,
        "loads": session.version >> 32,
        "pointed at": session.hover.map(|at| square_words::words(session, at).join(", ")),
        "under": session.hover.and_then(|at| session.thing_under(at)).map(|id| session.battle.name(id)),
        "coins": coins,
        "asked": session.ask.as_ref().and_then(|ask| ask.asked.first()),
        "targets": session.offered_targets().into_iter().map(|id| session.battle.name(id)).collect::<Vec<_>>(),
        "answers": session.battle.decision().map(|decision| {
            let key = |answer: Answer| match answer {
                Answer::Open(number) => Some(decision.choices[number].key.to_string()),
                Answer::Shut(_) => None,
            };
            session.answers(decision).into_iter().map(key).collect::<Vec<_>>()
        }),
        "question": session.question().map(|decision| decision.kind.to_string()),
        "notice": session.notice,
    }))
}
