//! Small drawings made of lines: dice, side marks, bars, pips, histograms. Pictures from the atlas are in `pictures`.

use bevy_egui::egui::{
    Align2, Color32, Context, CornerRadius, LayerId, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind,
    Ui, Vec2,
};

use super::theme::{self, BARS, BARS_UNDER_TEXT, FAINT, INK, LAMP, PAPER, SUNKEN};
use crate::battle::{Die, TargetForecast};
use crate::gui::app::settings::SidePalette;

/// Rings a rectangle on the board, below all panels: what is pointed at in a panel.
pub(crate) fn ring_on_board(context: &Context, rect: Rect, colour: Color32) {
    let painter = context.layer_painter(LayerId::background());
    let rect = rect.expand(3.0);
    painter.rect_filled(rect, 6.0, Color32::from_rgba_unmultiplied(0xff, 0xe2, 0xa6, 40));
    painter.rect_stroke(rect, 6.0, Stroke::new(3.0, colour), StrokeKind::Outside);
}

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

/// The same of a die that does not count: faint, and struck through.
pub(crate) fn dropped_die_widget(ui: &mut Ui, shown: Die) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
    let mut faint = ui.painter().clone();
    faint.multiply_opacity(0.4);
    die(&faint, rect.center(), 10.0, shown);
    let off = Vec2::new(9.0, -9.0);
    ui.painter().line_segment([rect.center() - off, rect.center() + off], Stroke::new(2.0, theme::HARM));
    response.on_hover_text(format!("d{}: {}, does not count", shown.sides, shown.face))
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

/// The star of a creature or thing that a goal is about.
pub(crate) fn star(painter: &Painter, centre: Pos2, radius: f32) {
    painter.circle(centre, radius * 1.25, INK, Stroke::new((radius * 0.14).max(1.0), PAPER));
    let inner = radius * 0.42;
    let point = |place: usize, radius: f32| {
        let angle = place as f32 / 10.0 * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
        centre + radius * Vec2::angled(angle)
    };
    // A star is no convex shape: its middle, and five points on it.
    let middle: Vec<Pos2> = (0..5).map(|corner| point(2 * corner + 1, inner)).collect();
    painter.add(Shape::convex_polygon(middle, LAMP, Stroke::NONE));
    for corner in 0..5 {
        let place = 2 * corner;
        let ray = vec![point(place, radius), point(place + 1, inner), point(place + 9, inner)];
        painter.add(Shape::convex_polygon(ray, LAMP, Stroke::NONE));
    }
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
    counters(ui, (now, max, 0), 20.0)
}

/// The edge of a small counter, in points.
const SMALL: f32 = 15.0;

/// The same where there is little room. The last of those that are left are hollow: so many would be spent.
pub(crate) fn small_pips(ui: &mut Ui, now: i32, max: i32, spent: i32) -> Response {
    counters(ui, (now, max, spent), SMALL)
}

/// Small counters behind their name; no line breaks between the two.
pub(crate) fn named_pips(ui: &mut Ui, name: &str, now: i32, max: i32, spent: i32) -> Response {
    let name = ui.painter().layout_no_wrap(name.to_owned(), theme::body(12.5), FAINT);
    let beside = name.size().x + 4.0;
    let size = Vec2::new(beside + counted(now, max) as f32 * SMALL, name.size().y.max(SMALL));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let top = rect.center().y - name.size().y / 2.0;
    ui.painter().galley(Pos2::new(rect.min.x, top), name, FAINT);
    let right = Rect::from_min_max(rect.min + Vec2::new(beside, 0.0), rect.max);
    paint_counters(ui.painter(), right, (now, max, spent), SMALL);
    response
}

/// How many counters are drawn.
fn counted(now: i32, max: i32) -> i32 {
    max.max(now).clamp(0, 12)
}

fn counters(ui: &mut Ui, (now, max, spent): (i32, i32, i32), edge: f32) -> Response {
    let size = Vec2::new(counted(now, max) as f32 * edge, edge);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    paint_counters(ui.painter(), rect, (now, max, spent), edge);
    response
}

