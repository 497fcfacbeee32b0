//! A level's map as a small picture, put together from the baked drawings: ground, walls, things, who stands where.

use std::collections::BTreeMap;

use bevy_egui::egui;
use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};

use super::pictures::Pictures;
use super::theme;
use crate::battle::{Map, SideId};
use crate::grid::{Edge, Square};
use crate::gui::app::settings::{SidePalette, side_shape};
use crate::gui::board::art;
use crate::gui::board::art::{Fineness, picture};
use crate::gui::board::map;
use crate::gui::board::world_coords::SQUARE;
use crate::level::{Door, Level, Object};

/// Draws a picture as large as fits into a frame.
pub(super) fn fit(painter: &egui::Painter, texture: &egui::TextureHandle, frame: egui::Rect) {
    let size = texture.size_vec2();
    let scale = (frame.width() / size.x).min(frame.height() / size.y);
    let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::Pos2::new(1.0, 1.0));
    painter.image(
        texture.id(),
        egui::Rect::from_center_size(frame.center(), size * scale),
        whole,
        egui::Color32::WHITE,
    );
}

/// A level's map as a texture of this name.
pub(super) fn texture(
    context: &egui::Context,
    name: String,
    level: &Level,
    pictures: &Pictures,
    palette: SidePalette,
) -> egui::TextureHandle {
    let across = u32::from(level.board.width().max(level.board.height()));
    let pixels = (640 / across.max(1)).clamp(8, 40);
    let drawn = draw(level, pictures, pixels, palette);
    context.load_texture(name, art::colour_image(&drawn), egui::TextureOptions::LINEAR)
}

/// Draws a level with so many pixels a square.
pub(super) fn draw(level: &Level, pictures: &Pictures, pixels: u32, palette: SidePalette) -> RgbaImage {
    let map = Map::new(level);
    let (width, height) = map.size();
    let (width, height) = (u32::from(width), u32::from(height));
    let mut out = RgbaImage::from_pixel(width * pixels, height * pixels, VOID);
    let closed = |at: Square| {
        let mut doors = level.objects.iter().filter(|object| object.squares.contains(&at));
        doors.any(|object| object.door.is_some_and(|state| state != Door::Open))
    };
    let mut tiles: BTreeMap<(&str, u32), Option<RgbaImage>> = BTreeMap::new();
    for layer in map::layers(&map, pictures.manifest(), closed) {
        let [left, top] = (layer.first.to_array()).map(|middle| ((middle - 0.5) * pixels as f32).floor() as i64);
        for &(x, y, number) in layer.tiles.iter().filter(|(_, _, number)| *number > 0) {
            let tile = tiles.entry((layer.sheet, number)).or_insert_with(|| {
                let tile = pictures.tile((layer.sheet, number))?;
                Some(imageops::resize(&tile, pixels, pixels, FilterType::Triangle))
            });
            if let Some(tile) = tile {
                imageops::overlay(&mut out, tile, left + i64::from(x * pixels), top + i64::from(y * pixels));
            }
        }
    }
    for at in level.board.squares() {
        if map.terrain(at).is_some_and(|terrain| terrain.art == "void") {
            fill(&mut out, at, pixels);
        }
    }
    for object in &level.objects {
        stand(&mut out, level, object, pixels);
    }
    stand_between(&mut out, &map, level, pixels);
    if let Some(shade) = map::shade(&map, |_| false) {
        let shade = imageops::resize(&shade, out.width(), out.height(), FilterType::Triangle);
        imageops::overlay(&mut out, &tinted(&shade, opaque(map::NIGHT)), 0, 0);
    }
    for creature in level.creatures.iter().filter(|creature| creature.arrives.is_none()) {
        let side = level.sides.iter().position(|side| side.id == creature.side);
        let side = SideId(side.unwrap_or(0) as u8);
        let colour = Rgba(theme::side_colour(palette, side.0).to_array());
        let corner = (i64::from(creature.at.x) * i64::from(pixels), i64::from(creature.at.y) * i64::from(pixels));
        let portrait = picture(&format!("tokens/{}", creature.kind), Fineness::Small);
        let ring = picture(&format!("rings/{}", side_shape(side)), Fineness::Small);
        if let (Some(portrait), Some(ring), true) = (&portrait, &ring, pixels >= RINGS) {
            put(&mut out, portrait, corner, pixels);
            put(&mut out, &tinted(ring, colour), corner, pixels);
        } else {
            coin(&mut out, corner, pixels, colour);
            let size = (pixels * 4 / 5).max(1);
            let edge = i64::from((pixels - size) / 2);
            if let Some(portrait) = &portrait {
                put(&mut out, portrait, (corner.0 + edge, corner.1 + edge), size);
            }
        }
    }
    out
}

