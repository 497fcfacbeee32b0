//! The sheet at the left: the acting creature, or whichever is under the pointer, with all a player may know of it.

use bevy_egui::egui::{self, Align2, Grid, Label, Rect, RichText, ScrollArea, Sense, Ui, Vec2};

use super::view::{Said, View, pane, rule_link};
use super::{icons, paint, theme};
use crate::battle::{Gauge, Id, Measure, Sheet, SideId};

/// Draws the sheet of a creature or object.
pub fn show(context: &egui::Context, view: &View, rect: Rect, id: Id, said: &mut Vec<Said>) {
    pane(context, "sheet", rect, theme::frame(), |ui| {
        let sheet = view.sheet(id);
        head(ui, view, id);
        ui.separator();
        ScrollArea::vertical()
            .id_salt("sheet")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 5.0;
                gauges(ui, &sheet);
                for pip in &sheet.pips {
                    ui.horizontal(|ui| {
                        ui.label(RichText::new(&pip.label).size(13.0).color(theme::FAINT));
                        paint::pips(ui, pip.now, pip.max)
                            .on_hover_text(format!("{} {}/{}", pip.label, pip.now, pip.max));
                    });
                }
                ailments(ui, view, &sheet, said);
                rows(ui, "stats", "Numbers", &sheet.stats);
                rows(ui, "gear", "Gear", &sheet.gear);
            });
    });
}

fn head(ui: &mut Ui, view: &View, id: Id) {
    ui.horizontal(|ui| {
        view.portrait(ui, id, 56.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Label::new(RichText::new(view.name(id)).size(20.0).color(theme::PAPER)).truncate());
            match view.creature(id) {
                Some(creature) => {
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        paint::side_mark_widget(ui, creature.side.0, view.settings.palette);
                        let colour = theme::side_text(view.settings.palette, creature.side.0);
                        let side = view.side_name(SideId(creature.side.0));
                        ui.add(Label::new(RichText::new(side).color(colour)).truncate());
                    });
                    let acting = view.session.battle.active() == Some(id);
                    let kind = super::text::readable(&creature.kind);
                    let text = if acting { format!("{kind}, acting") } else { kind };
                    ui.label(RichText::new(text).size(12.0).color(theme::FAINT));
                }
                None => {
                    ui.label(RichText::new("Object").size(12.0).color(theme::FAINT));
                }
            }
        });
    });
}

fn gauges(ui: &mut Ui, sheet: &Sheet) {
    let first = sheet.gauges.iter().position(|one| one.measure == Measure::Health);
    let mut others = sheet.gauges.clone();
    if let Some(first) = first {
        gauge(ui, &others.remove(first), 22.0);
    }
    if others.is_empty() {
        return;
    }
    let columns = 2;
    let width = (ui.available_width() - theme::STEP) / columns as f32;
    for pair in others.chunks(columns) {
        ui.horizontal(|ui| {
            for one in pair {
                ui.allocate_ui(Vec2::new(width, 30.0), |ui| small_gauge(ui, one, width));
            }
        });
    }
}

/// A wide bar with label and figures in it.
pub fn gauge(ui: &mut Ui, gauge: &Gauge, height: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    let colour = paint::health_under_text(gauge.now, gauge.max);
    paint::bar(painter, rect, gauge.now, gauge.max, colour);
    let size = height * 0.62;
    let inner = rect.shrink2(Vec2::new(6.0, 0.0));
    painter.text(
        inner.left_center(),
        Align2::LEFT_CENTER,
        &gauge.label,
        theme::body(size),
        theme::PAPER,
    );
    let figures = format!("{} / {}", gauge.now, gauge.max);
    painter.text(
        inner.right_center(),
        Align2::RIGHT_CENTER,
        figures,
        theme::body(size),
        theme::PAPER,
    );
}

fn small_gauge(ui: &mut Ui, gauge: &Gauge, width: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 28.0), Sense::hover());
    let painter = ui.painter();
    let bar = Rect::from_min_max(egui::Pos2::new(rect.min.x, rect.max.y - 9.0), rect.max);
    let hurt = gauge.now < gauge.max;
    let colour = if hurt {
        paint::health(gauge.now, gauge.max)
    } else {
        theme::LINE
    };
    paint::bar(painter, bar, gauge.now, gauge.max, colour);
    let text = if hurt { theme::HARM } else { theme::PAPER };
    painter.text(
        rect.left_top(),
        Align2::LEFT_TOP,
        &gauge.label,
        theme::body(12.0),
        theme::FAINT,
    );
    let figures = if hurt {
        format!("{}/{}", gauge.now, gauge.max)
    } else {
        gauge.now.to_string()
    };
    painter.text(rect.right_top(), Align2::RIGHT_TOP, figures, theme::body(12.5), text);
    response.on_hover_text(format!("{} {}/{}", gauge.label, gauge.now, gauge.max));
}

fn ailments(ui: &mut Ui, view: &View, sheet: &Sheet, said: &mut Vec<Said>) {
    for ailment in &sheet.ailments {
        egui::Frame::new()
            .fill(theme::RAISED)
            .corner_radius(theme::CORNER)
            .inner_margin(6.0)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                    icons::badge(ui.painter(), view.pictures, rect, &ailment.key);
                    ui.label(RichText::new(&ailment.label).color(theme::LAMP));
                    if let Some(rule) = &ailment.rule {
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                            rule_link(ui, rule.id(), said);
                        });
                    }
                });
                ui.label(RichText::new(&ailment.text).size(12.0));
                if !ailment.lasts.is_empty() {
                    ui.label(RichText::new(&ailment.lasts).size(12.0).color(theme::FAINT));
                }
            });
    }
}

fn rows(ui: &mut Ui, salt: &str, title: &str, rows: &[crate::battle::Stat]) {
    if rows.is_empty() {
        return;
    }
    ui.add_space(2.0);
    ui.label(RichText::new(title).size(12.0).color(theme::LAMP));
    Grid::new(salt)
        .num_columns(2)
        .spacing(Vec2::new(10.0, 3.0))
        .min_row_height(18.0)
        .show(ui, |ui| {
            for row in rows {
                ui.label(RichText::new(&row.label).size(13.0).color(theme::FAINT));
                ui.add(Label::new(RichText::new(&row.value).size(13.0)).wrap());
                ui.end_row();
            }
        });
}
