//! What the start screen asks for.

use std::path::PathBuf;

use crate::gui::app::screen::Launch;
use crate::gui::app::strength::Strength;

/// What the start screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Begin {
    /// A level or a campaign.
    Level(Launch),
    /// A saved battle.
    Resume(PathBuf),
    /// A saved battle, to be watched.
    Watch(PathBuf),
    /// The settings.
    Settings,
    /// The computer plays so hard from now on; nothing begins yet.
    Strength(Strength),
}
