//! Watching a battle again: the table without its orders, and a bar to steer by.

use bevy::prelude::*;
use bevy_egui::egui::{self, Button, ComboBox, RichText, Slider, Ui, Vec2 as Size, WidgetInfo, WidgetType};
use bevy_egui::{EguiContexts, egui::Label};
use egui_phosphor::regular as glyph;

use super::clear::Clear;
use super::float::Float;
use super::forecasts::Forecasts;
use super::layout::{self, Layout, Room};
use super::pictures::Pictures;
use super::said::Said;
use super::speak::Speak;
use super::state::Hud;
use super::view::{Hints, View};
use super::{log, paint, ribbon, rule_card, sheet, small_map, spoken, stakes, theme};
use crate::battle::SideId;
use crate::gui::camera::FreeArea;
use crate::gui::keys::Keys;
use crate::gui::places::BoardCamera;
use crate::gui::replay::{Eyes, PACES, Replay, Steer};
use crate::gui::session::Session;
use crate::gui::settings::Settings;
use crate::gui::table_action::TableAction;

/// The screen.
pub fn screen(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    mut hud: ResMut<Hud>,
    (forecasts, pictures, keys): (Res<Forecasts>, If<Res<Pictures>>, Res<Keys>),
    settings: Res<Settings>,
    replay: If<Res<Replay>>,
    (mut free, eye): (ResMut<FreeArea>, Query<(&Camera, &GlobalTransform), With<BoardCamera>>),
    mut steers: MessageWriter<Steer>,
    mut speak: Speak,
) -> Result {
    let context = contexts.ctx_mut()?;
    let Some(lens) = super::window::lens(&eye, context) else {
        return Ok(());
    };
    let hints = Hints::of(&keys);
    let view = View {
        session: &session,
        offers: &[],
        settings: &settings,
        forecasts: &forecasts,
        pictures: &pictures,
        hints: &hints,
        watching: true,
        lens,
    };
    let hud = &mut *hud;
    let size = context.content_rect().size();
    let high = Float::new("watch", size).size(context).map_or(96.0, |size| size.y);
    let places = layout::battle(size, hud.folds, &settings.panels, high);
    hud.open_now = (places.sheet.is_some(), places.log.is_some());
    let mut said = Vec::new();
    spoken::show(context, &view);
    ribbon::show(context, &view, &places, &mut said);
    let hovered = session.hover.and_then(|square| session.thing_under(square));
    let acting = session.battle.decision().map(|decision| decision.creature);
    let acting = acting.or(session.battle.active()).filter(|&id| session.sees(id));
    let mut clear = Clear::of(&view);
    clear.rects.extend(places.sheet);
    clear.rects.extend(places.log);
    if let (Some(rect), Some(subject)) = (places.sheet, hud.shown.or(hovered).or(acting)) {
        sheet::show(context, &view, rect, subject, &mut said);
    } else if let Some(subject) = hud.shown.or(hovered) {
        let at = sheet::At::Below;
        let card = sheet::card(context, &view, &places, &clear, subject, at, &mut said);
        clear.rects.extend(card);
    }
    hud.shown = None;
    let map = small_map::show(context, &view, &places, &clear, &mut said);
    clear.rects.extend(map);
    match places.log {
        Some(rect) => log::show(context, &view, &mut hud.log, rect, &mut said),
        None => log::last_lines(context, &view, &places, &clear),
    }
    bar(context, &view, &places, &replay, &keys, &mut steers);
    rule_card::show(context, &view, &mut hud.card);
    stakes::window(context, &view, &mut hud.stakes);
    super::window::tell_free_area(context, hud.folds, &settings, [high, high], &mut free);
    // Whoever watches orders nothing, and leaves to where they came from.
    said.retain(|one| match one {
        Said::Leave => {
            steers.write(Steer::Leave);
            false
        }
        Said::Look(_) | Said::LookAt(_) | Said::Rule(_) | Said::Show(_) | Said::Toggle(_) => true,
        _ => false,
    });
    speak.pass_on(said, true, hud, &mut session);
    Ok(())
}

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
    let words = if key.is_empty() {
        name.to_string()
    } else {
        format!("{name} ({key})")
    };
    response.on_hover_text(words).clicked()
}

/// Where in the battle: to and fro, and a slider over all of it.
fn course(ui: &mut Ui, view: &View, replay: &Replay, keys: &Keys, low: bool, steers: &mut MessageWriter<Steer>) {
    let at = view.session.battle.orders().len();
    let all = replay.len();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let play = if replay.playing {
            (glyph::PAUSE, "Pause")
        } else {
            (glyph::PLAY, "Play")
        };
        for (icon, name, key, steer) in [
            (glyph::SKIP_BACK, "To the start", String::new(), Steer::To(0)),
            (
                glyph::CARET_LEFT,
                "A step back",
                keys.cap(TableAction::CursorLeft),
                Steer::Back,
            ),
            (
                play.0,
                play.1,
                keys.cap(TableAction::Skip),
                Steer::Play(!replay.playing),
            ),
            (
                glyph::CARET_RIGHT,
                "A step on",
                keys.cap(TableAction::CursorRight),
                Steer::Forward,
            ),
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
        let label = if low {
            format!("{at}/{all}")
        } else {
            format!("{at} of {all}")
        };
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
        ui.label(RichText::new(label).color(theme::FAINT))
            .on_hover_text("Orders given so far");
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
        ComboBox::from_id_salt("round")
            .selected_text(format!("{now} of {}", replay.rounds))
            .width(86.0)
            .show_ui(ui, |ui| {
                for round in 1..=replay.rounds {
                    if ui.selectable_label(round == now, round.to_string()).clicked() {
                        steers.write(Steer::Round(round));
                    }
                }
            });
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
            .on_hover_text(format!(
                "Whose knowledge is shown; the next: {}",
                keys.cap(TableAction::FromHere)
            ));
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
