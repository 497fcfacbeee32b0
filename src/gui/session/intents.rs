//! What the computer was about to do, and why, as each side that looks on was told it when a turn began.

use crate::battle::{Id, Order, SideId};

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
