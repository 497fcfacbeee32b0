//! The sheet: what matters of a creature in this fight, and below a fold all that a player may know of it. A card while one points at somebody;
//! pinned, it stays at the left.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, CollapsingHeader, Grid, Label, Rect, RichText, ScrollArea, Sense, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::float::{Float, edge, rule_link};
use super::gauge::{coloured, gauge};
use super::keep_clear::Clear;
use super::layout::Layout as Places;
use super::panel_context::Desk;
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{icons, paint, text, theme};
use crate::battle::{Gauge, Id, Measure, Sheet, Stat};
use crate::level::Seat;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Shown>().add_systems(
        EguiPrimaryContextPass,
        (heed.in_set(Turn::Heed), pinned.in_set(Turn::Sheet), pointed.in_set(Turn::Card)),
    );
}

/// The creature whose portrait is under the pointer.
#[derive(Resource, Default)]
struct Shown(Option<Id>);

fn heed(mut said: MessageReader<UiCommand>, mut shown: ResMut<Shown>) {
    let on = |one: &UiCommand| match one {
        UiCommand::Show(id) => Some(*id),
        _ => None,
    };
    shown.0 = said.read().filter_map(on).last();
}

fn pinned(mut desk: Desk, shown: Res<Shown>) {
    desk.draw(|context, view, spot, said| {
        if let (Some(rect), Some(subject)) = (spot.places.sheet, shown.0.or(spot.hovered).or(spot.acting)) {
            show(context, view, rect, subject, said);
        }
    });
}

fn pointed(mut desk: Desk, shown: Res<Shown>) {
    desk.draw(|context, view, spot, said| {
        if spot.places.sheet.is_some() {
            return;
        }
        // Whoever acts has what is theirs in the bar.
        let plain = |id: &Id| view.watching || view.session.aim.is_none() && Some(*id) != spot.acting;
        let above = context.input(|input| input.pointer.latest_pos());
        let at = match above {
            Some(at) if shown.0.is_some() && at.y < spot.places.free.min.y => At::Order,
            _ => At::Below,
        };
        if let Some(subject) = shown.0.or(spot.hovered.filter(plain)) {
            let card = card(context, view, &spot.places, &spot.clear, subject, at, said);
            spot.clear.rects.extend(card);
        }
    });
}

/// Draws the pinned sheet of a creature or object, in the lower part of its column.
fn show(context: &egui::Context, view: &View, rect: Rect, id: Id, said: &mut Vec<UiCommand>) {
    let float = Float { least: Vec2::new(rect.width(), 0.0), ..Float::new("sheet", rect.size()) };
    float.show(
        context,
        |size| Align2::LEFT_BOTTOM.align_size_within_rect(size, rect),
        |ui| {
            let sheet = view.sheet(id);
            head(ui, view, id);
            let most = ui.available_height();
            ScrollArea::vertical().id_salt("sheet").auto_shrink([false, true]).max_height(most).show(ui, |ui| {
                first(ui, view, &sheet, said);
                below(ui, view, &sheet);
            });
            edge(ui, Window::Sheet, rect, said);
        },
    );
}

/// How wide a card is that is only looked at, in points.
const CARD: f32 = 244.0;

/// Draws the card of somebody whose portrait is under the pointer, next to it, or of whoever is under the cursor, in a corner. Nothing can be
/// done on it: it goes as it came.
fn card(
    context: &egui::Context,
    view: &View,
    places: &Places,
    clear: &Clear,
    id: Id,
    at: At,
    said: &mut Vec<UiCommand>,
) -> Option<Rect> {
    let float = Float {
        takes: false,
        least: Vec2::new(CARD, 0.0),
        ..Float::new("card", Vec2::new(CARD, places.free.height()))
    };
    let mut corners = vec![Align2::LEFT_BOTTOM, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP];
    if at == At::Order {
        corners.swap(0, 1);
    }
    let size = float.size(context).unwrap_or(Vec2::new(CARD, 160.0));
    let mut within = places.free;
    // What the square under the cursor is stands in that corner.
    within.max.y -= 26.0;
    if places.low || size.y > within.height() {
        return None;
    }
    // Best where nobody stands.
    let mut crowded = clear.clone();
    crowded.rects.extend(&clear.others);
    let rect = [&crowded, clear].into_iter().find_map(|clear| clear.corner(size, within, &corners))?;
    let rect = float.show(
        context,
        |_| rect,
        |ui| {
            ui.set_max_width(CARD - 16.0);
            let sheet = view.sheet(id);
            head(ui, view, id);
            first(ui, view, &sheet, said);
        },
    );
    Some(rect)
}

