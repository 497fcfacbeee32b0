//! Which screen a frame shows, and the order of work in it.

use bevy::prelude::*;

/// The screens.
#[derive(States, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(in crate::gui) enum Screen {
    /// Choosing what to play.
    #[default]
    Start,
    /// Playing it.
    Battle,
    /// How it came out.
    Result,
    /// Between the battles of a campaign.
    Roster,
    /// Watching a battle again.
    Replay,
}

/// The order in which the board and the panels are painted by egui: the board's labels lie under all panels.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::gui) enum PaintSystems {
    /// Labels, lines and bars on the board.
    Board,
    /// Panels.
    Panels,
}

/// The order of work in a frame.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::gui) enum TableSystems {
    /// Keys and mouse become messages.
    Input,
    /// Messages change the session.
    Apply,
    /// Events become motion.
    Play,
    /// What stands on the screen follows.
    Show,
}
