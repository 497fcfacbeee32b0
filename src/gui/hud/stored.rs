//! The saved battles on the start screen: each with what it is or what is wrong with it; load, watch, delete.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy_egui::egui::{
    Button, CornerRadius, Label, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::begin::Begin;
use super::pictures::Pictures;
use super::theme;
use super::thumbnail::{self, fit};
use crate::gui::app::about::About;
use crate::gui::app::probe;
use crate::gui::app::saves::{self, Kind, Shelf, Stored};
use crate::gui::app::settings::Settings;
use crate::gui::board::art::colour_image;

/// What the start screen remembers of saved battles.
#[derive(Default)]
pub(super) struct Saved {
    /// What there is.
    pub shelf: Shelf,
    chosen: Option<PathBuf>,
    /// The save that is to be deleted, once that has been confirmed.
    doomed: Option<PathBuf>,
    trouble: Option<String>,
    pictures: BTreeMap<PathBuf, (TextureHandle, Option<SystemTime>)>,
}

impl Saved {
    fn chosen(&self) -> Option<&Stored> {
        let known = |path: &PathBuf| self.shelf.all.iter().find(|stored| stored.path == *path);
        self.chosen.as_ref().and_then(known).or(self.shelf.all.first())
    }

    /// Deletes a save.
    pub(super) fn remove(&mut self, path: &Path) -> Result<(), String> {
        std::fs::remove_file(path).map_err(|why| format!("{}: {why}", path.display()))?;
        self.shelf.all.retain(|known| known.path != path);
        Ok(())
    }

    fn picture(&mut self, ui: &Ui, at: usize, pictures: &Pictures, settings: &Settings) -> Option<TextureHandle> {
        let stored = &self.shelf.all[at];
        let level = stored.about.as_ref()?.level.as_ref()?;
        if let Some((known, changed)) = self.pictures.get(&stored.path)
            && *changed == stored.changed
        {
            return Some(known.clone());
        }
        let across = u32::from(level.board.width().max(level.board.height()));
        let pixels = (480 / across.max(1)).clamp(6, 32);
        let drawn = thumbnail::draw(level, pictures, pixels, settings.palette);
        let texture = ui.ctx().load_texture(
            format!("save {}", stored.path.display()),
            colour_image(&drawn),
            TextureOptions::LINEAR,
        );
        self.pictures.insert(stored.path.clone(), (texture.clone(), stored.changed));
        Some(texture)
    }
}

/// Now, for saying how long ago something was.
#[expect(clippy::disallowed_methods, reason = "told to people; no rule reads it")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The list at the left.
pub(super) fn list(ui: &mut Ui, saved: &mut Saved, pictures: &Pictures, settings: &Settings) {
    if saved.shelf.all.is_empty() {
        ui.add_space(8.0);
        ui.add(
            Label::new(
                RichText::new(
                    "Nothing is saved yet. A battle is kept when you leave it; in it you can save under a name.",
                )
                .color(theme::FAINT),
            )
            .wrap(),
        );
        return;
    }
    let now = now();
    ScrollArea::vertical().id_salt("saves").auto_shrink([false, false]).show(ui, |ui| {
        for at in 0..saved.shelf.all.len() {
            let picture = saved.picture(ui, at, pictures, settings);
            let stored = &saved.shelf.all[at];
            let chosen = saved.chosen().is_some_and(|known| known.path == stored.path);
            if card(ui, stored, picture.as_ref(), chosen, now) {
                saved.chosen = Some(stored.path.clone());
                saved.doomed = None;
                saved.trouble = None;
            }
        }
    });
}

/// Which unfinished battle it is, and since when.
pub(super) fn in_a_line(stored: &Stored) -> String {
    let about = stored.about.as_ref().map_or_else(|| stored.name(), line);
    format!("{about}, {}", saves::ago(stored.changed, now()))
}

/// What a save is about, in a line.
pub(super) fn line(about: &About) -> String {
    let state = match (&about.outcome, &about.between) {
        (Some(outcome), _) => outcome.clone(),
        (None, Some(between)) => between.clone(),
        (None, None) => format!("round {}", about.round),
    };
    format!("{}, {}, {state}", about.title, about.ruleset)
}

fn card(ui: &mut Ui, stored: &Stored, picture: Option<&TextureHandle>, chosen: bool, now: SystemTime) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, 66.0), Sense::click());
    let name = stored.name();
    probe::spot(&response, || format!("save {}", saves::stem(&stored.path)));
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, &name));
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let fill = if chosen || response.hovered() { theme::LIFTED } else { theme::PANEL };
    let corner = CornerRadius::same(theme::CORNER);
    painter.rect_filled(rect, corner, fill);
    let edge = match (response.has_focus() || chosen, response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (_, true) => Stroke::new(1.0, theme::FAINT),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, corner, edge, StrokeKind::Inside);
    let frame = Rect::from_min_size(rect.min + Vec2::splat(6.0), Vec2::new(78.0, 54.0));
    painter.rect_filled(frame, CornerRadius::same(3), theme::SUNKEN);
    if let Some(texture) = picture {
        fit(&painter, texture, frame);
    }
    if stored.trouble.is_some() {
        let place = frame.center();
        painter.circle_filled(place, 15.0, theme::PANEL_SOLID);
        let align = bevy_egui::egui::Align2::CENTER_CENTER;
        painter.text(place, align, glyph::WARNING, theme::body(20.0), theme::HARM);
    }
    let left = frame.max.x + 10.0;
    let width = rect.max.x - left - 8.0;
    let when = painter.layout_no_wrap(saves::ago(stored.changed, now), theme::body(11.5), theme::FAINT);
    let room = width - when.size().x - 8.0;
    let one_line = |text: String, size: f32, colour, width: f32, rows: usize| {
        let mut job = bevy_egui::egui::text::LayoutJob::simple(text, theme::body(size), colour, width);
        job.wrap.max_rows = rows;
        job.wrap.break_anywhere = rows == 1;
        painter.layout_job(job)
    };
    let title = one_line(name, 15.5, theme::PAPER, room, 1);
    painter.galley(Pos2::new(left, rect.min.y + 6.0), title, theme::PAPER);
    let place = Pos2::new(rect.max.x - 8.0 - when.size().x, rect.min.y + 9.0);
    painter.galley(place, when, theme::FAINT);
    let (text, colour) = match (&stored.trouble, &stored.about) {
        (Some(why), _) => (why.clone(), theme::HARM),
        (None, Some(about)) => (line(about), theme::FAINT),
        (None, None) => (String::new(), theme::FAINT),
    };
    let about = one_line(text, 12.5, colour, width, 2);
    painter.galley(Pos2::new(left, rect.min.y + 28.0), about, colour);
    response.clicked()
}

