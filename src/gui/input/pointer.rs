//! Where the mouse is on the board: the square under it, and who of several that share that square.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::super::board::tokens::Shown;
use super::super::board::world_coords::{BoardCamera, square_at};
use super::super::session::Session;
use crate::grid::Square;

/// The cursor of the mouse follows it, and the board that is moved under it. One that keys have moved stays until the mouse is
/// moved again.
pub(in crate::gui) fn hover(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    shown: Res<Shown>,
    mut last: Local<Option<Vec2>>,
    mut session: ResMut<Session>,
) {
    let Some(window) = window else { return };
    let cursor = window.cursor_position();
    let rests = cursor == *last;
    *last = cursor;
    if rests && (cursor.is_none() || session.by_keys) {
        return;
    }
    point(&mut session, &shown, *camera, cursor);
}

/// Takes the cursor to where the mouse is.
pub(in crate::gui) fn point(
    session: &mut Session,
    shown: &Shown,
    (camera, eye): (&Camera, &GlobalTransform),
    at: Option<Vec2>,
) {
    let place = at
        .and_then(|at| camera.viewport_to_world_2d(eye, at).ok())
        .filter(|&place| on_board(session, square_at(place)));
    let (square, pointed) = (place.map(square_at), place.and_then(|place| shown.pointed(place, session)));
    if session.hover != square || session.pointed != pointed || session.by_keys {
        session.by_keys = false;
        session.hover = square;
        session.pointed = pointed;
        session.aim_at_hover();
    }
}

/// Whether there is such a square.
pub(in crate::gui) fn on_board(session: &Session, square: Square) -> bool {
    session.battle.level().board.get(square).is_some()
}
