//! What lies beyond the edge of the map: its ground goes on for a few squares and fades into the table that the map lies on. Walls at the edge
//! end there. So a map never floats in the dark.

use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;

use super::piece::{Piece, z};
use super::soft::smooth;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::art::{scatter, texture};
use crate::gui::places::SQUARE;
use crate::level::Light;

/// For how many squares the ground goes on.
pub(super) const FADES: u16 = 2;
/// Over how many more the dark rim that it fades into becomes the table.
const RIM: u16 = 2;
/// As far as the picture of it reaches: the last tiles of the ground are half a square farther than it goes on.
const REACH: u16 = FADES + RIM + 1;
/// Pixels of the picture of it across a square.
const FINE: u32 = 8;
/// How far the table reaches to all sides, in squares: farther than one can look.
const TABLE: f32 = 400.0;
/// Pixels of a piece of the table, which is repeated, and squares that it covers.
const PIECE: (u32, f32) = (256, 6.0);

/// The table, in the shade at the rim of the map.
pub(super) const SHADE: [u8; 3] = [0x24, 0x1d, 0x18];
/// The table in the light of the lamp: its wood.
const WOOD: [f32; 3] = [78.0, 60.0, 46.0];

/// Draws the table, and the fading of the ground into it; at high contrast all of it is black.
pub(super) fn draw(map: &Map, contrast: bool, images: &mut Assets<Image>, commands: &mut Commands) {
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    let middle = Vec2::new(size.x, -size.y) / 2.0;
    let all = size + TABLE * SQUARE;
    let table = if contrast {
        Sprite::from_color(Color::BLACK, all)
    } else {
        let mut wood = texture(wood(), 6);
        wood.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
            address_mode_u: ImageAddressMode::Repeat,
            address_mode_v: ImageAddressMode::Repeat,
            ..ImageSamplerDescriptor::linear()
        });
        let pixels = all / SQUARE / PIECE.1 * PIECE.0 as f32;
        Sprite {
            image: images.add(wood),
            rect: Some(Rect::from_center_size(Vec2::ZERO, pixels)),
            custom_size: Some(all),
            ..default()
        }
    };
    commands.spawn((Piece, table, Transform::from_translation(middle.extend(z::TABLE))));
    let [red, green, blue] = if contrast { [0; 3] } else { SHADE };
    let sprite = Sprite {
        image: images.add(texture(fading(map, contrast), 1)),
        color: Color::srgb_u8(red, green, blue),
        custom_size: Some(size + f32::from(2 * REACH) * SQUARE),
        ..default()
    };
    commands.spawn((Piece, sprite, Transform::from_translation(middle.extend(z::BEYOND))));
}

/// A white picture of the map and what is around it, as opaque as the shade is there: clear over the map.
fn fading(map: &Map, whole: bool) -> image::RgbaImage {
    let (width, height) = map.size();
    let (wide, high) = (f32::from(width), f32::from(height));
    let around = REACH;
    let edge = Edge::of(map);
    let (columns, rows) = (
        u32::from(width + 2 * around) * FINE,
        u32::from(height + 2 * around) * FINE,
    );
    image::RgbaImage::from_fn(columns, rows, |px, py| {
        let at = (Vec2::new(px as f32, py as f32) + 0.5) / FINE as f32 - f32::from(around);
        let near = at.clamp(Vec2::ZERO, Vec2::new(wide - 0.01, high - 0.01));
        let far = at.distance(near);
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < wide && at.y < high;
        // The shade reaches as far as tiles of the ground do, and as far beyond walls: its rim is one even line around the map.
        let past = ((far - f32::from(FADES) - 0.75) / f32::from(RIM)).clamp(0.0, 1.0);
        let alpha = if inside {
            0.0
        } else if whole {
            1.0
        } else {
            let ragged = far + 0.5 * (noise(at * 1.3) - 0.5);
            let fades = smooth((ragged / (f32::from(FADES) - 0.4)).clamp(0.0, 1.0));
            fades.max(edge.hides(at, far)).clamp(0.12, 1.0) * (1.0 - smooth(past))
        };
        image::Rgba([255, 255, 255, (alpha * 255.0).round() as u8])
    })
}

/// The edge of a map, once around it in small steps: from the upper left corner to the right, down, back and up.
struct Edge {
    size: Vec2,
    /// How much of the ground beyond each step is hidden, all of it behind a wall, part of it in the dark: the sum of all before it, for three
    /// rounds.
    hidden: Vec<f32>,
    /// How many steps it has.
    round: f32,
}

