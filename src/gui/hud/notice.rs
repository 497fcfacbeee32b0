//! The last refusal or remark.

use bevy_egui::egui;

use super::layout::Layout;
use super::theme;
use super::view::View;
use crate::gui::rest;

/// The last refusal or remark, for a few seconds above the bar.
pub fn show(context: &egui::Context, view: &View, last: &mut (u32, f64), places: &Layout) {
    let Some((text, count)) = &view.session.notice else {
        return;
    };
    let now = context.input(|input| input.time);
    if last.0 != *count {
        *last = (*count, now);
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
    rest::wake_after(context, std::time::Duration::from_secs_f64(left));
}
