//! A note of the answers that were given without asking, for whom they were given, once that side has the word again.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Label, RichText};
use egui_phosphor::regular as glyph;

use super::layout::Layout;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::standing::Given;
use super::text::readable;
use super::theme;
use super::ui_command::{UiCommand, Window};
use super::view::View;
use crate::battle::SideId;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Note>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Answered).run_if(plays)));
}

/// The note.
#[derive(Resource, Debug, Default)]
struct Note {
    /// Answers given without asking since their side had the word.
    given: Vec<Given>,
    /// For which side it is shown, and after how many orders it was.
    noted: Option<(SideId, usize)>,
}

/// The same answers of the same creatures together, with how often, in the order they were first given.
fn rows(given: &[Given], side: SideId) -> Vec<(&Given, usize)> {
    let mut out: Vec<(&Given, usize)> = Vec::new();
    for one in given.iter().filter(|one| one.side == side) {
        let same = |known: &&mut (&Given, usize)| {
            (known.0.creature, &known.0.question, &known.0.answer) == (one.creature, &one.question, &one.answer)
        };
        match out.iter_mut().find(same) {
            Some(known) => known.1 += 1,
            None => out.push((one, 1)),
        }
    }
    out
}

fn heed(mut given: MessageReader<Given>, mut note: ResMut<Note>) {
    note.given.extend(given.read().cloned());
}

fn draw(mut desk: Desk, mut note: ResMut<Note>) {
    desk.draw(|context, view, spot, said| show(context, view, &mut note, &spot.places, said));
}

/// Draws the note, when there is one for whoever has the word.
fn show(context: &egui::Context, view: &View, note: &mut Note, places: &Layout, said: &mut Vec<UiCommand>) {
    let session = view.session;
    let orders = session.battle.orders().len();
    // What was taken back was not answered.
    note.given.retain(|given| given.order < orders);
    let rows = rows(&note.given, session.viewer);
    if rows.is_empty() || !session.waits_for_person() || session.hands_over() {
        return;
    }
    let side = session.viewer;
    // Once shown it stays until the side has given an order of its own.
    let (noted, count) = note.noted.unwrap_or((side, orders));
    let mut gone = noted == side && orders > count;
    note.noted = Some((side, if noted == side { count } else { orders }));
    let place = places.free.left_top() + egui::Vec2::splat(8.0);
    egui::Area::new(egui::Id::new("answered"))
        .fixed_pos(place)
        .pivot(Align2::LEFT_TOP)
        .order(egui::Order::Foreground)
        .show(context, |ui| {
            theme::loud_frame().show(ui, |ui| {
                ui.set_max_width((places.free.width() - 32.0).clamp(120.0, 320.0));
                ui.label(RichText::new("Answered for you, without asking").color(theme::LAMP));
                for (given, count) in rows.iter().take(6) {
                    let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
                    let words = format!(
                        "{}: {} {} {}{times}",
                        view.name(given.creature),
                        readable(&given.question).to_lowercase(),
                        glyph::ARROW_RIGHT,
                        given.answer
                    );
                    ui.add(Label::new(words).wrap());
                }
                ui.horizontal(|ui| {
                    gone |= ui.button("Good").clicked();
                    if ui.button("Change …").clicked() {
                        said.push(UiCommand::Toggle(Window::Settings));
                        gone = true;
                    }
                });
            });
        });
    if gone {
        note.noted = None;
        note.given.retain(|given| given.side != side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Id;

    #[test]
    fn the_same_answers_are_told_once_with_their_count() {
        let given = |side, creature, answer: &str| Given {
            side: SideId(side),
            creature: Id(creature),
            question: "dodge".into(),
            answer: answer.into(),
            order: 0,
        };
        let all = [given(0, 1, "Dodge"), given(1, 4, "No"), given(0, 1, "Dodge"), given(0, 2, "Dodge")];
        let rows: Vec<_> = rows(&all, SideId(0)).into_iter().map(|(one, count)| (one.creature.0, count)).collect();
        assert_eq!(rows, [(1, 2), (2, 1)]);
    }
}
