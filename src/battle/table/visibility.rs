//! The battle as one side knows it: creatures of whom the side does not know are not there. What a player is shown, offered and foretold
//! is asked of this battle, so that nothing of it tells where a creature hides.

use super::battle::{Battle, Moment};
use crate::battle::engine::{Flights, creatures};
use crate::battle::ruleset::knows;
use crate::battle::values::{ById, Dead, Fled, Id, OnMap, SideId};

impl Moment {
    /// A spare copy of the battle at that moment without those whom a side does not know of. It is to be looked at; its dice and its past
    /// are not the battle's.
    #[must_use]
    pub fn without(&self, unknown: &[Id]) -> Battle {
        let mut copy = self.battle();
        copy.take_out(unknown);
        copy
    }
}

impl Battle {
    /// The creatures that a side does not know of: those on the map, and those that left it unknown.
    pub fn unknown_to(&self, side: SideId) -> Vec<Id> {
        let world = self.world();
        let mut all = creatures(world);
        all.retain(|&id| !knows(world, side, id));
        all
    }

    /// The creatures that the side to move does not know of. None while something is in flight, since they may have their part in it.
    pub fn unknown_to_mover(&self) -> Vec<Id> {
        let in_flight = self.world().resource::<Flights>().top().is_some();
        let side = self.side_to_move().filter(|_| !in_flight);
        side.map_or_else(Vec::new, |side| self.unknown_to(side))
    }

    /// A spare copy of the battle without those whom a side does not know of. It is to be looked at; its dice and its past are not the
    /// battle's.
    #[must_use]
    pub fn without(&self, unknown: &[Id]) -> Battle {
        self.moment().without(unknown)
    }

    /// Takes creatures off the map as if they had never come.
    pub(in crate::battle) fn take_out(&mut self, unknown: &[Id]) {
        let world = self.world_mut();
        for &id in unknown {
            if let Some(entity) = world.entity_of(id) {
                world.entity_mut(entity).remove::<(OnMap, Dead, Fled)>();
            }
        }
    }
}
