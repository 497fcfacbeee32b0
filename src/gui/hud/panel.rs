//! What may stand over the table, by name: for pictures of it.

use bevy::prelude::Message;

/// A window or screen that stands over the table; as a message, that it is to be opened.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The settings.
    Settings,
    /// The game master's panel, agreed to.
    GameMaster,
    /// What the game master is told first.
    Warning,
    /// Goals and what is to come.
    Stakes,
    /// Saving under a name.
    SaveAs,
    /// Reporting a mistake.
    Report,
    /// How far to take back.
    TakeBack,
    /// Every line of the log folded open.
    Reckonings,
    /// The card of the rule that was cited last.
    Rule,
    /// What covers the table while it is handed over.
    HandOver,
    /// What the viewer's side holds that no other sees.
    Hand,
    /// The battle watched again.
    Replay,
}

impl Panel {
    /// All of them, by name.
    pub const ALL: [(&str, Self); 12] = [
        ("settings", Self::Settings),
        ("game-master", Self::GameMaster),
        ("warning", Self::Warning),
        ("stakes", Self::Stakes),
        ("save-as", Self::SaveAs),
        ("report", Self::Report),
        ("take-back", Self::TakeBack),
        ("reckonings", Self::Reckonings),
        ("rule", Self::Rule),
        ("hand-over", Self::HandOver),
        ("hand", Self::Hand),
        ("replay", Self::Replay),
    ];
}
