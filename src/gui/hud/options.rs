//! The settings: size of text, pace, colours, loudness, standing answers, and every key with its conflicts.

use std::collections::BTreeMap;

use bevy::input::gamepad::Gamepad;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, ComboBox, Grid, RichText, ScrollArea, Slider, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::float::{DropDown, just_opened};
use super::layout::{Columns, Folds};
use super::panel::Panel;
use super::panel_context::EguiContext;
use super::panel_order::Turn;
use super::standing::Standing;
use super::ui_command::{UiCommand, Window};
use super::{paint, theme};
use crate::battle::{ActionKind, SideId, Wish};
use crate::gui::app::probe;
use crate::gui::app::settings::Settings;
use crate::gui::app::settings::{FASTEST, Panels, Volumes};
use crate::gui::input::keys::{Key, Keys};
use crate::gui::input::pads::Pad;
use crate::gui::input::table_action::TableAction;
use crate::gui::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<Binding>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Settings)));
}

/// Whether the settings are open.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Shown(pub bool);

/// The action whose new key, or control of a gamepad, is waited for.
#[derive(Resource, Default)]
pub(crate) struct Binding {
    /// By a key.
    pub key: Option<TableAction>,
    /// By a control of a gamepad.
    pub pad: Option<TableAction>,
}

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut shown: ResMut<Shown>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::Settings)) {
        shown.0 = !shown.0;
    }
    shown.0 |= panels.read().any(|&panel| panel == Panel::Settings);
}

/// The settings, over any screen.
fn draw(
    glass: Option<Res<EguiContext>>,
    mut shown: ResMut<Shown>,
    (mut settings, mut keys): (ResMut<Settings>, ResMut<Keys>),
    (mut columns, mut standing): (ResMut<Columns>, ResMut<Standing>),
    mut binding: ResMut<Binding>,
    keyboard: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    session: Option<Res<Session>>,
) {
    let Some(glass) = glass.filter(|_| shown.0) else { return };
    let held = |keys: [KeyCode; 2]| keyboard.any_pressed(keys);
    let ctrl = held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let pressed = keyboard.get_just_pressed().find_map(|&code| Key::pressed(code, ctrl, shift));
    let (mut changed, mut bound) = (settings.clone(), keys.clone());
    let binding = &mut *binding;
    let mut folds = columns.folds;
    let mut choices = Choices {
        settings: &mut changed,
        asked_about: session.map(|session| session.asked_about()).unwrap_or_default(),
        folds: &mut folds,
        standing: &mut standing.0,
        keys: &mut bound,
        waiting: &mut binding.key,
        pressed,
        waiting_pad: &mut binding.pad,
        pressed_pad: gamepads.iter().find_map(Pad::pressed),
    };
    let stored = show(&glass.0, &mut shown.0, &mut choices);
    if columns.folds != folds {
        columns.folds = folds;
    }
    settings.set_if_neq(changed);
    if stored {
        keys.set_if_neq(bound);
        if settings.kept
            && let Err(why) = keys.store()
        {
            warn!("{why}");
        }
    }
}

/// What the settings window works on.
struct Choices<'a> {
    /// Look, pace and loudness.
    settings: &'a mut Settings,
    /// The kinds of action about which sides are asked out of turn in the battle that is played.
    asked_about: Vec<&'static ActionKind>,
    /// What is folded.
    folds: &'a mut Folds,
    /// Answers given without asking, by side and kind of question.
    standing: &'a mut BTreeMap<(SideId, String), String>,
    /// Bindings.
    keys: &'a mut Keys,
    /// The action whose new key is waited for.
    waiting: &'a mut Option<TableAction>,
    /// The key that was just pressed, if one was.
    pressed: Option<Key>,
    /// The action whose new control of a gamepad is waited for.
    waiting_pad: &'a mut Option<TableAction>,
    /// The control that is being pressed, if one is.
    pressed_pad: Option<Pad>,
}

/// Draws the settings, if they are open. Returns whether a key was bound.
fn show(context: &egui::Context, opened: &mut bool, choices: &mut Choices) -> bool {
    if !*opened {
        return false;
    }
    let screen = context.content_rect();
    let mut open = true;
    let mut bound = false;
    theme::form("settings", format!("{} Settings", glyph::GEAR_SIX), &mut open).show(context, |ui| {
        ui.set_width((screen.width() - 64.0).min(440.0));
        ScrollArea::vertical()
            .max_height((screen.height() - 110.0).max(120.0))
            .min_scrolled_height((screen.height() - 110.0).max(120.0))
            .show(ui, |ui| {
                look(ui, choices.settings, choices.folds);
                if cfg!(feature = "audio") {
                    let key = choices.keys.cap(TableAction::Mute);
                    sound(ui, &mut choices.settings.volumes, &key);
                }
                wishes(ui, choices.settings, &choices.asked_about);
                standing(ui, choices.standing);
                bound = bindings(ui, choices);
            });
    });
    let waits = choices.waiting.is_some() || choices.waiting_pad.is_some();
    if !open || (!waits && !bound && context.input(|input| input.key_pressed(egui::Key::Escape))) {
        *opened = false;
        *choices.waiting = None;
        *choices.waiting_pad = None;
    }
    bound
}

