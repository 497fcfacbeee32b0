//! Goals and what is to come: one line, its button, and the list of all.

use bevy_egui::egui::{self, Button, RichText, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme};
use crate::battle::{Prospect, SideId, Stake, prospects, stakes};

/// The least width for the line, in points.
pub(super) const LEAST: f32 = 200.0;

/// The goal that matters to whoever looks: its own first, then everybody's.
fn foremost(stakes: &[Stake], viewer: SideId) -> Option<&Stake> {
    stakes.iter().find(|stake| stake.side == Some(viewer)).or_else(|| stakes.iter().find(|stake| stake.side.is_none()))
}

/// Only the button: it is there in windows of every width.
pub(super) fn button(ui: &mut Ui, view: &View, said: &mut Vec<UiCommand>) {
    let world = view.session.seen().world();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let next = prospects.iter().find(|prospect| prospect.round.is_some());
    let alarm = next.is_some_and(|next| is_due(next, view));
    let icon = RichText::new(if alarm { glyph::BELL_RINGING } else { glyph::FLAG_BANNER }).size(17.0);
    let icon = if alarm { icon.color(theme::HARM) } else { icon };
    let response = ui.add(Button::new(icon).min_size(Vec2::splat(28.0)).frame(false));
    if response.has_focus() || response.hovered() {
        let edge = egui::Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, theme::LAMP);
        let corner = f32::from(theme::CORNER);
        ui.painter().rect_stroke(response.rect, corner, edge, egui::StrokeKind::Inside);
    }
    finish(response, &stakes, &prospects, view, said);
}

/// The size of its letters, and how far apart goal and event are in one row, in points.
const SIZE: f32 = 12.5;
const APART: f32 = 14.0;

/// The goal, and what comes next: in one row, or one below the other where that would be too long.
pub(super) fn line(ui: &mut Ui, view: &View) {
    let world = view.session.seen().world();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let mut parts: Vec<(String, egui::Color32)> = Vec::new();
    if let Some(stake) = foremost(&stakes, view.session.viewer) {
        let count = stake.progress.map_or(String::new(), |(now, all)| format!("{now}/{all}"));
        let whole = format!("{} {} {count}", glyph::FLAG_BANNER, stake.text);
        // Where the words are cut off, the count comes first.
        let fits = width(ui, &whole) <= ui.available_width();
        let first = if fits || count.is_empty() {
            whole.trim_end().to_owned()
        } else {
            format!("{} {count} {}", glyph::FLAG_BANNER, stake.text)
        };
        parts.push((first, theme::PAPER));
    }
    if let Some(next) = prospects.iter().find(|prospect| prospect.round.is_some()) {
        let (icon, colour) =
            if is_due(next, view) { (glyph::BELL_RINGING, theme::HARM) } else { (glyph::BELL, theme::FAINT) };
        let text = format!("{icon} {}: {}", sentence(&next.when), next.text);
        parts.push((text, colour));
    }
    let whole = parts.iter().map(|(text, _)| width(ui, text) + APART).sum::<f32>() - APART;
    let in_a_row = if whole <= ui.available_width() { 2 } else { 1 };
    ui.spacing_mut().item_spacing.y = 0.0;
    for row in parts.chunks(in_a_row) {
        let mut job = egui::text::LayoutJob::default();
        for (place, (text, color)) in row.iter().enumerate() {
            let format = egui::TextFormat { font_id: theme::body(SIZE), color: *color, ..Default::default() };
            job.append(text, if place == 0 { 0.0 } else { APART }, format);
        }
        let label = egui::Label::new(job).truncate().selectable(false);
        ui.add(label.sense(egui::Sense::hover())).on_hover_ui(|ui| {
            ui.set_max_width(360.0);
            listing(ui, &stakes, &prospects, view);
        });
    }
}

/// How wide some words of the line are, in points.
fn width(ui: &Ui, text: &str) -> f32 {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(SIZE), theme::PAPER);
    galley.size().x
}

fn finish(response: egui::Response, stakes: &[Stake], prospects: &[Prospect], view: &View, said: &mut Vec<UiCommand>) {
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Goals and what is to come"));
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        listing(ui, stakes, prospects, view);
    });
    if response.clicked() {
        said.push(UiCommand::Toggle(Window::Stakes));
    }
}

/// Whether it comes within the round that runs.
fn is_due(prospect: &Prospect, view: &View) -> bool {
    prospect.round.is_some_and(|round| round <= view.session.battle.flow().round)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// All goals and all that is announced.
pub(super) fn listing(ui: &mut Ui, stakes: &[Stake], prospects: &[Prospect], view: &View) {
    ui.label(RichText::new("Goals").color(theme::LAMP));
    for stake in stakes {
        ui.horizontal_wrapped(|ui| {
            match stake.side {
                Some(side) => {
                    paint::side_mark_widget(ui, side.0, view.settings.palette);
                    let colour = theme::side_text(view.settings.palette, side.0);
                    ui.label(RichText::new(view.side_name(side)).color(colour));
                }
                None => {
                    ui.label(RichText::new("Everybody").color(theme::FAINT));
                }
            }
            ui.label(&stake.text);
            if let Some((now, all)) = stake.progress {
                ui.label(RichText::new(format!("{now} of {all}")).color(theme::LAMP));
            }
        });
    }
    if prospects.is_empty() {
        return;
    }
    ui.add_space(theme::STEP);
    ui.label(RichText::new("To come").color(theme::LAMP));
    for prospect in prospects {
        let colour = if is_due(prospect, view) { theme::HARM } else { theme::FAINT };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(sentence(&prospect.when)).color(colour));
            ui.label(&prospect.text);
        });
    }
}
