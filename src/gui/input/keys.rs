//! The bindings: what a key does, which keys there are, and the file in which changes are kept.

use std::collections::BTreeMap;
use std::fmt;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use serde::Deserialize;

use super::super::app::settings::{LARGEST, folder, keep};
use super::pads::{Pad, Pads};
use super::table_action::TableAction;
use crate::level::read_text;

macro_rules! codes {
    ($($code:ident)*) => { const CODES: &[(&str, KeyCode)] = &[$((stringify!($code), KeyCode::$code)),*]; };
}

codes! {
    KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW KeyX KeyY KeyZ
    Digit0 Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9
    Numpad0 Numpad1 Numpad2 Numpad3 Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 NumpadAdd NumpadSubtract NumpadEnter NumpadMultiply
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12
    ArrowUp ArrowDown ArrowLeft ArrowRight Enter Escape Space Tab Backspace Delete Insert Home End PageUp PageDown
    Minus Equal Comma Period Slash Backslash Semicolon Quote BracketLeft BracketRight Backquote
}

/// The name of the file's table of controls of a gamepad.
const PADS: &str = "gamepad";

/// Shift on a key cap.
const SHIFT: &str = egui_phosphor::regular::ARROW_FAT_UP;

/// A key, perhaps held together with Ctrl or Shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::gui) struct Key {
    /// With Ctrl.
    pub ctrl: bool,
    /// With Shift.
    pub shift: bool,
    /// The key.
    pub code: KeyCode,
}

impl Key {
    /// Reads `Ctrl+KeyZ` and the like.
    pub(in crate::gui) fn parse(text: &str) -> Option<Self> {
        let mut key = Self { ctrl: false, shift: false, code: KeyCode::Escape };
        let mut parts = text.split('+').map(str::trim).peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_some() {
                match part {
                    "Ctrl" => key.ctrl = true,
                    "Shift" => key.shift = true,
                    _ => return None,
                }
            } else {
                key.code = CODES.iter().find(|(name, _)| *name == part)?.1;
            }
        }
        Some(key)
    }

    /// The key a press of which was seen, if it can be bound.
    pub(in crate::gui) fn pressed(code: KeyCode, ctrl: bool, shift: bool) -> Option<Self> {
        CODES.iter().any(|(_, known)| *known == code).then_some(Self { ctrl, shift, code })
    }

    fn name(self) -> &'static str {
        CODES.iter().find(|(_, code)| *code == self.code).map_or("?", |(name, _)| name)
    }

    /// What the key cap says.
    pub(in crate::gui) fn cap(self) -> String {
        let name = self.name();
        let (pad, name) = name.strip_prefix("Numpad").map_or(("", name), |rest| ("Num ", rest));
        let cap = match name {
            "Equal" => "+",
            "Minus" => "-",
            "Comma" => ",",
            "Period" => ".",
            "Slash" => "/",
            "Escape" => "Esc",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            _ => name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit")).unwrap_or(name),
        };
        format!("{}{}{pad}{cap}", if self.ctrl { "Ctrl+" } else { "" }, if self.shift { SHIFT } else { "" })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        write!(f, "{ctrl}{shift}{}", self.name())
    }
}

/// Which keys do what, and which controls of a gamepad.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Keys(pub BTreeMap<TableAction, Vec<Key>>, pub Pads);

impl Default for Keys {
    fn default() -> Self {
        let keys = |action: TableAction| {
            let parse = |text: &&str| Key::parse(text).expect("a default key should be one");
            (action, action.defaults().iter().map(parse).collect())
        };
        Self(TableAction::ALL.iter().copied().map(keys).collect(), Pads::default())
    }
}

impl Keys {
    /// The first key of an action as its cap reads; empty when it has none.
    pub(in crate::gui) fn cap(&self, action: TableAction) -> String {
        self.0.get(&action).and_then(|keys| keys.first()).map_or_else(String::new, |key| key.cap())
    }

    /// Whether a key does something together with a modifier.
    pub(in crate::gui) fn chorded(&self, code: KeyCode) -> bool {
        let mut keys = self.0.values().flatten();
        keys.any(|key| key.code == code && (key.ctrl || key.shift))
    }

