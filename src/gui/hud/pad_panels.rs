//! Panels by gamepad: once a button of a panel has the focus, the pad's cursor goes from one to the next, confirms and leaves.

use bevy::input::InputSystems;
use bevy::input::gamepad::Gamepad;
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

use super::options::Binding;
use crate::gui::app::frame::Screen;
use crate::gui::input::keys::Keys;
use crate::gui::input::table_action::TableAction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        steer.after(InputSystems).after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
    );
}

/// What a pad's press means to panels: a key, and whether with Shift.
fn meaning(pressed: impl Fn(TableAction) -> bool, inside: bool) -> Option<(egui::Key, bool)> {
    if pressed(TableAction::Panels) {
        return Some((egui::Key::Tab, false));
    }
    if !inside {
        return None;
    }
    [
        (TableAction::CursorDown, (egui::Key::Tab, false)),
        (TableAction::CursorRight, (egui::Key::Tab, false)),
        (TableAction::CursorUp, (egui::Key::Tab, true)),
        (TableAction::CursorLeft, (egui::Key::Tab, true)),
        (TableAction::Confirm, (egui::Key::Enter, false)),
        (TableAction::Cancel, (egui::Key::Escape, false)),
    ]
    .into_iter()
    .find(|(action, _)| pressed(*action))
    .map(|(_, key)| key)
}

fn steer(
    gamepads: Query<&Gamepad>,
    keys: Res<Keys>,
    wants: Res<EguiWantsInput>,
    screen: Res<State<Screen>>,
    binding: Res<Binding>,
    mut inputs: Query<&mut EguiInput>,
) {
    if gamepads.is_empty() || binding.pad.is_some() {
        return;
    }
    let inside =
        wants.wants_any_keyboard_input() || matches!(screen.get(), Screen::Start | Screen::Result | Screen::Roster);
    let pressed = |action| gamepads.iter().any(|gamepad| keys.1.just_pressed(gamepad, action));
    let Some((key, shift)) = meaning(pressed, inside) else {
        return;
    };
    let modifiers = if shift { egui::Modifiers::SHIFT } else { egui::Modifiers::NONE };
    for mut input in &mut inputs {
        for pressed in [true, false] {
            input.events.push(egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_reaches_panels_and_moves_in_them() {
        let only = |wanted: TableAction| move |action: TableAction| action == wanted;
        assert_eq!(meaning(only(TableAction::Panels), false), Some((egui::Key::Tab, false)));
        assert_eq!(meaning(only(TableAction::Confirm), false), None, "the board's");
        assert_eq!(meaning(only(TableAction::Confirm), true), Some((egui::Key::Enter, false)));
        assert_eq!(meaning(only(TableAction::CursorUp), true), Some((egui::Key::Tab, true)));
    }
}