/// Where the pointer is that a card is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// On the turn order.
    Order,
    /// On the bar, or on the board.
    Below,
}

/// What matters in this fight: health, what it can still do, its defences, what ails it.
fn first(ui: &mut Ui, view: &View, sheet: &Sheet, said: &mut Vec<UiCommand>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    for one in sheet.gauges.iter().filter(|one| one.measure == Measure::Health) {
        gauge(ui, one, 20.0);
    }
    for one in sheet.of(Measure::DeepHealth) {
        gauge(ui, one, 16.0);
    }
    for one in sheet.of(Measure::Breath) {
        coloured(ui, one, 16.0, theme::BREATH);
    }
    for one in sheet.of(Measure::Energy) {
        gauge(ui, one, 16.0);
    }
    for one in sheet.of(Measure::Armour) {
        gauge(ui, one, 14.0);
    }
    for one in sheet.of(Measure::Progress) {
        coloured(ui, one, 16.0, theme::LINE);
    }
    for one in sheet.of(Measure::Clock) {
        let words = format!("{} {}: {}", glyph::HOURGLASS_MEDIUM, one.label, one.now);
        ui.label(RichText::new(words).size(13.5).color(theme::HARM));
    }
    ui.horizontal_wrapped(|ui| {
        for pip in &sheet.pips {
            paint::named_pips(ui, &pip.label, pip.now, pip.max, 0);
        }
    });
    let vital = view.session.battle.ruleset().vital();
    let stats: Vec<_> = sheet.stats.iter().filter(|stat| vital.contains(&&*stat.key)).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for stat in stats {
            ui.label(RichText::new(&stat.label).size(12.5).color(theme::FAINT));
            ui.label(RichText::new(text::with_units(&stat.value)).size(12.5));
            ui.add_space(5.0);
        }
    });
    ailments(ui, view, sheet, said);
}

/// All the rest, below a fold.
fn below(ui: &mut Ui, view: &View, sheet: &Sheet) {
    let vital = view.session.battle.ruleset().vital();
    let known = |stat: &&Stat| !vital.contains(&&*stat.key);
    let stats: Vec<Stat> = sheet.stats.iter().filter(known).cloned().collect();
    let abilities: Vec<&Gauge> = sheet
        .gauges
        .iter()
        .filter(|one| matches!(one.measure, Measure::Ability | Measure::Ammunition | Measure::Other))
        .collect();
    let fold = |ui: &mut Ui, name: &str, empty: bool, add: &mut dyn FnMut(&mut Ui)| {
        if !empty {
            CollapsingHeader::new(RichText::new(name).size(13.0).color(theme::LAMP)).show(ui, |ui| add(ui));
        }
    };
    fold(ui, "Gear", sheet.gear.is_empty(), &mut |ui| {
        rows(ui, "gear", &sheet.gear);
    });
    fold(ui, "Numbers", stats.is_empty() && abilities.is_empty(), &mut |ui| {
        pairs(ui, &abilities);
        rows(ui, "stats", &stats);
    });
}

