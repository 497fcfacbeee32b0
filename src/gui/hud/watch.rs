//! Watching a battle again: a bar to steer by, in the place of what can be done.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Button, ComboBox, Label, RichText, Slider, Ui, Vec2 as Size, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::layout::{Foot, Layout, Room};
use super::panel_context::Desk;
use super::panel_order::Turn;
use super::view::View;
use super::{paint, theme};
use crate::battle::SideId;
use crate::gui::app::frame::Screen;
use crate::gui::input::keys::Keys;
use crate::gui::input::table_action::TableAction;
use crate::gui::session::replay::{Eyes, PACES, Replay, Steer};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.in_set(Turn::Bar).run_if(in_state(Screen::Replay)).run_if(resource_exists::<Replay>),
    );
}

fn draw(
    mut desk: Desk,
    replay: Res<Replay>,
    keys: Res<Keys>,
    mut foot: ResMut<Foot>,
    mut steers: MessageWriter<Steer>,
) {
    let drawn = desk.draw(|context, view, spot, _| {
        bar(context, view, &spot.places, &replay, &keys, &mut steers);
        let window = context.content_rect().size();
        let size = Float::new("watch", window).size(context).unwrap_or(FIRST);
        Foot { window, size, row: size.y }
    });
    foot.set_if_neq(drawn);
}

/// How large the bar is taken for before it has been drawn, in points.
const FIRST: Size = Size::new(WIDTH, 96.0);

/// Wider than this the bar does not become, in points.
const WIDTH: f32 = 780.0;

fn bar(
    context: &egui::Context,
    view: &View,
    places: &Layout,
    replay: &Replay,
    keys: &Keys,
    steers: &mut MessageWriter<Steer>,
) {
    let wide = places.full.width().min(WIDTH);
    let float = Float {
        frame: theme::loud_frame(),
        least: Size::new(wide, 0.0),
        ..Float::new("watch", Size::new(wide, places.full.height() * 0.5))
    };
    float.show(
        context,
        |size| egui::Align2::CENTER_BOTTOM.align_size_within_rect(size, places.full),
        |ui| {
            course(ui, view, replay, keys, places.low, steers);
            if !places.low {
                manner(ui, view, replay, keys, places.room == Room::Narrow, steers);
            }
            if let Some(why) = &replay.trouble {
                let words = format!("{} It does not go on from here: {why}", glyph::WARNING);
                ui.add(Label::new(RichText::new(words).color(theme::HARM)).wrap());
            }
        },
    );
}

/// A button with a mark, a name for readers, and its key.
fn mark(ui: &mut Ui, icon: &str, name: &str, key: &str, loud: bool) -> bool {
    let colour = if loud { theme::INK } else { theme::PAPER };
    let mut button = Button::new(RichText::new(icon).size(20.0).color(colour)).min_size(Size::new(40.0, 34.0));
    if loud {
        button = button.fill(theme::LAMP);
    }
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    let words = if key.is_empty() { name.to_string() } else { format!("{name} ({key})") };
    response.on_hover_text(words).clicked()
}

