//! How a button of the bar looks.

use bevy_egui::egui::{
    Align2, CornerRadius, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::super::costs::cost_figure;
use super::super::view::View;
use super::super::{icons, theme};
use crate::battle::Price;

/// How high a button is.
pub(super) const HEIGHT: f32 = 46.0;
/// How large its icon is.
const ICON: f32 = 22.0;
/// The size of its key and cost.
const SMALL: f32 = 10.5;

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
    /// Whether its name stands on it.
    pub(super) caption: bool,
    /// Whether it lays whoever does it open to somebody.
    pub(super) opens: bool,
}

/// How wide a button without its caption is, if no more is needed for its key and cost.
pub(super) const BARE: f32 = 40.0;

/// How wide a button is.
pub(super) fn width(ui: &Ui, face: &Face) -> f32 {
    let wide = |text: &str, size: f32| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(size), theme::PAPER);
        galley.size().x
    };
    let figure = cost_figure(face.price, face.cost);
    let (key, cost) = (wide(face.key, SMALL), figure.as_deref().map_or(0.0, |text| wide(text, SMALL)));
    if !face.caption {
        // They stand above the icon, apart.
        return (key + cost + 14.0).max(BARE);
    }
    // Key and cost stand beside the icon and take what room they need.
    let beside = key.max(cost);
    let least = (ICON + 2.0 * (beside + 4.0)).max(BARE);
    (wide(face.label, 11.5) + 10.0).max(least)
}

/// One action: icon, caption, key, cost. Greyed when it cannot be used, with the reason on hover.
pub(super) fn draw(ui: &mut Ui, view: &View, face: &Face) -> Response {
    let caption = theme::body(11.5);
    let figure = cost_figure(face.price, face.cost);
    let size = Vec2::new(width(ui, face), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
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
    let middle = rect.min.y + if face.caption { 17.0 } else { 26.0 };
    let icon = Rect::from_center_size(Pos2::new(rect.center().x, middle), Vec2::splat(ICON));
    icons::draw(&painter, view.pictures, icon, face.icon, ink);
    let foot = Pos2::new(rect.center().x, rect.max.y - 4.0);
    if face.caption {
        painter.text(foot, Align2::CENTER_BOTTOM, face.label, caption, ink);
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
        let spot = rect.left_center() + Vec2::new(4.0, 2.0);
        let colour = if usable { theme::HARM } else { ink };
        painter.text(spot, Align2::LEFT_CENTER, glyph::SHIELD_SLASH, theme::body(13.0), colour);
    }
    if face.fans {
        // Three steps of a stair at the right: there is more behind it.
        let spot = rect.right_center() + Vec2::new(-4.0, 2.0);
        let colour = if usable { theme::LAMP } else { ink };
        painter.text(spot, Align2::RIGHT_CENTER, glyph::DOTS_THREE_VERTICAL, theme::body(14.0), colour);
    }
    response
}
