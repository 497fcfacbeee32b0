//! A level's map as a small picture, put together from the baked drawings: ground, walls, things, who stands where.

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};

use super::pictures::Pictures;
use super::theme;
use crate::battle::SideId;
use crate::grid::Square;
use crate::gui::art::SQUARE;
use crate::gui::settings::{SidePalette, side_shape};
use crate::level::{Door, Level, Light, Object};

/// Draws a level with so many pixels a square.
pub fn draw(level: &Level, pictures: &Pictures, pixels: u32, palette: SidePalette) -> RgbaImage {
    let (width, height) = (u32::from(level.board.width()), u32::from(level.board.height()));
    let mut out = RgbaImage::from_pixel(width * pixels, height * pixels, Rgba([0x4d, 0x4c, 0x4e, 255]));
    let wall = |x: i64, y: i64| {
        x < 0
            || y < 0
            || level
                .terrain_at(Square::new(x as i16, y as i16))
                .is_none_or(|terrain| terrain.solid)
    };
    let mut cache: std::collections::BTreeMap<(String, usize), Option<RgbaImage>> = std::collections::BTreeMap::new();
    for y in 0..height {
        for x in 0..width {
            let at = Square::new(x as i16, y as i16);
            let Some(terrain) = level.terrain_at(at) else { continue };
            let (left, top) = (i64::from(x * pixels), i64::from(y * pixels));
            let (col, row) = (i64::from(x), i64::from(y));
            let (grid, name, which) = if terrain.solid {
                let sides = [
                    wall(col, row - 1),
                    wall(col + 1, row),
                    wall(col, row + 1),
                    wall(col - 1, row),
                ];
                let case = sides.iter().enumerate().map(|(bit, &is)| usize::from(is) << bit).sum();
                ("walls", format!("{}/a", terrain.art), case)
            } else {
                ("ground", terrain.art.clone(), scatter(x, y))
            };
            let tile = cache.entry((format!("{grid}:{name}"), which)).or_insert_with(|| {
                let tile = pictures.tile(grid, &name, which).or_else(|| {
                    let plain = if terrain.solid { "wall/a" } else { "floor" };
                    pictures.tile(grid, plain, which)
                })?;
                Some(imageops::resize(&tile, pixels, pixels, FilterType::Triangle))
            });
            match tile {
                Some(tile) => imageops::overlay(&mut out, tile, left, top),
                None => fill(&mut out, left, top, pixels, plain(terrain.solid, terrain.water.0 > 0)),
            }
            if !terrain.solid && (wall(col, row - 1) || wall(col - 1, row)) {
                shade(&mut out, left, top, pixels, 30);
            }
            match level.board.get(at).map(|cell| cell.light) {
                Some(Light::Dim) => shade(&mut out, left, top, pixels, 60),
                Some(Light::Dark) => shade(&mut out, left, top, pixels, 130),
                _ => {}
            }
        }
    }
    for object in &level.objects {
        stand(&mut out, level, object, pictures, pixels);
    }
    for creature in level.creatures.iter().filter(|creature| creature.arrives.is_none()) {
        let side = level.sides.iter().position(|side| side.id == creature.side);
        let side = SideId(side.unwrap_or(0) as u8);
        let colour = Rgba(theme::side_colour(palette, side.0).to_array());
        let corner = (
            i64::from(creature.at.x) * i64::from(pixels),
            i64::from(creature.at.y) * i64::from(pixels),
        );
        let portrait = pictures.cut(&format!("tokens/{}", creature.kind));
        let ring = pictures.cut(&format!("rings/{}", side_shape(side)));
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

/// Draws an object as the board does: doors by how they lie, what is taller than its squares on their lower edge.
fn stand(out: &mut RgbaImage, level: &Level, object: &Object, pictures: &Pictures, pixels: u32) {
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
        let name = object.door.map_or_else(
            || format!("objects/{}", object.art),
            |state| door(level, object, at, state),
        );
        let Some(piece) = pictures.cut(&name) else { continue };
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
    let made = if object.material == "metal" { "metal" } else { "wood" };
    let lies = if beside(-1) || beside(1) {
        "horizontal"
    } else {
        "vertical"
    };
    let state = if state == Door::Open { "open" } else { "closed" };
    format!("objects/door-{made}-{lies}-{state}")
}

/// A number that looks like chance, by square.
fn scatter(x: u32, y: u32) -> usize {
    let mixed = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d);
    (mixed >> 16) as usize
}

fn plain(solid: bool, water: bool) -> Rgba<u8> {
    match (solid, water) {
        (true, _) => Rgba([0x34, 0x34, 0x38, 255]),
        (_, true) => Rgba([0x3f, 0x6d, 0x86, 255]),
        _ => Rgba([0x8f, 0x8d, 0x86, 255]),
    }
}

fn fill(out: &mut RgbaImage, left: i64, top: i64, size: u32, colour: Rgba<u8>) {
    each(out, left, top, size, |pixel| *pixel = colour);
}

/// Darkens a square.
fn shade(out: &mut RgbaImage, left: i64, top: i64, size: u32, by: u8) {
    each(out, left, top, size, |pixel| {
        for part in &mut pixel.0[..3] {
            *part = (u16::from(*part) * u16::from(255 - by) / 255) as u8;
        }
    });
}

fn each(out: &mut RgbaImage, left: i64, top: i64, size: u32, mut change: impl FnMut(&mut Rgba<u8>)) {
    for y in top..top + i64::from(size) {
        for x in left..left + i64::from(size) {
            if let Some(pixel) = out.get_pixel_mut_checked(x as u32, y as u32) {
                change(pixel);
            }
        }
    }
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
