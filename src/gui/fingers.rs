//! Fingers on the board: pinching and pushing on a touch pad, and on a touch screen two fingers that zoom and push, one that taps.
//!
//! There is no pointing without touching, so a tap first puts the cursor on a square, which shows the way or the odds; a second
//! tap on the same square does what a click does.

use bevy::input::gestures::{PanGesture, PinchGesture};
use bevy::input::touch::{Touch, Touches};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Order, Pos2};
use bevy_egui::input::egui_wants_any_pointer_input;

use super::camera::{BoardCamera, Glance, square_at};
use super::session::{Command, Pick, Submit};
use super::{Playback, Screen, Session, TableSystems, input};

/// How far a finger may stray for a tap, in points.
const STRAYS: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PinchGesture>()
        .add_message::<PanGesture>()
        .init_resource::<Touches>()
        .add_systems(
            Update,
            (pinch.run_if(not(egui_wants_any_pointer_input)), two)
                .chain()
                .in_set(TableSystems::Input)
                .run_if(resource_exists::<Session>.and_then(not(in_state(Screen::Start)))),
        )
        .add_systems(
            Update,
            tap.in_set(TableSystems::Input)
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

/// Two fingers on a touch screen: what lies under them stays under them.
fn two(touches: Res<Touches>, mut glance: Glance, mut redraws: MessageWriter<RequestRedraw>) {
    let mut fingers = touches.iter();
    let (Some(a), Some(b), None) = (fingers.next(), fingers.next(), fingers.next()) else {
        return;
    };
    let (before, now) = (spread(a, b, Touch::previous_position), spread(a, b, Touch::position));
    if before == now {
        return;
    }
    if before.1 > 1.0 {
        glance.zoom(now.1 / before.1, Some(before.0));
    }
    glance.push(now.0 - before.0);
    redraws.write(RequestRedraw);
}

/// The middle between two fingers, and how far apart they are.
fn spread(a: &Touch, b: &Touch, place: impl Fn(&Touch) -> Vec2) -> (Vec2, f32) {
    let (a, b) = (place(a), place(b));
    (a.midpoint(b), a.distance(b))
}

/// Whether more than one finger was on the screen since it was last free of fingers.
#[derive(Default)]
struct Several(bool);

/// One finger, down and up again in one place of the board.
fn tap(
    touches: Res<Touches>,
    mut contexts: EguiContexts,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    mut several: Local<Several>,
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut submits: MessageWriter<Submit>,
    mut picks: MessageWriter<Pick>,
    mut commands: MessageWriter<Command>,
) -> Result {
    several.0 |= touches.iter().count() > 1;
    if touches.iter().next().is_some() {
        return Ok(());
    }
    let alone = !std::mem::take(&mut several.0);
    let released: Vec<&Touch> = touches.iter_just_released().collect();
    let &[finger] = released.as_slice() else { return Ok(()) };
    if !alone || finger.distance().length() > STRAYS {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let at = finger.position() / context.zoom_factor();
    let layer = context.layer_id_at(Pos2::new(at.x, at.y));
    if layer.is_some_and(|layer| layer.order != Order::Background) {
        return Ok(());
    }
    let (camera, eye) = *camera;
    let Ok(place) = camera.viewport_to_world_2d(eye, finger.position()) else {
        return Ok(());
    };
    let square = square_at(place);
    playback.skip();
    if session.hover == Some(square) && session.by_keys {
        input::confirm(&session, &mut submits, &mut picks, &mut commands);
    } else if input::on_board(&session, square) {
        session.hover = Some(square);
        session.by_keys = true;
        session.aim_at_hover();
    }
    Ok(())
}
