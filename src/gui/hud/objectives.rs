//! The window of what is at stake and what is to come.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, RichText, Vec2};

use super::float::{just_opened, scrolled};
use super::panel::Panel;
use super::panel_context::Desk;
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{goals, theme};
use crate::battle::{prospects, stakes};

pub(super) fn plugin(app: &mut App) {
    app.remember::<Goals>().add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Stakes)));
}

/// Whether the window is open.
#[derive(Resource, Default)]
pub(super) struct Goals(pub(super) bool);

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut goals: ResMut<Goals>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::Stakes)) {
        goals.0 = !goals.0;
    }
    goals.0 |= panels.read().any(|&panel| panel == Panel::Stakes);
}

fn draw(mut desk: Desk, mut goals: ResMut<Goals>) {
    desk.draw(|context, view, _, _| window(context, view, &mut goals.0));
}

/// The window, while open: what the level is about, goals, what is to come.
fn window(context: &egui::Context, view: &View, shown: &mut bool) {
    if !*shown {
        return;
    }
    let world = view.session.seen().world();
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
            scrolled(ui, |ui| {
                if !level.about.is_empty() {
                    ui.label(&level.about);
                    ui.add_space(theme::STEP);
                }
                goals::listing(ui, &stakes, &prospects, view);
            });
            ui.add_space(theme::STEP);
            let close = ui.button("Close");
            if just_opened(context, "goals") {
                close.request_focus();
            }
            if close.clicked() {
                *shown = false;
            }
        });
    if !open || context.input(|input| input.key_pressed(egui::Key::Escape)) {
        *shown = false;
    }
}
