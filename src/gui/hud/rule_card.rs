//! The card of a rule: its text and example from the ledger, opened from any identifier.

use bevy_egui::egui::{self, Align2, RichText, Vec2};

use super::float::just_opened;
use super::theme;
use super::view::View;

/// Draws the open card, if one is.
pub fn show(context: &egui::Context, view: &View, card: &mut Option<String>) {
    let Some(id) = card.clone() else { return };
    let ruleset = view.session.battle.ruleset();
    let row = ruleset.ledger().iter().find(|row| row.id == id);
    let mut open = true;
    let width = (context.content_rect().width() - 32.0).min(420.0);
    egui::Window::new(RichText::new(&id).color(theme::LAMP))
        .id(egui::Id::new("rule card"))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .frame(theme::loud_frame().inner_margin(12.0))
        .show(context, |ui| {
            ui.set_width(width);
            match row {
                Some(row) => {
                    ui.label(
                        RichText::new(format!("{}: {}", ruleset.title(), row.section))
                            .size(12.0)
                            .color(theme::FAINT),
                    );
                    ui.add_space(4.0);
                    ui.label(RichText::new(&row.text).size(15.0));
                    if !row.check.is_empty() {
                        ui.add_space(8.0);
                        ui.label(RichText::new("Example").size(12.0).color(theme::LAMP));
                        ui.label(RichText::new(&row.check).color(theme::FAINT));
                    }
                }
                None => {
                    ui.label(format!("{} has no text for this rule in its ledger.", ruleset.title()));
                }
            }
            ui.add_space(8.0);
            let close = ui.button("Close");
            if just_opened(context, "rule card") {
                close.request_focus();
            }
            if close.clicked() {
                *card = None;
            }
        });
    if !open || context.input(|input| input.key_pressed(egui::Key::Escape)) {
        *card = None;
    }
}
