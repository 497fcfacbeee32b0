//! A level's map as a small picture, put together from the baked drawings: ground, walls, things, who stands where.

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};

use super::pictures::Pictures;
use super::theme;
use crate::grid::Square;
use crate::gui::settings::SidePalette;
use crate::level::{Level, Light};

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
        let (Some(first), Some(last)) = (object.squares.first(), object.squares.last()) else {
            continue;
        };
        let (across, down) = (
            (last.x - first.x + 1).max(1) as u32,
            (last.y - first.y + 1).max(1) as u32,
        );
        let names = [
            format!("objects/{}", object.art),
            format!("objects/{}-horizontal-closed", object.art),
        ];
        if let Some(piece) = names.iter().find_map(|name| pictures.cut(name)) {
            let small = imageops::resize(&piece, across * pixels, down * pixels, FilterType::Triangle);
            imageops::overlay(
                &mut out,
                &small,
                i64::from(first.x) * i64::from(pixels),
                i64::from(first.y) * i64::from(pixels),
            );
        }
    }
    for creature in level.creatures.iter().filter(|creature| creature.arrives.is_none()) {
        let side = level
            .sides
            .iter()
            .position(|side| side.id == creature.side)
            .unwrap_or(0);
        let [red, green, blue, _] = theme::side_colour(palette, side as u8).to_array();
        coin(&mut out, creature.at, pixels, Rgba([red, green, blue, 255]));
        if let Some(piece) = pictures.cut(&format!("tokens/{}", creature.kind)) {
            let size = (pixels * 4 / 5).max(1);
            let small = imageops::resize(&piece, size, size, FilterType::Triangle);
            let edge = i64::from((pixels - size) / 2);
            let (x, y) = (
                i64::from(creature.at.x) * i64::from(pixels),
                i64::from(creature.at.y) * i64::from(pixels),
            );
            imageops::overlay(&mut out, &small, x + edge, y + edge);
        }
    }
    out
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
fn coin(out: &mut RgbaImage, at: Square, pixels: u32, colour: Rgba<u8>) {
    let (left, top) = (i64::from(at.x) * i64::from(pixels), i64::from(at.y) * i64::from(pixels));
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
