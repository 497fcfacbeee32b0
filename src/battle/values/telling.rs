//! What a side is told of an event that is not told all of it.

use super::event::Event;
use super::id::{Id, SideId};
use serde::{Deserialize, Serialize};

/// What a side is told that is not told all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// The side.
    pub side: SideId,
    /// The event as the side is told it; nothing where it is told nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Box<Event>>,
}

/// How much of an event a side is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// All of it.
    All,
    /// This instead.
    Part(Box<Event>),
    /// Nothing.
    Nothing,
}

impl Event {
    /// The event as a side is told it; `None` where it is told nothing.
    pub fn told_to(&self, side: SideId) -> Option<&Event> {
        match self.tellings.iter().find(|telling| telling.side == side) {
            None => Some(self),
            Some(telling) => telling.version.as_deref(),
        }
    }

    /// Names whom its words name besides who did it and to whom.
    #[must_use]
    #[inline]
    pub fn about(mut self, other: Id) -> Self {
        self.about.push(other);
        self
    }
}
