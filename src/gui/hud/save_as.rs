//! Saving under a name.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::{self, Button, Label, RichText, TextEdit, Vec2};
use egui_phosphor::regular as glyph;

use super::panel::Panel;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn, toggle};
use super::theme;
use super::ui_command::{UiCommand, Window};
use super::view::View;
use crate::gui::app::saves;

pub(super) fn plugin(app: &mut App) {
    app.remember::<SaveAs>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::SaveAs).run_if(plays)));
}

/// The form, while it is open.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct SaveAs(pub(super) Option<Form>);

/// What is filled in.
#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    name: String,
    seen: bool,
}

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut form: ResMut<SaveAs>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::SaveAs)) {
        toggle(&mut form.0);
    }
    if panels.read().any(|&panel| panel == Panel::SaveAs) {
        form.0 = Some(Form::default());
    }
}

fn draw(mut desk: Desk, mut form: ResMut<SaveAs>) {
    desk.draw(|context, view, _, said| show(context, view, &mut form.0, said));
}

/// Draws the form, if it is open.
fn show(context: &egui::Context, view: &View, opened: &mut Option<Form>, said: &mut Vec<UiCommand>) {
    let Some(form) = opened else { return };
    let mut open = true;
    let mut close = false;
    theme::form("save as", format!("{} Save under a name", glyph::FLOPPY_DISK), &mut open).show(context, |ui| {
        ui.set_width((context.content_rect().width() - 64.0).min(400.0));
        let first = !form.seen;
        if first {
            form.seen = true;
            let battle = &view.session.battle;
            form.name = saves::file_name(&format!("{}, round {}", battle.level().name, battle.flow().round));
        }
        let mut edit = TextEdit::singleline(&mut form.name).id_salt("name").desired_width(f32::INFINITY).show(ui);
        if first {
            edit.response.request_focus();
            // The name offered is gone with the first letter typed.
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(form.name.chars().count()));
            edit.state.cursor.set_char_range(Some(all));
            edit.state.store(ui.ctx(), edit.response.id);
        }
        let field = edit.response;
        let name = saves::file_name(&form.name);
        let path = saves::path(&form.name);
        let there = path.exists();
        let words = if name != form.name.trim() {
            format!("It will be called “{name}”.")
        } else if there {
            "There is a save of this name; it will be replaced.".into()
        } else {
            "It will be on the start screen, under Saved.".into()
        };
        let colour = if there { theme::HARM } else { theme::FAINT };
        ui.add(Label::new(RichText::new(words).size(12.0).color(colour)).wrap());
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let save = RichText::new(if there { "Replace" } else { "Save" }).color(theme::INK);
            let pressed = ui.add(Button::new(save).fill(theme::LAMP).min_size(Vec2::new(96.0, 0.0))).clicked();
            let entered = field.lost_focus() && context.input(|input| input.key_pressed(egui::Key::Enter));
            if pressed || entered {
                said.push(UiCommand::SaveAs(path));
                close = true;
            }
            close |= ui.button("Cancel").clicked();
        });
    });
    close |= context.input(|input| input.key_pressed(egui::Key::Escape));
    if close || !open {
        *opened = None;
    }
}
