//! What is typed into fields, each key with the modifiers that were held when it was pressed. Where frames are slow, hands press Ctrl, press
//! A and let both go between two frames; by the end of the frame nothing is held any more, and `bevy_egui` takes it for a plain `a`.

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::ModifierKeysState;
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        see_modifiers
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    );
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
    mut contexts: Query<&mut EguiInput>,
) {
    if left.read().count() > 0 {
        *held = ModifierKeysState::default();
    }
    let strokes: Vec<Stroke> = inputs.read().map(|input| stroke(input, &mut held)).collect();
    if strokes.is_empty() {
        return;
    }
    for mut context in &mut contexts {
        let events = std::mem::take(&mut context.events);
        context.events = as_pressed(events, &strokes);
    }
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
            egui::Event::Key {
                key,
                pressed,
                modifiers,
                ..
            } => {
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

    const CTRL: egui::Modifiers = egui::Modifiers {
        ctrl: true,
        command: true,
        ..egui::Modifiers::NONE
    };

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
        assert_eq!(
            read("^a!7", none),
            "<A>7",
            "what is typed after it replaces what it chose"
        );
        assert_eq!(read("a^a!a", none), "a<A>a");
        assert_eq!(read("42", none), "42");
        assert_eq!(read("7^a", CTRL), "7<A>", "a letter before the command is one");
    }
}
