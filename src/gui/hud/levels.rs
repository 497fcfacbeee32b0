//! The levels of the start screen: their list, the chosen one with its map or its mistakes, and what is to be chosen before it begins.

use std::path::Path;

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, Label, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::begin::Begin;
use super::chosen::Start;
use super::library::{self, Entry};
use super::pictures::Pictures;
use super::thumbnail::fit;
use super::{paint, setup, theme};
use crate::gui::app::probe;
use crate::gui::app::screen::Launch;
use crate::gui::app::settings::Settings;
use crate::level::{Diagnostic, Seat, counted};

/// The list of levels.
pub(super) fn list(ui: &mut Ui, start: &mut Start, pictures: &Pictures, settings: &Settings) {
    if start.entries.is_empty() {
        ui.label(format!("There are no levels in {}.", library::folder().display()));
        return;
    }
    ScrollArea::vertical().id_salt("shelf").auto_shrink([false, false]).show(ui, |ui| {
        for at in 0..start.entries.len() {
            let picture = start.picture(ui.ctx(), at, pictures, settings);
            let entry = &start.entries[at];
            let chosen = Some(&entry.path) == start.chosen.as_ref();
            if card(ui, entry, picture, chosen) {
                start.chosen = Some(entry.path.clone());
                start.choose_level();
            }
        }
    });
}

/// One level of the list; says whether it was chosen.
fn card(ui: &mut Ui, entry: &Entry, picture: Option<TextureHandle>, chosen: bool) -> bool {
    let about = match (&entry.level, &entry.trouble) {
        (Some(level), _) if level.about.is_empty() => Ok(counted(level.creatures.len() as u64, "creature")),
        (Some(level), _) => Ok(level.about.clone()),
        (None, Some(why)) => Err(format!("Cannot be read: {why}")),
        (None, None) => Err(library::mistakes(&entry.findings)),
    };
    entry_card(ui, ("level", &entry.title()), about, picture, chosen)
}

/// Something of a list, with what it is about or what is wrong with it; says whether it was chosen.
pub(super) fn entry_card(
    ui: &mut Ui,
    (kind, title): (&str, &str),
    about: Result<String, String>,
    picture: Option<TextureHandle>,
    chosen: bool,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, 76.0), Sense::click());
    probe::spot(&response, || format!("{kind} {title}"));
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, title));
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let fill = if chosen || response.hovered() { theme::LIFTED } else { theme::PANEL };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (response.has_focus() || chosen, response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (_, true) => Stroke::new(1.0, theme::FAINT),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let frame = Rect::from_min_size(rect.min + Vec2::splat(6.0), Vec2::new(92.0, 64.0));
    painter.rect_filled(frame, CornerRadius::same(3), theme::SUNKEN);
    match picture {
        Some(texture) => fit(&painter, &texture, frame),
        None => {
            painter.text(frame.center(), Align2::CENTER_CENTER, glyph::WARNING, theme::body(28.0), theme::HARM);
        }
    }
    let left = frame.max.x + 10.0;
    let width = rect.max.x - left - 8.0;
    // One line, in smaller letters where it would not fit.
    let in_a_line = |size: f32| {
        let mut job = egui::text::LayoutJob::simple(title.to_owned(), theme::body(size), theme::PAPER, width);
        job.wrap.max_rows = 1;
        painter.layout_job(job)
    };
    let name = Some(in_a_line(17.0)).filter(|name| !name.elided);
    let name = name.unwrap_or_else(|| in_a_line(14.5));
    painter.galley(Pos2::new(left, rect.min.y + 6.0), name, theme::PAPER);
    let (about, colour) = match about {
        Ok(about) => (about, theme::FAINT),
        Err(wrong) => (wrong, theme::HARM),
    };
    let mut job = egui::text::LayoutJob::simple(about, theme::body(12.5), colour, width);
    job.wrap.max_rows = 2;
    let about = painter.layout_job(job);
    painter.galley(Pos2::new(left, rect.min.y + 30.0), about, colour);
    response.clicked()
}

/// The chosen level: its map, rules, sides, seed; or what is wrong with it.
pub(super) fn details(
    ui: &mut Ui,
    start: &mut Start,
    pictures: &Pictures,
    settings: &Settings,
    said: &mut Option<Begin>,
) {
    let Some(at) = start.at() else { return };
    let picture = start.picture(ui.ctx(), at, pictures, settings);
    let room = ui.available_rect_before_wrap();
    theme::frame().inner_margin(16.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let entry = &start.entries[at];
        ui.label(RichText::new(entry.title()).size(26.0));
        if entry.level.is_none() {
            ui.label(RichText::new(entry.path.display().to_string()).size(11.5).color(theme::FAINT));
        }
        let bottom = if entry.level.is_some() { start.setup_height.max(192.0) } else { 0.0 };
        let most = (room.height() - 84.0 - bottom).max(60.0);
        ScrollArea::vertical().id_salt("details").max_height(most).show(ui, |ui| {
            if let Some(level) = &entry.level {
                ui.add(Label::new(RichText::new(&level.about).size(15.0)).wrap());
                if let Some(manners) = level.manners_told() {
                    let line = format!("{} How the computer fights: {manners}.", glyph::CPU);
                    ui.add(Label::new(RichText::new(line).size(13.0).color(theme::FAINT)).wrap());
                }
            }
            if let Some(texture) = picture {
                let height = (most - 48.0).clamp(120.0, 900.0);
                let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
                fit(ui.painter(), &texture, rect);
            }
            findings(ui, entry);
        });
        if start.entries[at].level.is_some() {
            setup::measured(ui, start, |ui, start| setup(ui, start, at, settings, said));
        }
    });
}

