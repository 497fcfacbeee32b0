//! What a side is told of an event that is not told all of it.

use super::event::Event;
use super::id::{Id, SideId};

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
