//! What lies beyond the edge of the map: its ground goes on for a few squares and fades into the table that the map lies on. Walls at the edge
//! end there. So a map never floats in the dark.

use bevy::image::ImageAddressMode;
use bevy::prelude::*;
use image::imageops::thumbnail;
use image::{Rgba, RgbaImage};

use super::piece::{Piece, z};
use super::soft::smooth;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::board::art::{scatter, texture};
use crate::gui::board::world_coords::SQUARE;
use crate::level::Light;

/// For how many squares the ground goes on.
pub(in crate::gui) const FADES: u16 = 2;
/// Corners of the cloth along a square.
const FINE: f32 = 6.0;
/// How many squares the table reaches to all sides: farther than one can look.
const FAR: f32 = 200.0;
/// Pixels of a piece of the wood, which is repeated, and squares that it covers.
const PIECE: (u32, f32) = (256, 6.0);
/// Pixels of the wood along a square. Its first is at the upper left corner of the map.
const GRAIN: f32 = PIECE.0 as f32 / PIECE.1;

/// Around a map with a longer edge than this, in squares, the wood over the ground has half as many pixels to a side: there is much of it, and
/// little of that is ever in view.
const LONG: f32 = 160.0;

/// What is no part of the board at all.
pub(in crate::gui) const SHADE: [u8; 3] = [0x24, 0x1d, 0x18];
/// The table in the light of the lamp: its wood.
const WOOD: [f32; 3] = [78.0, 60.0, 46.0];
/// How far a wall at the edge throws its shadow onto what lies beyond, in squares, to the right and down as all shadows of the board.
const SHADOW: Vec2 = Vec2::splat(0.55);

/// Draws the table around the map, and between them its wood over the ground that goes on beyond the map, thinner the nearer to the map; at high
/// contrast all of it is black.
pub(in crate::gui) fn draw(map: &Map, contrast: bool, images: &mut Assets<Image>, commands: &mut Commands) {
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height));
    let mut put = |sprite: Sprite, place: Rect| {
        let sprite = Sprite { custom_size: Some(place.size() * SQUARE), ..sprite };
        let middle = place.center() * Vec2::new(SQUARE, -SQUARE);
        commands.spawn((Piece, sprite, Transform::from_translation(middle.extend(z::BEYOND))));
    };
    if contrast {
        // The ground goes on under it for a little, and is covered on all four sides.
        let hole = Rect::from_corners(Vec2::ZERO, size);
        for place in around(hole, hole.inflate(FAR)) {
            put(Sprite::from_color(Color::BLACK, Vec2::ONE), place);
        }
        return;
    }
    let wood = wood();
    let cloth = Cloth::over(map);
    let rim = cloth.rim();
    for part in around(cloth.hole(), rim).into_iter().flat_map(pieces) {
        put(images.add(texture(cloth.drawn(&wood, part), 3)).into(), in_squares(part));
    }
    let mut wood = texture(wood, 6);
    let sampler = wood.sampler.get_or_init_descriptor();
    (sampler.address_mode_u, sampler.address_mode_v) = (ImageAddressMode::Repeat, ImageAddressMode::Repeat);
    let wood = images.add(wood);
    for part in around(rim, rim.inflate(FAR * GRAIN)) {
        let table = Sprite { image: wood.clone(), rect: Some(part), ..default() };
        put(table, in_squares(part));
    }
}

/// Pixels of the wood, in squares.
fn in_squares(pixels: Rect) -> Rect {
    Rect::from_corners(pixels.min / GRAIN, pixels.max / GRAIN)
}

/// The four strips between two: above and below as wide as the outer one.
fn around(inner: Rect, outer: Rect) -> [Rect; 4] {
    let Rect { min: first, max: last } = inner;
    let strip = |x: (f32, f32), y: (f32, f32)| Rect::new(x.0, y.0, x.1, y.1);
    let wide = (outer.min.x, outer.max.x);
    let along = (first.y, last.y);
    [
        strip(wide, (outer.min.y, first.y)),
        strip(wide, (last.y, outer.max.y)),
        strip((outer.min.x, first.x), along),
        strip((last.x, outer.max.x), along),
    ]
}

