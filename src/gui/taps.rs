//! Quick fingers: keys that go down and up, or up and down, between two frames.

use std::collections::BTreeMap;

use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::input::EguiWantsInput;
use leafwing_input_manager::plugin::InputManagerSystem;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        hold_taps.after(InputSystems).before(InputManagerSystem::Unify),
    );
}

/// A key as the hand has it, and as it is shown to the game.
#[derive(Clone, Copy, Default)]
struct Tap {
    down: bool,
    shown: bool,
    /// Presses that were not shown yet.
    due: u32,
    /// Let go in this frame after another key was pressed: a modifier, which that key is still to be seen with.
    lingers: bool,
}

impl Tap {
    /// What the next frame shows: every press in a frame of its own, with a frame of release between two.
    fn show_next(&mut self) -> bool {
        let show = if self.shown {
            self.due == 0 && (self.down || self.lingers)
        } else {
            self.due > 0
        };
        if show && !self.shown {
            self.due -= 1;
        }
        self.shown = show;
        self.lingers = false;
        show
    }

    fn at_rest(self) -> bool {
        self.shown == self.down && self.due == 0
    }
}

/// The input manager only looks at which keys are held in a frame; so each press is held for at least one, and two presses
/// of the same key never share one.
fn hold_taps(
    mut inputs: MessageReader<KeyboardInput>,
    mut left: MessageReader<KeyboardFocusLost>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    mut taps: Local<BTreeMap<KeyCode, Tap>>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let mut pressed = false;
    for input in inputs.read().filter(|input| !input.repeat) {
        let tap = taps.entry(input.key_code).or_default();
        tap.down = input.state == ButtonState::Pressed;
        tap.due += u32::from(tap.down);
        tap.lingers = pressed && !tap.down;
        pressed |= tap.down;
    }
    if left.read().count() > 0 {
        for tap in taps.values_mut() {
            *tap = Tap {
                shown: tap.shown,
                ..default()
            };
        }
    }
    // What is typed into a field is no key of the table, also when the field is gone by then.
    if wants.wants_any_keyboard_input() {
        for tap in taps.values_mut() {
            tap.due = u32::from(tap.due > 0 && !tap.shown);
        }
    }
    for (&key, tap) in &mut *taps {
        if tap.show_next() {
            keys.clear_just_released(key);
            keys.press(key);
        } else {
            keys.clear_just_pressed(key);
            keys.release(key);
        }
    }
    if taps.values().any(|tap| !tap.at_rest()) {
        redraws.write(RequestRedraw);
    }
    taps.retain(|_, tap| tap.shown || !tap.at_rest());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of what the hand did (`d` down, `u` up), and what each of them and the idle ones after it show.
    fn shown(frames: &[&str], idle: usize) -> String {
        let mut tap = Tap::default();
        let quiet = std::iter::repeat_n("", idle);
        frames
            .iter()
            .copied()
            .chain(quiet)
            .map(|frame| {
                for hand in frame.chars() {
                    tap.down = hand == 'd';
                    tap.due += u32::from(tap.down);
                }
                if tap.show_next() { '#' } else { '.' }
            })
            .collect()
    }

    #[test]
    fn a_modifier_let_go_in_the_frame_of_its_key_is_seen_with_it() {
        let mut shift = Tap {
            shown: true,
            lingers: true,
            ..Tap::default()
        };
        assert!(shift.show_next());
        assert!(!shift.show_next() && shift.at_rest());
    }

    #[test]
    fn every_press_is_seen_once() {
        assert_eq!(shown(&["d", "", "u"], 1), "##..", "a key held for two frames");
        assert_eq!(shown(&["du"], 2), "#..", "a tap within one frame");
        assert_eq!(shown(&["dudu"], 4), "#.#..", "two taps within one frame");
        assert_eq!(
            shown(&["d", "ud", "u"], 3),
            "#.#...",
            "let go and pressed again within one frame"
        );
        assert_eq!(shown(&["d", "ud", ""], 1), "#.##", "the same, and then held");
        assert_eq!(shown(&["dud"], 3), "#.##", "tapped, and then held");
    }
}