/// The chosen save, and what can be done with it.
pub(super) fn details(
    ui: &mut Ui,
    saved: &mut Saved,
    pictures: &Pictures,
    settings: &Settings,
    said: &mut Option<Begin>,
) {
    let Some(stored) = saved.chosen().cloned() else { return };
    let at = saved.shelf.all.iter().position(|known| known.path == stored.path);
    let picture = at.and_then(|at| saved.picture(ui, at, pictures, settings));
    let room = ui.available_height();
    theme::frame().inner_margin(16.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(stored.name()).size(26.0)).truncate());
        ui.add(Label::new(RichText::new(stored.path.display().to_string()).size(11.5).color(theme::FAINT)).truncate());
        if let Some(about) = &stored.about {
            ui.label(RichText::new(line(about)).size(15.0));
            let orders = match about.orders {
                1 => "one order".to_string(),
                count => format!("{count} orders"),
            };
            let words = format!("{orders}, saved {}", saves::ago(stored.changed, now()));
            ui.label(RichText::new(words).color(theme::FAINT));
        }
        if let Some(why) = &stored.trouble {
            ui.add_space(4.0);
            let words = format!("{} {why}", glyph::WARNING);
            ui.add(Label::new(RichText::new(words).color(theme::HARM)).wrap());
        }
        if let Some(texture) = picture {
            let height = (room - 230.0).clamp(60.0, 460.0);
            let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
            fit(ui.painter(), &texture, rect);
        }
        ui.separator();
        if saved.doomed.as_ref() == Some(&stored.path) {
            question(ui, saved, &stored);
        } else {
            buttons(ui, saved, &stored, said);
        }
        if let Some(why) = &saved.trouble {
            ui.label(RichText::new(why).color(theme::HARM));
        }
    });
}

fn buttons(ui: &mut Ui, saved: &mut Saved, stored: &Stored, said: &mut Option<Begin>) {
    ui.horizontal_wrapped(|ui| {
        let decided = stored.about.as_ref().is_some_and(|about| about.outcome.is_some());
        let size = Vec2::new(120.0, 40.0);
        let load = RichText::new(format!("{} Load", glyph::PLAY)).size(17.0).color(theme::INK);
        let load = Button::new(load).fill(theme::LAMP).min_size(size);
        let watch = RichText::new(format!("{} Watch", glyph::FILM_STRIP)).size(17.0);
        let watch = Button::new(watch).min_size(size);
        let watch = if decided { watch.stroke(Stroke::new(1.0, theme::LAMP)) } else { watch };
        let load = ui.add_enabled(stored.trouble.is_none(), load);
        probe::spot(&load, || "load".into());
        if load.clicked() {
            *said = Some(Begin::Resume(stored.path.clone()));
        }
        // A campaign is no battle that could be watched.
        let battle = stored.about.as_ref().is_some_and(|about| !about.campaign);
        if ui.add_enabled(battle, watch).on_hover_text("See the battle again, order by order").clicked() {
            *said = Some(Begin::Watch(stored.path.clone()));
        }
        let delete = Button::new(format!("{} Delete …", glyph::TRASH)).min_size(Vec2::new(0.0, 40.0));
        if ui.add(delete).clicked() {
            saved.doomed = Some(stored.path.clone());
        }
    });
}

fn question(ui: &mut Ui, saved: &mut Saved, stored: &Stored) {
    let what = match stored.kind {
        Kind::Unfinished => format!("the unfinished battle: {}", in_a_line(stored)),
        _ => format!("“{}”", stored.name()),
    };
    ui.add(Label::new(RichText::new(format!("Delete {what}? It cannot be brought back.")).size(15.0)).wrap());
    ui.horizontal(|ui| {
        let size = Vec2::new(96.0, 36.0);
        let keep = ui.add(Button::new("Keep it").min_size(size));
        let delete = RichText::new(format!("{} Delete", glyph::TRASH)).color(theme::INK);
        if ui.add(Button::new(delete).fill(theme::HARM).min_size(size)).clicked() {
            saved.trouble = saved.remove(&stored.path).err();
            saved.chosen = None;
            saved.doomed = None;
        }
        if keep.clicked() {
            saved.doomed = None;
        }
    });
}
