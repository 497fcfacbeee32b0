//! Reporting a mistake: what is wrong in the player's words, and where the file with the battle has been written.

use std::path::PathBuf;

use bevy_egui::egui::{self, Button, Label, RichText, TextEdit};
use egui_phosphor::regular as glyph;

use super::said::Said;
use super::theme;

/// The form while it is open.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// What the player says.
    pub note: String,
    /// Where it was written, or why it was not.
    pub written: Option<Result<PathBuf, String>>,
    seen: bool,
}

/// Draws the form, if it is open.
pub fn show(context: &egui::Context, opened: &mut Option<Form>, said: &mut Vec<Said>) {
    let Some(form) = opened else { return };
    let mut open = true;
    let mut close = false;
    theme::form("report", format!("{} Report a mistake", glyph::BUG), &mut open).show(context, |ui| {
        ui.set_width((context.content_rect().width() - 64.0).min(420.0));
        match &form.written {
            None => {
                ui.label("What happened, and what should have happened?");
                let field = ui.add(
                    TextEdit::multiline(&mut form.note)
                        .id_salt("note")
                        .desired_rows(4)
                        .desired_width(f32::INFINITY),
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
                        said.push(Said::Report(form.note.clone()));
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
    pub fn done(&mut self, written: Result<PathBuf, String>) {
        self.written = Some(written);
        self.seen = false;
    }
}
