//! The last refusal or remark.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::layout::Layout;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::theme;
use super::view::View;
use crate::gui::app::frame_pacing;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Last>().add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Notice).run_if(plays));
}

/// The notice last shown and when it came, in seconds.
#[derive(Resource, Default)]
struct Last(u32, f64);

fn draw(mut desk: Desk, mut last: ResMut<Last>) {
    desk.draw(|context, view, spot, _| show(context, view, &mut last, &spot.places));
}

/// The last refusal or remark, for a few seconds above the bar.
fn show(context: &egui::Context, view: &View, last: &mut Last, places: &Layout) {
    let Some((text, count)) = &view.session.notice else {
        return;
    };
    let now = context.input(|input| input.time);
    if last.0 != *count {
        *last = Last(*count, now);
    }
    let left = 5.0 - (now - last.1);
    if left <= 0.0 {
        return;
    }
    let width = (places.free.width() - 32.0).max(160.0);
    egui::Area::new(egui::Id::new("notice"))
        .fixed_pos(egui::Pos2::new(places.free.center().x, places.bar.min.y - 8.0))
        .pivot(egui::Align2::CENTER_BOTTOM)
        .order(egui::Order::Foreground)
        .interactable(false)
        .show(context, |ui| {
            ui.set_max_width(width.min(560.0));
            theme::loud_frame().show(ui, |ui| ui.label(egui::RichText::new(text).color(theme::PAPER)));
        });
    frame_pacing::wake_after(context, std::time::Duration::from_secs_f64(left));
}
