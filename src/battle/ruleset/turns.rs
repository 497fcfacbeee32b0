//! Who has turns, and who may be given orders in them.

use crate::battle::values::{Id, Order, Rule};
use bevy::prelude::World;

/// Who counts, who has turns, and who may be given orders in them.
pub trait Turns {
    /// Rolls and sets the order of turns for a creature that arrives late.
    fn arrive(&self, world: &mut World, creature: Id);
    /// Whether the creature counts for its side.
    fn standing(&self, world: &World, creature: Id) -> bool;
    /// Whether the creature can be given orders on its turn (else the turn passes).
    fn may_act(&self, world: &World, creature: Id) -> bool;
    /// Who takes orders on a creature's turn besides the creature itself, in the order in which they are listed.
    fn also_acts(&self, _world: &World, _active: Id) -> Vec<Id> {
        Vec::new()
    }
    /// The rule by which an order is refused that comes out of turn.
    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        None
    }
}
