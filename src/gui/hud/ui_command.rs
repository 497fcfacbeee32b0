//! What panels say back.

use bevy::prelude::Message;

use crate::battle::{Id, Offer, Order, SideId};
use crate::grid::Square;

/// What a panel asks for; as a message, what is meant for what is there now.
#[derive(Message, Clone, Debug, PartialEq)]
pub(crate) enum UiCommand {
    /// An order.
    Order(Order),
    /// An action of the list.
    Pick(Offer),
    /// The fan of a family.
    Open(String),
    /// The next orders are for this one.
    Command(Id),
    /// Aim at this creature or object.
    AimAt(Id),
    /// Switch an option of the aimed action.
    Option(String, crate::battle::Setting, bool),
    /// Aim no longer.
    CancelAim,
    /// Take the last order back.
    Undo,
    /// Take everything from this order on back.
    TakeBack(usize),
    /// Whether something may be taken back.
    Reply(bool),
    /// Look at a square.
    Look(Square),
    /// Look at a square, even if it is in view.
    LookAt(Square),
    /// See all of the board.
    SeeAll,
    /// One of those whom a question is about is not in view, or below it: there is to be room for them and for it, of this width and height
    /// in points of the window.
    OutOfView(f32, f32),
    /// Open the card of a rule.
    Rule(String),
    /// Show this creature's sheet while the pointer is on it.
    Show(Id),
    /// Answer this kind of question so from now on, or no longer.
    Standing(SideId, String, Option<String>),
    /// A panel is this wide now.
    Wide(Window, f32),
    /// Open or close a window: the game master's, the settings.
    Toggle(Window),
    /// The hand of this side is to be seen.
    Hand(SideId),
    /// Whether people at one table play with open hands.
    OpenHands(bool),
    /// Save to this file.
    SaveAs(std::path::PathBuf),
    /// Show again what has happened from this event on.
    Recap(usize),
    /// Back to the start screen.
    Leave,
    /// The hint of this key has been shown.
    Advised(&'static str),
    /// No more hints.
    NoAdvice,
}

impl UiCommand {
    /// Whether it does something to the battle that depends on whose turn it is and what is asked. A game master's overrides do not.
    pub(crate) fn acts(&self) -> bool {
        match self {
            Self::Order(order) => !matches!(order, Order::Gm(_)),
            Self::Pick(_) | Self::Open(_) | Self::Command(_) | Self::TakeBack(_) | Self::Reply(_) => true,
            Self::Standing(_, _, answer) => answer.is_some(),
            _ => false,
        }
    }

    /// Whether whoever only watches may ask for it: nothing is ordered there, saved or overridden.
    pub(crate) fn watches(&self) -> bool {
        matches!(
            self,
            Self::Look(_)
                | Self::LookAt(_)
                | Self::SeeAll
                | Self::OutOfView(..)
                | Self::Rule(_)
                | Self::Show(_)
                | Self::Toggle(_)
                | Self::Leave
        )
    }
}

/// Windows that open over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// The sheet at the left.
    Sheet,
    /// The log at the right.
    Log,
    /// The game master's panel.
    GameMaster,
    /// The settings.
    Settings,
    /// Goals and what is to come.
    Stakes,
    /// Saving under a name.
    SaveAs,
    /// Reporting a mistake.
    Report,
    /// How far to take back.
    TakeBack,
    /// What the odds of an aim come from.
    Why,
    /// What a side holds that no other sees.
    Hand,
    /// What the computer would do here.
    Plans,
}
