//! The grid: hairlines between squares, as long as they run on, and a pixel wide however near the board is looked at.

use bevy::prelude::*;

use super::piece::{Piece, z};
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::board::world_coords::BoardCamera;
use crate::gui::board::world_coords::SQUARE;
use crate::gui::session::Session;

/// A line of the grid: along the rows or down the columns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) enum Line {
    Along,
    Down,
}

/// Draws the grid between squares that are no walls.
pub(in crate::gui) fn draw(session: &Session, commands: &mut Commands) {
    let map = session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    let (width, height) = (width as i16, height as i16);
    let open = |at: Square| map.contains(at) && !map.solid(at);
    let ink = Color::srgba_u8(0x24, 0x1c, 0x1a, 38);
    let mut put = |line: Line, from: Vec2, to: Vec2| {
        let middle = (from + to) / 2.0;
        let sprite = Sprite::from_color(ink, (to - from).max(Vec2::ONE));
        let place = Transform::from_translation(middle.extend(z::GRID));
        commands.spawn((Piece, line, sprite, place));
    };
    let corner = crate::gui::board::world_coords::corner;
    for y in 1..height {
        for (from, to) in runs(width, |x| open(Square::new(x, y)) || open(Square::new(x, y - 1))) {
            let (from, to) = (corner(Square::new(from, y)), corner(Square::new(to, y)));
            put(Line::Along, from, to);
        }
    }
    for x in 1..width {
        for (from, to) in runs(height, |y| open(Square::new(x, y)) || open(Square::new(x - 1, y))) {
            let (from, to) = (corner(Square::new(x, from)), corner(Square::new(x, to)));
            put(Line::Down, Vec2::new(from.x, to.y), Vec2::new(from.x, from.y));
        }
    }
}

/// From where to where something goes on, the end not included.
fn runs(length: i16, there: impl Fn(i16) -> bool) -> Vec<(i16, i16)> {
    let mut out: Vec<(i16, i16)> = Vec::new();
    for at in (0..length).filter(|&at| there(at)) {
        match out.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => out.push((at, at + 1)),
        }
    }
    out
}

/// Keeps the lines a pixel wide from afar, and a hair of the drawing near by.
pub(in crate::gui) fn keep_thin(
    eye: Single<(&Projection, &Camera), With<BoardCamera>>,
    mut lines: Query<(&Line, &mut Sprite)>,
    mut last: Local<f32>,
    fresh: Query<(), Added<Line>>,
) {
    let (Projection::Orthographic(orthographic), camera) = *eye else {
        return;
    };
    let pixel = orthographic.scale / camera.target_scaling_factor().unwrap_or(1.0);
    let wide = pixel.max(SQUARE / 64.0);
    if (wide - *last).abs() < f32::EPSILON && fresh.is_empty() {
        return;
    }
    *last = wide;
    for (line, mut sprite) in &mut lines {
        let Some(size) = &mut sprite.custom_size else { continue };
        match line {
            Line::Along => size.y = wide,
            Line::Down => size.x = wide,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_run_on_as_long_as_they_can() {
        let there = [true, true, false, true];
        assert_eq!(runs(4, |at| there[usize::try_from(at).expect("no negative")]), [(0, 2), (3, 4)]);
        assert!(runs(4, |_| false).is_empty());
    }
}