/// Where in the battle: to and fro, and a slider over all of it.
fn course(ui: &mut Ui, view: &View, replay: &Replay, keys: &Keys, low: bool, steers: &mut MessageWriter<Steer>) {
    let at = view.session.battle.orders().len();
    let all = replay.len();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let play = if replay.playing { (glyph::PAUSE, "Pause") } else { (glyph::PLAY, "Play") };
        for (icon, name, key, steer) in [
            (glyph::SKIP_BACK, "To the start", String::new(), Steer::To(0)),
            (glyph::CARET_LEFT, "A step back", keys.cap(TableAction::CursorLeft), Steer::Back),
            (play.0, play.1, keys.cap(TableAction::Skip), Steer::Play(!replay.playing)),
            (glyph::CARET_RIGHT, "A step on", keys.cap(TableAction::CursorRight), Steer::Forward),
            (glyph::SKIP_FORWARD, "To the end", String::new(), Steer::To(all)),
        ] {
            // The slider goes to both ends, too.
            if low && matches!(steer, Steer::To(_)) {
                continue;
            }
            if mark(ui, icon, name, &key, icon == play.0) {
                steers.write(steer);
            }
        }
        ui.add_space(8.0);
        let label = if low { format!("{at}/{all}") } else { format!("{at} of {all}") };
        // Beside the slider: how far, and the way out.
        let room = (ui.available_width() - if low { 150.0 } else { 180.0 }).max(40.0);
        ui.spacing_mut().slider_width = room;
        let mut wanted = at;
        let slider = Slider::new(&mut wanted, 0..=all.max(1)).show_value(false);
        let response = ui.add_enabled(all > 0, slider);
        response.widget_info(|| WidgetInfo::slider(true, at as f64, "Orders"));
        if response.changed() && wanted != at {
            steers.write(Steer::To(wanted));
        }
        ui.label(RichText::new(label).color(theme::FAINT)).on_hover_text("Orders given so far");
        if low {
            // The rest has no row of its own there.
            ui.menu_button(glyph::DOTS_THREE_VERTICAL, |ui| {
                manner(ui, view, replay, keys, true, steers);
            });
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let words = if low { "" } else { " Leave" };
            let leave = ui.button(format!("{}{words}", glyph::SIGN_OUT));
            leave.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Leave"));
            let key = keys.cap(TableAction::Cancel);
            if leave.on_hover_text(format!("Leave, key {key}")).clicked() {
                steers.write(Steer::Leave);
            }
        });
    });
}

/// The round, how fast, and whose knowledge is shown.
fn manner(ui: &mut Ui, view: &View, replay: &Replay, keys: &Keys, narrow: bool, steers: &mut MessageWriter<Steer>) {
    ui.horizontal_wrapped(|ui| {
        let now = view.session.battle.flow().round;
        ui.label(RichText::new("Round").color(theme::FAINT));
        ComboBox::from_id_salt("round").selected_text(format!("{now} of {}", replay.rounds)).width(86.0).show_ui(
            ui,
            |ui| {
                for round in 1..=replay.rounds {
                    if ui.selectable_label(round == now, round.to_string()).clicked() {
                        steers.write(Steer::Round(round));
                    }
                }
            },
        );
        ui.add_space(6.0);
        ui.label(RichText::new("Speed").color(theme::FAINT));
        for (place, pace) in PACES.into_iter().enumerate() {
            let words = match pace {
                50 => "½".to_string(),
                pace => format!("{}×", pace / 100),
            };
            let key = keys.cap(TableAction::CHOICES[place]);
            let chosen = ui.selectable_label(replay.pace == place, words);
            if chosen.on_hover_text(format!("Key {key}")).clicked() {
                steers.write(Steer::Pace(place));
            }
        }
        if !narrow {
            ui.add_space(6.0);
        }
        ui.label(RichText::new("Shown").color(theme::FAINT))
            .on_hover_text(format!("Whose knowledge is shown; the next: {}", keys.cap(TableAction::FromHere)));
        if ui.selectable_label(replay.eyes == Eyes::All, "everything").clicked() {
            steers.write(Steer::Eyes(Eyes::All));
        }
        for (place, side) in view.session.battle.level().sides.iter().enumerate() {
            let id = SideId(u8::try_from(place).expect("fewer than 256 sides"));
            let words = format!("only what {} knows", side.name);
            let colour = theme::side_text(view.settings.palette, id.0);
            // A mark and its name go to the next row together.
            let width = 30.0 + 7.5 * side.name.chars().count() as f32;
            let size = egui::Vec2::new(width, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
                paint::side_mark_widget(ui, id.0, view.settings.palette);
                if ui
                    .selectable_label(replay.eyes == Eyes::Side(id), RichText::new(&side.name).color(colour))
                    .on_hover_text(words)
                    .clicked()
                {
                    steers.write(Steer::Eyes(Eyes::Side(id)));
                }
            });
        }
    });
}
