//! What lies beyond the edge of the map: its ground goes on for a few squares and fades into the table that the map lies on. Walls at the edge
//! end there. So a map never floats in the dark.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;

use super::piece::{Piece, z};
use super::soft::smooth;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::art::{scatter, texture};
use crate::gui::places::SQUARE;
use crate::level::Light;

/// For how many squares the ground goes on.
pub(super) const FADES: u16 = 2;
/// As far as the cloth of wood over it reaches: the last tiles of the ground are half a square farther than it goes on.
const REACH: u16 = FADES + 1;
/// Corners of the cloth along a square.
const FINE: u32 = 6;
/// How far the table reaches to all sides: farther than one can look.
const FAR: f32 = 200.0 * SQUARE;
/// Pixels of a piece of the table, which is repeated, and squares that it covers.
const PIECE: (u32, f32) = (256, 6.0);

/// What is no part of the board at all.
pub(super) const SHADE: [u8; 3] = [0x24, 0x1d, 0x18];
/// The table in the light of the lamp: its wood.
const WOOD: [f32; 3] = [78.0, 60.0, 46.0];
/// How far a wall at the edge throws its shadow onto what lies beyond, in squares, to the right and down as all shadows of the board.
const SHADOW: Vec2 = Vec2::splat(0.55);

/// Where what lies beyond the edge is put.
pub(super) struct Place<'a, 'w, 's> {
    pub(super) images: &'a mut Assets<Image>,
    pub(super) meshes: &'a mut Assets<Mesh>,
    pub(super) materials: &'a mut Assets<ColorMaterial>,
    pub(super) commands: &'a mut Commands<'w, 's>,
}

/// Draws the table, and its wood once more over the ground that goes on beyond the map, thinner the nearer to the map; at high contrast all of
/// it is black.
pub(super) fn draw(map: &Map, contrast: bool, place: Place) {
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    let middle = Vec2::new(size.x, -size.y) / 2.0;
    if contrast {
        // The ground goes on under it for a little, and is covered on all four sides.
        for (at, of) in around(size, FAR, 0.0) {
            let black = Sprite::from_color(Color::BLACK, of);
            let at = Transform::from_translation((middle + at).extend(z::BEYOND));
            place.commands.spawn((Piece, black, at));
        }
        return;
    }
    let mut wood = texture(wood(), 6);
    wood.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    let wood = place.images.add(wood);
    // Under the map nothing of it is seen.
    for (at, of) in around(size, FAR, SQUARE / 4.0) {
        let pixels = |length: Vec2| length / SQUARE / PIECE.1 * PIECE.0 as f32;
        let table = Sprite {
            image: wood.clone(),
            rect: Some(Rect::from_center_size(pixels(at * Vec2::new(1.0, -1.0)), pixels(of))),
            custom_size: Some(of),
            ..default()
        };
        let at = Transform::from_translation((middle + at).extend(z::TABLE));
        place.commands.spawn((Piece, table, at));
    }
    let material = ColorMaterial {
        alpha_mode: AlphaMode2d::Blend,
        texture: Some(wood),
        ..default()
    };
    place.commands.spawn((
        Piece,
        Mesh2d(place.meshes.add(Cloth::over(map).mesh())),
        MeshMaterial2d(place.materials.add(material)),
        Transform::from_translation(middle.extend(z::BEYOND)),
    ));
}

/// Four strips around something of this size, so wide and reaching so far under it: where each is, from its middle, and how large.
fn around(size: Vec2, wide: f32, under: f32) -> [(Vec2, Vec2); 4] {
    let hole = size - 2.0 * under;
    let aside = (hole + wide) / 2.0;
    let [across, along] = [Vec2::new(wide, hole.y + 2.0 * wide), Vec2::new(hole.x, wide)];
    let (x, y) = (Vec2::new(aside.x, 0.0), Vec2::new(0.0, aside.y));
    [(-x, across), (x, across), (-y, along), (y, along)]
}

/// The wood that lies over the ground beyond the map, by its corners, row by row, but for those within its hole.
struct Cloth {
    /// Columns and rows of corners.
    size: (u32, u32),
    /// Where each corner is, counted in corners; how opaque the wood is there, and how much light falls on it.
    corners: Vec<((u32, u32), (f32, f32))>,
}

