//! Gamepads: their buttons and sticks by name, and what each does. Bindings are part of [`Keys`](super::super::Keys); those of every
//! pad are the same.

use std::collections::BTreeMap;

use bevy::input::gamepad::{Gamepad, GamepadAxis, GamepadButton};
use serde::{Deserialize, Serialize};

use super::table_action::TableAction;

/// How far a stick must be pushed to count.
const PUSHED: f32 = 0.5;

/// A button of a pad, or a stick pushed one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// A button.
    Button(GamepadButton),
    /// A stick along an axis, towards its positive end or its negative one.
    Stick(GamepadAxis, bool),
}

/// A control by its place in the list of controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pad(usize);

/// What the file calls it, what people call it, what it is.
const CONTROLS: [(&str, &str, Control); 24] = [
    ("South", "A", Control::Button(GamepadButton::South)),
    ("East", "B", Control::Button(GamepadButton::East)),
    ("West", "X", Control::Button(GamepadButton::West)),
    ("North", "Y", Control::Button(GamepadButton::North)),
    ("LeftTrigger", "LB", Control::Button(GamepadButton::LeftTrigger)),
    ("RightTrigger", "RB", Control::Button(GamepadButton::RightTrigger)),
    ("LeftTrigger2", "LT", Control::Button(GamepadButton::LeftTrigger2)),
    ("RightTrigger2", "RT", Control::Button(GamepadButton::RightTrigger2)),
    ("Select", "View", Control::Button(GamepadButton::Select)),
    ("Start", "Menu", Control::Button(GamepadButton::Start)),
    ("LeftThumb", "L3", Control::Button(GamepadButton::LeftThumb)),
    ("RightThumb", "R3", Control::Button(GamepadButton::RightThumb)),
    ("DPadUp", "D-pad ↑", Control::Button(GamepadButton::DPadUp)),
    ("DPadDown", "D-pad ↓", Control::Button(GamepadButton::DPadDown)),
    ("DPadLeft", "D-pad ←", Control::Button(GamepadButton::DPadLeft)),
    ("DPadRight", "D-pad →", Control::Button(GamepadButton::DPadRight)),
    ("LeftStickUp", "L ↑", Control::Stick(GamepadAxis::LeftStickY, true)),
    ("LeftStickDown", "L ↓", Control::Stick(GamepadAxis::LeftStickY, false)),
    ("LeftStickLeft", "L ←", Control::Stick(GamepadAxis::LeftStickX, false)),
    ("LeftStickRight", "L →", Control::Stick(GamepadAxis::LeftStickX, true)),
    ("RightStickUp", "R ↑", Control::Stick(GamepadAxis::RightStickY, true)),
    ("RightStickDown", "R ↓", Control::Stick(GamepadAxis::RightStickY, false)),
    ("RightStickLeft", "R ←", Control::Stick(GamepadAxis::RightStickX, false)),
    ("RightStickRight", "R →", Control::Stick(GamepadAxis::RightStickX, true)),
];

impl From<Pad> for String {
    fn from(pad: Pad) -> Self {
        CONTROLS[pad.0].0.into()
    }
}

impl TryFrom<String> for Pad {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is no button of a gamepad"))
    }
}

impl Pad {
    /// Reads `South`, `LeftStickUp` and the like.
    pub fn parse(text: &str) -> Option<Self> {
        CONTROLS.iter().position(|(name, ..)| *name == text).map(Self)
    }

    /// What people call it.
    pub fn cap(self) -> &'static str {
        CONTROLS[self.0].1
    }

    /// What it is.
    pub fn control(self) -> Control {
        CONTROLS[self.0].2
    }

    /// Whether it has just been pressed; sticks are never just pressed.
    pub fn just_pressed(self, gamepad: &Gamepad) -> bool {
        match self.control() {
            Control::Button(button) => gamepad.just_pressed(button),
            Control::Stick(..) => false,
        }
    }

    /// The button of a pad that was just pressed, or else the way a stick is pushed.
    pub fn pressed(gamepad: &Gamepad) -> Option<Self> {
        let is = |place: &usize| match CONTROLS[*place].2 {
            Control::Button(button) => gamepad.just_pressed(button),
            Control::Stick(axis, positive) => {
                let at = gamepad.get(axis).unwrap_or(0.0);
                (if positive { at } else { -at }) > PUSHED
            }
        };
        (0..CONTROLS.len()).find(is).map(Self)
    }
}

/// Which controls do what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Pads(pub BTreeMap<TableAction, Vec<Pad>>);