fn paint_counters(painter: &Painter, rect: Rect, (now, max, spent): (i32, i32, i32), edge: f32) {
    let radius = edge * 0.4;
    for i in 0..counted(now, max) {
        let centre = rect.left_center() + Vec2::new((i as f32 + 0.5) * edge, 0.0);
        let outline = polygon(centre, radius, 4, 0.0);
        let (fill, edge) = match i {
            left if left < now - spent => (LAMP, Stroke::new(1.2, INK)),
            going if going < now => (SUNKEN, Stroke::new(1.6, LAMP)),
            _ => (SUNKEN, Stroke::new(1.2, FAINT)),
        };
        painter.add(Shape::convex_polygon(outline, fill, edge));
        if fill == LAMP {
            let inner = Stroke::new(1.0, Color32::from_rgb(0x9c, 0x80, 0x48));
            painter.line_segment([centre - Vec2::new(radius, 0.0), centre + Vec2::new(radius, 0.0)], inner);
        }
    }
}

/// Of one scale more amounts than this share bars.
const BARS_MOST: i32 = 24;

/// A scale that all odds which are to be compared share: how far it goes, and how likely its tallest bar is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Scale {
    most: i32,
    tallest: f32,
}

/// The least likelihood of the tallest bar: bars of what is seldom stay small, even where there are no others.
const SELDOM: f32 = 0.15;

impl Scale {
    /// The scale that all of these fit.
    pub(crate) fn of(all: &[(&TargetForecast, u128)]) -> Self {
        let most = all.iter().filter_map(|(target, _)| target.damage.keys().next_back().copied()).max();
        let scale = Self { most: most.unwrap_or(0), tallest: 0.0 };
        let bars = all.iter().flat_map(|&(target, whole)| scale.bars(target, whole));
        Self { tallest: bars.fold(SELDOM, f32::max), ..scale }
    }

    /// How many amounts a bar holds.
    fn step(self) -> i32 {
        (self.most.max(1) - 1) / BARS_MOST + 1
    }

    /// How many bars there are, besides the one of nothing at all.
    fn count(self) -> usize {
        let most = self.most.max(4);
        usize::try_from((most + self.step() - 1) / self.step()).unwrap_or(1)
    }

    /// How likely the amounts of each bar are, of the whole.
    fn bars(self, target: &TargetForecast, whole: u128) -> Vec<f32> {
        let mut out = vec![0.0; self.count()];
        for (amount, weight) in target.harm() {
            let place = usize::try_from((amount - 1) / self.step()).unwrap_or(0);
            if let Some(bar) = out.get_mut(place) {
                *bar += weight as f32 / whole.max(1) as f32;
            }
        }
        out
    }

    /// Where the middle of an amount lies, from 0 to 1.
    fn place(self, amount: f32) -> f32 {
        let all = self.count() as f32 * self.step() as f32;
        ((amount - 0.5) / all).clamp(0.0, 1.0)
    }
}

/// How wide the cell of nothing at all is, and how high the marks below the bars are, in points.
const NOTHING: f32 = 12.0;
const MARKS: f32 = 7.0;

/// The odds of each amount of damage as bars. Nothing at all has a cell of its own at the left, which is full where nothing else can be. Marks
/// below the bars: the least and the most that a blow takes off as it strikes home, and, larger, the mean of that.
pub(crate) fn histogram(ui: &mut Ui, size: Vec2, target: &TargetForecast, whole: u128, scale: Scale) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    let high = Rect::from_min_max(rect.min, Pos2::new(rect.max.x, rect.max.y - MARKS));
    let cell = Rect::from_min_max(high.min, Pos2::new(high.min.x + NOTHING, high.max.y));
    let all = Rect::from_min_max(Pos2::new(cell.max.x + 3.0, high.min.y), high.max);
    let radius = CornerRadius::same(2);
    painter.rect_filled(cell, radius, SUNKEN);
    painter.rect_filled(all, radius, SUNKEN);
    let share = |weight: u128| weight as f32 / whole.max(1) as f32;
    let nothing = share(target.damage.iter().filter(|(amount, _)| **amount <= 0).map(|(_, weight)| weight).sum());
    if nothing > 0.0 {
        let cell = cell.shrink(1.0);
        let top = cell.max.y - (nothing * cell.height()).max(1.0);
        painter.rect_filled(Rect::from_min_max(Pos2::new(cell.min.x, top), cell.max), CornerRadius::ZERO, FAINT);
    }
    let inner = all.shrink2(Vec2::new(2.0, 1.0));
    let bars = scale.bars(target, whole);
    let width = inner.width() / bars.len().max(1) as f32;
    for (place, &bar) in bars.iter().enumerate().filter(|(_, bar)| **bar > 0.0) {
        let height = (bar / scale.tallest.max(1e-6) * inner.height()).clamp(1.0, inner.height());
        let left = inner.min.x + place as f32 * width;
        let right = left + (width - 1.0).max(1.0);
        let bar = Rect::from_min_max(Pos2::new(left, inner.max.y - height), Pos2::new(right, inner.max.y));
        painter.rect_filled(bar, CornerRadius::ZERO, theme::HARM);
    }
    let mark = |amount: f32, size: f32, fill: Color32| {
        let tip = Pos2::new(inner.min.x + scale.place(amount) * inner.width(), high.max.y + 1.0);
        let corners = vec![tip, tip + Vec2::new(size * 0.8, size), tip + Vec2::new(-size * 0.8, size)];
        painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
    };
    let ends = [target.harm().next(), target.harm().next_back()];
    for (amount, _) in ends.into_iter().flatten() {
        mark(amount as f32, MARKS * 0.55, FAINT);
    }
    if target.hurting() > 0 {
        mark(target.blow_hundredths() as f32 / 100.0, MARKS - 1.0, LAMP);
    }
    response
}

