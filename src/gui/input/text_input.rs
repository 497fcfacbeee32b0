//! What is typed into fields, each key with the modifiers that were held when it was pressed. Where frames are slow, hands press Ctrl, press
//! A and let both go between two frames; by the end of the frame nothing is held any more, and `bevy_egui` takes it for a plain `a`.
//!
//! And hands click a field and type before the next frame begins. A field of egui looks at keys before it looks at the click that gives it the
//! keyboard, so that these keys would be lost: what comes after a click waits for the frame after it.

use std::collections::BTreeMap;

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, see_modifiers.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass));
}

/// A key that went down or up, as the hand did it.
#[derive(Clone, Debug)]
struct Stroke {
    key: Option<egui::Key>,
    down: bool,
    /// What it writes by itself.
    text: Option<String>,
    /// Whether it does so, and no key is held that makes a command of it.
    written: bool,
    modifiers: egui::Modifiers,
}

fn see_modifiers(
    mut inputs: MessageReader<KeyboardInput>,
    mut left: MessageReader<KeyboardFocusLost>,
    mut held: Local<ModifierKeysState>,
    mut late: Local<BTreeMap<Entity, Vec<egui::Event>>>,
    mut contexts: Query<(Entity, &mut EguiInput)>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    // What was pressed before the window lost the keyboard was pressed with what was held then.
    let strokes: Vec<Stroke> = inputs.read().map(|input| stroke(input, &mut held)).collect();
    if left.read().count() > 0 {
        *held = ModifierKeysState::default();
    }
    for (context, mut input) in &mut contexts {
        let waiting = late.remove(&context).unwrap_or_default();
        if strokes.is_empty() && waiting.is_empty() {
            continue;
        }
        let mut events = waiting;
        events.extend(as_pressed(std::mem::take(&mut input.events), &strokes));
        let rest = after_a_click(&mut events);
        input.events = events;
        if !rest.is_empty() {
            late.insert(context, rest);
            redraws.write(RequestRedraw);
        }
    }
}

/// Takes away what must wait until a click has done what it does: keys after it, and whatever follows them.
fn after_a_click(events: &mut Vec<egui::Event>) -> Vec<egui::Event> {
    let click = |event: &egui::Event| matches!(event, egui::Event::PointerButton { .. });
    let key = |event: &egui::Event| matches!(event, egui::Event::Key { .. } | egui::Event::Text(_));
    let keys = events.iter().position(click).and_then(|clicked| {
        let after = events[clicked..].iter().position(key)?;
        Some(clicked + after)
    });
    keys.map_or_else(Vec::new, |keys| events.split_off(keys))
}

fn stroke(input: &KeyboardInput, held: &mut ModifierKeysState) -> Stroke {
    let down = input.state.is_pressed();
    match input.logical_key {
        Key::Shift => held.shift = down,
        Key::Control => held.ctrl = down,
        Key::Alt => held.alt = down,
        Key::Super | Key::Meta => held.win = down,
        _ => {}
    }
    let text = match &input.logical_key {
        Key::Character(text) if !text.contains(char::is_control) => Some(text.to_string()),
        Key::Space => Some(" ".into()),
        _ => None,
    };
    Stroke {
        key: bevy_to_egui_key(&input.logical_key).or(bevy_to_egui_physical_key(&input.key_code)),
        down,
        text: text.filter(|_| down),
        written: held.text_input_is_allowed(),
        modifiers: held.to_egui_modifiers(),
    }
}