impl Default for Pads {
    fn default() -> Self {
        use TableAction as Does;
        let table: [(TableAction, &[&str]); 19] = [
            (Does::Confirm, &["South"]),
            (Does::Cancel, &["East"]),
            (Does::Panels, &["West"]),
            (Does::EndTurn, &["North"]),
            (Does::Undo, &["Select"]),
            (Does::Menu, &["Start"]),
            (Does::Skip, &["LeftThumb"]),
            (Does::Centre, &["RightThumb"]),
            (Does::CursorUp, &["DPadUp", "LeftStickUp"]),
            (Does::CursorDown, &["DPadDown", "LeftStickDown"]),
            (Does::CursorLeft, &["DPadLeft", "LeftStickLeft"]),
            (Does::CursorRight, &["DPadRight", "LeftStickRight"]),
            (Does::NextTarget, &["RightTrigger"]),
            (Does::PreviousTarget, &["LeftTrigger"]),
            (Does::PanUp, &["RightStickUp"]),
            (Does::PanDown, &["RightStickDown"]),
            (Does::PanLeft, &["RightStickLeft"]),
            (Does::PanRight, &["RightStickRight"]),
            (Does::ZoomIn, &["RightTrigger2"]),
        ];
        let parse = |name: &&str| Pad::parse(name).expect("a default control should be one");
        let mut pads: BTreeMap<_, Vec<Pad>> =
            table.into_iter().map(|(action, names)| (action, names.iter().map(parse).collect())).collect();
        pads.insert(Does::ZoomOut, vec![parse(&"LeftTrigger2")]);
        Self(pads)
    }
}

impl Pads {
    /// The controls of an action as people call them.
    pub(in crate::gui) fn caps(&self, action: TableAction) -> String {
        let pads = self.0.get(&action).map_or(&[][..], Vec::as_slice);
        pads.iter().map(|pad| pad.cap()).collect::<Vec<_>>().join(" or ")
    }

    /// Binds a control to an action, and takes it from all others.
    pub(in crate::gui) fn bind(&mut self, action: TableAction, pad: Pad) {
        for pads in self.0.values_mut() {
            pads.retain(|known| *known != pad);
        }
        self.0.insert(action, vec![pad]);
    }

    /// Whether a control of an action has just been pressed.
    pub(in crate::gui) fn just_pressed(&self, gamepad: &Gamepad, action: TableAction) -> bool {
        let pads = self.0.get(&action).map_or(&[][..], Vec::as_slice);
        pads.iter().any(|pad| pad.just_pressed(gamepad))
    }

    /// Adds the bindings to those of the keys.
    #[cfg(feature = "gamepad")]
    pub(in crate::gui) fn add_to(&self, map: &mut leafwing_input_manager::prelude::InputMap<TableAction>) {
        use leafwing_input_manager::prelude::GamepadControlDirection;
        for (&action, pads) in &self.0 {
            for pad in pads {
                match pad.control() {
                    Control::Button(button) => map.insert(action, button),
                    Control::Stick(axis, true) => {
                        map.insert(action, GamepadControlDirection::positive(axis).threshold(PUSHED))
                    }
                    Control::Stick(axis, false) => {
                        map.insert(action, GamepadControlDirection::negative(axis).threshold(PUSHED))
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_has_its_own_name_and_reads_back() {
        for (place, (name, cap, _)) in CONTROLS.iter().enumerate() {
            assert_eq!(Pad::parse(name), Some(Pad(place)), "{name}");
            assert_eq!(CONTROLS.iter().filter(|(_, other, _)| other == cap).count(), 1, "{cap}");
        }
        assert_eq!(Pad::parse("Turbo"), None);
    }

    #[test]
    fn a_control_does_one_thing() {
        let mut pads = Pads::default();
        let all: Vec<Pad> = pads.0.values().flatten().copied().collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len(), "the defaults do not conflict");
        let west = Pad::parse("West").expect("a control");
        pads.bind(TableAction::EndTurn, west);
        assert_eq!(pads.caps(TableAction::EndTurn), "X");
        assert_eq!(pads.caps(TableAction::Panels), "");
    }

    #[cfg(feature = "gamepad")]
    #[test]
    fn a_pad_drives_the_table() {
        use bevy::input::InputPlugin;
        use bevy::prelude::*;
        use leafwing_input_manager::prelude::*;

        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, InputManagerPlugin::<TableAction>::default()));
        app.world_mut().spawn(crate::gui::input::keys::Keys::default().input_map());
        let gamepad = app.world_mut().spawn(Gamepad::default()).id();
        app.update();
        let mut pressed = |control: &dyn Buttonlike, action: TableAction| {
            control.press_as_gamepad(app.world_mut(), Some(gamepad));
            app.update();
            let mut states = app.world_mut().query::<&ActionState<TableAction>>();
            let is = states.single(app.world()).expect("one state").pressed(&action);
            control.release_as_gamepad(app.world_mut(), Some(gamepad));
            app.update();
            is
        };
        assert!(pressed(&GamepadButton::South, TableAction::Confirm));
        assert!(pressed(&GamepadButton::DPadLeft, TableAction::CursorLeft));
        assert!(pressed(&GamepadControlDirection::LEFT_UP, TableAction::CursorUp));
        assert!(pressed(&GamepadControlDirection::RIGHT_DOWN, TableAction::PanDown));
        assert!(pressed(&GamepadButton::RightTrigger2, TableAction::ZoomIn));
        assert!(!pressed(&GamepadButton::West, TableAction::Confirm));
    }
}