/// From so many pixels a square a side's ring is seen around a portrait; below, the whole coin is of its colour.
const RINGS: u32 = 16;

fn put(out: &mut RgbaImage, piece: &RgbaImage, (left, top): (i64, i64), size: u32) {
    let small = imageops::resize(piece, size, size, FilterType::Triangle);
    imageops::overlay(out, &small, left, top);
}

fn tinted(piece: &RgbaImage, tint: Rgba<u8>) -> RgbaImage {
    let mut piece = piece.clone();
    for pixel in piece.pixels_mut() {
        for (part, by) in pixel.0.iter_mut().zip(tint.0) {
            *part = (u16::from(*part) * u16::from(by) / 255) as u8;
        }
    }
    piece
}

/// Draws what stands between squares as the board does.
fn stand_between(out: &mut RgbaImage, map: &Map, level: &Level, pixels: u32) {
    // Before a battle nothing is a thing of its own; how doors stand the level says.
    let state = |edge: Edge| {
        let object = level.objects.iter().find(|object| object.edge == Some(edge));
        object.and_then(|object| object.door)
    };
    let whole = |squares: f32| (squares * pixels as f32).round() as i64;
    for (edge, strokes) in map::edges_standing(map, state) {
        for stroke in &strokes {
            let ([left, top], [wide, high]) = map::edge_place(edge, stroke);
            let (left, top) = (whole(left), whole(top));
            let size = (whole(wide).max(1) as u32, whole(high).max(1) as u32);
            let piece = RgbaImage::from_pixel(size.0, size.1, Rgba(stroke.colour));
            imageops::overlay(out, &piece, left, top);
        }
    }
}

/// Draws an object as the board does: doors by how they lie, what is taller than its squares on their lower edge.
fn stand(out: &mut RgbaImage, level: &Level, object: &Object, pixels: u32) {
    let (Some(first), Some(last)) = (object.squares.first(), object.squares.last()) else {
        return;
    };
    let (across, down) = (last.x - first.x + 1, last.y - first.y + 1);
    let blocks: Vec<(Square, i16, i16)> = if across > 1 && down > 1 && object.door.is_none() {
        vec![(*first, across, down)]
    } else {
        object.squares.iter().map(|at| (*at, 1, 1)).collect()
    };
    for (at, across, down) in blocks {
        let name =
            object.door.map_or_else(|| format!("objects/{}", object.art), |state| door(level, object, at, state));
        let Some(piece) = picture(&name, Fineness::Small) else {
            continue;
        };
        let room = across as u32 * pixels;
        let tall = piece.width() > SQUARE as u32 && across == 1;
        let wide = if tall { room * 17 / 10 } else { room };
        let high = (piece.height() * wide / piece.width()).max(1);
        let small = imageops::resize(&piece, wide, high, FilterType::Triangle);
        let left = i64::from(at.x) * i64::from(pixels) - i64::from(wide - room) / 2;
        let foot = i64::from(at.y + down) * i64::from(pixels);
        imageops::overlay(out, &small, left, foot - i64::from(high));
    }
}

/// The drawing of a door.
fn door(level: &Level, object: &Object, at: Square, state: Door) -> String {
    let wall = |other: Square| level.terrain_at(other).is_some_and(|terrain| terrain.solid);
    let beside = |dx| wall(at.offset(dx, 0)) || object.squares.contains(&at.offset(dx, 0));
    art::door(&object.material, beside(-1) || beside(1), state)
}

/// What is no part of the board.
const VOID: Rgba<u8> = opaque([0x1d, 0x19, 0x18]);

const fn opaque([red, green, blue]: [u8; 3]) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

fn fill(out: &mut RgbaImage, at: Square, pixels: u32) {
    let square = RgbaImage::from_pixel(pixels, pixels, VOID);
    imageops::replace(out, &square, i64::from(at.x) * i64::from(pixels), i64::from(at.y) * i64::from(pixels));
}

/// A round mark in a side's colour.
fn coin(out: &mut RgbaImage, (left, top): (i64, i64), pixels: u32, colour: Rgba<u8>) {
    let radius = pixels as f32 / 2.0;
    for y in 0..pixels {
        for x in 0..pixels {
            let (dx, dy) = (x as f32 + 0.5 - radius, y as f32 + 0.5 - radius);
            if dx.hypot(dy) <= radius
                && let Some(pixel) =
                    out.get_pixel_mut_checked((left + i64::from(x)) as u32, (top + i64::from(y)) as u32)
            {
                *pixel = colour;
            }
        }
    }
}