fn findings(ui: &mut Ui, entry: &Entry) {
    if let Some(why) = &entry.trouble {
        ui.label(RichText::new(why).color(theme::HARM));
    }
    all_found(ui, &entry.findings, &entry.text);
}

/// What is wrong with a file, each finding with its lines.
pub(super) fn all_found(ui: &mut Ui, findings: &[Diagnostic], text: &str) {
    for finding in findings {
        let colour = if finding.is_error() { theme::HARM } else { theme::LAMP };
        let icon = if finding.is_error() { glyph::X_CIRCLE } else { glyph::WARNING };
        let place = format!("line {}, column {}", finding.line, finding.column);
        egui::CollapsingHeader::new(RichText::new(format!("{icon} {} ({place})", finding.message)).color(colour))
            .id_salt((finding.line, finding.column, &finding.message))
            .default_open(finding.is_error())
            .show(ui, |ui| {
                ui.add(Label::new(RichText::new(finding.render(text)).monospace().size(12.0)).extend());
            });
    }
}

/// How wide the choice of one side's seat is at most, in points.
const SEAT: f32 = 300.0;

/// Ruleset, seats, how hard the computer plays, seed, and the button that starts it.
fn setup(ui: &mut Ui, start: &mut Start, at: usize, settings: &Settings, said: &mut Option<Begin>) {
    ui.separator();
    let playable = setup::choose_ruleset(ui, &mut start.ruleset);
    let level = start.entries[at].level.as_ref().expect("setup is shown for levels that can be played");
    start.seats.resize(level.sides.len(), Seat::Human);
    // A frame does not wrap by itself.
    let beside = ui.available_width() >= SEAT * level.sides.len() as f32;
    let layout =
        if beside { Layout::left_to_right(Align::Min).with_main_wrap(true) } else { Layout::top_down(Align::Min) };
    ui.with_layout(layout, |ui| {
        for (side, seat) in level.sides.iter().zip(&mut start.seats) {
            let place = level.sides.iter().position(|other| other.id == side.id).unwrap_or(0) as u8;
            theme::frame().fill(theme::RAISED).inner_margin(6.0).show(ui, |ui| {
                ui.horizontal(|ui| {
                    paint::side_mark_widget(ui, place, settings.palette);
                    ui.label(RichText::new(&side.name).color(theme::side_text(settings.palette, place)));
                    ui.selectable_value(seat, Seat::Human, format!("{} Person", glyph::USER));
                    ui.selectable_value(seat, Seat::Ai, format!("{} Computer", glyph::CPU));
                });
            });
        }
    });
    setup::strength(ui, start.seats.iter().copied(), settings.computer, said);
    let file = start.entries[at].path.clone();
    setup::foot(ui, start, ("Play", playable, &file), |start, seed| launch(start, &file, seed), said);
}

/// What begins with a seed.
fn launch(start: &Start, file: &Path, seed: u64) -> Launch {
    Launch { level: file.to_owned(), ruleset: start.ruleset.clone(), seed, seats: start.seats.clone() }
}

