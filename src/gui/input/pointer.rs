//! Where the mouse is on the board: the square under it, and who of several that share that square.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::super::board::tokens::Shown;
use super::super::board::world_coords::{BoardCamera, SQUARE, corner, square_at};
use super::super::session::Session;
use crate::battle::{ById, Creature, edge_name};
use crate::grid::{Direction, Edge, Square};

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
    let edge = place.and_then(|place| edge_at(session, place));
    if session.hover != square || session.pointed != pointed || session.edge != edge || session.by_keys {
        session.by_keys = false;
        session.hover = square;
        session.pointed = pointed;
        session.edge = edge;
        session.aim_at_hover();
    }
}

/// So near to a side of its square, as a part of the square, the mouse is on what stands there; where a creature stands only half as near.
const ON_EDGE: f32 = 0.2;

/// The side of a square that a place of the world is on, if something stands there.
pub(super) fn edge_at(session: &Session, place: Vec2) -> Option<Edge> {
    let square = square_at(place);
    let within = (place - corner(square)) * Vec2::new(1.0, -1.0) / SQUARE;
    let sides = [
        (within.y, Direction::North),
        (1.0 - within.x, Direction::East),
        (1.0 - within.y, Direction::South),
        (within.x, Direction::West),
    ];
    let (near, side) = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let taken = session.all_under(square).iter().any(|&id| session.battle.world().part::<Creature>(id).is_some());
    let edge = Edge::of(square, side).filter(|_| near < if taken { ON_EDGE / 2.0 } else { ON_EDGE })?;
    edge_name(session.battle.world(), edge).is_some().then_some(edge)
}

/// Whether there is such a square.
pub(in crate::gui) fn on_board(session: &Session, square: Square) -> bool {
    session.battle.level().board.get(square).is_some()
}
