//! The start screen: what can be played, under which rules, by whom; and the battle that was left unfinished.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::Resource;
use bevy_egui::egui::{
    self, Align, Align2, Button, Color32, ComboBox, CornerRadius, Label, Layout, Pos2, Rect, RichText, ScrollArea,
    Sense, Stroke, StrokeKind, TextEdit, TextureHandle, TextureOptions, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::library::{self, Entry};
use super::pictures::{Pictures, colour_image};
use super::stored::{self, Saved};
use super::{paint, text, theme, thumbnail};
use crate::gui::screen::seed_of_the_clock;
use crate::gui::{Launch, Settings, rest};
use crate::level::Seat;
use crate::rules;

/// What the start screen remembers.
#[derive(Resource, Default)]
pub struct Start {
    entries: Vec<Entry>,
    chosen: Option<PathBuf>,
    ruleset: Option<String>,
    seats: Vec<Seat>,
    seed: String,
    pictures: BTreeMap<PathBuf, (TextureHandle, Option<std::time::SystemTime>)>,
    looked: Option<f64>,
    saved: Saved,
    shows_saved: bool,
    /// Whether there are saves that have not been read yet.
    reading: bool,
}

/// What the start screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Begin {
    /// A level.
    Level(Launch),
    /// A saved battle.
    Resume(PathBuf),
    /// A saved battle, to be watched.
    Watch(PathBuf),
    /// The settings.
    Settings,
}

impl Start {
    /// Looks at the folders again, at most once a second; says whether there is more to be read soon.
    fn look(&mut self, now: f64, kept: bool) -> bool {
        if self.looked.is_some_and(|looked| now - looked < 1.0) && !self.reading {
            return false;
        }
        // A picture shows the game, not what somebody left unfinished on this machine.
        self.reading = kept && self.saved.shelf.look(&crate::gui::settings::saves());
        if self.looked.is_none() {
            self.seed = seed_of_the_clock().to_string();
        }
        self.looked = Some(now);
        library::refresh(&library::folder(), &mut self.entries);
        let known = self
            .chosen
            .as_ref()
            .is_some_and(|path| self.entries.iter().any(|entry| entry.path == *path));
        if !known {
            let first = self
                .entries
                .iter()
                .find(|entry| entry.level.is_some())
                .or(self.entries.first());
            self.chosen = first.map(|entry| entry.path.clone());
            self.choose_level();
        }
        self.reading
    }

    /// Forgets what was seen, so that the next look is thorough: on coming back from a battle.
    pub fn again(&mut self) {
        self.looked = None;
    }

    fn entry(&self) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| Some(&entry.path) == self.chosen.as_ref())
    }

    /// Takes over the level's own ruleset and seats.
    fn choose_level(&mut self) {
        let level = self.entry().and_then(|entry| entry.level.as_ref());
        let own = level.map(|level| {
            (
                level.ruleset.clone(),
                level.sides.iter().map(|side| side.seat).collect(),
            )
        });
        let (ruleset, seats) = own.unwrap_or_default();
        self.ruleset = Some(ruleset);
        self.seats = seats;
    }

    fn picture(
        &mut self,
        context: &egui::Context,
        at: usize,
        pictures: &Pictures,
        settings: &Settings,
    ) -> Option<TextureHandle> {
        let entry = &self.entries[at];
        let level = entry.level.as_ref()?;
        if let Some((known, changed)) = self.pictures.get(&entry.path)
            && *changed == entry.changed
        {
            return Some(known.clone());
        }
        let across = u32::from(level.board.width().max(level.board.height()));
        let pixels = (640 / across.max(1)).clamp(8, 40);
        let drawn = thumbnail::draw(level, pictures, pixels, settings.palette);
        let name = entry.path.display().to_string();
        let texture = context.load_texture(name, colour_image(&drawn), TextureOptions::LINEAR);
        self.pictures
            .insert(entry.path.clone(), (texture.clone(), entry.changed));
        Some(texture)
    }
}

