//! The baked sheets, read from picture files into textures.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor, TextureViewDimension,
};
use bevy_egui::egui;
use image::RgbaImage;
use image::imageops::crop_imm;

use crate::gui::board::world_coords::SQUARE;

/// The most layers that any graphics card must be able to hold in a texture array.
pub(in crate::gui) const LAYERS: usize = 256;

/// Pixels across the smallest copy of a tile, for who looks from afar.
const SMALLEST: u32 = 16;

/// How finely something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) enum Fineness {
    /// At 64 pixels a square.
    Small,
    /// At 128 pixels a square.
    Sharp,
}

impl Fineness {
    /// Pixels for a pixel of what is small.
    pub(crate) fn scale(self) -> u32 {
        match self {
            Self::Small => 1,
            Self::Sharp => 2,
        }
    }
}

/// The file of a sheet; `None` for a name that is none.
fn file(name: &str, fineness: Fineness) -> Option<&'static [u8]> {
    macro_rules! sheet {
        ($name:literal) => {
            match fineness {
                Fineness::Small => {
                    &include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/baked/", $name, "-64.png"))[..]
                }
                Fineness::Sharp => {
                    &include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/baked/", $name, "-128.png"))[..]
                }
            }
        };
    }
    Some(match name {
        "ground" => sheet!("ground"),
        "edges" => sheet!("edges"),
        "walls" => sheet!("walls"),
        "marks" => sheet!("marks"),
        _ => return None,
    })
}

/// The sheets at 64 pixels a square, decoded when they are asked for and kept until nobody needs them for a while.
#[derive(Clone, Default)]
pub(in crate::gui) struct Sheets(Arc<Mutex<BTreeMap<&'static str, Arc<RgbaImage>>>>);

impl Sheets {
    /// A sheet by name; `None` for a name that is none.
    pub(crate) fn get(&self, name: &'static str) -> Option<Arc<RgbaImage>> {
        let bytes = file(name, Fineness::Small)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(known.entry(name).or_insert_with(|| Arc::new(read(bytes))).clone())
    }

    /// A tile by its number.
    pub(crate) fn tile(&self, (sheet, number): Tile) -> Option<RgbaImage> {
        cut(&*self.get(sheet)?, number, SQUARE as u32)
    }

    /// Lets go of all of them.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// A tile of a sheet whose tiles are so many pixels wide.
fn cut(sheet: &RgbaImage, number: u32, edge: u32) -> Option<RgbaImage> {
    let columns = sheet.width() / edge;
    let (x, y) = (number % columns * edge, number / columns * edge);
    (y + edge <= sheet.height()).then(|| crop_imm(sheet, x, y, edge, edge).to_image())
}

/// A tile: the name of its sheet and its number there.
pub(crate) type Tile = (&'static str, u32);

/// The sheets, read on a thread of their own while the graphics driver starts.
#[derive(Resource)]
pub(in crate::gui) struct Reading(pub(in crate::gui) JoinHandle<Read>);

/// What was read.
pub(in crate::gui) struct Read {
    pub sheets: Sheets,
    pub marks: Image,
}

/// Begins to read the sheets.
pub(in crate::gui) fn begin() -> Reading {
    Reading(std::thread::spawn(|| {
        let sheets = Sheets::default();
        let [marks, ..] =
            ["marks", "ground", "edges", "walls"].map(|name| sheets.get(name).expect("the sheet is baked"));
        Read { marks: texture(marks.as_ref().clone(), 1), sheets }
    }))
}

/// The sheet of washes at twice the size.
pub(in crate::gui) fn sharp_marks() -> Image {
    let bytes = file("marks", Fineness::Sharp).expect("the sheet is baked");
    texture(read(bytes), 2)
}

/// A picture as egui takes it.
pub(in crate::gui) fn colour_image(picture: &RgbaImage) -> egui::ColorImage {
    let size = [picture.width() as usize, picture.height() as usize];
    egui::ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
}

/// Tiles at 128 pixels a square.
pub(in crate::gui) fn sharp_tiles(tiles: &[Tile]) -> Vec<RgbaImage> {
    let edge = SQUARE as u32 * 2;
    let mut sheets: BTreeMap<&str, RgbaImage> = BTreeMap::new();
    let tile = |&(name, number): &Tile| {
        let bytes = file(name, Fineness::Sharp)?;
        cut(sheets.entry(name).or_insert_with(|| read(bytes)), number, edge)
    };
    let tiles = tiles.iter().map(tile);
    tiles.map(|tile| tile.unwrap_or_else(|| RgbaImage::new(edge, edge))).collect()
}

/// Tiles as a texture array that tilemaps draw from as it is, each with its smaller copies after it.
pub(in crate::gui) fn array(mut tiles: Vec<RgbaImage>) -> Image {
    let edge = tiles.first().map_or(SMALLEST, RgbaImage::width);
    let levels = (edge / SMALLEST).ilog2() + 1;
    // OpenGL would take one layer for a plain texture and six for a cube.
    if tiles.len() == 1 || tiles.len().is_multiple_of(6) {
        tiles.push(RgbaImage::new(edge, edge));
    }
    let size = Extent3d { width: edge, height: edge, depth_or_array_layers: tiles.len() as u32 };
    let mut data = Vec::with_capacity(tiles.len() * (edge * edge * 4) as usize * 4 / 3 + 64);
    for tile in tiles {
        data.append(&mut with_smaller(tile, levels));
    }
    let mut out = uploaded_once(size, levels, data);
    // Else the tilemaps would ask for it, and the array be put into place twice.
    out.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    out.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::D2Array), ..default() });
    out
}

/// A picture as a texture, with its smaller copies, so that it stays smooth when the board is looked at from afar.
pub(crate) fn texture(picture: RgbaImage, levels: u32) -> Image {
    let (width, height) = picture.dimensions();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    uploaded_once(size, levels, with_smaller(picture, levels))
}

/// A texture that the graphics card holds and nobody else.
fn uploaded_once(size: Extent3d, levels: u32, data: Vec<u8>) -> Image {
    let mut out =
        Image::new_uninit(size, TextureDimension::D2, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    out.texture_descriptor.mip_level_count = levels;
    // What is put in its place later makes a new texture. Into one that may be written to, Bevy would write the large copy and leave the
    // smaller ones as they were: seen from afar, what is new on it would be missing.
    out.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING;
    out.data = Some(data);
    // One copy is looked up, not two with what is between them: that is sharper at most distances, and a tenth of a frame in software.
    out.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Nearest,
        ..ImageSamplerDescriptor::linear()
    });
    out
}

/// The bytes of a picture and of its smaller copies, each half as large as the one before.
fn with_smaller(picture: RgbaImage, levels: u32) -> Vec<u8> {
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
    data
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

/// The picture in a file that is part of the program.
pub(in crate::gui) fn read(bytes: &[u8]) -> RgbaImage {
    image::load_from_memory(bytes).expect("a baked sheet should be a picture").into_rgba8()
}
