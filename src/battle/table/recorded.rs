//! Orders as a battle keeps them: as they were understood, and as they were given.

use crate::battle::engine::memory;
use crate::battle::ruleset::Planned;
use crate::battle::values::{Id, Order, SideId};
use crate::dice::Forced;
use crate::grid::Square;
use serde::{Deserialize, Serialize};

/// An order that was accepted, the dice that lay forced before it, and the hash of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The order.
    pub order: Order,
    /// The whole forced queue when it was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Forced>,
    /// The state's hash after it; 0 when the battle kept no memory, until it is saved.
    pub hash: u64,
}

/// What lies before an order, so that it can be taken back.
pub(in crate::battle) struct Past {
    pub(in crate::battle) mark: memory::Bookmark,
    pub(in crate::battle) events: usize,
    pub(in crate::battle) orders: usize,
    pub(in crate::battle) by: Option<SideId>,
    pub(in crate::battle) turn: Option<(u32, Id, SideId)>,
}

/// What an order that is legal has been understood as.
#[derive(Clone)]
pub(in crate::battle) enum Understood {
    /// As it stands.
    Order,
    /// A move along these squares.
    Way(Vec<Square>),
    /// An action, ready to begin.
    Plan(Planned),
}