impl Edge {
    fn of(map: &Map) -> Self {
        let (width, height) = map.size();
        let (wide, high) = (width as i16, height as i16);
        let shut = |x: i16, y: i16| {
            let square = Square::new(x, y);
            match map.cell(square).map(|cell| cell.light) {
                _ if map.solid(square) => 1.0,
                Some(Light::Dim) => 0.41,
                Some(Light::Dark) => 0.65,
                _ => 0.0,
            }
        };
        let upper = (0..wide).map(|x| shut(x, 0));
        let right = (0..high).map(|y| shut(wide - 1, y));
        let lower = (0..wide).rev().map(|x| shut(x, high - 1));
        let left = (0..high).rev().map(|y| shut(0, y));
        let squares = upper.chain(right).chain(lower).chain(left);
        let steps: Vec<f32> = squares
            .flat_map(|square| std::iter::repeat_n(square, FINE as usize))
            .collect();
        let mut sum = 0.0;
        let mut hidden = vec![0.0];
        for _ in 0..3 {
            hidden.extend(steps.iter().map(|step| {
                sum += step;
                sum
            }));
        }
        Self {
            size: Vec2::new(f32::from(width), f32::from(height)),
            hidden,
            round: steps.len() as f32,
        }
    }

    /// How far along the edge the place nearest to one beyond it is, in steps.
    fn along(&self, at: Vec2) -> f32 {
        let Vec2 { x: wide, y: high } = self.size;
        let (x, y) = (at.x.clamp(0.0, wide), at.y.clamp(0.0, high));
        let squares = if at.y < 0.0 {
            x
        } else if at.x >= wide {
            wide + y
        } else if at.y >= high {
            wide + high + wide - x
        } else {
            wide + high + wide + high - y
        };
        squares * FINE as f32
    }

    /// How much of the ground is hidden at a place so far beyond the edge: close to it as sharply as there, farther off the mean of a longer
    /// stretch of it, so that nothing ends out there as if it was cut off.
    fn hides(&self, at: Vec2, far: f32) -> f32 {
        let reach = (0.2 + 0.8 * far) * FINE as f32;
        let sum = |step: f32| {
            let before = step.floor();
            let place = (before as usize).min(self.hidden.len() - 2);
            self.hidden[place].lerp(self.hidden[place + 1], step - before)
        };
        // The line between the two is as ragged as the rim.
        let ragged = (noise(at * 1.1) - 0.5) * far.min(1.0) * FINE as f32;
        let middle = self.along(at) + self.round + ragged;
        (sum(middle + reach) - sum(middle - reach)) / (2.0 * reach)
    }
}

/// From 0 to 1, changing softly from place to place.
fn noise(at: Vec2) -> f32 {
    let (low, part) = (at.floor(), at.fract_gl());
    let corner = |x: f32, y: f32| {
        let at = Square::new((low.x + x) as i16, (low.y + y) as i16);
        (scatter(at, 11) & 0xff) as f32 / 255.0
    };
    let (x, y) = (smooth(part.x), smooth(part.y));
    let upper = corner(0.0, 0.0).lerp(corner(1.0, 0.0), x);
    let lower = corner(0.0, 1.0).lerp(corner(1.0, 1.0), x);
    upper.lerp(lower, y)
}