fn head(ui: &mut Ui, view: &View, id: Id) {
    ui.horizontal(|ui| {
        view.portrait(ui, id, 44.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Label::new(RichText::new(view.name(id)).size(17.0).color(theme::PAPER)).truncate());
            match view.creature(id) {
                Some(creature) => {
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        paint::side_mark_widget(ui, creature.side.0, view.settings.palette);
                        let colour = theme::side_text(view.settings.palette, creature.side.0);
                        let side = view.side_name(creature.side);
                        let side = match view.session.seat(creature.side) {
                            Seat::Ai => format!("{side} (computer)"),
                            Seat::Human => side.to_owned(),
                        };
                        ui.add(Label::new(RichText::new(side).color(colour)).truncate());
                    });
                    let acting = view.session.battle.active() == Some(id);
                    let kind = text::readable(&creature.kind);
                    let text = if acting { format!("{kind}, acting") } else { kind };
                    ui.label(RichText::new(text).size(12.0).color(theme::FAINT));
                    if let Some(star) = view.session.marks().stars.get(&id) {
                        let words = format!("{} {}", glyph::STAR, star.words(view.session));
                        ui.add(Label::new(RichText::new(words).size(12.0).color(theme::LAMP)).wrap());
                    }
                }
                None => {
                    ui.label(RichText::new("Object").size(12.0).color(theme::FAINT));
                }
            }
        });
    });
}

/// Small gauges, two side by side.
fn pairs(ui: &mut Ui, gauges: &[&Gauge]) {
    let columns = 2;
    let width = (ui.available_width() - theme::STEP) / columns as f32;
    for pair in gauges.chunks(columns) {
        ui.horizontal(|ui| {
            for one in pair {
                ui.allocate_ui(Vec2::new(width, 30.0), |ui| small_gauge(ui, one, width));
            }
        });
    }
}

fn small_gauge(ui: &mut Ui, gauge: &Gauge, width: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 28.0), Sense::hover());
    let painter = ui.painter();
    let bar = Rect::from_min_max(egui::Pos2::new(rect.min.x, rect.max.y - 9.0), rect.max);
    let hurt = gauge.now < gauge.max;
    let colour = if hurt { paint::health(gauge.now, gauge.max) } else { theme::LINE };
    paint::bar(painter, bar, gauge.now, gauge.max, colour);
    let text = if hurt { theme::HARM } else { theme::PAPER };
    painter.text(rect.left_top(), Align2::LEFT_TOP, &gauge.label, theme::body(12.0), theme::FAINT);
    let figures = if hurt { format!("{}/{}", gauge.now, gauge.max) } else { gauge.now.to_string() };
    painter.text(rect.right_top(), Align2::RIGHT_TOP, figures, theme::body(12.5), text);
    response.on_hover_text(format!("{} {}/{}", gauge.label, gauge.now, gauge.max));
}

fn ailments(ui: &mut Ui, view: &View, sheet: &Sheet, said: &mut Vec<UiCommand>) {
    for ailment in &sheet.ailments {
        egui::Frame::new().fill(theme::RAISED).corner_radius(theme::CORNER).inner_margin(6.0).show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                icons::badge(ui.painter(), view.pictures, rect, &ailment.key);
                ui.label(RichText::new(&ailment.label).color(theme::LAMP));
                if let Some(rule) = &ailment.rule {
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        rule_link(ui, rule.id(), said);
                    });
                }
            });
            ui.label(RichText::new(&ailment.text).size(12.0));
            if !ailment.lasts.is_empty() {
                ui.label(RichText::new(&ailment.lasts).size(12.0).color(theme::FAINT));
            }
        });
    }
}

fn rows(ui: &mut Ui, salt: &str, rows: &[Stat]) {
    Grid::new(salt).num_columns(2).spacing(Vec2::new(10.0, 3.0)).min_row_height(18.0).show(ui, |ui| {
        for row in rows {
            ui.label(RichText::new(&row.label).size(13.0).color(theme::FAINT));
            ui.add(Label::new(RichText::new(&row.value).size(13.0)).wrap());
            ui.end_row();
        }
    });
}