/// A strip in pieces that a graphics card takes, of which only those in view are drawn.
fn pieces(strip: Rect) -> impl Iterator<Item = Rect> {
    const LONGEST: f32 = 1024.0;
    let cut = |first: f32, last: f32| {
        let steps = ((last - first) / LONGEST).ceil() as u16;
        (0..steps).map(move |step| {
            let from = first + f32::from(step) * LONGEST;
            (from, (from + LONGEST).min(last))
        })
    };
    cut(strip.min.y, strip.max.y)
        .flat_map(move |y| cut(strip.min.x, strip.max.x).map(move |x| Rect::new(x.0, y.0, x.1, y.1)))
}

/// The wood that lies over the ground beyond the map.
struct Cloth<'m> {
    map: &'m Map,
    edge: Edge,
}

impl<'m> Cloth<'m> {
    fn over(map: &'m Map) -> Self {
        let edge = Edge::of(map);
        Self { map, edge }
    }

    /// The hole for the map, in whole pixels of the wood. What is left of its last pixels is under the frame.
    fn hole(&self) -> Rect {
        Rect::from_corners(Vec2::ZERO, (self.edge.size * GRAIN).ceil())
    }

    /// The outer edge, in whole pixels of the wood.
    fn rim(&self) -> Rect {
        self.hole().inflate((f32::from(FADES) * GRAIN).ceil())
    }

    /// How opaque the wood is at a place outside the map, in squares, and how much light falls on it.
    fn at(&self, at: Vec2) -> (f32, f32) {
        let far = at.distance(at.clamp(Vec2::ZERO, self.edge.size));
        let ragged = far + 0.5 * (noise(at * 1.3) - 0.5);
        let fades = smooth((ragged / (f32::from(FADES) - 0.4)).clamp(0.0, 1.0));
        let Vec2 { x: walled, y: dark } = self.edge.hides(at, far);
        let covers = fades.max(walled).max(0.65 * dark).clamp(0.12, 1.0);
        // Close to a wall little light falls; where its shadow is, less.
        let shadow = (1..=6).map(|step| f32::from(step as u8) / 6.0);
        let shadow = shadow.filter(|part| self.is_wall(at - SHADOW * *part)).map(|part| 1.0 - part * 0.75);
        let shadow = 0.55 * shadow.fold(0.0, f32::max) + 0.25 * walled * (1.0 - smooth((far / 0.6).min(1.0)));
        let gloom = 0.85 * dark * (1.0 - smooth((far / f32::from(FADES)).min(1.0)));
        (covers, (1.0 - shadow) * (1.0 - gloom))
    }

    fn is_wall(&self, at: Vec2) -> bool {
        let square = Square::new(at.x.floor() as i16, at.y.floor() as i16);
        self.map.contains(square) && self.map.solid(square)
    }

    /// The picture of a strip, with no more pixels than are worth their memory.
    fn drawn(&self, wood: &RgbaImage, strip: Rect) -> RgbaImage {
        let picture = self.picture(wood, strip);
        if 2.0 * self.edge.size.element_sum() <= LONG {
            return picture;
        }
        let (width, height) = picture.dimensions();
        thumbnail(&picture, width.div_ceil(2), height.div_ceil(2))
    }

    /// The wood over a strip of so many pixels of it. How it lies is worked out for corners, some of each square, and is between them what is
    /// between theirs.
    fn picture(&self, wood: &RgbaImage, strip: Rect) -> RgbaImage {
        let of_corners = |pixel: Vec2| pixel / GRAIN * FINE;
        let first = of_corners(strip.min).floor();
        let size = (of_corners(strip.max).ceil() - first).as_uvec2() + 1;
        let places = (0..size.y).flat_map(|y| (0..size.x).map(move |x| Vec2::new(x as f32, y as f32)));
        let corners = places.map(|place| Vec2::from(self.at((first + place) / FINE)));
        let corners: Vec<Vec2> = corners.collect();
        let grain = |at: f32| (at as i32).rem_euclid(PIECE.0 as i32) as u32;
        RgbaImage::from_fn(strip.width() as u32, strip.height() as u32, |x, y| {
            let pixel = strip.min + Vec2::new(x as f32, y as f32);
            let at = of_corners(pixel + 0.5) - first;
            let (cell, part) = (at.as_uvec2(), at.fract());
            let row = |y: u32| {
                let left = (y * size.x + cell.x) as usize;
                corners[left].lerp(corners[left + 1], part.x)
            };
            let Vec2 { x: covers, y: light } = row(cell.y).lerp(row(cell.y + 1), part.y);
            let [red, green, blue, _] = wood.get_pixel(grain(pixel.x), grain(pixel.y)).0;
            let [red, green, blue] = [red, green, blue].map(|part| (f32::from(part) * light).round() as u8);
            Rgba([red, green, blue, (covers * 255.0).round() as u8])
        })
    }
}

