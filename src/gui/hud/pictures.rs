//! Portraits, icons and map thumbnails for panels: cut from the baked atlas into textures that egui owns.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bevy::prelude::Resource;
use bevy_egui::egui::{
    self, Color32, ColorImage, Painter, Pos2, Rect, Stroke, TextureHandle, TextureId, TextureOptions, Vec2,
};
use image::RgbaImage;
use serde::Deserialize;

use super::{paint, theme};
use crate::gui::art;
use crate::gui::settings::SidePalette;

const ALL: Rect = Rect {
    min: Pos2::ZERO,
    max: Pos2::new(1.0, 1.0),
};

#[derive(Default, Deserialize)]
struct Atlas {
    grids: BTreeMap<String, GridSheet>,
    pieces: Pieces,
}

#[derive(Default, Deserialize)]
struct GridSheet {
    columns: u32,
    tiles: BTreeMap<String, Vec<u32>>,
}

#[derive(Default, Deserialize)]
struct Pieces {
    rects: BTreeMap<String, [u32; 4]>,
}

/// The drawings of panels.
#[derive(Resource, Default)]
pub struct Pictures {
    atlas: Atlas,
    /// The sheets that are being cut from; read when they are needed, and forgotten when a battle begins.
    sheets: Mutex<BTreeMap<String, Arc<RgbaImage>>>,
    /// By name: small and large.
    textures: BTreeMap<String, [TextureHandle; 2]>,
}

impl Pictures {
    /// Prepares portraits and icons.
    pub fn load(context: &egui::Context) -> Self {
        let mut out = Self {
            atlas: serde_json::from_str(art::MANIFEST).expect("the baked manifest should be sound"),
            ..Self::default()
        };
        let names: Vec<String> = out
            .atlas
            .pieces
            .rects
            .keys()
            .filter(|name| {
                ["tokens/", "icons/", "badges/"]
                    .iter()
                    .any(|folder| name.starts_with(folder))
            })
            .cloned()
            .collect();
        for name in names {
            let Some(large) = out.cut(&name) else { continue };
            let (width, height) = large.dimensions();
            let small = image::imageops::resize(
                &large,
                (width / 3).max(1),
                (height / 3).max(1),
                image::imageops::FilterType::Triangle,
            );
            let textures = [(small, "small"), (large, "large")].map(|(picture, size)| {
                context.load_texture(format!("{name} {size}"), colour_image(&picture), TextureOptions::LINEAR)
            });
            out.textures.insert(name, textures);
        }
        out.forget();
        out
    }

    /// A sheet at 64 pixels a square; `None` for a name that is none.
    fn sheet(&self, name: &str) -> Option<Arc<RgbaImage>> {
        let mut sheets = self.sheets.lock().expect("nobody should panic while reading a sheet");
        if let Some(known) = sheets.get(name) {
            return Some(known.clone());
        }
        let sheet = Arc::new(image::load_from_memory(art::small_sheet(name)).ok()?.into_rgba8());
        sheets.insert(name.to_string(), sheet.clone());
        Some(sheet)
    }

    /// Lets go of what is only needed for cutting.
    pub fn forget(&self) {
        self.sheets
            .lock()
            .expect("nobody should panic while reading a sheet")
            .clear();
    }

    /// A piece cut out of the sheet, at 64 pixels a square.
    pub fn cut(&self, name: &str) -> Option<RgbaImage> {
        let &[x, y, width, height] = self.atlas.pieces.rects.get(name)?;
        let sheet = self.sheet("pieces")?;
        (x + width <= sheet.width() && y + height <= sheet.height())
            .then(|| image::imageops::crop_imm(&*sheet, x, y, width, height).to_image())
    }

    /// A tile of a grid by its thing's name, variant or case, at 64 pixels.
    pub fn tile(&self, grid: &str, name: &str, which: usize) -> Option<RgbaImage> {
        let layout = self.atlas.grids.get(grid)?;
        let tiles = layout.tiles.get(name)?;
        let index = *tiles.get(which % tiles.len().max(1))?;
        let picture = self.sheet(grid)?;
        let (x, y) = (index % layout.columns * 64, index / layout.columns * 64);
        (x + 64 <= picture.width() && y + 64 <= picture.height())
            .then(|| image::imageops::crop_imm(&*picture, x, y, 64, 64).to_image())
    }

    /// The texture of a portrait, icon or badge, fit for drawing at so many points.
    pub fn piece(&self, name: &str, points: f32) -> Option<(TextureId, Rect)> {
        let [small, large] = self.textures.get(name)?;
        let texture = if points * 1.3 > small.size()[0] as f32 {
            large
        } else {
            small
        };
        Some((texture.id(), ALL))
    }

    /// Draws a creature's portrait in a coin with its side's ring.
    pub fn portrait(&self, painter: &Painter, rect: Rect, kind: &str, side: u8, palette: SidePalette, faded: bool) {
        let centre = rect.center();
        let radius = rect.width() / 2.0;
        let colour = theme::side_colour(palette, side);
        let paper = if faded {
            theme::LIFTED
        } else {
            Color32::from_rgb(0xd9, 0xc8, 0xa5)
        };
        let ring = Stroke::new((radius * 0.14).max(2.0), colour);
        paint::side_shape(painter, centre, radius * 0.88, side, paper, ring);
        let tint = if faded {
            Color32::from_rgb(0x88, 0x84, 0x80)
        } else {
            Color32::WHITE
        };
        let inner = Rect::from_center_size(centre, Vec2::splat(rect.width() * 0.86));
        let known = self.piece(&format!("tokens/{kind}"), inner.width());
        if let Some((texture, uv)) = known.or_else(|| self.piece("tokens/unknown", inner.width())) {
            painter.image(texture, inner, uv, tint);
        } else {
            let initial: String = kind.chars().take(1).flat_map(char::to_uppercase).collect();
            painter.text(
                centre,
                egui::Align2::CENTER_CENTER,
                initial,
                theme::body(radius),
                theme::INK,
            );
        }
    }
}

/// A picture as egui takes it.
pub fn colour_image(picture: &RgbaImage) -> ColorImage {
    let size = [picture.width() as usize, picture.height() as usize];
    ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
}