/// The button that begins the chosen level, by itself.
pub(super) fn short_cut(ui: &mut Ui, start: &mut Start, said: &mut Option<Begin>) {
    let entry = start.at().map(|at| &start.entries[at]).filter(|entry| entry.level.is_some());
    if let Some(file) = entry.map(|entry| entry.path.clone()) {
        setup::short_cut(ui, start, "Play", |start, seed| launch(start, &file, seed), said);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{self, Event, PointerButton};

    use super::super::drawn::words;
    use super::super::library::Entry;
    use super::*;
    use crate::gui::app::autosave;
    use crate::gui::app::saves::{Kind, Stored};
    use crate::gui::board::art;
    use crate::level::Manner;

    /// The start screen's setup of a level, beside so many battles that stand unfinished.
    struct Table {
        context: egui::Context,
        pictures: Pictures,
        start: Start,
        folder: std::path::PathBuf,
    }

    impl Table {
        fn with(unfinished: usize) -> Self {
            let context = egui::Context::default();
            context.enable_accesskit();
            theme::dress(&context);
            let folder = std::env::temp_dir().join(format!("battlemat-crowd-{unfinished}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder for the test");
            let mut start = Start::default();
            start.seed = "7".into();
            start.entries = vec![Entry::read(Path::new("levels/first-fight.toml"))];
            start.chosen = Some("levels/first-fight.toml".into());
            start.choose_level();
            for number in 0..unfinished {
                let path = folder.join(format!("autosave-{number}.json"));
                std::fs::write(&path, "a battle").expect("a file");
                start.saved.shelf.all.push(Stored {
                    kind: Kind::of(&path),
                    path,
                    changed: None,
                    about: None,
                    trouble: None,
                });
            }
            Self { pictures: Pictures::new(context.clone(), art::Sheets::default()), context, start, folder }
        }

        /// One frame; what was asked for, and what was drawn.
        fn frame(&mut self, events: Vec<Event>) -> (Option<Begin>, egui::FullOutput) {
            let size = Vec2::new(1280.0, 720.0);
            let input = egui::RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
                events,
                ..egui::RawInput::default()
            };
            let mut said = None;
            let mut drawn = self.context.run_ui(input, |ui| {
                details(ui, &mut self.start, &self.pictures, &Settings::default(), &mut said);
            });
            drawn.textures_delta.clear();
            (said, drawn)
        }

        /// Presses the button of this name.
        fn press(&mut self, name: &str) -> Option<Begin> {
            self.frame(Vec::new());
            let (_, drawn) = self.frame(Vec::new());
            let update = drawn.platform_output.accesskit_update.as_ref().expect("a tree");
            let named = |node: &egui::accesskit::Node| node.label().is_some_and(|label| label.contains(name));
            let (_, node) = update.nodes.iter().find(|(_, node)| named(node)).expect("the button");
            let bounds = node.bounds().expect("it is somewhere");
            let at = egui::pos2(f64::midpoint(bounds.x0, bounds.x1) as f32, f64::midpoint(bounds.y0, bounds.y1) as f32);
            let button = |pressed| Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            self.frame(vec![Event::PointerMoved(at)]);
            self.frame(vec![button(true)]);
            let (mut said, _) = self.frame(vec![button(false)]);
            for _ in 0..2 {
                said = said.or(self.frame(Vec::new()).0);
            }
            said
        }

        fn files(&self) -> usize {
            std::fs::read_dir(&self.folder).expect("a folder").count()
        }
    }

    impl Drop for Table {
        fn drop(&mut self) {
            self.context.tex_manager().write().take_delta().clear();
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn how_hard_the_computer_plays_is_chosen_where_it_has_a_side() {
        use crate::gui::app::strength::Strength;

        let mut table = Table::with(0);
        table.start.seats = vec![Seat::Human; 2];
        assert!(!words(&table.frame(Vec::new()).1).contains("The computer plays"));
        table.start.seats[1] = Seat::Ai;
        for strength in Strength::ALL {
            let name = format!("The computer plays {}", strength.player().word());
            assert_eq!(table.press(&name), Some(Begin::Strength(strength)));
        }
    }

    #[test]
    fn the_card_tells_the_manners_that_the_level_names() {
        let mut table = Table::with(0);
        assert!(!words(&table.frame(Vec::new()).1).contains("How the computer fights"));
        let level = table.start.entries[0].level.as_mut().expect("a level");
        level.sides[0].manner = Some(Manner::Bold);
        level.creatures[0].manner = Some(Manner::Guard);
        let line = format!(
            "How the computer fights: Side {}: bold; {}: guard.",
            level.sides[0].name.clone(),
            level.creatures[0].name.clone()
        );
        table.frame(Vec::new());
        let said = words(&table.frame(Vec::new()).1);
        assert!(said.contains(&line), "{said}");
    }

    #[test]
    fn the_next_battle_after_the_last_place_is_asked_about() {
        let mut few = Table::with(autosave::MOST - 1);
        assert!(matches!(few.press("Play"), Some(Begin::Level(_))), "there is room");

        let mut table = Table::with(autosave::MOST);
        assert_eq!(table.press("Play"), None, "none goes unasked");
        let said = words(&table.frame(Vec::new()).1);
        assert!(said.contains("Keep it") && said.contains("cannot be brought back"), "{said}");
        assert_eq!(table.press("Keep it"), None);
        assert!(table.start.crowded.is_none());
        assert_eq!(table.files(), autosave::MOST, "nothing was deleted");

        assert_eq!(table.press("Play"), None);
        assert!(matches!(table.press("Delete it and play"), Some(Begin::Level(_))));
        assert_eq!(table.files(), autosave::MOST - 1, "the one left longest ago");
        let oldest = table.folder.join(format!("autosave-{}.json", autosave::MOST - 1));
        assert!(!oldest.exists());
    }
}
