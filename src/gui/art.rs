//! The baked drawings by name. They are part of the program, so playing needs no folder beside it.

use std::collections::BTreeMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};
use serde::Deserialize;

use crate::grid::Square;

/// The most layers that any graphics card must be able to hold in a texture array: so many tiles a sheet of a tilemap may have.
pub const LAYERS: u32 = 256;

/// Edge of a square in world units, which are pixels of the small sheets.
pub const SQUARE: f32 = 64.0;

/// What lies where in the sheets.
pub(super) const MANIFEST: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/baked/atlas.json"));

macro_rules! sheet {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/baked/", $name, ".png"))
    };
}

/// A sheet at 64 pixels a square, as a picture file; empty for a name that is none.
pub(super) fn small_sheet(name: &str) -> &'static [u8] {
    match name {
        "ground" => sheet!("ground-64"),
        "edges" => sheet!("edges-64"),
        "walls" => sheet!("walls-64"),
        "marks" => sheet!("marks-64"),
        "pieces" => sheet!("pieces-64"),
        _ => &[],
    }
}

/// The sheets, read on a thread of their own while the graphics driver starts.
#[derive(Resource)]
pub(super) struct Reading(std::thread::JoinHandle<Read>);

/// What was read: the sheets of tiles in parts, and those of sprites with their smaller copies.
struct Read {
    tiles: [Vec<Image>; 4],
    marks: Image,
    pieces: Image,
}

/// Begins to read the sheets.
pub(super) fn begin() -> Reading {
    Reading(std::thread::spawn(|| {
        let tiles = |name| -> Vec<Image> {
            let parts = parts(&read(small_sheet(name)));
            parts.into_iter().map(|part| texture(part, 1)).collect()
        };
        Read {
            pieces: texture(read(sheet!("pieces-128")), 4),
            marks: texture(read(sheet!("marks-128")), 2),
            tiles: ["ground", "edges", "walls", "marks"].map(tiles),
        }
    }))
}

pub(super) fn plugin(app: &mut App) {
    let manifest: Manifest = serde_json::from_str(MANIFEST).expect("the baked manifest should be sound");
    let Reading(reading) = app.world_mut().remove_resource().unwrap_or_else(begin);
    let read = reading.join().expect("the baked sheets should be readable");
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let [ground, edges, walls, marks_grid] = read
        .tiles
        .map(|parts| parts.into_iter().map(|part| images.add(part)).collect());
    let sheets = Sheets {
        ground,
        edges,
        walls,
        marks_grid,
        marks: images.add(read.marks),
        pieces: images.add(read.pieces),
    };
    let texture = app
        .world_mut()
        .resource_mut::<EguiUserTextures>()
        .add_image(EguiTextureHandle::Strong(sheets.pieces.clone()));
    app.insert_resource(Art {
        manifest,
        sheets,
        texture,
    });
}

#[derive(Deserialize)]
struct Manifest {
    kinds: Vec<String>,
    grids: BTreeMap<String, Tiles>,
    pieces: Pieces,
}

#[derive(Deserialize)]
struct Tiles {
    columns: u32,
    tiles: BTreeMap<String, Vec<u32>>,
}

#[derive(Deserialize)]
struct Pieces {
    size: [f32; 2],
    rects: BTreeMap<String, [f32; 4]>,
}

/// The sheets as textures; those for tilemaps in parts, see [`in_part`].
pub struct Sheets {
    /// Grounds, for tilemaps.
    pub ground: Vec<Handle<Image>>,
    /// Their borders, for tilemaps.
    pub edges: Vec<Handle<Image>>,
    /// Walls, ledges and their shadows, for tilemaps.
    pub walls: Vec<Handle<Image>>,
    /// Washes, for tilemaps.
    pub marks_grid: Vec<Handle<Image>>,
    /// Washes, for sprites.
    pub marks: Handle<Image>,
    /// Everything that stands, moves or floats.
    pub pieces: Handle<Image>,
}

/// The drawings.
#[derive(Resource)]
pub struct Art {
    manifest: Manifest,
    /// The sheets.
    pub sheets: Sheets,
    texture: egui::TextureId,
}

impl Art {
    /// The kinds of ground, lowest first.
    pub fn grounds(&self) -> &[String] {
        &self.manifest.kinds
    }

