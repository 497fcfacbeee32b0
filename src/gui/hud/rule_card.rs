//! The card of a rule: its text and example from the ledger, opened from any identifier.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, RichText, Vec2};

use super::float::{just_opened, scrolled};
use super::panel::Panel;
use super::panel_context::{Desk, Spot};
use super::panel_order::{Remember, Turn};
use super::theme;
use super::ui_command::UiCommand;
use super::view::View;
use crate::gui::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Card>().add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Rule)));
}

/// The rule whose card is open.
#[derive(Resource, Default)]
struct Card(Option<String>);

fn heed(
    mut said: MessageReader<UiCommand>,
    mut panels: MessageReader<Panel>,
    session: Option<Res<Session>>,
    mut card: ResMut<Card>,
) {
    for one in said.read() {
        if let UiCommand::Rule(rule) = one {
            card.0 = Some(rule.clone());
        }
    }
    if panels.read().any(|&panel| panel == Panel::Rule)
        && let Some(session) = session
    {
        let mut events = session.battle.events().iter().rev();
        card.0 = events.find_map(|event| event.rules.first().map(|rule| rule.id().to_string()));
    }
}

fn draw(mut desk: Desk, mut card: ResMut<Card>) {
    desk.draw(|context, view, spot, _| show(context, view, &mut card.0, spot));
}

/// Draws the open card, if one is: in the middle, or, while something is asked or aimed, where it covers none of it.
fn show(context: &egui::Context, view: &View, card: &mut Option<String>, spot: &Spot) {
    let Some(id) = card.clone() else { return };
    let ruleset = view.session.battle.ruleset();
    let row = ruleset.ledger().iter().find(|row| row.id == id);
    let mut open = true;
    let width = (context.content_rect().width() - 32.0).min(420.0);
    let area = egui::Id::new("rule card");
    let window = egui::Window::new(RichText::new(&id).color(theme::LAMP));
    let known = context.memory(|memory| memory.area_rect(area)).map(|rect| rect.size());
    let engaged = view.session.question().is_some() || view.session.aim.is_some();
    let window = match known.filter(|_| engaged) {
        Some(size) => {
            let screen = context.content_rect().shrink(theme::STEP);
            let clear = spot.clear.but_cursor();
            let middle = egui::Rect::from_center_size(screen.center(), Vec2::ZERO);
            window.fixed_pos(clear.place(context, "rule card", size, screen, middle).min)
        }
        None => window.anchor(Align2::CENTER_CENTER, Vec2::ZERO),
    };
    window
        .id(area)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        // It may be opened from any panel, and lies over it.
        .order(egui::Order::Foreground)
        .frame(theme::loud_frame().inner_margin(12.0))
        .show(context, |ui| {
            ui.set_width(width);
            scrolled(ui, |ui| match row {
                Some(row) => {
                    ui.label(
                        RichText::new(format!("{}: {}", ruleset.title(), row.section)).size(12.0).color(theme::FAINT),
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
            });
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
