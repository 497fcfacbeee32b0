//! Everything that a key or a control of a gamepad can be bound to.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use serde::{Deserialize, Serialize};

use crate::gui::session::action_menu::Common;

macro_rules! actions {
    ($($name:ident = $label:literal [$($key:literal),*]),* $(,)?) => {
        /// Everything a key can be bound to.
        #[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum TableAction { $(#[doc = $label] $name),* }

        impl TableAction {
            /// All of them, in the order of the settings page.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            /// What people call it.
            pub(crate) fn label(self) -> &'static str {
                match self { $(Self::$name => $label),* }
            }

            /// The keys that do it until somebody binds others.
            pub(in crate::gui) fn defaults(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($key),*]),* }
            }
        }
    };
}

actions! {
    Confirm = "Confirm" ["Enter", "NumpadEnter"],
    Cancel = "Cancel" ["Escape"],
    EndTurn = "End the turn" ["KeyE"],
    Undo = "Undo" ["KeyU", "Ctrl+KeyZ"],
    UndoTo = "Undo to …" ["Shift+KeyU"],
    CursorUp = "Cursor up" ["ArrowUp"],
    CursorDown = "Cursor down" ["ArrowDown"],
    CursorLeft = "Cursor left" ["ArrowLeft"],
    CursorRight = "Cursor right" ["ArrowRight"],
    NextTarget = "Next target" ["Tab"],
    PreviousTarget = "Previous target" ["Shift+Tab"],
    NextActor = "Next who may act" ["KeyN"],
    PanUp = "Look up" ["KeyW"],
    PanDown = "Look down" ["KeyS"],
    PanLeft = "Look left" ["KeyA"],
    PanRight = "Look right" ["KeyD"],
    ZoomIn = "Closer" ["Equal", "NumpadAdd"],
    ZoomOut = "Farther" ["Minus", "NumpadSubtract"],
    Fit = "All in view" ["Home"],
    Centre = "Acting creature" ["KeyC"],
    Skip = "Skip" ["Space"],
    Slower = "Slower" ["Comma"],
    Faster = "Faster" ["Period"],
    Panels = "Into the panels" [],
    Choice1 = "Choice 1" ["Digit1"],
    Choice2 = "Choice 2" ["Digit2"],
    Choice3 = "Choice 3" ["Digit3"],
    Choice4 = "Choice 4" ["Digit4"],
    Choice5 = "Choice 5" ["Digit5"],
    Choice6 = "Choice 6" ["Digit6"],
    Choice7 = "Choice 7" ["Digit7"],
    Choice8 = "Choice 8" ["Digit8"],
    Choice9 = "Choice 9" ["Digit9"],
    Choice10 = "Choice 10" ["Digit0"],
    Choice11 = "Choice 11" ["Shift+Digit1"],
    Choice12 = "Choice 12" ["Shift+Digit2"],
    Choice13 = "Choice 13" ["Shift+Digit3"],
    Choice14 = "Choice 14" ["Shift+Digit4"],
    Choice15 = "Choice 15" ["Shift+Digit5"],
    Choice16 = "Choice 16" ["Shift+Digit6"],
    Choice17 = "Choice 17" ["Shift+Digit7"],
    Choice18 = "Choice 18" ["Shift+Digit8"],
    Guard = "Dodge, defend" ["KeyV"],
    Hide = "Hide" ["KeyH"],
    Search = "Search" ["KeyF"],
    Run = "Run" ["KeyR"],
    Wait = "Wait, get ready" ["KeyT"],
    Interact = "Interact" ["KeyO"],
    Gear = "Gear in hand" ["KeyK"],
    Posture = "Posture" ["KeyX"],
    Aid = "Help others" ["KeyJ"],
    ToggleGrid = "Grid" ["KeyG"],
    Mute = "Sound on or off" ["KeyM"],
    ToggleLog = "Log" ["KeyL"],
    ToggleSheet = "Sheet" ["KeyI"],
    FromHere = "Odds from the cursor (hold)" ["KeyQ"],
    Why = "Why these odds" ["KeyY"],
    Hand = "Hand of cards" ["KeyZ"],
    Plans = "What the computer would do" ["KeyP"],
    Stakes = "Goals and what is to come" ["KeyB"],
    GameMaster = "Game master" ["F9"],
    Menu = "Settings" ["F10"],
    QuickSave = "Save" ["F5"],
    QuickLoad = "Load" ["F8"],
    SaveAs = "Save under a name" ["F6"],
    Report = "Report a mistake" ["F12"],
    FullScreen = "Full screen" ["F11"],
}

impl TableAction {
    /// The key of a common act.
    pub(in crate::gui) const fn of(common: Common) -> Self {
        match common {
            Common::Guard => Self::Guard,
            Common::Hide => Self::Hide,
            Common::Search => Self::Search,
            Common::Run => Self::Run,
            Common::Wait => Self::Wait,
            Common::Interact => Self::Interact,
            Common::Gear => Self::Gear,
            Common::Posture => Self::Posture,
            Common::Aid => Self::Aid,
        }
    }

    /// The choices 1 to 18: offers of the action bar, or answers to a decision.
    pub(in crate::gui) const CHOICES: [Self; 18] = [
        Self::Choice1,
        Self::Choice2,
        Self::Choice3,
        Self::Choice4,
        Self::Choice5,
        Self::Choice6,
        Self::Choice7,
        Self::Choice8,
        Self::Choice9,
        Self::Choice10,
        Self::Choice11,
        Self::Choice12,
        Self::Choice13,
        Self::Choice14,
        Self::Choice15,
        Self::Choice16,
        Self::Choice17,
        Self::Choice18,
    ];
}
