//! The start screen: what can be played, under which rules, by whom; and the battle that was left unfinished.

use bevy_egui::egui::{
    self, Align, Align2, Button, Color32, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2,
};
use egui_phosphor::regular as glyph;

use super::begin::Begin;
use super::chosen::Start;
use super::pictures::Pictures;
use super::{levels, stored, theme};
use crate::gui::saves::Stored;
use crate::gui::{Settings, probe, rest};

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
                    levels::list(&mut left, start, pictures, settings);
                    levels::details(&mut right, start, pictures, settings, &mut said);
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
                            levels::list(&mut list, start, pictures, settings);
                        }
                        ui.add_space(248.0);
                        if start.shows_saved {
                            stored::details(ui, &mut start.saved, pictures, settings, &mut said);
                        } else {
                            levels::details(ui, start, pictures, settings, &mut said);
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
    let sound = |stored: &&Stored| stored.trouble.is_none();
    let Some(unfinished) = start.saved.shelf.unfinished().find(sound) else {
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
    let button = ui.add(Button::new(RichText::new(words).size(15.0)).stroke(Stroke::new(1.0, theme::LAMP)));
    probe::spot(&button, || "resume".into());
    if button.clicked() {
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
            let tab = ui.selectable_value(&mut start.shows_saved, shows_saved, text);
            probe::spot(&tab, || format!("tab {}", if shows_saved { "saved" } else { "levels" }));
        }
    });
    ui.add_space(4.0);
}
