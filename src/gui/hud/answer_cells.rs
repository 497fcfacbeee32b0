//! Answers in a low window with large letters: what each comes to and what it costs stand in its cell, figures and no bars, and the cells
//! in as many columns as make the question lowest.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, CornerRadius, Galley, Response, Sense, Stroke, StrokeKind, TextFormat, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::theme;
use crate::battle::Choice;

/// How far cells are apart.
pub(super) const GAP: f32 = 4.0;
/// How far words are from the edge of a cell.
const RIM: Vec2 = Vec2::new(7.0, 3.0);
/// Of more columns each is too narrow for a line of odds.
const COLUMNS: usize = 3;

/// What stands in a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Says {
    /// The key of the answer, and what it is called.
    pub(super) key: String,
    pub(super) label: String,
    /// How likely the answer is to come out how, in figures.
    pub(super) odds: String,
    /// What is to be minded: that it is no help, what comes of what it leaves.
    pub(super) warning: String,
    /// What it costs, and what it leaves.
    pub(super) price: String,
    /// Whether it cannot be given this time.
    pub(super) shut: bool,
}

/// What an answer costs, and what is left then, in figures.
pub(super) fn price(choice: &Choice) -> String {
    let left = choice.leaves.as_ref().map(|left| format!("{} {}/{}", glyph::ARROW_RIGHT, left.of.now, left.of.max));
    [Some(choice.cost.to_string()), left]
        .into_iter()
        .flatten()
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

impl Says {
    /// The words of the cell: name and price of the answer, and its odds on a line below.
    fn words(&self) -> LayoutJob {
        let mut job = LayoutJob::default();
        let mut add = |words: String, size: f32, color| {
            let format = TextFormat { font_id: theme::body(size), color, ..Default::default() };
            job.append(&words, 0.0, format);
        };
        let ink = |color: egui::Color32| if self.shut { theme::FAINT.gamma_multiply(theme::SHUT) } else { color };
        if !self.key.is_empty() {
            add(format!("{}\u{a0} ", self.key), 13.0, ink(theme::LAMP));
        }
        add(self.label.clone(), 13.0, ink(theme::PAPER));
        if !self.price.is_empty() {
            add(format!("  {}", self.price), 11.5, ink(theme::FAINT));
        }
        if !self.odds.is_empty() {
            add(format!("\n{}", self.odds), 12.5, ink(theme::LAMP));
        }
        if !self.warning.is_empty() {
            let before = if self.odds.is_empty() { "\n" } else { " \u{b7} " };
            add(format!("{before}{}", self.warning), 11.5, ink(theme::HARM));
        }
        job
    }
}

/// The cells of a question.
pub(super) struct Cells {
    words: Vec<Arc<Galley>>,
    /// The size of each.
    pub(super) size: Vec2,
    /// How high all of them are.
    pub(super) high: f32,
}

impl Cells {
    /// Cells in a space so wide: as low as they can be, and then as wide.
    pub(super) fn of(context: &egui::Context, says: &[Says], full: f32) -> Self {
        let painter = context.layer_painter(egui::LayerId::background());
        let in_columns = |columns: usize| {
            let wide = ((full + GAP) / columns as f32 - GAP).floor();
            let lay = |says: &Says| {
                let mut job = says.words();
                job.wrap.max_width = wide - 2.0 * RIM.x;
                painter.layout_job(job)
            };
            let words: Vec<_> = says.iter().map(lay).collect();
            let high = words.iter().map(|words| words.size().y).fold(0.0, f32::max) + 2.0 * RIM.y;
            let rows = words.len().div_ceil(columns) as f32;
            Self { words, size: Vec2::new(wide, high.ceil()), high: rows * (high.ceil() + GAP) - GAP }
        };
        let most = says.len().clamp(1, COLUMNS);
        let others = (2..=most).map(in_columns);
        others.fold(in_columns(1), |best, other| if other.high < best.high { other } else { best })
    }

    /// Draws one of them.
    pub(super) fn draw(&self, ui: &mut Ui, number: usize, says: &Says) -> Response {
        let sense = if says.shut { Sense::hover() } else { Sense::click() };
        let (rect, response) = ui.allocate_exact_size(self.size, sense);
        let (fill, edge) = match (says.shut, response.has_focus(), response.hovered()) {
            (true, ..) => (egui::Color32::TRANSPARENT, Stroke::new(1.0, theme::LINE)),
            (_, true, _) => (theme::LIFTED, Stroke::new(2.0, theme::LAMP)),
            (_, _, true) => (theme::LIFTED, Stroke::new(1.0, theme::LAMP)),
            _ => (theme::RAISED, Stroke::NONE),
        };
        let painter = ui.painter();
        painter.rect(rect, CornerRadius::same(theme::CORNER), fill, edge, StrokeKind::Inside);
        if let Some(words) = self.words.get(number) {
            painter.galley(rect.min + RIM, words.clone(), theme::PAPER);
        }
        let name = [says.label.as_str(), &says.price, &says.odds, &says.warning].join(" ");
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, !says.shut, name.trim()));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(label: &str, odds: &str) -> Says {
        Says { key: "1".into(), label: label.into(), odds: odds.into(), ..Says::default() }
    }

    #[test]
    fn cells_stand_in_the_columns_in_which_they_are_lowest() {
        let context = egui::Context::default();
        theme::dress(&context);
        let mut drawn = context.run_ui(egui::RawInput::default(), |ui| {
            let two = [says("Dodge", "54 %"), says("Take it", "100 %")];
            let cells = Cells::of(ui.ctx(), &two, 376.0);
            assert!(cells.size.x < 190.0 && (cells.size.y - cells.high).abs() < 1.0, "one beside the other");
            let cells = Cells::of(ui.ctx(), &two[..1], 376.0);
            assert!(cells.size.x > 370.0, "one alone has all the room");
        });
        drawn.textures_delta.clear();
        context.tex_manager().write().take_delta().clear();
    }
}