/// Draws the start screen.
pub fn show(
    context: &egui::Context,
    start: &mut Start,
    pictures: &Pictures,
    settings: &Settings,
    trouble: &[String],
) -> Option<Begin> {
    if start.look(context.input(|input| input.time), settings.kept) {
        context.request_repaint();
    }
    rest::wake_after(context, std::time::Duration::from_secs(2));
    let screen = context.content_rect();
    let mut said = None;
    egui::Area::new(egui::Id::new("start"))
        .fixed_pos(screen.min)
        .order(egui::Order::Background)
        .show(context, |ui| {
            ui.allocate_rect(screen, Sense::hover());
            backdrop(ui, screen, start, pictures, settings);
            let gap = if screen.width() < 900.0 { 12.0 } else { 32.0 };
            let mut inner = ui.new_child(
                UiBuilder::new()
                    .max_rect(screen.shrink(gap))
                    .layout(Layout::top_down(Align::Min)),
            );
            let ui = &mut inner;
            title(ui, screen, &mut said);
            resume(ui, start, &mut said);
            if !pictures.missing.is_empty() {
                ui.label(RichText::new(&pictures.missing).color(theme::HARM));
            }
            for line in trouble.iter().take(8) {
                ui.label(RichText::new(line).monospace().color(theme::HARM));
            }
            ui.add_space(8.0);
            let wide = screen.width() >= 720.0;
            let room = ui.available_rect_before_wrap();
            if wide {
                let list = Rect::from_min_size(room.min, Vec2::new((room.width() * 0.36).min(420.0), room.height()));
                let rest = Rect::from_min_max(Pos2::new(list.max.x + 16.0, room.min.y), room.max);
                let mut left = ui.new_child(UiBuilder::new().max_rect(list).layout(Layout::top_down(Align::Min)));
                tabs(&mut left, start);
                let mut right = ui.new_child(UiBuilder::new().max_rect(rest).layout(Layout::top_down(Align::Min)));
                if start.shows_saved {
                    stored::list(&mut left, &mut start.saved, pictures, settings);
                    stored::details(&mut right, &mut start.saved, pictures, settings, &mut said);
                } else {
                    shelf(&mut left, start, pictures, settings);
                    details(&mut right, start, pictures, settings, &mut said);
                }
            } else {
                ScrollArea::vertical()
                    .id_salt("start")
                    .auto_shrink([false, false])
                    .show(ui, |ui| {
                        let mut list = ui.new_child(UiBuilder::new().max_rect(Rect::from_min_size(
                            ui.cursor().min,
                            Vec2::new(ui.available_width(), 240.0),
                        )));
                        tabs(&mut list, start);
                        if start.shows_saved {
                            stored::list(&mut list, &mut start.saved, pictures, settings);
                        } else {
                            shelf(&mut list, start, pictures, settings);
                        }
                        ui.add_space(248.0);
                        if start.shows_saved {
                            stored::details(ui, &mut start.saved, pictures, settings, &mut said);
                        } else {
                            details(ui, start, pictures, settings, &mut said);
                        }
                    });
            }
        });
    said
}

/// The chosen level's map, large and dim, under everything.
fn backdrop(ui: &Ui, screen: Rect, start: &mut Start, pictures: &Pictures, settings: &Settings) {
    let painter = ui.painter();
    painter.rect_filled(screen, 0.0, Color32::from_rgb(0x1d, 0x19, 0x18));
    let at = start
        .entries
        .iter()
        .position(|entry| Some(&entry.path) == start.chosen.as_ref());
    if let Some(texture) = at.and_then(|at| start.picture(ui.ctx(), at, pictures, settings)) {
        let size = texture.size_vec2();
        let scale = (screen.width() / size.x).max(screen.height() / size.y) * 1.05;
        let rect = Rect::from_center_size(screen.center(), size * scale);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(
            texture.id(),
            rect,
            whole,
            Color32::from_rgba_unmultiplied(0xb0, 0xa0, 0x90, 150),
        );
        // Darker towards the left, where the words are.
        let mut mesh = egui::Mesh::default();
        for (corner, alpha) in [
            (screen.left_top(), 220),
            (screen.right_top(), 60),
            (screen.right_bottom(), 110),
            (screen.left_bottom(), 240),
        ] {
            mesh.colored_vertex(corner, Color32::from_rgba_unmultiplied(0x1d, 0x19, 0x18, alpha));
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        painter.add(mesh);
    }
}

fn title(ui: &mut Ui, screen: Rect, said: &mut Option<Begin>) {
    let size = (screen.width() / 16.0).clamp(28.0, 64.0);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(size * 8.4, size * 1.25), Sense::hover());
        let painter = ui.painter();
        let mut x = rect.min.x;
        for (i, letter) in "BATTLEMAT".chars().enumerate() {
            let at = Pos2::new(x, rect.min.y);
            painter.text(
                at + Vec2::splat(2.0),
                Align2::LEFT_TOP,
                letter,
                theme::body(size),
                theme::INK,
            );
            let colour = if i < 6 { theme::LAMP } else { theme::PAPER };
            let drawn = painter.text(at, Align2::LEFT_TOP, letter, theme::body(size), colour);
            x = drawn.max.x + size * 0.12;
        }
        // A measured line under the name, like the edge of a ruled map.
        let y = rect.max.y - size * 0.02;
        painter.hline(rect.min.x..=x, y, Stroke::new(2.0, theme::LAMP));
        let squares = 18;
        for i in 0..=squares {
            let at = rect.min.x + (x - rect.min.x) * i as f32 / squares as f32;
            painter.vline(
                at,
                y..=y + if i % 6 == 0 { 8.0 } else { 4.0 },
                Stroke::new(1.5, theme::LAMP),
            );
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(format!("{} Settings", glyph::GEAR_SIX)).clicked() {
                *said = Some(Begin::Settings);
            }
        });
    });
    ui.add_space(4.0);
    ui.label(
        RichText::new("Tactical fights by the rules of the table, every number explained.")
            .size(15.0)
            .color(theme::FAINT),
    );
}

