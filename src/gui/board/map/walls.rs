//! Walls, ledges, stairs and the shadows they throw: a tile on every square, its case the sum of its neighbours.

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

/// What lies over ground that is walked up, however high it leads: treads, or the slope of a ramp where it is soft.
fn walked_up(map: &Map, at: Square) -> Option<&'static str> {
    let terrain = map.terrain(at).filter(|terrain| terrain.stairs && !terrain.solid)?;
    Some(if terrain.soft { "ramp" } else { "stairs" })
}

/// The bit of the side to which stairs rise: to the highest ground beside them. Where none is higher they rise away from the lowest. Walls count
/// as level.
fn rises_to(map: &Map, at: Square) -> usize {
    let height = |at: Square| map.cell(at).filter(|_| !map.solid(at)).map(|cell| cell.elevation.0);
    let here = height(at).unwrap_or(0);
    let side = |number: usize| height(at.step(SIDES[number % SIDES.len()].0)).unwrap_or(here);
    // Of equal rises the first side counts: a flight that leads nowhere rises to the north.
    let steepest = (0..SIDES.len()).rev().max_by_key(|&number| (side(number).max(here), -side(number + 2)));
    steepest.map_or(0, |number| SIDES[number].1)
}

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
            if let Some(drawn) = walked_up(map, at) {
                put(&mut ledges, drawn, rises_to(map, at));
            } else if !map.solid(at) {
                let ledge = |other: Square| !map.solid(other) && walked_up(map, other).is_none();
                let lower = |other: Square| ledge(other) && height_at(other) < here;
                let higher = |other: Square| ledge(other) && height_at(other) > here;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::level;

    /// A platform of 10 ft with one flight of stairs from the south, one from the west, and a ramp from the east.
    const PLATFORM: &str = r#"
ruleset = "essence"
map = '''
#######
#a...b#
#..h..#
#.whe.#
#..s..#
#.....#
#######
'''
[legend]
"a" = { creature = "mystic", side = "blue", name = "Cleo" }
"b" = { creature = "brute", side = "red", name = "Rook" }
"h" = { terrain = "planks", elevation = "10ft" }
"s" = { terrain = "stairs", elevation = "5ft" }
"w" = { terrain = "stairs", elevation = "5ft" }
"e" = { terrain = "ramp", elevation = "5ft" }
"#;

    #[test]
    fn stairs_rise_to_the_higher_ground_and_have_no_ledge() {
        let map = Map::new(&level(PLATFORM).0);
        let art = Manifest::read();
        let layers = layers(&map, &art, |_| false);
        let drawn = |at: (u32, u32)| layers[0].tiles.iter().find(|&&(x, y, _)| (x, y) == at).map(|tile| tile.2);
        assert_eq!(drawn((3, 4)), Some(art.tile("walls", "stairs", 1)), "up from the south, to the north");
        assert_eq!(drawn((2, 3)), Some(art.tile("walls", "stairs", 2)), "up from the west, to the east");
        assert_eq!(drawn((4, 3)), Some(art.tile("walls", "ramp", 8)), "up from the east, to the west");
        assert_eq!(drawn((3, 3)), Some(0), "nobody steps over a ledge from the platform to any of them");
        assert_ne!(drawn((3, 2)), Some(0), "its other half drops to all three sides");
    }
}