/// The edge of a map, once around it in small steps: from the upper left corner to the right, down, back and up.
struct Edge {
    size: Vec2,
    /// What each step has beside it, a wall (`x`) or darkness (`y`, in part where it is dim): the sum of all before it, for three rounds.
    beside: Vec<Vec2>,
    /// How many steps it has.
    round: f32,
}

impl Edge {
    fn of(map: &Map) -> Self {
        let (width, height) = map.size();
        let (wide, high) = (width as i16, height as i16);
        let beside = |x: i16, y: i16| {
            let square = Square::new(x, y);
            match map.cell(square).map(|cell| cell.light) {
                _ if map.solid(square) => Vec2::X,
                Some(Light::Dim) => Vec2::Y * 0.6,
                Some(Light::Dark) => Vec2::Y,
                _ => Vec2::ZERO,
            }
        };
        let upper = (0..wide).map(|x| beside(x, 0));
        let right = (0..high).map(|y| beside(wide - 1, y));
        let lower = (0..wide).rev().map(|x| beside(x, high - 1));
        let left = (0..high).rev().map(|y| beside(0, y));
        let squares = upper.chain(right).chain(lower).chain(left);
        let steps: Vec<Vec2> = squares.flat_map(|square| std::iter::repeat_n(square, FINE as usize)).collect();
        let mut sum = Vec2::ZERO;
        let mut all = vec![sum];
        for _ in 0..3 {
            all.extend(steps.iter().map(|step| {
                sum += *step;
                sum
            }));
        }
        Self { size: Vec2::new(f32::from(width), f32::from(height)), beside: all, round: steps.len() as f32 }
    }

    /// How far along the edge the place nearest to one beyond it is, in steps.
    fn along(&self, at: Vec2) -> f32 {
        let Vec2 { x: wide, y: high } = self.size;
        let (x, y) = (at.x.clamp(0.0, wide), at.y.clamp(0.0, high));
        let squares = if at.y <= 0.0 {
            x
        } else if at.x >= wide {
            wide + y
        } else if at.y >= high {
            wide + high + wide - x
        } else {
            wide + high + wide + high - y
        };
        squares * FINE
    }

