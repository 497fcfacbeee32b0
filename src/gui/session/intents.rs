//! What the computer was about to do, and why, as each side that looks on was told it when a turn began.

use super::Session;
use crate::ai::Suggestion;
use crate::battle::{Id, Order, SideId, What};
use crate::level::Seat;

/// What one side is told of one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Intent {
    /// How many events had happened by then: it stands before the next.
    pub(in crate::gui) before: usize,
    /// Whose turn it is.
    pub(in crate::gui) creature: Id,
    /// Who is told.
    pub(in crate::gui) side: SideId,
    /// What it is about to do.
    pub(in crate::gui) label: String,
    /// Why, in a sentence; empty where there is nothing to be told.
    pub(in crate::gui) why: String,
}

/// Of whom an order is.
pub(super) fn ordered(order: &Order) -> Option<Id> {
    match order {
        Order::Move(walk) => Some(walk.creature),
        Order::Act(act) => Some(act.creature),
        Order::EndTurn { creature } => Some(*creature),
        _ => None,
    }
}

impl Session {
    /// The sides that are told what the computer is about to do: those of people, or else the one that looks on.
    pub(super) fn onlookers(&self) -> Vec<SideId> {
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        let people: Vec<SideId> = sides.filter(|&side| self.seat(side) == Seat::Human).collect();
        if people.is_empty() { vec![self.viewer] } else { people }
    }

    /// Notes what sides are told of an order before which so many events had happened.
    pub(in crate::gui) fn note_intents(&mut self, before: usize, told: Vec<(SideId, Suggestion)>) {
        for (side, told) in told {
            let Some(creature) = ordered(&told.order) else { continue };
            let why = told.why.into_iter().next().unwrap_or_default();
            self.intents.push(Intent { before, creature, side, label: told.label, why });
        }
    }

    /// What the viewer was told, as far as the battle has been shown, oldest first.
    pub(in crate::gui) fn intents(&self) -> impl DoubleEndedIterator<Item = &Intent> {
        self.intents.iter().filter(|intent| intent.side == self.viewer && intent.before <= self.shown)
    }

    /// What is about to be done on the turn that is being shown.
    pub(in crate::gui) fn intent(&self) -> Option<&Intent> {
        let intent = self.intents().next_back()?;
        let shown = self.shown.min(self.battle.events().len());
        let since = self.battle.events().get(intent.before..shown)?;
        let is_over = since.iter().any(|event| matches!(event.what, What::TurnBegins | What::TurnEnds));
        (!is_over && self.sees(intent.creature)).then_some(intent)
    }

    /// Forgets what was told of orders that have not been given.
    pub(super) fn follow_intents(&mut self) {
        let events = self.battle.events().len();
        self.intents.retain(|intent| intent.before < events);
    }
}
