//! Flights to a height (EDG-FLY-2), in storeys of 1.5 m (R81).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::ruleset::Edge;
use super::ground::{self, STOREY, STRIDE};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A flight to a square, so many storeys above the ground there.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn flight(world: &World, id: Id, to: Square, storeys: i32) -> Result<Flight, Refusal> {
    creature::walks(world, id)?;
    let there = Footprint { at: to, ..space(world, id) };
    let height = Length(floor_of(world, there).0.saturating_add(storeys.saturating_mul(STOREY.0)));
    open_flight::plan::<Edge>(world, id, to, height)
}

impl FlightRules for Edge {
    const FLIGHT: Rule = rule!("EDG-FLY-2");

    fn stays_up(world: &World, id: Id) -> bool {
        ground::keeps_aloft(world, id) && creature::moves(world, id).is_ok()
    }

    fn straight(length: Length) -> i32 {
        (length.0 + STRIDE.0 - 1) / STRIDE.0
    }

    fn straight_for(cost: i32) -> Length {
        Length(cost.saturating_mul(STRIDE.0))
    }

    fn pay_for_flight(world: &mut World, id: Id, cost: i32) {
        creature::spend(world, id, cost);
    }
}
