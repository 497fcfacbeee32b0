//! Goals and what is to come: one line, its button, and the list of all.

use bevy_egui::egui::{self, Button, RichText, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme};
use crate::battle::{Prospect, SideId, Stake, prospects, stakes};

/// The least width for the line, in points.
pub(super) const LEAST: f32 = 200.0;

/// All goals, those of the viewer first, then everybody's, then those of others.
fn by_concern(stakes: &[Stake], viewer: SideId) -> Vec<&Stake> {
    let mut all: Vec<&Stake> = stakes.iter().collect();
    all.sort_by_key(|stake| match stake.side {
        Some(side) if side == viewer => 0,
        None => 1,
        Some(_) => 2,
    });
    all
}

/// Only the button: it is there in windows of every width. `counted`: with the count of the first goal that has one.
pub(super) fn button(ui: &mut Ui, view: &View, counted: bool, said: &mut Vec<UiCommand>) {
    let world = view.session.seen().world();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let next = prospects.iter().find(|prospect| prospect.round.is_some());
    let alarm = next.is_some_and(|next| is_due(next, view));
    let icon = if alarm { glyph::BELL_RINGING } else { glyph::FLAG_BANNER };
    let counts = by_concern(&stakes, view.session.viewer).into_iter().filter_map(|stake| stake.progress);
    let count = counts.into_iter().next().filter(|_| counted).map(|(now, all)| format!("{icon} {now}/{all}"));
    let icon = RichText::new(count.unwrap_or_else(|| icon.to_owned())).size(17.0);
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

/// All goals, and what comes next, in at most two rows: what has no room in them is counted, and stands in the list that is pointed at.
pub(super) fn line(ui: &mut Ui, view: &View) {
    let world = view.session.seen().world();
    let (stakes, prospects) = (stakes(world), prospects(world));
    let wide = ui.available_width();
    let mut goals: Vec<(String, egui::Color32)> = Vec::new();
    for stake in by_concern(&stakes, view.session.viewer) {
        let count = stake.progress.map_or(String::new(), |(now, all)| format!(" {now}/{all}"));
        let others = stake.side.is_some_and(|side| side != view.session.viewer);
        let whose = stake.side.filter(|_| others).map_or(String::new(), |side| format!("{}: ", view.side_name(side)));
        let text = stake.text.trim_end_matches('.');
        let words = format!("{} {whose}{text}{count}", glyph::FLAG_BANNER);
        // Where the words would be cut off, the count comes first.
        let cut = !count.is_empty() && width(ui, &words) > wide;
        let words = if cut { format!("{}{count} {whose}{text}", glyph::FLAG_BANNER) } else { words };
        goals.push((words, if others { theme::FAINT } else { theme::PAPER }));
    }
    let next = prospects.iter().find(|prospect| prospect.round.is_some()).map(|next| {
        let (icon, colour) =
            if is_due(next, view) { (glyph::BELL_RINGING, theme::HARM) } else { (glyph::BELL, theme::FAINT) };
        (format!("{icon} {}: {}", sentence(&next.when), next.text), colour)
    });
    let widths: Vec<f32> = goals.iter().map(|(text, _)| width(ui, text)).collect();
    let last = next.as_ref().map(|(text, _)| width(ui, text));
    let rows = rows(&widths, last, wide);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut left = goals.into_iter();
    for (place, &many) in rows.iter().enumerate() {
        let mut parts: Vec<(String, egui::Color32)> = left.by_ref().take(many).collect();
        if place + 1 == rows.len() {
            let more = left.len();
            if more > 0 {
                parts.push((format!("+{more}"), theme::FAINT));
            }
            parts.extend(next.clone());
        }
        let mut job = egui::text::LayoutJob::default();
        for (place, (text, color)) in parts.iter().enumerate() {
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

/// The room of the count of goals that have none.
const COUNT: f32 = 24.0;

/// How many goals stand in each of at most two rows; what comes next stands at the end of the last, and keeps its room as far as there is any.
/// Goals that are left over are counted there.
fn rows(goals: &[f32], next: Option<f32>, wide: f32) -> Vec<usize> {
    let long = |some: &[f32]| some.iter().map(|one| one + APART).sum::<f32>();
    let end = next.map_or(0.0, |next| next + APART);
    if long(goals) + end - APART <= wide {
        return vec![goals.len()];
    }
    let fits = |from: usize, room: f32| {
        (1..=goals.len() - from).take_while(|&many| long(&goals[from..from + many]) - APART <= room).count()
    };
    // The first row holds at least one, even if it is cut off.
    let first = fits(0, wide).max(1).min(goals.len());
    let rest = goals.len() - first;
    if rest == 0 {
        return if next.is_some() { vec![first, 0] } else { vec![first] };
    }
    // Beside what comes next there may be room for none.
    let room = wide - end;
    if long(&goals[first..]) - APART <= room {
        return vec![first, rest];
    }
    vec![first, fits(first, room - COUNT - APART)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Goal;

    #[test]
    fn goals_fill_two_rows_and_what_comes_next_keeps_its_room() {
        assert_eq!(rows(&[100.0, 100.0], Some(100.0), 500.0), [2]);
        assert_eq!(rows(&[200.0, 200.0], Some(200.0), 500.0), [2, 0]);
        assert_eq!(rows(&[200.0, 200.0, 100.0], Some(200.0), 500.0), [2, 1]);
        assert_eq!(rows(&[300.0, 300.0, 300.0], None, 500.0), [1, 1], "the third is counted");
        assert_eq!(rows(&[300.0, 300.0, 300.0], Some(400.0), 500.0), [1, 0], "two are counted");
        assert_eq!(rows(&[900.0], Some(900.0), 500.0), [1, 0]);
        assert_eq!(rows(&[900.0], None, 500.0), [1]);
    }

    #[test]
    fn the_goals_of_the_viewer_come_first() {
        let of = |side: Option<u8>| Stake {
            side: side.map(SideId),
            text: String::new(),
            progress: None,
            goal: Goal::LastSideStanding { side: None },
            squares: Vec::new(),
            parts: Vec::new(),
        };
        let all = [of(None), of(Some(1)), of(Some(0))];
        let order: Vec<Option<u8>> =
            by_concern(&all, SideId(0)).into_iter().map(|stake| stake.side.map(|side| side.0)).collect();
        assert_eq!(order, [Some(0), None, Some(1)]);
    }
}
