//! Small drawings made of lines: dice, side marks, bars, pips, histograms. Pictures from the atlas are in `pictures`.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};

use super::theme::{self, BARS, BARS_UNDER_TEXT, FAINT, INK, LAMP, PAPER, SUNKEN};
use crate::battle::{Die, TargetForecast};
use crate::gui::app::settings::SidePalette;

/// The corners of a regular polygon; `turn` in radians from straight up.
fn polygon(centre: Pos2, radius: f32, corners: usize, turn: f32) -> Vec<Pos2> {
    (0..corners)
        .map(|i| {
            let angle = turn + i as f32 / corners as f32 * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
            centre + radius * Vec2::angled(angle)
        })
        .collect()
}

/// The outline of a die with so many sides.
fn die_outline(centre: Pos2, radius: f32, sides: u16) -> Vec<Pos2> {
    match sides {
        0..=4 => polygon(centre, radius * 1.1, 3, 0.0),
        5..=6 => polygon(centre, radius * 1.1, 4, std::f32::consts::FRAC_PI_4),
        7..=8 => polygon(centre, radius * 1.1, 4, 0.0),
        9..=10 => vec![
            centre + Vec2::new(0.0, -radius),
            centre + Vec2::new(radius, radius * 0.1),
            centre + Vec2::new(0.0, radius),
            centre + Vec2::new(-radius, radius * 0.1),
        ],
        11..=12 => polygon(centre, radius, 5, 0.0),
        _ => polygon(centre, radius, 6, 0.0),
    }
}

/// Draws a die showing its face.
pub(crate) fn die(painter: &Painter, centre: Pos2, radius: f32, die: Die) {
    let top = die.face == die.sides;
    let low = die.face == 1;
    let fill = if top { LAMP } else { PAPER };
    let edge = if low { theme::HARM } else { INK };
    let outline = die_outline(centre, radius, die.sides);
    painter.add(Shape::convex_polygon(outline, fill, Stroke::new(1.5, edge)));
    let drop = if die.sides <= 4 { radius * 0.15 } else { 0.0 };
    let size = if die.face > 9 { radius * 0.95 } else { radius * 1.15 };
    painter.text(centre + Vec2::new(0.0, drop), Align2::CENTER_CENTER, die.face, theme::body(size), INK);
}

/// A die before it is thrown: its outline with how many sides it has; fill, ink and edge.
pub(crate) fn size_of_die(painter: &Painter, centre: Pos2, radius: f32, sides: u16, look: (Color32, Color32, Stroke)) {
    let (fill, ink, edge) = look;
    painter.add(Shape::convex_polygon(die_outline(centre, radius, sides), fill, edge));
    let drop = if sides <= 4 { radius * 0.15 } else { 0.0 };
    let size = if sides > 9 { radius * 0.95 } else { radius * 1.1 };
    let at = centre + Vec2::new(0.0, drop);
    painter.text(at, Align2::CENTER_CENTER, sides, theme::body(size), ink);
}

/// Rays around a die that burst.
pub(crate) fn rays(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    for ray in 0..8 {
        let way = Vec2::angled(ray as f32 / 8.0 * std::f32::consts::TAU);
        painter.line_segment(
            [centre + way * radius * 1.12, centre + way * radius * 1.45],
            Stroke::new((radius * 0.16).max(1.5), colour),
        );
    }
}

/// A die as a widget, with its size for whoever cannot tell the shape.
pub(crate) fn die_widget(ui: &mut Ui, shown: Die) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
    die(ui.painter(), rect.center(), 10.0, shown);
    response.on_hover_text(format!("d{}: {}", shown.sides, shown.face))
}

/// The mark of a side: its shape in its colour, by its place in the level's list.
pub(crate) fn side_mark(painter: &Painter, centre: Pos2, radius: f32, side: u8, palette: SidePalette) {
    let fill = theme::side_colour(palette, side);
    side_shape(painter, centre, radius, side, fill, Stroke::new(1.5, PAPER));
}

/// The shape of a side in any colour: circle, hexagon, square, diamond.
pub(crate) fn side_shape(painter: &Painter, centre: Pos2, radius: f32, side: u8, fill: Color32, stroke: Stroke) {
    let corners = match side % 4 {
        0 => {
            painter.circle(centre, radius * 0.95, fill, stroke);
            return;
        }
        1 => polygon(centre, radius * 1.05, 6, 0.0),
        2 => polygon(centre, radius * 1.25, 4, std::f32::consts::FRAC_PI_4),
        _ => polygon(centre, radius * 1.2, 4, 0.0),
    };
    painter.add(Shape::convex_polygon(corners, fill, stroke));
}

