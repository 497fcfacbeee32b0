//! What is at stake and what is to come: two lines in the ribbon, and a window with all of it.

use bevy_egui::egui::{self, Align2, Button, RichText, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::view::{Hud, Said, View, Window, just_opened};
use super::{paint, theme};
use crate::battle::{Prospect, SideId, Stake, prospects, stakes};

/// Width of the two lines in the ribbon, in points: at least so much, at most so much where the ribbon has room.
const WIDTH: (f32, f32) = (236.0, 480.0);

/// The goal that matters to whoever looks: its own first, then everybody's.
fn foremost(stakes: &[Stake], viewer: SideId) -> Option<&Stake> {
    stakes
        .iter()
        .find(|stake| stake.side == Some(viewer))
        .or_else(|| stakes.iter().find(|stake| stake.side.is_none()))
}

/// The two lines, which leave so much of the ribbon to the turn order; or only the button, where there is little room.
pub fn show(ui: &mut Ui, view: &View, narrow: bool, order: f32, said: &mut Vec<Said>) {
    let world = view.session.battle.world();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let next = prospects.iter().find(|prospect| prospect.round.is_some());
    if narrow {
        let alarm = next.is_some_and(|next| is_due(next, view));
        let icon = RichText::new(if alarm { glyph::BELL_RINGING } else { glyph::FLAG_BANNER }).size(18.0);
        let icon = if alarm { icon.color(theme::HARM) } else { icon };
        let response = ui.add(Button::new(icon).min_size(Vec2::splat(30.0)));
        finish(response, &stakes, &prospects, view, said);
        return;
    }
    let width = (ui.available_width() - order).clamp(WIDTH.0, WIDTH.1);
    let inner = ui.allocate_ui(Vec2::new(width, 40.0), |ui| {
        ui.set_width(width);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if let Some(stake) = foremost(&stakes, view.session.viewer) {
                let count = stake
                    .progress
                    .map_or(String::new(), |(now, all)| format!(" {now}/{all}"));
                let text = format!("{} {}{count}", glyph::FLAG_BANNER, stake.text);
                let line = egui::Label::new(RichText::new(text).size(12.0).color(theme::PAPER));
                ui.add(line.truncate().selectable(false));
            }
            if let Some(next) = next {
                let due = is_due(next, view);
                let (icon, colour) = if due {
                    (glyph::BELL_RINGING, theme::HARM)
                } else {
                    (glyph::BELL, theme::FAINT)
                };
                let text = format!("{icon} {}: {}", sentence(&next.when), next.text);
                let line = egui::Label::new(RichText::new(text).size(12.0).color(colour));
                ui.add(line.truncate().selectable(false));
            }
        });
    });
    let response = ui.interact(inner.response.rect, ui.id().with("stakes"), egui::Sense::click());
    if response.has_focus() || response.hovered() {
        let edge = egui::Stroke::new(1.0, if response.has_focus() { theme::LAMP } else { theme::LINE });
        let rect = inner.response.rect.expand(4.0);
        ui.painter()
            .rect_stroke(rect, f32::from(theme::CORNER), edge, egui::StrokeKind::Inside);
    }
    finish(response, &stakes, &prospects, view, said);
}

fn finish(response: egui::Response, stakes: &[Stake], prospects: &[Prospect], view: &View, said: &mut Vec<Said>) {
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Goals and what is to come"));
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        listing(ui, stakes, prospects, view);
    });
    if response.clicked() {
        said.push(Said::Toggle(Window::Stakes));
    }
}

/// Whether it comes within the round that runs.
fn is_due(prospect: &Prospect, view: &View) -> bool {
    prospect
        .round
        .is_some_and(|round| round <= view.session.battle.flow().round)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// All goals and all that is announced.
fn listing(ui: &mut Ui, stakes: &[Stake], prospects: &[Prospect], view: &View) {
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
        let colour = if is_due(prospect, view) {
            theme::HARM
        } else {
            theme::FAINT
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(sentence(&prospect.when)).color(colour));
            ui.label(&prospect.text);
        });
    }
}

/// The window, while open: what the level is about, goals, what is to come.
pub fn window(context: &egui::Context, view: &View, hud: &mut Hud) {
    if !hud.stakes {
        return;
    }
    let world = view.session.battle.world();
    let level = view.session.battle.level();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let mut open = true;
    let width = (context.content_rect().width() - 32.0).min(460.0);
    egui::Window::new(RichText::new(&level.name).color(theme::LAMP))
        .id(egui::Id::new("stakes window"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .frame(theme::loud_frame().inner_margin(12.0))
        .show(context, |ui| {
            ui.set_width(width);
            if !level.about.is_empty() {
                ui.label(&level.about);
                ui.add_space(theme::STEP);
            }
            listing(ui, &stakes, &prospects, view);
            ui.add_space(theme::STEP);
            let close = ui.button("Close");
            if just_opened(context, "goals") {
                close.request_focus();
            }
            if close.clicked() {
                hud.stakes = false;
            }
        });
    if !open || context.input(|input| input.key_pressed(egui::Key::Escape)) {
        hud.stakes = false;
    }
}