/// A piece of the table's wood: boards with a fine grain, the same at its left and right edge and at its upper and lower one.
fn wood() -> image::RgbaImage {
    const BOARDS: u32 = 4;
    let (edge, _) = PIECE;
    let high = edge / BOARDS;
    // Noise that comes round after so many steps.
    let round = |x: f32, y: f32, steps: (i16, i16), salt: i16| {
        let corner = |x: i16, y: i16| {
            let at = Square::new(x.rem_euclid(steps.0) + salt * 37, y.rem_euclid(steps.1));
            (scatter(at, 12) & 0xff) as f32 / 255.0
        };
        let (x, y) = (x * f32::from(steps.0), y * f32::from(steps.1));
        let (left, top) = (x.floor() as i16, y.floor() as i16);
        let (right, down) = (smooth(x.fract()), smooth(y.fract()));
        let upper = corner(left, top).lerp(corner(left + 1, top), right);
        let lower = corner(left, top + 1).lerp(corner(left + 1, top + 1), right);
        upper.lerp(lower, down)
    };
    image::RgbaImage::from_fn(edge, edge, |px, py| {
        let (board, row) = (py / high, py % high);
        // A board ends somewhere along its length.
        let joint = (scatter(Square::new(board as i16, 3), 13) % edge) as i32;
        let (x, y) = (px as f32 / edge as f32, py as f32 / edge as f32);
        let tone = (scatter(Square::new(board as i16, 9), 14) & 0xff) as f32 / 255.0;
        let mut light = 0.90 + 0.10 * tone;
        light += 0.11 * (round(x, y, (4, 64), board as i16) - 0.5);
        light += 0.06 * (round(x, y, (9, 128), 5) - 0.5);
        let seam = row == 0 || px as i32 == joint;
        if seam {
            light *= 0.72;
        } else if row == 1 {
            light *= 1.05;
        }
        let [red, green, blue] = WOOD.map(|part| (part * light) as u8);
        image::Rgba([red, green, blue, 255])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::trial::{STABLE, begun, level};

    #[test]
    fn the_map_itself_is_clear_and_walls_end_at_its_edge() {
        let session = begun(STABLE, "Ada");
        let map = session.battle.world().resource::<Map>();
        let picture = fading(map, false);
        let around = u32::from(REACH);
        let alpha = |x: f32, y: f32| {
            let at = |at: f32| ((at + around as f32) * FINE as f32) as u32;
            picture.get_pixel(at(x), at(y)).0[3]
        };
        assert_eq!((alpha(0.5, 0.5), alpha(4.0, 2.0)), (0, 0));
        assert_eq!(alpha(4.0, -0.3), 255, "behind the wall at its edge");
        assert!(alpha(4.0, -4.9) < 20, "the bare table");
    }

    #[test]
    fn nothing_out_there_ends_as_if_it_was_cut_off() {
        for name in ["first-fight", "last-lantern", "low-wall"] {
            let text = std::fs::read_to_string(format!("levels/{name}.toml")).expect("a shipped level");
            let (level, _) = level(&text);
            let map = Map::new(&level);
            let picture = fading(&map, false);
            let (width, height) = map.size();
            let rim = u32::from(REACH) * FINE;
            let whole = [u32::from(width) * FINE, u32::from(height) * FINE];
            let far = |x: u32, y: u32| {
                let [x, y] = [(x, whole[0]), (y, whole[1])].map(|(at, most)| at.abs_diff(at.clamp(rim, rim + most)));
                f64::from(x * x + y * y).sqrt() / f64::from(FINE)
            };
            for (x, y, pixel) in picture.enumerate_pixels().filter(|&(x, y, _)| far(x, y) > 0.75) {
                for (x, y) in [(x + 1, y), (x, y + 1)] {
                    if let Some(next) = picture.get_pixel_checked(x, y).filter(|_| far(x, y) > 0.75) {
                        let step = next.0[3].abs_diff(pixel.0[3]);
                        assert!(step < 64, "{name}: {step} at {x},{y}");
                    }
                }
            }
        }
    }

    #[test]
    fn there_is_ground_wherever_it_has_not_faded_away() {
        let art = crate::gui::art::Manifest::read();
        for name in ["first-fight", "last-lantern", "low-wall", "pump-room"] {
            let text = std::fs::read_to_string(format!("levels/{name}.toml")).expect("a shipped level");
            let (level, _) = level(&text);
            let map = Map::new(&level);
            let layers = super::super::ground::beyond(&map, &art, FADES);
            let tiles: std::collections::BTreeSet<(u32, u32)> =
                layers[0].tiles.iter().map(|&(x, y, _)| (x, y)).collect();
            let picture = fading(&map, false);
            let (width, height) = map.size();
            let reach = f32::from(FADES);
            for (x, y, pixel) in picture.enumerate_pixels() {
                let at = (Vec2::new(x as f32, y as f32) + 0.5) / FINE as f32 - f32::from(REACH);
                let size = Vec2::new(f32::from(width), f32::from(height));
                let far = at.distance(at.clamp(Vec2::ZERO, size));
                // Farther off the shade itself fades, and the table comes up under it.
                if far == 0.0 || far > reach + 0.7 || pixel.0[3] > 245 {
                    continue;
                }
                // A tile is around the corner of four squares; those around the map's own are drawn with the map.
                let tile = (at + 0.5).floor();
                let own = tile.cmpge(Vec2::ZERO).all() && tile.cmple(size).all();
                let tile = ((tile.x + reach) as u32, (tile.y + reach) as u32);
                assert!(
                    own || tiles.contains(&tile),
                    "{name}: no ground at {at}, where a shade of {} lies",
                    pixel.0[3]
                );
            }
        }
    }

    #[test]
    fn the_wood_goes_on_where_it_is_repeated() {
        let wood = wood();
        let last = PIECE.0 - 1;
        for at in (2..PIECE.0).step_by(17) {
            let step =
                |a: (u32, u32), b: (u32, u32)| wood.get_pixel(a.0, a.1).0[0].abs_diff(wood.get_pixel(b.0, b.1).0[0]);
            assert!(step((last, at), (0, at)) < 16, "row {at}");
        }
    }
}
