//! The window of how far to take back.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align, Button, Label, Layout, RichText, ScrollArea, Ui};
use egui_phosphor::regular as glyph;

use super::panel::Panel;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{theme, undo};
use crate::gui::session::{Back, Terms};

pub(super) fn plugin(app: &mut App) {
    app.remember::<HowFar>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::TakeBack).run_if(plays)));
}

/// Whether the window of how far has just been opened, while open.
#[derive(Resource, Default)]
pub(super) struct HowFar(pub(super) Option<bool>);

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut far: ResMut<HowFar>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::TakeBack)) {
        far.0 = if far.0.is_some() { None } else { Some(true) };
    }
    if panels.read().any(|&panel| panel == Panel::TakeBack) {
        far.0 = Some(true);
    }
}

fn draw(mut desk: Desk, mut far: ResMut<HowFar>) {
    desk.draw(|context, view, _, said| window(context, view, &mut far.0, said));
}

/// The window, while open: every order that can be taken back, the last one first.
fn window(context: &egui::Context, view: &View, opened: &mut Option<bool>, said: &mut Vec<UiCommand>) {
    let Some(fresh) = *opened else { return };
    *opened = Some(false);
    let backs = view.session.backs();
    let mut open = true;
    let mut close = view.session.ask.is_some();
    let title = format!("{} Undo to …", glyph::ARROW_U_UP_LEFT);
    theme::form("take back", title, &mut open).show(context, |ui| {
        ui.set_width((context.content_rect().width() - 64.0).min(460.0));
        ScrollArea::vertical().max_height((context.content_rect().height() - 160.0).max(80.0)).show(ui, |ui| {
            let mut to = view.session.battle.events().len();
            for (place, back) in backs.iter().enumerate() {
                let from = back.step.event;
                let first = undo::lines(view, from, to).into_iter().next();
                to = from;
                let response = row(ui, view, back, first.as_deref().unwrap_or("An order"));
                if fresh && place == 0 {
                    response.request_focus();
                }
                if response.clicked() {
                    said.push(UiCommand::TakeBack(back.step.order));
                    close = true;
                }
            }
            if backs.is_empty() {
                ui.label("There is nothing to undo.");
            }
        });
        ui.add_space(4.0);
        let words = "Everything after it is undone too.";
        ui.add(Label::new(RichText::new(words).size(12.0).color(theme::FAINT)).wrap());
        close |= ui.button("Close").clicked();
    });
    close |= context.input(|input| input.key_pressed(egui::Key::Escape));
    if close || !open {
        *opened = None;
    }
}

/// One order: what it was, and what taking it back needs.
fn row(ui: &mut Ui, view: &View, back: &Back, what: &str) -> egui::Response {
    let needs = undo::needs(view, back);
    ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
        let mut job = egui::text::LayoutJob::default();
        let format =
            |size: f32, colour| egui::TextFormat { font_id: theme::body(size), color: colour, ..Default::default() };
        job.append(&format!("{what}\n"), 0.0, format(14.0, theme::PAPER));
        let faint = if back.terms == Terms::Free { theme::FAINT } else { theme::HARM };
        job.append(&needs, 0.0, format(12.0, faint));
        ui.add_enabled(back.terms != Terms::Refused, Button::new(job).wrap())
    })
    .inner
}
