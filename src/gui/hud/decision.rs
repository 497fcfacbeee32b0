//! The bar while a decision is open: who must decide, what about, the number at stake, and the odds of every choice.

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::view::{Hud, Said, View, rule_link};
use super::{odds, paint, theme, trace_view};
use crate::battle::{Choice, Decision, Order};
use crate::level::Seat;

/// Draws the open decision.
pub fn show(ui: &mut Ui, view: &View, hud: &mut Hud, decision: &Decision, said: &mut Vec<Said>) {
    let person = view.session.seat(decision.side) == Seat::Human;
    ui.horizontal(|ui| {
        if view.session.sees(decision.creature) {
            view.portrait(ui, decision.creature, 36.0);
        }
        if let Some(against) = decision.against.filter(|&id| view.session.sees(id)) {
            ui.label(RichText::new(glyph::ARROW_LEFT).color(theme::HARM));
            view.portrait(ui, against, 36.0);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                paint::side_mark_widget(ui, decision.side.0, view.settings.palette);
                let colour = theme::side_text(view.settings.palette, decision.side.0);
                ui.label(RichText::new(view.side_name(decision.side)).size(15.0).color(colour));
                ui.label(RichText::new(if person { "must decide" } else { "is deciding" }).size(15.0));
            });
            ui.add(egui::Label::new(RichText::new(view.session.masked(&decision.prompt)).size(14.0)).wrap());
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            number(ui, hud, decision);
            if person {
                always(ui, decision, said);
            }
        });
    });
    if hud.unfolded
        && let Some(number) = &decision.number
    {
        egui::Frame::new()
            .fill(theme::SUNKEN)
            .corner_radius(theme::CORNER)
            .inner_margin(6.0)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("number")
                    .max_height(120.0)
                    .show(ui, |ui| trace_view::tree(ui, &view.session.plain(number), said));
            });
    }
    if !person {
        return;
    }
    ui.spacing_mut().item_spacing = Vec2::splat(theme::STEP);
    // Up to three stand side by side also where text is large.
    let beside = decision.choices.len().clamp(1, 3) as f32;
    let width = ((ui.available_width() - (beside - 1.0) * theme::STEP) / beside).clamp(150.0, 200.0);
    ui.horizontal_wrapped(|ui| {
        for (place, choice) in decision.choices.iter().enumerate() {
            let key = view.hints.slots.get(place).map_or("", String::as_str);
            card(ui, view, decision, (choice, key, width), said);
        }
    });
}

/// Answers to give whenever this is asked again.
fn always(ui: &mut Ui, decision: &Decision, said: &mut Vec<Said>) {
    ui.menu_button("Always …", |ui| {
        ui.label(
            RichText::new("Whenever this is asked in this fight:")
                .size(12.0)
                .color(theme::FAINT),
        );
        for choice in &decision.choices {
            if ui.button(&*choice.label).clicked() {
                let standing = Some(choice.key.to_string());
                said.push(Said::Standing(decision.side, decision.kind.to_string(), standing));
            }
        }
    });
}

/// The number at stake; a click folds its terms open.
fn number(ui: &mut Ui, hud: &mut Hud, decision: &Decision) {
    let Some(number) = &decision.number else { return };
    let caret = if hud.unfolded {
        glyph::CARET_DOWN
    } else {
        glyph::CARET_RIGHT
    };
    let words = format!("{caret} {} ", number.label);
    let mut job = egui::text::LayoutJob::default();
    let format = |size: f32, colour| egui::TextFormat {
        font_id: theme::body(size),
        color: colour,
        valign: Align::Center,
        ..Default::default()
    };
    job.append(&words, 0.0, format(13.0, theme::FAINT));
    job.append(&number.value.to_string(), 4.0, format(26.0, theme::LAMP));
    if ui
        .add(egui::Button::new(job))
        .on_hover_text("How this number came about")
        .clicked()
    {
        hud.unfolded = !hud.unfolded;
    }
}

/// One choice as a card that is a button: label, cost, odds, key.
fn card(
    ui: &mut Ui,
    view: &View,
    decision: &Decision,
    (choice, key, width): (&Choice, &str, f32),
    said: &mut Vec<Said>,
) {
    let size = Vec2::new(width, 96.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{} {}", choice.label, choice.cost)));
    let painter = ui.painter();
    let fill = if response.hovered() {
        theme::LIFTED
    } else {
        theme::RAISED
    };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (_, true) => Stroke::new(1.0, theme::LAMP),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let inner = rect.shrink(theme::STEP);
    let mut left = inner.left_top();
    if !key.is_empty() {
        let cap = Rect::from_min_size(left, Vec2::splat(18.0));
        painter.rect_filled(cap, CornerRadius::same(3), theme::SUNKEN);
        painter.text(cap.center(), Align2::CENTER_CENTER, key, theme::body(12.0), theme::LAMP);
        left.x += 24.0;
    }
    let label = painter.layout(
        view.session.masked(&choice.label),
        theme::body(15.0),
        theme::PAPER,
        inner.max.x - left.x - 44.0,
    );
    painter.galley(left, label, theme::PAPER);
    painter.text(
        inner.right_top(),
        Align2::RIGHT_TOP,
        &*choice.cost,
        theme::body(12.0),
        theme::FAINT,
    );
    let below = Rect::from_min_max(egui::Pos2::new(inner.min.x, inner.min.y + 24.0), inner.max);
    let mut child = ui.new_child(UiBuilder::new().max_rect(below).layout(Layout::top_down(Align::Min)));
    child.spacing_mut().item_spacing.y = 2.0;
    let order = Order::Answer {
        choice: choice.key.to_string(),
    };
    match view.forecasts.get(&order) {
        Some(forecast) => {
            // Should more be asked after it, the odds are those of doing nothing more.
            if let Some(branch) = forecast.branches.last() {
                odds::one(&mut child, view, branch, Some(decision.creature), below.width());
            }
        }
        None => {
            child.label(RichText::new("Working out the odds …").size(12.0).color(theme::FAINT));
        }
    }
    if let Some(rule) = &choice.rule {
        rule_link(&mut child, rule.id(), said);
    }
    if response.clicked() {
        said.push(Said::Order(order));
    }
}