fn resume(ui: &mut Ui, start: &Start, said: &mut Option<Begin>) {
    let Some(unfinished) = start.saved.shelf.unfinished() else {
        return;
    };
    let Some(about) = &unfinished.about else { return };
    ui.add_space(6.0);
    let words = format!(
        "{} Resume {}, {}, round {}",
        glyph::PLAY,
        about.title,
        about.ruleset,
        about.round
    );
    if ui
        .add(Button::new(RichText::new(words).size(15.0)).stroke(Stroke::new(1.0, theme::LAMP)))
        .clicked()
    {
        *said = Some(Begin::Resume(unfinished.path.clone()));
    }
}

/// Levels, or battles that were saved.
fn tabs(ui: &mut Ui, start: &mut Start) {
    let count = start.saved.shelf.all.len();
    let saved = match count {
        0 => "Saved battles".to_string(),
        count => format!("Saved battles ({count})"),
    };
    ui.horizontal(|ui| {
        for (shows_saved, words) in [
            (false, format!("{} Levels", glyph::MAP_TRIFOLD)),
            (true, format!("{} {saved}", glyph::FLOPPY_DISK)),
        ] {
            let text = RichText::new(words).size(15.0);
            ui.selectable_value(&mut start.shows_saved, shows_saved, text);
        }
    });
    ui.add_space(4.0);
}

/// The list of levels.
fn shelf(ui: &mut Ui, start: &mut Start, pictures: &Pictures, settings: &Settings) {
    if start.entries.is_empty() {
        ui.label(format!("There are no levels in {}.", library::folder().display()));
        return;
    }
    ScrollArea::vertical()
        .id_salt("shelf")
        .auto_shrink([false, false])
        .show(ui, |ui| {
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
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, 76.0), Sense::click());
    let title = entry.title();
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, &title));
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let fill = if chosen || response.hovered() {
        theme::LIFTED
    } else {
        theme::PANEL
    };
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
            painter.text(
                frame.center(),
                Align2::CENTER_CENTER,
                glyph::WARNING,
                theme::body(28.0),
                theme::HARM,
            );
        }
    }
    let left = frame.max.x + 10.0;
    let width = rect.max.x - left - 8.0;
    let name = painter.layout(title, theme::body(17.0), theme::PAPER, width);
    painter.galley(Pos2::new(left, rect.min.y + 6.0), name, theme::PAPER);
    let (about, colour) = match (&entry.level, &entry.trouble) {
        (Some(level), _) if level.about.is_empty() => (format!("{} creatures", level.creatures.len()), theme::FAINT),
        (Some(level), _) => (level.about.clone(), theme::FAINT),
        (None, Some(why)) => (format!("Cannot be read: {why}"), theme::HARM),
        (None, None) => {
            let errors = entry.findings.iter().filter(|finding| finding.is_error()).count();
            let plural = if errors == 1 { "mistake keeps" } else { "mistakes keep" };
            (format!("{errors} {plural} it from being played"), theme::HARM)
        }
    };
    let mut job = egui::text::LayoutJob::simple(about, theme::body(12.5), colour, width);
    job.wrap.max_rows = 2;
    let about = painter.layout_job(job);
    painter.galley(Pos2::new(left, rect.min.y + 30.0), about, colour);
    response.clicked()
}

/// Draws a picture as large as fits into a frame.
pub fn fit(painter: &egui::Painter, texture: &TextureHandle, frame: Rect) {
    let size = texture.size_vec2();
    let scale = (frame.width() / size.x).min(frame.height() / size.y);
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    painter.image(
        texture.id(),
        Rect::from_center_size(frame.center(), size * scale),
        whole,
        Color32::WHITE,
    );
}