    /// Keys that do more than one thing, with what they do.
    pub(in crate::gui) fn conflicts(&self) -> Vec<(Key, Vec<TableAction>)> {
        let mut out: Vec<(Key, Vec<TableAction>)> = Vec::new();
        for (&action, keys) in &self.0 {
            for &key in keys {
                match out.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, actions)) => actions.push(action),
                    None => out.push((key, vec![action])),
                }
            }
        }
        out.retain(|(_, actions)| actions.len() > 1);
        out
    }

    /// Reads the file's text. Actions it does not name keep their defaults; lines that make no sense are returned.
    pub(in crate::gui) fn from_toml(text: &str) -> (Self, Vec<String>) {
        let mut keys = Self::default();
        let mut wrong = Vec::new();
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(e) => return (keys, vec![e.to_string()]),
        };
        for (name, value) in table {
            if name == PADS {
                wrong.extend(keys.read_pads(&value));
                continue;
            }
            let action =
                TableAction::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&name));
            let Ok(action) = action else {
                wrong.push(format!("`{name}` is no action"));
                continue;
            };
            let listed: Vec<&str> = match &value {
                toml::Value::Array(list) => list.iter().filter_map(toml::Value::as_str).collect(),
                toml::Value::String(one) => vec![one],
                _ => Vec::new(),
            };
            let mut bound = Vec::new();
            for text in listed {
                match Key::parse(text) {
                    Some(key) => bound.push(key),
                    None => wrong.push(format!("`{text}` is no key (for {name})")),
                }
            }
            keys.0.insert(action, bound);
        }
        (keys, wrong)
    }

    /// Takes over the file's table of controls of a gamepad; lines that make no sense are returned.
    fn read_pads(&mut self, table: &toml::Value) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, value) in table.as_table().into_iter().flatten() {
            let action =
                TableAction::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name));
            let pads: Result<Vec<Pad>, _> = value.clone().try_into();
            match (action, pads) {
                (Ok(action), Ok(pads)) => {
                    self.1.0.insert(action, pads);
                }
                (Err(_), _) => wrong.push(format!("`{name}` is no action")),
                (_, Err(why)) => wrong.push(why.message().to_string()),
            }
        }
        wrong
    }

    /// The file's text.
    pub(in crate::gui) fn to_toml(&self) -> String {
        let table: BTreeMap<TableAction, Vec<String>> =
            self.0.iter().map(|(&action, keys)| (action, keys.iter().map(Key::to_string).collect())).collect();
        let keys = toml::to_string(&table).expect("key bindings should serialise");
        let pads = toml::to_string(&self.1.0).expect("pad bindings should serialise");
        format!("{keys}\n[{PADS}]\n{pads}")
    }

    /// The bindings of the configuration folder.
    pub(in crate::gui) fn load() -> Self {
        let path = folder().join("keys.toml");
        let Ok(text) = read_text(&path, LARGEST) else {
            return Self::default();
        };
        let (keys, wrong) = Self::from_toml(&text);
        for line in wrong {
            warn!("{}: {line}", path.display());
        }
        keys
    }

    /// Writes the bindings to the configuration folder.
    ///
    /// # Errors
    /// What the file system says, with the path.
    pub(in crate::gui) fn store(&self) -> Result<(), String> {
        keep("keys.toml", &self.to_toml())
    }

    /// The bindings as leafwing takes them.
    pub(in crate::gui) fn input_map(&self) -> InputMap<TableAction> {
        let mut map = InputMap::default();
        for (&action, keys) in &self.0 {
            for key in keys {
                let mut chord = ButtonlikeChord::default();
                if key.ctrl {
                    chord = chord.with(ModifierKey::Control);
                }
                if key.shift {
                    chord = chord.with(ModifierKey::Shift);
                }
                if key.ctrl || key.shift {
                    map.insert(action, chord.with(key.code));
                } else {
                    map.insert(action, key.code);
                }
            }
        }
        #[cfg(feature = "gamepad")]
        self.1.add_to(&mut map);
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_says_what_was_bound() {
        let mut keys = Keys::default();
        keys.0.insert(TableAction::EndTurn, vec![Key::parse("Ctrl+KeyE").expect("a key")]);
        keys.1.bind(TableAction::Undo, Pad::parse("West").expect("a control"));
        assert_eq!(Keys::from_toml(&keys.to_toml()), (keys, Vec::new()));
    }

    #[test]
    fn an_older_file_without_a_gamepad_still_reads() {
        let (keys, wrong) = Keys::from_toml("undo = [\"KeyB\"]");
        assert_eq!((keys.1, wrong.len()), (Pads::default(), 0));
        let (keys, wrong) = Keys::from_toml("[gamepad]\nundo = [\"Turbo\"]\nconfirm = [\"North\"]");
        assert_eq!(keys.1.caps(TableAction::Confirm), "Y");
        assert!(wrong.len() == 1 && wrong[0].contains("Turbo"), "{wrong:?}");
    }

    #[test]
    fn nonsense_is_reported_and_the_rest_kept() {
        let (keys, wrong) = Keys::from_toml("fly = [\"KeyF\"]\nundo = [\"KeyBackwards\", \"KeyB\"]");
        assert_eq!(wrong, ["`fly` is no action", "`KeyBackwards` is no key (for undo)"]);
        assert_eq!(keys.cap(TableAction::Undo), "B");
        assert_eq!(keys.cap(TableAction::EndTurn), "E");
    }

    #[test]
    fn the_defaults_do_not_conflict_and_a_conflict_is_found() {
        let mut keys = Keys::default();
        assert_eq!(keys.conflicts(), []);
        keys.0.insert(TableAction::Fit, vec![Key::parse("KeyE").expect("a key")]);
        let (key, actions) = keys.conflicts().remove(0);
        assert_eq!((key.cap(), actions), ("E".into(), vec![TableAction::EndTurn, TableAction::Fit]));
    }
}