/// What egui was told of these strokes, put right. It is told of a key after what that key has written.
fn as_pressed(events: Vec<egui::Event>, strokes: &[Stroke]) -> Vec<egui::Event> {
    let mut out: Vec<egui::Event> = Vec::with_capacity(events.len());
    // How many strokes were told of as keys, and how many as texts.
    let (mut keys, mut texts) = (0, 0);
    for mut event in events {
        match &mut event {
            egui::Event::Text(text) => {
                let from = texts.max(keys);
                let typed = |one: &Stroke| one.text.as_ref() == Some(text);
                if let Some(place) = strokes.iter().skip(from).position(typed) {
                    texts = from + place + 1;
                    if !strokes[from + place].written {
                        continue;
                    }
                }
            }
            egui::Event::Key { key, pressed, modifiers, .. } => {
                let same = |one: &Stroke| one.key == Some(*key) && one.down == *pressed;
                if let Some(place) = strokes.iter().skip(keys).position(same) {
                    let place = keys + place;
                    // A letter that was taken for a command.
                    let untold = strokes.get(texts.max(keys)..=place).unwrap_or_default();
                    let letters = untold.iter().filter(|one| one.written);
                    out.extend(letters.filter_map(|one| one.text.clone()).map(egui::Event::Text));
                    (keys, texts) = (place + 1, place + 1);
                    *modifiers = strokes[place].modifiers;
                }
            }
            _ => {}
        }
        out.push(event);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const CTRL: egui::Modifiers = egui::Modifiers { ctrl: true, command: true, ..egui::Modifiers::NONE };

    fn strokes(hand: &str) -> Vec<Stroke> {
        let mut modifiers = egui::Modifiers::NONE;
        hand.chars()
            .filter_map(|letter| {
                match letter {
                    '^' => modifiers = CTRL,
                    '!' => modifiers = egui::Modifiers::NONE,
                    _ => {
                        let key = egui::Key::from_name(&letter.to_uppercase().to_string());
                        return Some(Stroke {
                            key,
                            down: true,
                            text: Some(letter.to_string()),
                            written: modifiers == egui::Modifiers::NONE,
                            modifiers,
                        });
                    }
                }
                None
            })
            .collect()
    }

    /// What egui is told where every key of a frame is taken for pressed with the same modifiers.
    fn told(hand: &str, modifiers: egui::Modifiers) -> Vec<egui::Event> {
        let mut out = Vec::new();
        for letter in hand.chars().filter(|letter| letter.is_alphanumeric()) {
            if modifiers == egui::Modifiers::NONE {
                out.push(egui::Event::Text(letter.to_string()));
            }
            out.push(egui::Event::Key {
                key: egui::Key::from_name(&letter.to_uppercase().to_string()).expect("a key"),
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            });
        }
        out
    }

    fn read(hand: &str, at_the_end: egui::Modifiers) -> String {
        let events = as_pressed(told(hand, at_the_end), &strokes(hand));
        let word = |event: &egui::Event| match event {
            egui::Event::Text(text) => text.clone(),
            egui::Event::Key { key, modifiers, .. } if modifiers.ctrl => format!("<{}>", key.name()),
            _ => String::new(),
        };
        events.iter().map(word).collect()
    }

    #[test]
    fn a_command_pressed_and_let_go_within_one_frame_is_no_letter() {
        let none = egui::Modifiers::NONE;
        assert_eq!(read("^a!", none), "<A>");
        assert_eq!(read("^a!7", none), "<A>7", "what is typed after it replaces what it chose");
        assert_eq!(read("a^a!a", none), "a<A>a");
        assert_eq!(read("42", none), "42");
        assert_eq!(read("7^a", CTRL), "7<A>", "a letter before the command is one");
    }

    #[test]
    fn what_is_typed_after_a_click_waits_for_the_field_that_was_clicked() {
        let button = |pressed| egui::Event::PointerButton {
            pos: egui::pos2(40.0, 10.0),
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let context = egui::Context::default();
        let (mut seed, mut late) = (String::new(), Vec::new());
        let mut frame = |new: Vec<egui::Event>| {
            let mut events = std::mem::take(&mut late);
            events.extend(new);
            late = after_a_click(&mut events);
            let input = egui::RawInput { events, ..egui::RawInput::default() };
            let mut drawn = context.run_ui(input, |ui| {
                ui.text_edit_singleline(&mut seed);
            });
            drawn.textures_delta.clear();
            seed.clone()
        };
        frame(Vec::new());
        frame(vec![egui::Event::PointerMoved(egui::pos2(40.0, 10.0))]);
        // One slow frame tells of all of it.
        let mut done = told("4", egui::Modifiers::NONE);
        done.extend([button(true), button(false)]);
        done.extend(told("7", egui::Modifiers::NONE));
        frame(done);
        assert_eq!(frame(Vec::new()), "7", "and what was typed before went elsewhere");
        assert_eq!(frame(told("2", egui::Modifiers::NONE)), "72");
        context.tex_manager().write().take_delta().clear();
    }
}