/// Narrower than this, in points, what a line is about stands above it.
const BESIDE: f32 = 400.0;

fn look(ui: &mut Ui, settings: &mut Settings, folds: &mut Folds) {
    let opened = just_opened(ui.ctx(), "settings");
    let narrow = ui.available_width() < BESIDE;
    let about = |ui: &mut Ui, words: &str| {
        ui.label(words);
        if narrow {
            ui.end_row();
        }
    };
    Grid::new("look").num_columns(if narrow { 1 } else { 2 }).spacing(Vec2::new(16.0, 8.0)).show(ui, |ui| {
        about(ui, "Size of text");
        ui.horizontal(|ui| {
            for size in [100, 125, 150, 175, 200] {
                let one = ui.selectable_value(&mut settings.text_scale, size, format!("{size} %"));
                if opened && settings.text_scale == size {
                    one.request_focus();
                }
            }
        });
        ui.end_row();
        about(ui, "Speed");
        let slider = Slider::new(&mut settings.speed, 0..=FASTEST)
            .step_by(25.0)
            .custom_formatter(|value, _| if value < 1.0 { "at once".into() } else { format!("{value} %") });
        ui.add(slider);
        ui.end_row();
        about(ui, "Colours of sides");
        ui.horizontal(|ui| {
            let chosen = settings.palette;
            let name = theme::PALETTES.iter().find(|(palette, _)| *palette == chosen).map_or("", |(_, name)| name);
            ComboBox::from_id_salt("palette").selected_text(name).width(170.0).show_ui(ui, |ui| {
                let mut list = DropDown::of(ui, "palette");
                for (palette, name) in theme::PALETTES {
                    list.line(&ui.selectable_value(&mut settings.palette, palette, name), palette == chosen);
                }
            });
            for side in 0..4 {
                paint::side_mark_widget(ui, side, settings.palette);
            }
        });
        ui.end_row();
        about(ui, "Board");
        ui.horizontal(|ui| {
            ui.checkbox(&mut settings.grid, "Grid");
            ui.checkbox(&mut settings.reduced_motion, "Less motion");
            ui.checkbox(&mut settings.contrast, "High contrast");
        });
        ui.end_row();
        about(ui, "Panels");
        ui.horizontal(|ui| {
            let mut map = !settings.panels.map_folded;
            ui.checkbox(&mut map, "Small map");
            settings.panels.map_folded = !map;
            let as_it_was = settings.panels != Panels::default();
            let reset = egui::Button::new("Reset layout").small();
            if ui.add_enabled(as_it_was, reset).clicked() {
                settings.panels = Panels::default();
                *folds = Folds::default();
            }
        });
        ui.end_row();
        about(ui, "End of turn");
        ui.checkbox(&mut settings.ask_end, "Ask before something is lost");
        ui.end_row();
        about(ui, "Hints");
        ui.horizontal(|ui| {
            ui.checkbox(&mut settings.hints, "At first moments");
            if ui.add_enabled(!settings.hinted.is_empty(), egui::Button::new("Show them again").small()).clicked() {
                settings.hinted.clear();
                settings.hints = true;
            }
        });
        ui.end_row();
    });
}

/// A slider for each group of sounds, and one switch for all.
fn sound(ui: &mut Ui, volumes: &mut Volumes, key: &str) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Sound").color(theme::LAMP));
        let words = if key.is_empty() { "Off".to_string() } else { format!("Off ({key})") };
        ui.checkbox(&mut volumes.muted, words);
    });
    let audible = !volumes.muted;
    let rows = [
        ("All sounds", &mut volumes.master),
        ("On the board", &mut volumes.effects),
        ("Dice", &mut volumes.dice),
        ("Turns and alarms", &mut volumes.alerts),
        ("Background", &mut volumes.room),
        ("Buttons", &mut volumes.interface),
    ];
    Grid::new("sound").num_columns(2).spacing(Vec2::new(16.0, 8.0)).show(ui, |ui| {
        for (name, volume) in rows {
            ui.label(name);
            let slider = Slider::new(volume, 0..=100)
                .step_by(5.0)
                .custom_formatter(|value, _| if value < 1.0 { "silent".into() } else { format!("{value} %") });
            ui.add_enabled(audible, slider);
            ui.end_row();
        }
    });
}

