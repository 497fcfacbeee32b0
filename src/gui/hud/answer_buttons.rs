//! Answers to a question as buttons: cards, tiles in columns, lines; and the places of answers that cannot be given. Cards are drawn by
//! `decision`.

use bevy_egui::egui::{
    self, Align2, CornerRadius, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::ui_command::UiCommand;
use super::view::View;
use super::{odds, pool, theme};
use crate::battle::{Choice, Id, Order};
use crate::gui::app::probe;

/// What the answers to one question are drawn as.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Cards of a size.
    Card(Vec2),
    /// Tiles of a size: many answers, one of which has more to say than fits a line.
    Tile(Vec2),
    /// Lines, as wide as what they say but no narrower than this.
    Line(f32),
}

/// How wide the key of an answer is.
pub(super) const KEY: f32 = 24.0;
/// How wide and how high a line is at least.
pub(super) const LINE: Vec2 = Vec2::new(120.0, 28.0);
/// How far tiles and lines are apart.
pub(super) const GAP: f32 = 4.0;
/// How wide a tile is at most; how large its letters are; how many stand in one column where there is room for another.
const TILE: f32 = 256.0;
const TILE_LETTERS: f32 = 13.0;
const COLUMN: usize = 5;
/// How far words are from the upper edge of a tile or a line.
const ABOVE: f32 = 5.0;

impl Shape {
    /// How far answers of this shape are apart.
    pub(super) fn gap(self) -> f32 {
        if matches!(self, Self::Card(_)) { theme::STEP } else { GAP }
    }
}

/// The order of a choice.
pub(super) fn answer(choice: &Choice) -> Order {
    Order::Answer { choice: choice.key.to_string() }
}

/// The size of tiles that say these words in a space so wide, and how wide all of them are; nothing where the words of each fit a line of
/// a tile. They stand in columns, so that the question is as low as it can be.
pub(super) fn tiles(context: &egui::Context, words: &[String], full: f32) -> Option<(Vec2, f32)> {
    let painter = context.layer_painter(egui::LayerId::background());
    let room = (full / TILE) as usize;
    let columns = words.len().div_ceil(COLUMN).clamp(1, room.clamp(1, 3)) as f32;
    let wide = ((full + GAP) / columns - GAP).min(TILE);
    let lay = |words: &String| painter.layout(words.clone(), theme::body(TILE_LETTERS), theme::PAPER, tile_room(wide));
    let laid: Vec<_> = words.iter().map(lay).collect();
    let high = laid.iter().map(|words| words.size().y).fold(0.0, f32::max);
    let is_long = laid.iter().any(|words| words.rows.len() > 1);
    is_long.then_some((Vec2::new(wide, high + 2.0 * ABOVE), columns * (wide + GAP) - GAP))
}

/// How wide the words of a tile may be, beside its key.
fn tile_room(wide: f32) -> f32 {
    wide - KEY - 2.0 * theme::STEP
}

/// The place of an answer that cannot be given this time: nothing else moves there.
pub(super) fn shut(ui: &mut Ui, label: &str, shape: Shape) {
    let ink = theme::FAINT.gamma_multiply(theme::SHUT);
    let (size, letters, above) = match shape {
        Shape::Card(size) => (size, 15.0, theme::STEP),
        Shape::Tile(size) => (size, TILE_LETTERS, ABOVE),
        Shape::Line(_) => (LINE, 13.5, ABOVE),
    };
    let words = ui.painter().layout(label.to_owned(), theme::body(letters), ink, size.x - 2.0 * theme::STEP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, false, label));
    let edge = Stroke::new(1.0, theme::LINE);
    let painter = ui.painter();
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    painter.galley(rect.min + Vec2::new(theme::STEP, above), words, ink);
    response.on_hover_text(format!("{label}: not against this."));
}

/// One of many choices in a line: its key and what it says.
pub(super) fn line(
    ui: &mut Ui,
    view: &View,
    about: Option<Id>,
    (choice, key, wide): (&Choice, &str, f32),
    said: &mut Vec<UiCommand>,
) {
    let mut words = format!("{key}  {}", view.session.masked(&choice.label));
    if let Some(left) = &choice.leaves {
        words = format!("{words} \u{b7} {}/{}", left.of.now, left.of.max);
    }
    let words = RichText::new(words).size(13.5).color(theme::PAPER);
    let mut button = egui::Button::new(words).min_size(Vec2::new(wide, LINE.y));
    if ui.memory(|memory| memory.has_focus(ui.next_auto_id())) {
        button = button.stroke(Stroke::new(2.0, theme::LAMP));
    }
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &*choice.label));
    respond(response, view, about, choice, said);
}

/// One of many choices in a tile: its key, and beside it what it says on as many lines as it takes.
pub(super) fn tile(
    ui: &mut Ui,
    view: &View,
    about: Option<Id>,
    (choice, key, size): (&Choice, &str, Vec2),
    said: &mut Vec<UiCommand>,
) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let painter = ui.painter();
    let (fill, edge) = match (response.has_focus(), response.hovered()) {
        (true, _) => (theme::LIFTED, Stroke::new(2.0, theme::LAMP)),
        (_, true) => (theme::LIFTED, Stroke::new(1.0, theme::LAMP)),
        _ => (theme::RAISED, Stroke::NONE),
    };
    painter.rect(rect, CornerRadius::same(theme::CORNER), fill, edge, StrokeKind::Inside);
    let corner = rect.min + Vec2::new(theme::STEP, ABOVE);
    painter.text(corner, Align2::LEFT_TOP, key, theme::body(TILE_LETTERS), theme::LAMP);
    let words = view.session.masked(&choice.label);
    let words = painter.layout(words, theme::body(TILE_LETTERS), theme::PAPER, tile_room(size.x));
    painter.galley(corner + Vec2::new(KEY, 0.0), words, theme::PAPER);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &*choice.label));
    respond(response, view, about, choice, said);
}

/// What a line, a tile or a cell does with the pointer over it, and with a click: its odds, and the answer.
pub(super) fn respond(response: Response, view: &View, about: Option<Id>, choice: &Choice, said: &mut Vec<UiCommand>) {
    probe::spot(&response, || format!("answer {}", choice.key));
    let response = response.on_hover_ui(|ui| {
        let forecast = view.forecasts.get(&answer(choice));
        if let Some(branch) = forecast.and_then(|forecast| forecast.branches.last()) {
            let scale = odds::scale(view, std::iter::once(branch), about);
            odds::one(ui, view, branch, about, odds::Look { width: 160.0, scale, roomy: true });
        }
        if let Some(left) = &choice.leaves {
            ui.label(RichText::new(pool::left_words(left)).size(12.0));
        }
        if let Some(rule) = &choice.rule {
            ui.label(RichText::new(rule.id()).size(11.0).color(theme::LAMP));
        }
    });
    if response.clicked() {
        said.push(UiCommand::Order(answer(choice)));
    }
}