/// The chosen level: its map, rules, sides, seed; or what is wrong with it.
fn details(ui: &mut Ui, start: &mut Start, pictures: &Pictures, settings: &Settings, said: &mut Option<Begin>) {
    let Some(at) = start
        .entries
        .iter()
        .position(|entry| Some(&entry.path) == start.chosen.as_ref())
    else {
        return;
    };
    let picture = start.picture(ui.ctx(), at, pictures, settings);
    let room = ui.available_rect_before_wrap();
    theme::frame().inner_margin(16.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let entry = &start.entries[at];
        ui.label(RichText::new(entry.title()).size(26.0));
        ui.label(
            RichText::new(entry.path.display().to_string())
                .size(11.5)
                .color(theme::FAINT),
        );
        let bottom = if entry.level.is_some() { 160.0 } else { 0.0 };
        let most = (room.height() - 100.0 - bottom).max(100.0);
        ScrollArea::vertical()
            .id_salt("details")
            .max_height(most)
            .show(ui, |ui| {
                if let Some(level) = &entry.level {
                    ui.add(Label::new(RichText::new(&level.about).size(15.0)).wrap());
                }
                if let Some(texture) = picture {
                    let height = (most - 48.0).clamp(120.0, 520.0);
                    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
                    fit(ui.painter(), &texture, rect);
                }
                findings(ui, entry);
            });
        if start.entries[at].level.is_some() {
            setup(ui, start, at, settings, said);
        }
    });
}

fn findings(ui: &mut Ui, entry: &Entry) {
    if let Some(why) = &entry.trouble {
        ui.label(RichText::new(why).color(theme::HARM));
    }
    for finding in &entry.findings {
        let colour = if finding.is_error() { theme::HARM } else { theme::LAMP };
        let icon = if finding.is_error() {
            glyph::X_CIRCLE
        } else {
            glyph::WARNING
        };
        let place = format!("line {}, column {}", finding.line, finding.column);
        egui::CollapsingHeader::new(RichText::new(format!("{icon} {} ({place})", finding.message)).color(colour))
            .id_salt((finding.line, finding.column, &finding.message))
            .default_open(finding.is_error())
            .show(ui, |ui| {
                ui.add(Label::new(RichText::new(finding.render(&entry.text)).monospace().size(12.0)).extend());
            });
    }
}

/// Ruleset, seats, seed, and the button that starts it.
fn setup(ui: &mut Ui, start: &mut Start, at: usize, settings: &Settings, said: &mut Option<Begin>) {
    ui.separator();
    let mut playable = false;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Rules").color(theme::FAINT));
        let chosen = start.ruleset.clone().unwrap_or_default();
        let title = rules::by_key(&chosen).map_or_else(
            || format!("{} (not there yet)", text::readable(&chosen)),
            |known| known.title().to_string(),
        );
        playable = rules::by_key(&chosen).is_some();
        ComboBox::from_id_salt("ruleset")
            .selected_text(title)
            .width(150.0)
            .show_ui(ui, |ui| {
                for ruleset in rules::all() {
                    ui.selectable_value(&mut start.ruleset, Some(ruleset.key().to_string()), ruleset.title());
                }
            });
        ui.label(RichText::new("Seed").color(theme::FAINT));
        ui.add(TextEdit::singleline(&mut start.seed).desired_width(90.0));
        if ui.button(glyph::DICE_FIVE).on_hover_text("Another seed").clicked() {
            start.seed = seed_of_the_clock().to_string();
        }
    });
    let level = start.entries[at]
        .level
        .as_ref()
        .expect("setup is shown for levels that can be played");
    start.seats.resize(level.sides.len(), Seat::Human);
    ui.horizontal_wrapped(|ui| {
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
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let seed = start.seed.trim().parse::<u64>();
        let button = Button::new(
            RichText::new(format!("{} Play", glyph::PLAY))
                .size(20.0)
                .color(theme::INK),
        );
        let button = button.fill(theme::LAMP).min_size(Vec2::new(160.0, 44.0));
        let pressed = ui.add_enabled(playable && seed.is_ok(), button).clicked();
        if seed.is_err() {
            ui.label(RichText::new("The seed must be a whole number.").color(theme::HARM));
        }
        if pressed && let Ok(seed) = seed {
            *said = Some(Begin::Level(Launch {
                level: start.entries[at].path.clone(),
                ruleset: start.ruleset.clone(),
                seed,
                seats: start.seats.clone(),
            }));
        }
    });
}