impl Cloth {
    fn over(map: &Map) -> Self {
        let (width, height) = map.size();
        let edge = Edge::of(map);
        let wall = |at: Vec2| {
            let square = Square::new(at.x.floor() as i16, at.y.floor() as i16);
            map.contains(square) && map.solid(square)
        };
        let size = (
            u32::from(width + 2 * REACH) * FINE + 1,
            u32::from(height + 2 * REACH) * FINE + 1,
        );
        let corners = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
        let corners = corners.filter(|&corner| !Self::in_hole(size, corner)).map(|(x, y)| {
            let at = Self::place(x, y);
            let far = at.distance(at.clamp(Vec2::ZERO, edge.size));
            let ragged = far + 0.5 * (noise(at * 1.3) - 0.5);
            let fades = smooth((ragged / (f32::from(FADES) - 0.4)).clamp(0.0, 1.0));
            let Vec2 { x: walled, y: dark } = edge.hides(at, far);
            let covers = fades.max(walled).max(0.65 * dark).clamp(0.12, 1.0);
            // Close to a wall little light falls; where its shadow is, less.
            let shadow = (1..=6).map(|step| f32::from(step as u8) / 6.0);
            let shadow = shadow
                .filter(|part| wall(at - SHADOW * *part))
                .map(|part| 1.0 - part * 0.75);
            let shadow = 0.55 * shadow.fold(0.0, f32::max) + 0.25 * walled * (1.0 - smooth((far / 0.6).min(1.0)));
            let gloom = 0.85 * dark * (1.0 - smooth((far / f32::from(REACH)).min(1.0)));
            ((x, y), (covers, (1.0 - shadow) * (1.0 - gloom)))
        });
        Self {
            corners: corners.collect(),
            size,
        }
    }

    /// Where a corner is, in squares from the upper left corner of the map.
    fn place(x: u32, y: u32) -> Vec2 {
        Vec2::new(x as f32, y as f32) / FINE as f32 - f32::from(REACH)
    }

    /// Whether a corner lies within the hole for the map, on no edge of it.
    fn in_hole(size: (u32, u32), (x, y): (u32, u32)) -> bool {
        const RIM: u32 = REACH as u32 * FINE;
        let inside = |at: u32, all: u32| (RIM + 1..all - 1 - RIM).contains(&at);
        inside(x, size.0) && inside(y, size.1)
    }

