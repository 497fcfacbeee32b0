//! How a button of the bar looks.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align, Align2, Color32, CornerRadius, Galley, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::super::costs::cost_figure;
use super::super::view::View;
use super::super::{icons, theme};
use crate::battle::Price;

/// How high a button is.
pub(super) const HEIGHT: f32 = 46.0;
/// How large its icon is.
const ICON: f32 = 18.0;
/// The size of its key and cost.
const SMALL: f32 = 10.5;
/// The size of its name, and how many lines of it there is room for.
const NAME: (f32, usize) = (11.0, 2);

/// What a button of the bar shows.
pub(super) struct Face<'a> {
    pub(super) label: &'a str,
    pub(super) icon: &'a str,
    pub(super) price: Price,
    pub(super) cost: &'a str,
    pub(super) key: &'a str,
    pub(super) usable: bool,
    pub(super) chosen: bool,
    pub(super) fans: bool,
    /// How wide it is, and whether its name stands on it: alike for all in the bar.
    pub(super) tile: Tile,
    /// Whether it lays whoever does it open to somebody.
    pub(super) opens: bool,
}

/// The size of all buttons of the bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    /// How wide.
    pub(super) wide: f32,
    /// Whether the name stands on it.
    pub(super) named: bool,
}

impl Tile {
    /// The narrowest on which a name can be read.
    pub(super) const NAMED: Self = Self { wide: 60.0, named: true };
    /// The widest.
    pub(super) const WIDE: f32 = 76.0;
    /// Without a name.
    pub(super) const BARE: Self = Self { wide: 42.0, named: false };
}

/// A name in as many lines as there is room for, cut off where it is longer.
fn name(ui: &Ui, face: &Face, ink: Color32) -> Arc<Galley> {
    let mut job = LayoutJob::simple(face.label.to_owned(), theme::body(NAME.0), ink, face.tile.wide - 4.0);
    job.wrap.max_rows = NAME.1;
    job.halign = Align::Center;
    ui.painter().layout_job(job)
}

/// One action: icon, name, key, cost. Greyed when it cannot be used, with the reason on hover.
pub(super) fn draw(ui: &mut Ui, view: &View, face: &Face) -> Response {
    let figure = cost_figure(face.price, face.cost);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(face.tile.wide, HEIGHT), Sense::click());
    let usable = face.usable;
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, usable, face.label));
    let fill = match (usable, response.hovered() || face.chosen) {
        (true, true) => theme::LIFTED,
        (true, false) => theme::RAISED,
        (false, _) => theme::PANEL_SOLID,
    };
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (face.chosen || response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (false, true) => Stroke::new(1.0, theme::FAINT),
        (false, false) => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let ink = if usable { theme::PAPER } else { theme::FAINT.gamma_multiply(theme::SHUT) };
    let middle = rect.min.y + if face.tile.named { 11.5 } else { 27.0 };
    let icon = Rect::from_center_size(Pos2::new(rect.center().x, middle), Vec2::splat(ICON));
    icons::draw(&painter, view.pictures, icon, face.icon, ink);
    if face.tile.named {
        // One line stands where the middle of two is.
        let name = name(ui, face, ink);
        let top = rect.max.y - 13.5 - name.size().y / 2.0;
        painter.galley(Pos2::new(rect.center().x, top), name, ink);
    }
    if !face.key.is_empty() && usable {
        let spot = rect.left_top() + Vec2::new(4.0, 2.0);
        painter.text(spot, Align2::LEFT_TOP, face.key, theme::body(SMALL), theme::LAMP);
    }
    if let Some(figure) = figure {
        let spot = rect.right_top() + Vec2::new(-4.0, 2.0);
        let colour = if usable { theme::FAINT } else { ink };
        painter.text(spot, Align2::RIGHT_TOP, figure, theme::body(SMALL), colour);
    }
    if face.opens {
        let colour = if usable { theme::HARM } else { ink };
        let spot = icon.left_center() - Vec2::new(1.0, -3.0);
        painter.text(spot, Align2::RIGHT_CENTER, glyph::SHIELD_SLASH, theme::body(11.0), colour);
    }
    if face.fans {
        // There is more behind it.
        let colour = if usable { theme::LAMP } else { ink };
        let spot = icon.right_center() + Vec2::new(0.0, 3.0);
        painter.text(spot, Align2::LEFT_CENTER, glyph::DOTS_THREE_VERTICAL, theme::body(12.0), colour);
    }
    response
}
