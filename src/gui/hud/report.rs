//! Reporting a mistake: what is wrong in the player's words, and where the file with the battle has been written.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Button, Label, RichText, TextEdit};
use egui_phosphor::regular as glyph;

use super::panel::Panel;
use super::panel_context::{Covered, EguiContext};
use super::panel_order::{Remember, Turn, toggle};
use super::theme;
use super::ui_command::{UiCommand, Window};
use crate::gui::app::frame::Screen;
use crate::gui::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Report>().add_systems(
        EguiPrimaryContextPass,
        (
            heed.in_set(Turn::Heed),
            // The fight may be over, and what is wrong may be how it ended.
            draw.in_set(Turn::Report)
                .run_if(in_state(Screen::Battle).or_else(in_state(Screen::Result)))
                .run_if(resource_exists::<Session>),
        ),
    );
}

/// The form, while it is open.
#[derive(Resource, Clone, Debug, Default)]
struct Report(Option<Form>);

/// What is filled in.
#[derive(Clone, Debug, Default)]
struct Form {
    /// What the player says.
    note: String,
    /// Where it was written, or why it was not.
    written: Option<Result<PathBuf, String>>,
    seen: bool,
}

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut form: ResMut<Report>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::Report)) {
        toggle(&mut form.0);
    }
    if panels.read().any(|&panel| panel == Panel::Report) {
        form.0 = Some(Form::default());
    }
}

fn draw(glass: Option<Res<EguiContext>>, covered: Res<Covered>, session: Res<Session>, mut form: ResMut<Report>) {
    if let Some(glass) = glass.filter(|_| !covered.0) {
        show(&glass.0, &session, &mut form.0);
    }
}

/// Draws the form, if it is open.
fn show(context: &egui::Context, session: &Session, opened: &mut Option<Form>) {
    let Some(form) = opened else { return };
    let mut open = true;
    let mut close = false;
    theme::form("report", format!("{} Report a mistake", glyph::BUG), &mut open).show(context, |ui| {
        ui.set_width((context.content_rect().width() - 64.0).min(420.0));
        match &form.written {
            None => {
                ui.label("What happened, and what should have happened?");
                let field = ui.add(
                    TextEdit::multiline(&mut form.note).id_salt("note").desired_rows(4).desired_width(f32::INFINITY),
                );
                if !form.seen {
                    form.seen = true;
                    field.request_focus();
                }
                ui.label(
                    RichText::new(
                        "The file holds the level, the seed and every order so far, so that the battle can be \
                             played again up to here. It stays on this machine until you send it to somebody.",
                    )
                    .size(12.0)
                    .color(theme::FAINT),
                );
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    let write = RichText::new(format!("{} Write the file", glyph::FLOPPY_DISK)).color(theme::INK);
                    if ui.add(Button::new(write).fill(theme::LAMP)).clicked() {
                        form.done(session.report(&form.note));
                        context.request_repaint();
                    }
                    close |= ui.button("Cancel").clicked();
                });
            }
            Some(Ok(path)) => {
                ui.label("Written to");
                let place = path.display().to_string();
                ui.add(Label::new(RichText::new(&place).monospace().color(theme::LAMP)).wrap());
                ui.label(
                    RichText::new(
                        "`battlemat replay FILE --check` plays it again; `--to-scenario` makes a test of it.",
                    )
                    .size(12.0)
                    .color(theme::FAINT),
                );
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    let done = ui.button("Done");
                    if !form.seen {
                        form.seen = true;
                        done.request_focus();
                    }
                    close |= done.clicked();
                    if ui.button(format!("{} Copy the path", glyph::COPY)).clicked() {
                        context.copy_text(place);
                    }
                });
            }
            Some(Err(why)) => {
                ui.add(Label::new(RichText::new(why).color(theme::HARM)).wrap());
                close |= ui.button("Close").clicked();
            }
        }
    });
    close |= context.input(|input| input.key_pressed(egui::Key::Escape));
    if close || !open {
        *opened = None;
    }
}

impl Form {
    /// Says where it was written, or why it was not.
    fn done(&mut self, written: Result<PathBuf, String>) {
        self.written = Some(written);
        self.seen = false;
    }
}
