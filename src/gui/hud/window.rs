//! Where the board is in the window, and what panels leave free of it.

use bevy::prelude::*;
use bevy_egui::egui;

use super::layout::{self, Folds};
use crate::gui::app::settings::Settings;
use crate::gui::board::lens::{FreeArea, Lens};
use crate::gui::board::world_coords::BoardCamera;

/// What panels leave free with a bar of one row, and with one as high as it is now.
pub(super) fn tell_free_area(
    context: &egui::Context,
    folds: Folds,
    settings: &Settings,
    bars: [f32; 2],
    free: &mut ResMut<FreeArea>,
) {
    let (size, zoom) = (context.content_rect().size(), context.zoom_factor());
    let [steady, now] = bars.map(|bar| {
        let free = layout::battle(size, folds, &settings.panels, bar).free * zoom;
        Some(Rect::new(free.min.x, free.min.y, free.max.x, free.max.y))
    });
    free.set_if_neq(FreeArea { steady, now });
}

/// Where the board is in the window.
pub(super) fn lens(
    eye: &Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    context: &egui::Context,
) -> Option<Lens> {
    let (camera, place) = eye.single().ok()?;
    Lens::of(camera, place, context.zoom_factor())
}
