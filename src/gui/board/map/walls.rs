//! Walls, ledges and the shadows they throw: a tile on every square, its case the sum of its neighbours.

use bevy::prelude::*;

use super::layer::Layer;
use super::piece::{Piece, z};
use crate::battle::Map;
use crate::grid::{Direction, Square};
use crate::gui::board::art::{Manifest, scatter};
use crate::gui::board::world_coords::SQUARE;

/// Sums up the bits of the directions for which `holds`.
fn case(at: Square, bits: &[(Direction, usize)], holds: impl Fn(Square) -> bool) -> usize {
    bits.iter().filter(|(direction, _)| holds(at.step(*direction))).map(|(_, bit)| bit).sum()
}

const SIDES: [(Direction, usize); 4] =
    [(Direction::North, 1), (Direction::East, 2), (Direction::South, 4), (Direction::West, 8)];
const LIT_FROM: [(Direction, usize); 3] = [(Direction::North, 1), (Direction::West, 2), (Direction::NorthWest, 4)];

/// The layers that walls and ledges are drawn with, lowest first; walls run on into closed doors.
pub(in crate::gui) fn layers(map: &Map, art: &Manifest, closed_door: impl Fn(Square) -> bool) -> Vec<Layer> {
    let (width, height) = map.size();
    let on_map = |at: Square| map.contains(at);
    let wall = |at: Square| on_map(at) && map.solid(at) && map.terrain(at).is_some_and(|terrain| terrain.art != "void");
    let height_at = |at: Square| map.cell(at).map(|cell| cell.elevation.0);
    let (mut walls, mut shadows, mut ledges, mut ledge_shadows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let at = Square::new(x, y);
            let letter = if scatter(at, 3) & 1 == 0 { "a" } else { "b" };
            let put = |list: &mut Vec<(u32, u32, u32)>, name: &str, case: usize| {
                list.push((x as u32, y as u32, art.tile("walls", name, case)));
            };
            if wall(at) {
                let drawn = map.terrain(at).map_or("wall", |terrain| terrain.art.as_str());
                let style = if art.tiles("walls", &format!("{drawn}/a")).is_empty() { "wall" } else { drawn };
                // A wall runs on into a door and over the edge of the board.
                let joins = |other: Square| !on_map(other) || wall(other) || (!map.solid(other) && closed_door(other));
                put(&mut walls, &format!("{style}/{letter}"), case(at, &SIDES, joins));
            } else {
                put(&mut shadows, "shadow", case(at, &LIT_FROM, wall));
            }
            let here = height_at(at);
            if !map.solid(at) {
                let lower = |other: Square| !map.solid(other) && height_at(other) < here;
                let higher = |other: Square| !map.solid(other) && height_at(other) > here;
                put(&mut ledges, &format!("ledge/{letter}"), case(at, &SIDES, lower));
                put(&mut ledge_shadows, "ledge-shadow", case(at, &LIT_FROM, higher));
            }
        }
    }
    [(ledges, z::LEDGES), (ledge_shadows, z::LEDGE_SHADOWS), (shadows, z::SHADOWS), (walls, z::WALLS)]
        .map(|(tiles, z)| Layer {
            sheet: "walls",
            size: (u32::from(width), u32::from(height)),
            first: Vec2::splat(0.5),
            z,
            tiles,
        })
        .into()
}

/// What is no part of the board at all is as dark as what lies around its rim.
pub(in crate::gui) fn draw_void(map: &Map, contrast: bool, commands: &mut Commands) {
    let [red, green, blue] = if contrast { [0; 3] } else { super::beyond::SHADE };
    let (width, height) = map.size();
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let at = Square::new(x, y);
            if map.terrain(at).is_some_and(|terrain| terrain.art == "void") {
                let place = crate::gui::board::world_coords::middle(at).extend(z::WALLS + 0.01);
                let dark = Sprite::from_color(Color::srgb_u8(red, green, blue), Vec2::splat(SQUARE));
                commands.spawn((Piece, dark, Transform::from_translation(place)));
            }
        }
    }
}
