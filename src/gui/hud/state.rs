//! What the table remembers between frames: what each panel remembers for itself, and what is shown of whom.

use std::collections::BTreeMap;

use bevy::prelude::Resource;

use super::layout::Folds;
use super::panel::Panel;
use super::{advice, answered, bar, gm, handover, log, report, save_as};
use crate::battle::{Battle, Id, SideId};
use crate::grid::Square;
use crate::gui::table_action::TableAction;

/// What panels remember between frames.
#[derive(Resource, Default)]
pub struct Hud {
    /// What was folded by hand.
    pub folds: Folds,
    /// Whether sheet and log are open as the window stands.
    pub open_now: (bool, bool),
    /// The bar as last drawn.
    pub bar: bar::Drawn,
    /// The log.
    pub log: log::Log,
    /// The rule whose card is open.
    pub card: Option<String>,
    /// The creature whose portrait is under the pointer.
    pub shown: Option<Id>,
    /// Who acted, or was asked, in the last frame.
    pub acting: Option<Id>,
    /// Where the cursor was when somebody else's turn came, until it is moved.
    pub left: Option<Square>,
    /// The game master's panel.
    pub gm: gm::Open,
    /// The form for saving under a name, while open.
    pub save_as: Option<save_as::Form>,
    /// The form for reporting a mistake, while open.
    pub report: Option<report::Form>,
    /// Whether the window of how far to take back has just been opened, while open.
    pub take_back: Option<bool>,
    /// Whether the settings are open.
    pub settings: bool,
    /// Whether the window of goals is open.
    pub stakes: bool,
    /// Whether the number behind the open decision is folded open.
    pub unfolded: bool,
    /// Answers that are given without asking, by side and kind of question.
    pub standing: BTreeMap<(SideId, String), String>,
    /// The notice last shown and when it came, in seconds.
    pub notice: (u32, f64),
    /// The note of answers given without asking.
    pub answered: answered::Note,
    /// The first-time hint that is shown.
    pub advice: Option<advice::Advice>,
    /// Handing over between people.
    pub handover: handover::Handover,
}

impl Hud {
    /// Opens a window, for a picture of it.
    pub fn open_panel(&mut self, panel: Panel, battle: Option<&Battle>) {
        match panel {
            Panel::Settings => self.settings = true,
            Panel::GameMaster => self.gm = gm::Open::agreed(),
            Panel::Warning => self.gm = gm::Open::asked(),
            Panel::Stakes => self.stakes = true,
            Panel::SaveAs => self.save_as = Some(save_as::Form::default()),
            Panel::Report => self.report = Some(report::Form::default()),
            Panel::TakeBack => self.take_back = Some(true),
            Panel::Reckonings => {
                self.folds.log = Some(true);
                let events = battle.map_or(&[][..], Battle::events);
                self.log.open = events.iter().map(|event| event.seq).collect();
            }
            Panel::Rule => {
                let mut events = battle.map_or(&[][..], Battle::events).iter().rev();
                self.card = events.find_map(|event| event.rules.first().map(|rule| rule.id().to_string()));
            }
            Panel::HandOver => self.handover.cover(),
            // A screen of its own.
            Panel::Replay => {}
        }
    }
}

/// The action whose new key, or control of a gamepad, is waited for.
#[derive(Resource, Default)]
pub struct Binding {
    /// By a key.
    pub key: Option<TableAction>,
    /// By a control of a gamepad.
    pub pad: Option<TableAction>,
}
