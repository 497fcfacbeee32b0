//! Fingers on the board: pinching and pushing on a touch pad, and on a touch screen two fingers that zoom and push, one that
//! pushes, taps, or rests.
//!
//! There is no pointing without touching, so a tap first puts the cursor on a square, which shows the way or the odds; a second
//! tap on the same square does what a click does. A finger that rests on a square asks what could be attacked from there.

use bevy::input::gestures::{PanGesture, PinchGesture};
use bevy::input::touch::{Touch, TouchInput, Touches};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Order, Pos2};

use super::super::app::frame::{Screen, TableSystems};
use super::super::board::camera::{Glance, drag, wheel};
use super::super::board::playback::Playback;
use super::super::board::tokens::Shown;
use super::super::board::world_coords::{BoardCamera, square_at};
use super::super::session::Session;
use super::super::session::what_if::FromHere;
use super::super::session::{Command, Pick, Submit};
use super::press_intent::Meant;
use super::{bindings, pointer};

/// How far a finger may stray for a tap, in points.
const STRAYS: f32 = 12.0;
/// For how long it rests until that is no tap any more, in seconds.
const RESTS: f32 = 0.5;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_message::<PinchGesture>()
        .add_message::<PanGesture>()
        .init_resource::<Touches>()
        .add_systems(
            Update,
            // Where the mouse is now: what panels say of it themselves is a frame older.
            ((pinch, drag, wheel).run_if(super::input_queue::on_board), push)
                .chain()
                .in_set(TableSystems::Input)
                .run_if(resource_exists::<Session>.and_then(not(in_state(Screen::Start)))),
        )
        .add_systems(
            Update,
            (rest, tap)
                .chain()
                .in_set(TableSystems::Input)
                .run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
        );
}

/// A touch pad's own gestures.
fn pinch(
    mut pinches: MessageReader<PinchGesture>,
    mut pans: MessageReader<PanGesture>,
    windows: Query<&Window>,
    mut glance: Glance,
) {
    let at = windows.iter().find_map(Window::cursor_position);
    for &PinchGesture(by) in pinches.read() {
        glance.zoom(1.0 + by, at);
    }
    for &PanGesture(by) in pans.read() {
        glance.push(by);
    }
}

/// One or two fingers on a touch screen: what lies under them stays under them.
fn push(
    mut moves: MessageReader<TouchInput>,
    touches: Res<Touches>,
    mut contexts: EguiContexts,
    mut glance: Glance,
    mut redraws: MessageWriter<RequestRedraw>,
) -> Result {
    // Where fingers were before stands there until one of them is moved again.
    if moves.read().count() == 0 {
        return Ok(());
    }
    let mut fingers = touches.iter();
    match (fingers.next(), fingers.next(), fingers.next()) {
        (Some(a), Some(b), None) => {
            let (before, now) = (spread(a, b, Touch::previous_position), spread(a, b, Touch::position));
            if before == now {
                return Ok(());
            }
            if before.1 > 1.0 {
                glance.zoom(now.1 / before.1, Some(before.0));
            }
            glance.push(now.0 - before.0);
        }
        (Some(one), None, None) if on_bare_board(&mut contexts, one.start_position())? => {
            let strays = |at: Vec2| at.distance(one.start_position()) > STRAYS;
            if !strays(one.position()) {
                return Ok(());
            }
            // What it strayed at first is made up for at once.
            let from = if strays(one.previous_position()) { one.previous_position() } else { one.start_position() };
            glance.push(one.position() - from);
        }
        _ => return Ok(()),
    }
    redraws.write(RequestRedraw);
    Ok(())
}

/// Whether no panel lies over the board there.
fn on_bare_board(contexts: &mut EguiContexts, at: Vec2) -> Result<bool> {
    let context = contexts.ctx_mut()?;
    let at = at / context.zoom_factor();
    let layer = context.layer_id_at(Pos2::new(at.x, at.y));
    Ok(layer.is_none_or(|layer| layer.order == Order::Background))
}

/// The middle between two fingers, and how far apart they are.
fn spread(a: &Touch, b: &Touch, place: impl Fn(&Touch) -> Vec2) -> (Vec2, f32) {
    let (a, b) = (place(a), place(b));
    (a.midpoint(b), a.distance(b))
}

/// Puts the cursor where a finger is; whether that is on the board.
fn point(session: &mut Session, shown: &Shown, (camera, eye): (&Camera, &GlobalTransform), at: Vec2) -> bool {
    let place = camera.viewport_to_world_2d(eye, at).ok();
    let Some(place) = place.filter(|&place| pointer::on_board(session, square_at(place))) else {
        return false;
    };
    session.hover = Some(square_at(place));
    (session.pointed, session.edge) = (shown.pointed(place, session), pointer::edge_at(session, place));
    session.by_keys = true;
    session.aim_at_hover();
    true
}

/// How long one finger has rested in one place; nothing once it strayed or was not alone.
#[derive(Default)]
struct Resting(Option<f32>);

/// A finger that rests on a square of the board shows what could be attacked from there, until it is lifted.
fn rest(
    touches: Res<Touches>,
    time: Res<Time<Real>>,
    mut contexts: EguiContexts,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    (mut resting, shown): (Local<Resting>, Res<Shown>),
    mut here: ResMut<FromHere>,
    mut session: ResMut<Session>,
    mut redraws: MessageWriter<RequestRedraw>,
) -> Result {
    let mut fingers = touches.iter();
    let (Some(finger), None) = (fingers.next(), fingers.next()) else {
        resting.0 = None;
        if here.rests {
            here.rests = false;
        }
        return Ok(());
    };
    if touches.just_pressed(finger.id()) {
        resting.0 = on_bare_board(&mut contexts, finger.position())?.then_some(0.0);
    } else if finger.distance().length() > STRAYS {
        resting.0 = None;
    } else if let Some(passed) = &mut resting.0 {
        *passed += time.delta_secs();
        if *passed > RESTS && point(&mut session, &shown, *camera, finger.position()) {
            resting.0 = None;
            here.rests = true;
        }
    }
    if resting.0.is_some() {
        redraws.write(RequestRedraw);
    }
    Ok(())
}

/// Whether what the fingers do is no tap: more than one was on the screen since it was last free of them, or one rested.
#[derive(Default)]
struct Spoilt(bool);

/// One finger, down and up again in one place of the board.
fn tap(
    touches: Res<Touches>,
    mut contexts: EguiContexts,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    (mut spoilt, shown, here, meant): (Local<Spoilt>, Res<Shown>, Res<FromHere>, Meant),
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut submits: MessageWriter<Submit>,
    mut picks: MessageWriter<Pick>,
    mut commands: MessageWriter<Command>,
) -> Result {
    spoilt.0 |= touches.iter().count() > 1 || here.rests;
    if touches.iter().next().is_some() {
        return Ok(());
    }
    let clean = !std::mem::take(&mut spoilt.0);
    let released: Vec<&Touch> = touches.iter_just_released().collect();
    let &[finger] = released.as_slice() else { return Ok(()) };
    if !clean || finger.distance().length() > STRAYS || !on_bare_board(&mut contexts, finger.position())? {
        return Ok(());
    }
    playback.skip();
    let before = session.by_keys.then_some((session.hover, session.pointed));
    let points = point(&mut session, &shown, *camera, finger.position());
    if points && before == Some((session.hover, session.pointed)) && meant.tap() {
        bindings::confirm(&mut session, bindings::By::Pointing, &mut submits, &mut picks, &mut commands);
    }
    Ok(())
}
