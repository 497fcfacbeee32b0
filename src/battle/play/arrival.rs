//! A creature that has come somewhere in one go: which owners waited for it, which creatures came along, what it meets there.
//!
//! A step of a walk meets the squares by itself ([`super::movement`]), and so does a push by the level ([`super::group_effect`]). Every
//! other way there ends in [`arrive`]: a leap, a climb, a fall, a seat taken, room made. Of each a ruleset hears by
//! [`Consequences::arrives`](crate::battle::Consequences::arrives).

use bevy::prelude::World;

use super::ground_events;
use crate::battle::board::is_on_map;
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Id, MoveKind, Place, Position};
use crate::grid::{Footprint, Length};

/// How a creature has come somewhere in one go.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Where it was before.
    pub from: Place,
    /// What brought it there. `None` where owners of readied actions hear of it later, when its whole way is done.
    pub going: Option<MoveKind>,
    /// The creatures that came along, with the spaces they had.
    pub along: Vec<(Id, Footprint)>,
    /// What it meets there.
    pub meets: Meets,
}

/// What a creature meets where it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// The harm of the ground, except in the squares where it stood before, and the level's events.
    NewSquares,
    /// The same in every square: before, it did not stand on the ground.
    EverySquare,
    /// The harm of the ground alone: it has come up or down in its place.
    Ground,
    /// Nothing more: as with a step of a walk, which has met its squares already. Creatures that came along meet them still.
    NoMore,
    /// Nothing, for the creatures that came along as well: they are below the ground.
    Nothing,
}

impl Arrival {
    /// By its own power, from the ground where it stood.
    pub fn by_itself(from: Place, along: Vec<(Id, Footprint)>) -> Self {
        Self { from, going: Some(MoveKind::ByItself), along, meets: Meets::NewSquares }
    }

    /// The same, but not by its own power.
    pub fn carried(from: Place, along: Vec<(Id, Footprint)>) -> Self {
        Self { going: Some(MoveKind::Carried), ..Self::by_itself(from, along) }
    }

    /// The same, meeting something else there.
    #[must_use]
    pub fn meeting(self, meets: Meets) -> Self {
        Self { meets, ..self }
    }
}

/// What follows from an arrival, each resolved completely before the next. First come the harm of the ground and the level's events. Then
/// the same comes for creatures that came along, with the owners who waited for them. Last come the owners who waited for the creature
/// itself.
pub fn arrive(world: &mut World, id: Id, arrival: Arrival) {
    let Arrival { from, going, along, meets } = arrival;
    let ruleset = world.resource::<Rules>().0;
    let risen = world.the::<Position>(id).height.0 - from.height.0;
    // What is launched last comes first.
    if let Some(going) = going {
        ruleset.arrives(world, id, from, going);
    }
    for (one, space) in along {
        if !is_on_map(world, one) {
            continue;
        }
        let height = Length(world.the::<Position>(one).height.0 - risen);
        ruleset.arrives(world, one, Place { space, height }, MoveKind::Carried);
        match meets {
            Meets::NewSquares | Meets::EverySquare | Meets::NoMore => ground_events::come_upon(world, one, Some(space)),
            Meets::Ground => ground_events::tread(world, one, None),
            Meets::Nothing => {}
        }
    }
    match meets {
        Meets::NewSquares => ground_events::come_upon(world, id, Some(from.space)),
        Meets::EverySquare => ground_events::come_upon(world, id, None),
        Meets::Ground => ground_events::tread(world, id, None),
        Meets::NoMore | Meets::Nothing => {}
    }
}
