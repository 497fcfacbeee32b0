//! What levels and campaigns have in common before they begin: the choice of rules, the seed, and the button.

use std::path::Path;

use bevy_egui::egui::{
    self, Align, Button, CornerRadius, Label, RichText, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as glyph;

use super::begin::Begin;
use super::chosen::Start;
use super::float::just_opened;
use super::{stored, text, theme};
use crate::gui::app::screen::{Launch, seed_of_the_clock};
use crate::gui::app::strength::Strength;
use crate::gui::app::{autosave, probe};
use crate::level::Seat;
use crate::rules;

/// Draws what is to be chosen, and remembers how high it is: rows that come or go change the room above it from the next pass on.
pub(super) fn measured(ui: &mut Ui, start: &mut Start, setup: impl FnOnce(&mut Ui, &mut Start)) {
    let top = ui.cursor().top();
    setup(ui, start);
    let height = ui.cursor().top() - top;
    if (height - start.setup_height).abs() > 0.5 {
        start.setup_height = height;
        ui.ctx().request_repaint();
    }
}

/// How hard the computer plays: one choice for all its sides, where it has one.
pub(super) fn strength(ui: &mut Ui, mut seats: impl Iterator<Item = Seat>, now: Strength, said: &mut Option<Begin>) {
    if !seats.any(|seat| seat == Seat::Ai) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{} The computer plays", glyph::CPU)).color(theme::FAINT));
        for strength in Strength::ALL {
            let word = strength.player().word();
            let button = ui.selectable_label(strength == now, word);
            button.widget_info(|| {
                let name = format!("The computer plays {word}: {}", strength.about());
                WidgetInfo::selected(WidgetType::RadioButton, true, strength == now, name)
            });
            probe::spot(&button, || format!("computer {word}"));
            if button.on_hover_text(strength.about()).clicked() {
                *said = Some(Begin::Strength(strength));
            }
        }
    });
}

/// The button that begins what was chosen, with seed and file beside it; or the question which battle makes room for it. `launch` says
/// what begins with a seed.
pub(super) fn foot(
    ui: &mut Ui,
    start: &mut Start,
    (word, playable, file): (&str, bool, &Path),
    launch: impl FnOnce(&Start, u64) -> Launch,
    said: &mut Option<Begin>,
) {
    ui.add_space(4.0);
    let crowded = start.crowded.clone();
    if let Some(launch) = crowded {
        // It may have been asked for out of sight of the question.
        if just_opened(ui.ctx(), "crowded") {
            ui.scroll_to_cursor(Some(Align::Center));
        }
        make_room(ui, start, launch, said);
        return;
    }
    ui.horizontal(|ui| {
        let pressed = play(ui, start, (word, playable), LARGE);
        more(ui, start, file);
        if start.seed.trim().parse::<u64>().is_err() {
            ui.label(RichText::new("The seed must be a whole number.").color(theme::HARM));
        }
        if let Some(seed) = pressed {
            begin(start, launch(start, seed), said);
        }
    });
}

/// The button that begins what was chosen, and a smaller one: the size of its letters and of the button, in points.
const LARGE: (f32, Vec2) = (20.0, Vec2::new(160.0, 44.0));
const SMALL: (f32, Vec2) = (15.0, Vec2::new(64.0, 30.0));

/// The button that begins what was chosen; the seed, once it is pressed.
fn play(ui: &mut Ui, start: &Start, (word, playable): (&str, bool), (letters, size): (f32, Vec2)) -> Option<u64> {
    let seed = start.seed.trim().parse::<u64>();
    let button = Button::new(RichText::new(format!("{} {word}", glyph::PLAY)).size(letters).color(theme::INK));
    let button = ui.add_enabled(playable && seed.is_ok(), button.fill(theme::LAMP).min_size(size));
    probe::spot(&button, || "play".into());
    seed.ok().filter(|_| button.clicked())
}

/// The same button by itself, where the choice lies below what there is room for.
pub(super) fn short_cut(
    ui: &mut Ui,
    start: &mut Start,
    word: &str,
    launch: impl FnOnce(&Start, u64) -> Launch,
    said: &mut Option<Begin>,
) {
    let playable = start.ruleset.as_deref().is_some_and(|key| rules::by_key(key).is_some());
    if let Some(seed) = play(ui, start, (word, playable && start.crowded.is_none()), SMALL) {
        begin(start, launch(start, seed), said);
    }
}

/// Begins what was chosen, if there is room for it among those that stand unfinished; else it is asked about.
fn begin(start: &mut Start, launch: Launch, said: &mut Option<Begin>) {
    if start.saved.shelf.unfinished().count() < autosave::MOST {
        *said = Some(Begin::Level(launch));
    } else {
        start.crowded = Some(launch);
    }
}

/// How large the card of a ruleset is, in points.
const CARD: Vec2 = Vec2::new(140.0, 54.0);

