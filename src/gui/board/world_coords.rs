//! Where the squares of the board are in the world that the camera looks at.

use bevy::prelude::*;

use crate::grid::{Footprint, Square};

/// Edge of a square in world units, which are pixels of the small sheets.
pub(in crate::gui) const SQUARE: f32 = 64.0;

/// The camera on the board; the panels are drawn on it too.
#[derive(Component)]
pub(in crate::gui) struct BoardCamera;

/// The middle of a square in the world.
pub(in crate::gui) fn middle(square: Square) -> Vec2 {
    corner(square) + Vec2::new(0.5, -0.5) * SQUARE
}

/// The middle of a body in the world.
pub(in crate::gui) fn centre(space: Footprint) -> Vec2 {
    corner(space.at) + Vec2::new(0.5, -0.5) * SQUARE * f32::from(space.side)
}

/// The upper left corner of a square in the world.
pub(in crate::gui) fn corner(square: Square) -> Vec2 {
    Vec2::new(f32::from(square.x), -f32::from(square.y)) * SQUARE
}

/// The square at a place of the world.
pub(in crate::gui) fn square_at(place: Vec2) -> Square {
    let at = place / SQUARE;
    Square::new(at.x.floor() as i16, (-at.y).floor() as i16)
}
