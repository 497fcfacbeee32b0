//! Flights to a height: of the metres along and up the larger number counts (MOM-TERR-12).

use bevy::prelude::World;

use super::super::data::Metres;
use super::super::ruleset::Momentum;
use super::{ground, moves};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A flight to a square, so many metres above the ground there.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn flight(world: &World, id: Id, to: Square, above: Metres) -> Result<Flight, Refusal> {
    moves::may_move(world, id)?;
    let there = Footprint { at: to, ..space(world, id) };
    let height = Length(floor_of(world, there).0.saturating_add(above.saturating_mul(Length::METRE.0)));
    open_flight::plan::<Momentum>(world, id, to, height)
}

impl FlightRules for Momentum {
    const FLIGHT: Rule = rule!("MOM-TERR-12");

    fn stays_up(world: &World, id: Id) -> bool {
        ground::keeps_aloft(world, id)
    }

    fn straight(length: Length) -> i32 {
        ground::started(length.0)
    }

    fn straight_for(cost: i32) -> Length {
        Length(cost.saturating_mul(Length::METRE.0))
    }

    fn pay_for_flight(world: &mut World, id: Id, cost: i32) {
        moves::pay(world, id, cost);
    }
}
