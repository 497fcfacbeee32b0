//! Portraits, icons and whatever else panels and overlays show of the drawings, as textures that egui owns.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, Painter, Pos2, Rect, Stroke, TextureHandle, TextureId, TextureOptions, Vec2};
use image::RgbaImage;
use image::imageops::{FilterType, resize};

use super::{paint, theme};
use crate::gui::app::settings::SidePalette;
use crate::gui::board::art::{Fineness, Manifest, Sheets, Tile, colour_image, picture};

const ALL: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1.0, 1.0) };

/// Pixels of the screen for a pixel of a small picture from which on the sharp one is shown.
const CLOSE: f32 = 1.2;

/// The drawings of panels.
#[derive(Resource)]
pub(crate) struct Pictures {
    context: egui::Context,
    manifest: Manifest,
    sheets: Sheets,
    /// Of those that were shown, by name and number of pixels across. Few ever are, and egui's textures are held three times over.
    textures: Mutex<BTreeMap<String, BTreeMap<u32, TextureHandle>>>,
}

impl Pictures {
    /// Nothing is read before it is shown.
    pub(in crate::gui) fn new(context: egui::Context, sheets: Sheets) -> Self {
        Self { context, manifest: Manifest::read(), sheets, textures: Mutex::default() }
    }

    /// A tile, at 64 pixels.
    pub(crate) fn tile(&self, tile: Tile) -> Option<RgbaImage> {
        self.sheets.tile(tile)
    }

    /// What lies where in the sheets.
    pub(in crate::gui) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The texture of a piece, fit for drawing it so many points wide.
    pub(crate) fn piece(&self, name: &str, points: f32) -> Option<(TextureId, Rect)> {
        let [across, down] = self.manifest.size(name)?;
        let pixels = points * self.context.pixels_per_point();
        let size = match () {
            () if pixels * 1.3 <= across as f32 / 3.0 => [(across / 3).max(1), (down / 3).max(1)],
            () if pixels <= across as f32 * CLOSE => [across, down],
            () => [across * 2, down * 2],
        };
        let mut textures = self.textures.lock().unwrap_or_else(PoisonError::into_inner);
        if !textures.contains_key(name) {
            textures.insert(name.to_owned(), BTreeMap::new());
        }
        let known = textures.get_mut(name)?;
        if let Some(texture) = known.get(&size[0]) {
            return Some((texture.id(), ALL));
        }
        let fineness = if size[0] > across { Fineness::Sharp } else { Fineness::Small };
        let mut picture = picture(name, fineness)?;
        if size[0] < across {
            picture = resize(&picture, size[0], size[1], FilterType::Triangle);
        }
        let texture = self.context.load_texture(name, colour_image(&picture), TextureOptions::LINEAR);
        let id = texture.id();
        known.insert(size[0], texture);
        Some((id, ALL))
    }

    /// Draws a creature's portrait in a coin with its side's ring.
    pub(crate) fn portrait(
        &self,
        painter: &Painter,
        rect: Rect,
        kind: &str,
        side: u8,
        palette: SidePalette,
        faded: bool,
    ) {
        let centre = rect.center();
        let radius = rect.width() / 2.0;
        let colour = theme::side_colour(palette, side);
        let paper = if faded { theme::LIFTED } else { Color32::from_rgb(0xd9, 0xc8, 0xa5) };
        let ring = Stroke::new((radius * 0.14).max(2.0), colour);
        paint::side_shape(painter, centre, radius * 0.88, side, paper, ring);
        let tint = if faded { Color32::from_rgb(0x88, 0x84, 0x80) } else { Color32::WHITE };
        let inner = Rect::from_center_size(centre, Vec2::splat(rect.width() * 0.86));
        let known = self.piece(&format!("tokens/{kind}"), inner.width());
        if let Some((texture, uv)) = known.or_else(|| self.piece("tokens/unknown", inner.width())) {
            painter.image(texture, inner, uv, tint);
        } else {
            let initial: String = kind.chars().take(1).flat_map(char::to_uppercase).collect();
            painter.text(centre, egui::Align2::CENTER_CENTER, initial, theme::body(radius), theme::INK);
        }
    }
}
