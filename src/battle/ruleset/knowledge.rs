//! What can be seen, whom a side knows of, what it is told.

use super::plain_telling::plainly;
use crate::battle::board::Map;
use crate::battle::values::{Event, Id, SideId, Told};
use crate::grid::Square;
use crate::level::Light;
use bevy::prelude::World;

/// What can be seen, whom a side knows of, what it is told.
pub trait Knowledge {
    /// Whether a side knows where a creature is.
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool;
    /// Those on the map whom not every side may know of, where that is quickly told; else it is asked about each.
    fn doubtful<'w>(&self, _world: &'w World) -> Option<&'w [Id]> {
        None
    }
    /// What a side is told of an event, at the moment at which it happens. It is asked only of events that name a creature off the map,
    /// or one of the [`doubtful`](Self::doubtful). All sides are told all other events.
    fn tells(&self, world: &World, side: SideId, event: &Event) -> Told {
        plainly(world, side, event, |id| self.knows(world, side, id))
    }
    /// Whether there is light in a square: its own, a lamp's, a fire's; by default its own alone.
    fn lit(&self, world: &World, at: Square) -> bool {
        let cell = world.resource::<Map>().cell(at);
        cell.is_some_and(|cell| cell.light != Light::Dark)
    }
    /// How much light there is in a square, lamps and the like counted in. By default a lamp gives all of it or none.
    fn light(&self, world: &World, at: Square) -> Light {
        let own = world.resource::<Map>().cell(at).map_or(Light::Dark, |cell| cell.light);
        if own == Light::Dark && self.lit(world, at) { Light::Bright } else { own }
    }
    /// Whether a bank of fog lies on a square, drawn there or made since; the weather aside.
    fn foggy(&self, world: &World, at: Square) -> bool {
        world.resource::<Map>().cell(at).is_some_and(|cell| cell.fog)
    }
}