/// The rulesets as cards, each with what it is like; whether the chosen one can be played.
pub(super) fn choose_ruleset(ui: &mut Ui, choice: &mut Option<String>) -> bool {
    let all = rules::all();
    let chosen = choice.clone().unwrap_or_default();
    let playable = rules::by_key(&chosen).is_some();
    if !playable {
        let words = format!("{} (not there yet)", text::readable(&chosen));
        ui.label(RichText::new(words).color(theme::FAINT));
    }
    let beside = (ui.available_width() / (CARD.x + 6.0)).floor().max(1.0).min(all.len() as f32);
    let wide = (ui.available_width() / beside - 6.0).min(CARD.x * 1.8);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(6.0);
        for ruleset in all {
            if ruleset_card(ui, (ruleset.title(), ruleset.pitch()), ruleset.key() == chosen, wide).clicked() {
                *choice = Some(ruleset.key().to_string());
            }
        }
    });
    playable
}

/// A ruleset to choose.
fn ruleset_card(ui: &mut Ui, (title, pitch): (&str, &str), chosen: bool, wide: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(wide, CARD.y), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, title));
    probe::spot(&response, || format!("ruleset {title}"));
    let fill = if chosen || response.hovered() { theme::LIFTED } else { theme::RAISED };
    let edge = match (chosen || response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (false, true) => Stroke::new(1.0, theme::FAINT),
        (false, false) => Stroke::new(1.0, theme::LINE),
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(theme::CORNER), fill, edge, StrokeKind::Inside);
    let inner = rect.shrink2(Vec2::new(8.0, 5.0));
    let line = |words: &str, size: f32, colour, rows: usize| {
        let mut job = egui::text::LayoutJob::simple(words.to_owned(), theme::body(size), colour, inner.width());
        job.wrap.max_rows = rows;
        painter.layout_job(job)
    };
    let name = line(title, 14.0, theme::PAPER, 1);
    let below = inner.min + Vec2::new(0.0, name.size().y + 1.0);
    painter.galley(inner.min, name, theme::PAPER);
    painter.galley(below, line(pitch, 10.5, theme::FAINT, 2), theme::FAINT);
    response.on_hover_text(pitch)
}

/// What few look for: the seed of the dice and the file, behind a button.
fn more(ui: &mut Ui, start: &mut Start, file: &Path) {
    let caret = if start.more { glyph::CARET_LEFT } else { glyph::CARET_RIGHT };
    let button = ui.button(format!("More {caret}"));
    probe::spot(&button, || "more setup".into());
    if button.clicked() {
        start.more = !start.more;
    }
    if !start.more {
        return;
    }
    ui.label(RichText::new("Seed").color(theme::FAINT));
    // A name of its own keeps it the field that is typed into, whatever comes up above it.
    let field = TextEdit::singleline(&mut start.seed).id_salt("seed");
    let field = ui.add(field.desired_width(90.0));
    probe::spot(&field, || "seed".into());
    if ui.button(glyph::DICE_FIVE).on_hover_text("Another seed").clicked() {
        start.seed = seed_of_the_clock().to_string();
    }
    ui.add(Label::new(RichText::new(file.display().to_string()).size(11.5).color(theme::FAINT)).truncate());
}

/// Too many battles stand unfinished: asks whether the one left longest ago may go.
fn make_room(ui: &mut Ui, start: &mut Start, launch: Launch, said: &mut Option<Begin>) {
    let oldest = start.saved.shelf.unfinished().next_back().cloned();
    let Some(oldest) = oldest.filter(|_| start.saved.shelf.unfinished().count() >= autosave::MOST) else {
        start.crowded = None;
        *said = Some(Begin::Level(launch));
        return;
    };
    let most = autosave::MOST;
    let words = format!(
        "{most} battles stand unfinished, and no more are kept. Left longest ago: {}. Delete it to begin this one? It cannot be brought back.",
        stored::in_a_line(&oldest)
    );
    ui.add(Label::new(RichText::new(words).size(15.0)).wrap());
    ui.horizontal(|ui| {
        // Where the button was that led here.
        let keep = ui.add(Button::new("Keep it").min_size(Vec2::new(160.0, 44.0)));
        probe::spot(&keep, || "keep the oldest".into());
        let delete = RichText::new(format!("{} Delete it and play", glyph::TRASH)).color(theme::INK);
        let delete = ui.add(Button::new(delete).fill(theme::HARM).min_size(Vec2::new(0.0, 44.0)));
        probe::spot(&delete, || "delete the oldest".into());
        if delete.clicked() {
            start.crowded = None;
            match start.saved.remove(&oldest.path) {
                Ok(()) => *said = Some(Begin::Level(launch)),
                Err(why) => {
                    ui.label(RichText::new(why).color(theme::HARM));
                }
            }
        } else if keep.clicked() {
            start.crowded = None;
        }
    });
}