/// The mark as a widget.
pub(crate) fn side_mark_widget(ui: &mut Ui, side: u8, palette: SidePalette) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    side_mark(ui.painter(), rect.center(), 7.0, side, palette);
}

/// How full a bar is, from 0 to 1.
pub(crate) fn fraction(now: i32, max: i32) -> f32 {
    if max <= 0 { 0.0 } else { (now as f32 / max as f32).clamp(0.0, 1.0) }
}

/// Whole, hurt or nearly gone, as a place in a list of three.
fn state(now: i32, max: i32) -> usize {
    match fraction(now, max) {
        x if x > 0.6 => 0,
        x if x > 0.3 => 1,
        _ => 2,
    }
}

/// The colour of a bar of points.
pub(crate) fn health(now: i32, max: i32) -> Color32 {
    BARS[state(now, max)]
}

/// The colour of a bar of points in which there is text.
pub(crate) fn health_under_text(now: i32, max: i32) -> Color32 {
    BARS_UNDER_TEXT[state(now, max)]
}

/// A bar with its numbers in it.
pub(crate) fn bar(painter: &Painter, rect: Rect, now: i32, max: i32, colour: Color32) {
    let radius = CornerRadius::same(3);
    painter.rect_filled(rect, radius, SUNKEN);
    let mut full = rect.shrink(1.0);
    full.set_width(full.width() * fraction(now, max));
    painter.rect_filled(full, radius, colour);
    painter.rect_stroke(rect, radius, Stroke::new(1.0, INK), StrokeKind::Inside);
}

/// A row of counters: full and empty dice.
pub(crate) fn pips(ui: &mut Ui, now: i32, max: i32) -> Response {
    counters(ui, now, max, 20.0)
}

/// The same where there is little room.
pub(crate) fn small_pips(ui: &mut Ui, now: i32, max: i32) -> Response {
    counters(ui, now, max, 15.0)
}

fn counters(ui: &mut Ui, now: i32, max: i32, edge: f32) -> Response {
    let shown = max.max(now).clamp(0, 12);
    let size = Vec2::new(shown as f32 * edge, edge);
    let radius = edge * 0.4;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    for i in 0..shown {
        let centre = rect.left_center() + Vec2::new((i as f32 + 0.5) * edge, 0.0);
        let outline = polygon(centre, radius, 4, 0.0);
        let (fill, edge) = if i < now { (LAMP, INK) } else { (SUNKEN, FAINT) };
        ui.painter().add(Shape::convex_polygon(outline, fill, Stroke::new(1.2, edge)));
        if i < now {
            let inner = Stroke::new(1.0, Color32::from_rgb(0x9c, 0x80, 0x48));
            ui.painter().line_segment([centre - Vec2::new(radius, 0.0), centre + Vec2::new(radius, 0.0)], inner);
        }
    }
    response
}

/// The distribution of damage as bars; the mean is marked.
pub(crate) fn histogram(ui: &mut Ui, size: Vec2, target: &TargetForecast, whole: u128) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(3), SUNKEN);
    let inner = rect.shrink(2.0);
    let least = target.damage.keys().next().copied().unwrap_or(0).min(0);
    let most = target.damage.keys().next_back().copied().unwrap_or(0).max(least + 4);
    let tallest = target.damage.values().copied().max().unwrap_or(1).max(1);
    let width = inner.width() / (most - least + 1) as f32;
    for (&amount, &weight) in &target.damage {
        let height = (weight as f32 / tallest as f32 * inner.height()).max(1.0);
        let left = inner.min.x + (amount - least) as f32 * width;
        let bar = Rect::from_min_max(
            Pos2::new(left, inner.max.y - height),
            Pos2::new(left + (width - 1.0).max(1.0), inner.max.y),
        );
        painter.rect_filled(bar, CornerRadius::ZERO, if amount == 0 { FAINT } else { theme::HARM });
    }
    if whole > 0 {
        let mean = target.mean_hundredths(whole) as f32 / 100.0 - least as f32;
        let x = inner.min.x + (mean + 0.5) * width;
        painter.line_segment([Pos2::new(x, inner.min.y), Pos2::new(x, inner.max.y)], Stroke::new(1.5, LAMP));
    }
    response
}