    /// The tile of a grid: the variant or the case `index` of a thing; 0 (nothing) when there is none.
    pub fn tile(&self, grid: &str, name: &str, index: usize) -> u32 {
        self.tiles(grid, name).get(index).copied().unwrap_or(0)
    }

    /// All tiles of a thing.
    pub fn tiles(&self, grid: &str, name: &str) -> &[u32] {
        self.manifest
            .grids
            .get(grid)
            .and_then(|grid| grid.tiles.get(name))
            .map_or(&[], Vec::as_slice)
    }

    /// A piece as a sprite of its natural size; nothing when it was not drawn yet.
    pub fn sprite(&self, name: &str) -> Option<Sprite> {
        let [x, y, width, height] = *self.manifest.pieces.rects.get(name)?;
        Some(Sprite {
            image: self.sheets.pieces.clone(),
            rect: Some(Rect::new(x * 2.0, y * 2.0, (x + width) * 2.0, (y + height) * 2.0)),
            custom_size: Some(Vec2::new(width, height)),
            ..default()
        })
    }

    /// A wash that fills a square, tinted.
    pub fn mark(&self, name: &str, index: usize, colour: Color) -> Option<Sprite> {
        let grid = self.manifest.grids.get("marks")?;
        let tile = *grid.tiles.get(name)?.get(index)?;
        if tile == 0 && name == "contour" {
            return None;
        }
        let at = Vec2::new((tile % grid.columns) as f32, (tile / grid.columns) as f32) * 128.0;
        Some(Sprite {
            image: self.sheets.marks.clone(),
            color: colour,
            rect: Some(Rect::from_corners(at, at + Vec2::splat(128.0))),
            custom_size: Some(Vec2::splat(SQUARE)),
            ..default()
        })
    }

    /// Whether a piece was drawn.
    pub fn has(&self, name: &str) -> bool {
        self.manifest.pieces.rects.contains_key(name)
    }

    /// A piece for egui's painter: texture and the part of it, with the natural size in points.
    pub fn piece(&self, name: &str) -> Option<(egui::TextureId, egui::Rect, egui::Vec2)> {
        let [x, y, width, height] = *self.manifest.pieces.rects.get(name)?;
        let [w, h] = self.manifest.pieces.size;
        let uv = egui::Rect::from_min_max(egui::pos2(x / w, y / h), egui::pos2((x + width) / w, (y + height) / h));
        Some((self.texture, uv, egui::vec2(width, height)))
    }

    /// A piece as an egui image of this height in points.
    pub fn icon(&self, name: &str, height: f32) -> Option<egui::Image<'static>> {
        let (texture, uv, size) = self.piece(name)?;
        let size = size * (height / size.y);
        Some(egui::Image::new(egui::load::SizedTexture::new(texture, size)).uv(uv))
    }

    /// The portrait of a creature kind: its own drawing, or that of an unknown.
    pub fn portrait(&self, kind: &str) -> String {
        let name = format!("tokens/{kind}");
        if self.has(&name) { name } else { "tokens/unknown".into() }
    }
}

/// A number for a square that looks random and is always the same.
pub fn scatter(at: Square, salt: u32) -> u32 {
    let mut hash = (i32::from(at.x) as u32).wrapping_mul(0x9e37_79b1)
        ^ (i32::from(at.y) as u32).wrapping_mul(0x85eb_ca77)
        ^ salt.wrapping_mul(0xc2b2_ae3d);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2c1b_3c6d);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297a_2d39);
    hash ^ (hash >> 15)
}

/// Where a tile of a sheet is: in which part, and there as which tile. Every part begins with the empty tile.
pub fn in_part(tile: u32) -> (usize, u32) {
    match tile.checked_sub(1) {
        None => (0, 0),
        Some(place) => ((place / (LAYERS - 1)) as usize, place % (LAYERS - 1) + 1),
    }
}