    /// How much wall and darkness hide the ground at a place so far beyond the edge: close to it as sharply as there, farther off the mean of a
    /// longer stretch of it, so that nothing ends out there as if it was cut off.
    fn hides(&self, at: Vec2, far: f32) -> Vec2 {
        let reach = (0.2 + 0.8 * far) * FINE;
        let sum = |step: f32| {
            let before = step.floor();
            let place = (before as usize).min(self.beside.len() - 2);
            self.beside[place].lerp(self.beside[place + 1], step - before)
        };
        // The line between the two is as ragged as the rim.
        let ragged = (noise(at * 1.1) - 0.5) * far.min(1.0) * FINE;
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
fn wood() -> RgbaImage {
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
    RgbaImage::from_fn(edge, edge, |px, py| {
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
        Rgba([red, green, blue, 255])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::{STABLE, begun, level};

    fn map_of(name: &str) -> Map {
        let text = std::fs::read_to_string(format!("levels/{name}.toml")).expect("a shipped level");
        Map::new(&level(&text).0)
    }

    /// The corners of the cloth over a map of this size, and those on the map.
    fn corners(size: Vec2) -> impl Iterator<Item = Vec2> {
        let all = ((size + 2.0 * f32::from(FADES)) * FINE).as_uvec2();
        let corners = (0..=all.y).flat_map(move |y| (0..=all.x).map(move |x| Vec2::new(x as f32, y as f32)));
        corners.map(|corner| corner / FINE - f32::from(FADES))
    }

    #[test]
    fn the_map_itself_is_clear_and_walls_end_at_its_edge() {
        let session = begun(STABLE, "Ada");
        let map = session.battle.world().resource::<Map>();
        let cloth = Cloth::over(map);
        let at = |x: f32, y: f32| cloth.at(Vec2::new(x, y));
        assert!(at(4.0, 0.0).0 > 0.99, "behind the wall at its edge");
        assert!(at(4.0, 0.0).1 < 0.8, "in its shade");
        let (hole, rim) = (cloth.hole(), cloth.rim());
        let (width, height) = map.size();
        let map = in_squares(hole).size() - Vec2::new(f32::from(width), f32::from(height));
        assert!(map.cmpge(Vec2::ZERO).all() && map.cmplt(Vec2::splat(1.0 / GRAIN)).all(), "{map}");
        let strips = around(hole, rim);
        let area = |of: Rect| of.width() * of.height();
        let together: f32 = strips.into_iter().flat_map(pieces).map(area).sum();
        let wanted = area(rim) - area(hole);
        assert!((together - wanted).abs() < 0.5, "{together}: no strip lies over another");
        assert!(strips.iter().all(|strip| strip.intersect(hole).is_empty()), "nor over the map");
    }

    #[test]
    fn a_large_map_has_not_many_more_pixels_around_it() {
        let wood = wood();
        let pixels = |path: &str| {
            let text = std::fs::read_to_string(path).expect("a level");
            let map = Map::new(&level(&text).0);
            let cloth = Cloth::over(&map);
            let strips = around(cloth.hole(), cloth.rim());
            let pictures = strips.into_iter().flat_map(pieces).map(|part| cloth.drawn(&wood, part));
            pictures.map(|picture| picture.pixels().len()).sum::<usize>()
        };
        let (small, large) = (pixels("levels/first-fight.toml"), pixels("benches/great-field.toml"));
        assert!(large < 2 * small, "{large} pixels, and {small} around a map of a sixth of its edge");
    }

    #[test]
    fn where_the_wood_ends_the_table_goes_on() {
        let wood = wood();
        for name in ["first-fight", "last-lantern", "low-wall"] {
            let map = map_of(name);
            let cloth = Cloth::over(&map);
            let rim = cloth.rim();
            for strip in around(cloth.hole(), rim) {
                let picture = cloth.picture(&wood, strip);
                for (x, y, pixel) in picture.enumerate_pixels() {
                    let at = strip.min + Vec2::new(x as f32, y as f32);
                    let outermost = at.cmpeq(rim.min).any() || (at + 1.0).cmpeq(rim.max).any();
                    let grain = |at: f32| (at as i32).rem_euclid(PIECE.0 as i32) as u32;
                    if outermost {
                        assert_eq!(pixel, wood.get_pixel(grain(at.x), grain(at.y)), "{name}: {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_out_there_ends_as_if_it_was_cut_off() {
        for name in ["first-fight", "last-lantern", "low-wall"] {
            let map = map_of(name);
            let cloth = Cloth::over(&map);
            let (width, height) = map.size();
            let size = Vec2::new(f32::from(width), f32::from(height));
            let far = |at: Vec2| at.distance(at.clamp(Vec2::ZERO, size));
            for here in corners(size).filter(|&here| far(here) > 0.75) {
                for there in [here + Vec2::X / FINE, here + Vec2::Y / FINE] {
                    if far(there) > 0.75 {
                        let step = (Vec2::from(cloth.at(here)) - Vec2::from(cloth.at(there))).abs();
                        assert!(step.max_element() < 0.3, "{name}: {step} at {here}");
                    }
                }
            }
        }
    }

    #[test]
    fn there_is_ground_wherever_it_has_not_faded_away() {
        let art = crate::gui::board::art::Manifest::read();
        for name in ["first-fight", "last-lantern", "low-wall", "pump-room"] {
            let map = map_of(name);
            let layers = super::super::ground::beyond(&map, &art, FADES);
            let tiles: std::collections::BTreeSet<(u32, u32)> =
                layers[0].tiles.iter().map(|&(x, y, _)| (x, y)).collect();
            let cloth = Cloth::over(&map);
            let (width, height) = map.size();
            let size = Vec2::new(f32::from(width), f32::from(height));
            for at in corners(size).filter(|&at| at.distance(at.clamp(Vec2::ZERO, size)) > 0.0) {
                let (covers, _) = cloth.at(at);
                if covers > 0.96 {
                    continue;
                }
                // A tile is around the corner of four squares; those around the map's own are drawn with the map.
                let tile = (at + 0.5).floor();
                let own = tile.cmpge(Vec2::ZERO).all() && tile.cmple(size).all();
                let tile = tile + f32::from(FADES);
                assert!(
                    own || tiles.contains(&(tile.x as u32, tile.y as u32)),
                    "{name}: no ground at {at}, where the wood covers {covers} of it"
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