    /// How opaque the wood is at a place, and how much light falls on it.
    #[cfg(test)]
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let at = |at: f32| ((at + f32::from(REACH)) * FINE as f32).round() as u32;
        let place = (at(x), at(y));
        let known = self.corners.iter().find(|(corner, _)| *corner == place);
        known.expect("a place outside the map").1
    }

    /// The cloth with its hole for the map, around the middle of the map; its wood lies as that of the table.
    fn mesh(&self) -> Mesh {
        let (columns, rows) = self.size;
        let middle = Self::place(columns - 1, rows - 1) + Self::place(0, 0);
        let middle = middle / 2.0;
        let places = self.corners.iter().map(|&((x, y), _)| Self::place(x, y) - middle);
        let places: Vec<Vec2> = places.collect();
        let mut numbers = vec![0; (columns * rows) as usize];
        for (number, ((x, y), _)) in (0..).zip(&self.corners) {
            numbers[(y * columns + x) as usize] = number;
        }
        let rim = u32::from(REACH) * FINE;
        let over = |x: u32, y: u32| {
            let inside = |at: u32, all: u32| (rim..all - 1 - rim).contains(&at);
            !(inside(x, columns) && inside(y, rows))
        };
        let number = |x: u32, y: u32| numbers[(y * columns + x) as usize];
        let mut indices: Vec<u32> = Vec::new();
        for y in 0..rows - 1 {
            for x in (0..columns - 1).filter(|&x| over(x, y)) {
                let (first, right) = (number(x, y), number(x + 1, y));
                let (below, across) = (number(x, y + 1), number(x + 1, y + 1));
                indices.extend([first, below, right, right, below, across]);
            }
        }
        let positions: Vec<[f32; 3]> = places.iter().map(|at| [at.x * SQUARE, -at.y * SQUARE, 0.0]).collect();
        let wood: Vec<[f32; 2]> = places.iter().map(|at| (*at / PIECE.1).to_array()).collect();
        let colours: Vec<[f32; 4]> = self
            .corners
            .iter()
            .map(|&(_, (covers, light))| {
                // Colours of corners are linear.
                let light = LinearRgba::from(Color::srgb(light, light, light)).red;
                [light, light, light, covers]
            })
            .collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, wood)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(indices))
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
        let steps: Vec<Vec2> = squares
            .flat_map(|square| std::iter::repeat_n(square, FINE as usize))
            .collect();
        let mut sum = Vec2::ZERO;
        let mut all = vec![sum];
        for _ in 0..3 {
            all.extend(steps.iter().map(|step| {
                sum += *step;
                sum
            }));
        }
        Self {
            size: Vec2::new(f32::from(width), f32::from(height)),
            beside: all,
            round: steps.len() as f32,
        }
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
        squares * FINE as f32
    }

    /// How much wall and darkness hide the ground at a place so far beyond the edge: close to it as sharply as there, farther off the mean of a
    /// longer stretch of it, so that nothing ends out there as if it was cut off.
    fn hides(&self, at: Vec2, far: f32) -> Vec2 {
        let reach = (0.2 + 0.8 * far) * FINE as f32;
        let sum = |step: f32| {
            let before = step.floor();
            let place = (before as usize).min(self.beside.len() - 2);
            self.beside[place].lerp(self.beside[place + 1], step - before)
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
    use std::collections::BTreeMap;

    use super::*;
    use crate::gui::trial::{STABLE, begun, level};

    fn map_of(name: &str) -> Map {
        let text = std::fs::read_to_string(format!("levels/{name}.toml")).expect("a shipped level");
        Map::new(&level(&text).0)
    }

    #[test]
    fn the_map_itself_is_clear_and_walls_end_at_its_edge() {
        let session = begun(STABLE, "Ada");
        let map = session.battle.world().resource::<Map>();
        let cloth = Cloth::over(map);
        assert!(cloth.at(4.0, 0.0).0 > 0.99, "behind the wall at its edge");
        assert!(cloth.at(4.0, 0.0).1 < 0.8, "in its shade");
        assert!(cloth.at(4.0, -3.0).0 > 0.99, "the bare table");
        assert!(cloth.at(4.0, -3.0).1 > 0.99, "in the light of the lamp");
        // Triangles that touch the inside of the map.
        let mesh = cloth.mesh();
        let (width, height) = map.size();
        let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
        let Some(bevy::mesh::VertexAttributeValues::Float32x3(places)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION)
        else {
            panic!("a mesh should have places");
        };
        let corners: Vec<usize> = mesh.indices().expect("a mesh should have corners").iter().collect();
        for three in corners.chunks(3) {
            let sum: Vec2 = three.iter().map(|&at| Vec2::new(places[at][0], places[at][1])).sum();
            assert!((sum / 3.0).abs().cmpgt(size / 2.0).any(), "{three:?} lies over the map");
        }
    }

    #[test]
    fn nothing_out_there_ends_as_if_it_was_cut_off() {
        for name in ["first-fight", "last-lantern", "low-wall"] {
            let map = map_of(name);
            let cloth = Cloth::over(&map);
            let (width, height) = map.size();
            let size = Vec2::new(f32::from(width), f32::from(height));
            let (columns, rows) = cloth.size;
            let far = |x: u32, y: u32| {
                let at = Cloth::place(x, y);
                at.distance(at.clamp(Vec2::ZERO, size))
            };
            let corners: BTreeMap<(u32, u32), (f32, f32)> = cloth.corners.iter().copied().collect();
            for (x, y) in (0..rows - 1).flat_map(|y| (0..columns - 1).map(move |x| (x, y))) {
                for (a, b) in [(x + 1, y), (x, y + 1)] {
                    if far(x, y).min(far(a, b)) > 0.75 {
                        let (here, there) = (corners[&(x, y)], corners[&(a, b)]);
                        let step = (here.0 - there.0).abs().max((here.1 - there.1).abs());
                        assert!(step < 0.3, "{name}: {step} at {x},{y}");
                    }
                }
            }
        }
    }

    #[test]
    fn there_is_ground_wherever_it_has_not_faded_away() {
        let art = crate::gui::art::Manifest::read();
        for name in ["first-fight", "last-lantern", "low-wall", "pump-room"] {
            let map = map_of(name);
            let layers = super::super::ground::beyond(&map, &art, FADES);
            let tiles: std::collections::BTreeSet<(u32, u32)> =
                layers[0].tiles.iter().map(|&(x, y, _)| (x, y)).collect();
            let cloth = Cloth::over(&map);
            let (width, height) = map.size();
            let size = Vec2::new(f32::from(width), f32::from(height));
            for &((x, y), (covers, _)) in &cloth.corners {
                let at = Cloth::place(x, y);
                if at.distance(at.clamp(Vec2::ZERO, size)) == 0.0 || covers > 0.96 {
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