/// A sheet of tiles of the small bake in parts that have no more than [`LAYERS`] tiles.
fn parts(sheet: &image::RgbaImage) -> Vec<image::RgbaImage> {
    let edge = SQUARE as u32;
    let (columns, rows) = (sheet.width() / edge, sheet.height() / edge);
    if columns * rows <= LAYERS {
        return vec![sheet.clone()];
    }
    let (across, whole) = (16, columns * rows);
    let mut out: Vec<image::RgbaImage> = Vec::new();
    for tile in 0..whole {
        let (part, place) = in_part(tile);
        if part == out.len() {
            let left = whole - part as u32 * (LAYERS - 1);
            let down = (left + 1).min(LAYERS).div_ceil(across);
            out.push(image::RgbaImage::new(across * edge, down * edge));
        }
        let from = image::imageops::crop_imm(sheet, tile % columns * edge, tile / columns * edge, edge, edge);
        let (x, y) = (place % across * edge, place / across * edge);
        image::imageops::replace(&mut out[part], &from.to_image(), i64::from(x), i64::from(y));
    }
    out
}

fn read(bytes: &[u8]) -> image::RgbaImage {
    image::load_from_memory(bytes)
        .expect("a baked sheet should be a picture")
        .into_rgba8()
}

/// A picture as a texture, with its smaller copies, so that it stays smooth when the board is looked at from afar.
pub fn texture(picture: image::RgbaImage, levels: u32) -> Image {
    let (width, height) = picture.dimensions();
    let mut data = picture.into_raw();
    // All copies together are a third of the picture.
    data.reserve_exact(if levels > 1 { data.len() / 3 + 64 } else { 0 });
    let mut last = (0, width as usize, height as usize);
    for _ in 1..levels {
        let (smaller, w, h) = half(&data[last.0..], last.1, last.2);
        last = (data.len(), w, h);
        data.extend_from_slice(&smaller);
    }
    let size = Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    let mut out = Image::new_uninit(
        size,
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    out.texture_descriptor.mip_level_count = levels;
    out.data = Some(data);
    let sampler = bevy::image::ImageSamplerDescriptor::linear();
    out.sampler = ImageSampler::Descriptor(sampler);
    out
}

/// The picture at half the size; colours are weighed by how opaque they are.
fn half(pixels: &[u8], width: usize, height: usize) -> (Vec<u8>, usize, usize) {
    let (w, h) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = Vec::with_capacity(w * h * 4);
    let row = |y: usize| &pixels[y * width * 4..][..width * 4];
    for y in 0..h {
        let rows = [row((y * 2).min(height - 1)), row((y * 2 + 1).min(height - 1))];
        for x in 0..w {
            let (left, right) = ((x * 2).min(width - 1) * 4, (x * 2 + 1).min(width - 1) * 4);
            let four = [
                &rows[0][left..left + 4],
                &rows[0][right..right + 4],
                &rows[1][left..left + 4],
                &rows[1][right..right + 4],
            ];
            let mut sum = [0_u32; 4];
            for pixel in four {
                let alpha = u32::from(pixel[3]);
                for channel in 0..3 {
                    sum[channel] += u32::from(pixel[channel]) * alpha;
                }
                sum[3] += alpha;
            }
            let [red, green, blue, alpha] = sum;
            let mean = |sum: u32| sum.checked_div(alpha).unwrap_or(0) as u8;
            out.extend_from_slice(&[mean(red), mean(green), mean(blue), (alpha / 4) as u8]);
        }
    }
    (out, w, h)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sheet_has_more_tiles_than_a_texture_array_may_have_layers() {
        for bytes in [
            sheet!("ground-64") as &[u8],
            sheet!("edges-64"),
            sheet!("walls-64"),
            sheet!("marks-64"),
        ] {
            let whole = read(bytes);
            let parts = parts(&whole);
            let edge = SQUARE as u32;
            for part in &parts {
                let tiles = part.width() / edge * (part.height() / edge);
                assert!(tiles <= LAYERS, "{tiles} tiles");
            }
            let tile = |sheet: &image::RgbaImage, tile: u32| {
                let columns = sheet.width() / edge;
                image::imageops::crop_imm(sheet, tile % columns * edge, tile / columns * edge, edge, edge).to_image()
            };
            for number in (0..whole.width() / edge * (whole.height() / edge)).step_by(17) {
                let (part, place) = if parts.len() > 1 { in_part(number) } else { (0, number) };
                assert!(tile(&whole, number) == tile(&parts[part], place), "tile {number}");
            }
        }
    }
}
