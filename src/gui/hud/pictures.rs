//! Portraits, icons and map thumbnails for panels: cut from the baked atlas into textures that egui owns.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, Painter, Pos2, Rect, Stroke, TextureHandle, TextureId, TextureOptions, Vec2};
use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::{paint, theme};
use crate::gui::art::{Cuts, Manifest, Sheets, Tile, colour_image};
use crate::gui::settings::SidePalette;

const ALL: Rect = Rect {
    min: Pos2::ZERO,
    max: Pos2::new(1.0, 1.0),
};

/// The drawings of panels.
#[derive(Resource)]
pub struct Pictures {
    context: egui::Context,
    manifest: Manifest,
    sheets: Sheets,
    cuts: Cuts,
    /// Of those that were shown, by name: small and large. Few ever are, and egui's textures are held three times over.
    textures: Mutex<BTreeMap<String, [Option<TextureHandle>; 2]>>,
}

impl Pictures {
    /// Prepares portraits and icons.
    pub(in crate::gui) fn new(context: egui::Context, cuts: Cuts, sheets: Sheets) -> Self {
        Self {
            context,
            manifest: Manifest::read(),
            sheets,
            cuts,
            textures: Mutex::default(),
        }
    }

    /// A piece cut out of the sheet, at 64 pixels a square.
    pub fn cut(&self, name: &str) -> Option<RgbaImage> {
        let [x, y, width, height] = self.manifest.rect(name)?;
        let sheet = self.sheets.get("pieces")?;
        (x + width <= sheet.width() && y + height <= sheet.height())
            .then(|| image::imageops::crop_imm(&*sheet, x, y, width, height).to_image())
    }

    /// A tile, at 64 pixels.
    pub fn tile(&self, tile: Tile) -> Option<RgbaImage> {
        self.sheets.tile(tile)
    }

    /// What lies where in the sheets.
    pub(in crate::gui) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The texture of a portrait, icon or badge, fit for drawing at so many points.
    pub fn piece(&self, name: &str, points: f32) -> Option<(TextureId, Rect)> {
        let cut = self.cuts.get(name)?;
        let (across, down) = ((cut.width() / 3).max(1), (cut.height() / 3).max(1));
        let large = points * 1.3 > across as f32;
        let mut textures = self.textures.lock().unwrap_or_else(PoisonError::into_inner);
        if !textures.contains_key(name) {
            textures.insert(name.to_owned(), [None, None]);
        }
        let texture = textures.get_mut(name)?[usize::from(large)].get_or_insert_with(|| {
            let picture = if large {
                colour_image(cut)
            } else {
                colour_image(&resize(cut, across, down, FilterType::Triangle))
            };
            self.context.load_texture(name, picture, TextureOptions::LINEAR)
        });
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