/// A bar of points with what is likely lost of it set off from what would be left.
pub(crate) fn loss(painter: &Painter, rect: Rect, (now, max): (i32, i32), left: i32) {
    bar(painter, rect, left, max, health_under_text(left, max));
    let inner = rect.shrink(1.0);
    let at = |points: i32| inner.min.x + inner.width() * fraction(points, max);
    let lost = Rect::from_min_max(Pos2::new(at(left), inner.min.y), Pos2::new(at(now), inner.max.y));
    if lost.width() >= 1.0 {
        painter.rect_filled(lost, CornerRadius::ZERO, LOST);
        let painter = painter.with_clip_rect(lost.intersect(painter.clip_rect()));
        let mut x = lost.min.x - lost.height();
        while x < lost.max.x {
            let line = [Pos2::new(x, lost.max.y), Pos2::new(x + lost.height(), lost.min.y)];
            painter.line_segment(line, Stroke::new(1.2, theme::HARM));
            x += 5.0;
        }
    }
}

/// The ground of what is likely lost.
const LOST: Color32 = Color32::from_rgb(0x6b, 0x2c, 0x20);

#[cfg(test)]
mod tests {
    use super::*;

    fn of(damage: &[(i32, u128)]) -> TargetForecast {
        TargetForecast { damage: damage.iter().copied().collect(), ..TargetForecast::default() }
    }

    #[test]
    fn odds_that_stand_side_by_side_share_a_scale() {
        let (taken, dodged) = (of(&[(6, 4)]), of(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]));
        for both in [[(&taken, 4), (&dodged, 5)], [(&dodged, 5), (&taken, 4)]] {
            let scale = Scale::of(&both);
            assert_eq!(scale.count(), 6, "as far as the worst of them goes");
            let tall = |target, whole| scale.bars(target, whole).into_iter().fold(0.0, f32::max) / scale.tallest;
            let is = |value: f32, wanted: f32| (value - wanted).abs() < 1e-4;
            assert!(is(tall(&taken, 4), 1.0), "what is certain is the tallest");
            assert!(is(tall(&dodged, 5), 0.2), "what is one of five is a fifth of it");
            assert!(scale.place(1.0) < scale.place(6.0) && scale.place(6.0) < 1.0);
        }
    }

    #[test]
    fn nothing_at_all_is_no_bar_among_the_others() {
        let target = of(&[(0, 70), (8, 30)]);
        let scale = Scale::of(&[(&target, 100)]);
        assert!((scale.tallest - 0.3).abs() < 1e-4, "nought does not flatten the rest");
        let seldom = of(&[(0, 95), (8, 5)]);
        let scale = Scale::of(&[(&seldom, 100)]);
        assert!(scale.tallest > 0.1, "what is seldom is not drawn as if it were likely");
    }

    #[test]
    fn of_many_amounts_several_share_a_bar() {
        let all: Vec<(i32, u128)> = (1..=90).map(|amount| (amount, 1)).collect();
        let target = of(&all);
        let scale = Scale::of(&[(&target, 90)]);
        assert!(scale.count() <= BARS_MOST as usize);
        let sum: f32 = scale.bars(&target, 90).into_iter().sum();
        assert!((sum - 1.0).abs() < 0.001, "{sum}");
        assert!(scale.bars(&target, 90).into_iter().all(|bar| bar <= scale.tallest));
    }
}
