//! What one has of something, drawn as a bar.

use bevy_egui::egui::{Align2, Color32, Sense, Ui, Vec2};

use super::{paint, theme};
use crate::battle::Gauge;

/// A wide bar with label and figures in it.
pub(super) fn gauge(ui: &mut Ui, gauge: &Gauge, height: f32) {
    coloured(ui, gauge, height, paint::health_under_text(gauge.now, gauge.max));
}

/// The same in a colour of its own.
pub(super) fn coloured(ui: &mut Ui, gauge: &Gauge, height: f32, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    paint::bar(painter, rect, gauge.now, gauge.max, colour);
    let size = height * 0.62;
    let inner = rect.shrink2(Vec2::new(6.0, 0.0));
    painter.text(inner.left_center(), Align2::LEFT_CENTER, &gauge.label, theme::body(size), theme::PAPER);
    let figures = format!("{} / {}", gauge.now, gauge.max);
    painter.text(inner.right_center(), Align2::RIGHT_CENTER, figures, theme::body(size), theme::PAPER);
}