/// When people are asked out of turn, for each kind of action of the battle that is played.
fn wishes(ui: &mut Ui, settings: &mut Settings, kinds: &[&'static ActionKind]) {
    if kinds.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(RichText::new("Out of turn").color(theme::LAMP));
    for kind in kinds {
        ui.label(kind.label);
        ui.horizontal_wrapped(|ui| {
            let wish = settings.wish(kind.key);
            for other in Wish::ALL {
                let one = ui.push_id((kind.key, other.word()), |ui| ui.selectable_label(wish == other, other.words()));
                probe::spot(&one.inner, || format!("{}: {}", kind.label, other.words()));
                if one.inner.clicked() {
                    settings.wishes.insert(kind.key.to_owned(), other);
                }
            }
        });
    }
}

fn standing(ui: &mut Ui, standing: &mut BTreeMap<(SideId, String), String>) {
    if standing.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.label(RichText::new("Answers given without asking").color(theme::LAMP));
    let mut gone = None;
    for ((side, kind), choice) in standing.iter() {
        ui.horizontal(|ui| {
            ui.label(format!(
                "Side {}, {}: {}",
                side.0 + 1,
                super::text::readable(kind),
                super::text::readable(choice)
            ));
            if ui.small_button("Ask again").clicked() {
                gone = Some((*side, kind.clone()));
            }
        });
    }
    if let Some(key) = gone {
        standing.remove(&key);
    }
}

fn bindings(ui: &mut Ui, choices: &mut Choices) -> bool {
    let mut bound = false;
    if let (Some(action), Some(key)) = (*choices.waiting, choices.pressed) {
        *choices.waiting = None;
        choices.keys.0.insert(action, vec![key]);
        bound = true;
    }
    if let (Some(action), Some(pad)) = (*choices.waiting_pad, choices.pressed_pad) {
        *choices.waiting_pad = None;
        choices.keys.1.bind(action, pad);
        bound = true;
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Keys").color(theme::LAMP));
        if ui.small_button("Reset").clicked() {
            *choices.keys = Keys::default();
            bound = true;
        }
    });
    let conflicts = choices.keys.conflicts();
    for (key, actions) in &conflicts {
        let names: Vec<_> = actions.iter().map(|action| action.label()).collect();
        let text = format!("{} {} does {} things: {}", glyph::WARNING, key.cap(), names.len(), names.join(", "));
        ui.label(RichText::new(text).color(theme::HARM));
    }
    let pads = cfg!(feature = "gamepad");
    let narrow = ui.available_width() < BESIDE;
    let columns = if narrow { 2 } else { 3 };
    Grid::new("keys").num_columns(columns).striped(!narrow).show(ui, |ui| {
        if pads {
            for head in &["", "Keyboard", "Gamepad"][3 - columns..] {
                ui.label(RichText::new(*head).size(12.0).color(theme::FAINT));
            }
            ui.end_row();
        }
        for &action in TableAction::ALL {
            ui.label(action.label());
            if narrow {
                ui.end_row();
            }
            let keys = choices.keys.0.get(&action).map_or(&[][..], Vec::as_slice);
            let caps: Vec<String> = keys.iter().map(|key| key.cap()).collect();
            let waits = *choices.waiting == Some(action);
            let text = if waits { "press a key …".to_string() } else { caps.join(" or ") };
            // The warning above comes and goes; the focus stays on the same button.
            let button = egui::Button::selectable(waits, text).min_size(Vec2::new(140.0, 24.0));
            let button = ui.push_id((action, "key"), |ui| ui.add(button)).inner;
            probe::spot(&button, || format!("key of {}", action.label()));
            if button.clicked() {
                *choices.waiting = if waits { None } else { Some(action) };
                // Whatever has the focus keeps the next key from the board.
                button.request_focus();
            }
            if pads {
                let waits = *choices.waiting_pad == Some(action);
                let text = if waits { "press it …".to_string() } else { choices.keys.1.caps(action) };
                let button = egui::Button::selectable(waits, text).min_size(Vec2::new(120.0, 24.0));
                let button = ui.push_id((action, "pad"), |ui| ui.add(button)).inner;
                if button.clicked() {
                    *choices.waiting_pad = if waits { None } else { Some(action) };
                }
            }
            ui.end_row();
        }
    });
    bound
}
