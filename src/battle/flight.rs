//! Things in flight: an attack, a move, a fall, a harm being resolved. An interrupt is another one that suspends the one before it.

use bevy::ecs::component::ComponentId;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{ById, Id};

/// Marks a thing in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InFlight;

/// This one waits until the other one is done.
#[derive(Component, Debug)]
#[relationship(relationship_target = Suspends)]
pub struct SuspendedBy(pub Entity);

/// The one that waits for this one.
#[derive(Component, Debug)]
#[relationship_target(relationship = SuspendedBy)]
pub struct Suspends(Entity);

impl Suspends {
    /// The entity that waits.
    pub fn waiting(&self) -> Entity {
        self.0
    }
}

/// The end of the chain: the one thing in flight that nothing suspends.
#[derive(Resource, Default)]
pub struct Flights {
    top: Option<(Id, Entity)>,
    depth: u8,
}

impl Flights {
    /// The thing that is being resolved now.
    pub fn top(&self) -> Option<Id> {
        self.top.map(|(id, _)| id)
    }

    /// Its entity.
    pub fn top_entity(&self) -> Option<Entity> {
        self.top.map(|(_, entity)| entity)
    }

    /// How many things are in flight.
    pub fn depth(&self) -> u8 {
        self.depth
    }
}

/// The kinds of things in flight that are resolved piece by piece, such as a move in steps: between two pieces everything above is
/// done. Whatever is of another kind is resolved completely before anything else is looked at.
#[derive(Resource, Default)]
pub struct Pieces(Vec<ComponentId>);

impl Pieces {
    pub(super) fn add(&mut self, part: ComponentId) {
        self.0.push(part);
    }
}

/// Whether everything has been resolved completely that must be so in one go: nothing is in flight, or only what goes piece by piece.
/// The end of a fight is tested at such moments.
pub fn between_pieces(world: &World) -> bool {
    let pieces = &world.resource::<Pieces>().0;
    let mut at = world.resource::<Flights>().top_entity();
    while let Some(entity) = at {
        let flight = world.entity(entity);
        if !pieces.iter().any(|&part| flight.contains_id(part)) {
            return false;
        }
        at = flight.get::<Suspends>().map(Suspends::waiting);
    }
    true
}

/// Ends everything in flight: nothing of it goes on.
pub(super) fn land_all(world: &mut World) {
    while world.resource::<Flights>().top().is_some() {
        land(world);
    }
}

/// Lets something take flight; whatever is in flight now waits for it.
pub fn launch(world: &mut World, bundle: impl Bundle) -> Id {
    let id = world.spawn_with_id((InFlight, bundle));
    let entity = world.entity_of(id).expect("what was just spawned should exist");
    let mut flights = world.resource_mut::<Flights>();
    let below = flights.top.replace((id, entity));
    flights.depth = flights.depth.saturating_add(1);
    if let Some((_, below)) = below {
        world.entity_mut(below).insert(SuspendedBy(entity));
    }
    id
}

/// Ends the topmost thing in flight; what it suspended goes on.
pub fn land(world: &mut World) {
    let Some((id, entity)) = world.resource::<Flights>().top else {
        return;
    };
    let below = world.get::<Suspends>(entity).map(Suspends::waiting);
    let below = below.map(|entity| {
        (
            *world
                .get::<Id>(entity)
                .expect("everything in flight should have an identity"),
            entity,
        )
    });
    world.despawn_id(id);
    let mut flights = world.resource_mut::<Flights>();
    flights.top = below;
    flights.depth = flights.depth.saturating_sub(1);
}

/// The topmost thing in flight, when more than one component of it is asked for.
pub fn top(world: &World) -> Option<(Id, EntityRef<'_>)> {
    let (id, entity) = world.resource::<Flights>().top?;
    Some((id, world.get_entity(entity).ok()?))
}

/// The topmost thing in flight, if it has this component.
pub fn topmost<T: Component>(world: &World) -> Option<(Id, &T)> {
    let (id, entity) = world.resource::<Flights>().top?;
    Some((id, world.get::<T>(entity)?))
}

/// The uppermost thing in flight that has this component, whatever stands above it.
pub fn uppermost<T: Component>(world: &World) -> Option<(Id, &T)> {
    let mut at = world.resource::<Flights>().top_entity();
    while let Some(entity) = at {
        if let (Some(&id), Some(part)) = (world.get::<Id>(entity), world.get::<T>(entity)) {
            return Some((id, part));
        }
        at = world.get::<Suspends>(entity).map(Suspends::waiting);
    }
    None
}

/// The chain from the first to the topmost, as it is saved.
pub(super) fn chain(world: &World) -> Vec<Id> {
    let mut out = Vec::new();
    let mut at = world.resource::<Flights>().top_entity();
    while let Some(entity) = at {
        out.push(
            *world
                .get::<Id>(entity)
                .expect("everything in flight should have an identity"),
        );
        at = world.get::<Suspends>(entity).map(Suspends::waiting);
    }
    out.reverse();
    out
}

/// Whether this is the chain as it is tied now, whatever has ceased to exist.
pub(super) fn is_tied(world: &World, chain: &[Id]) -> bool {
    let mut at = world.resource::<Flights>().top_entity();
    for id in chain.iter().rev() {
        let flight = at.and_then(|entity| world.get_entity(entity).ok());
        let Some(flight) = flight.filter(|flight| flight.get::<Id>() == Some(id)) else {
            return false;
        };
        at = flight.get::<Suspends>().map(Suspends::waiting);
    }
    at.is_none()
}

/// Ties the chain again after a restore.
pub(super) fn tie(world: &mut World, chain: &[Id]) {
    let mut below: Option<Entity> = None;
    let mut top = None;
    for &id in chain {
        let entity = world
            .entity_of(id)
            .expect("a saved thing in flight should have been restored");
        world.entity_mut(entity).remove::<SuspendedBy>();
        if let Some(below) = below {
            world.entity_mut(below).insert(SuspendedBy(entity));
        }
        below = Some(entity);
        top = Some((id, entity));
    }
    let depth = u8::try_from(chain.len()).unwrap_or(u8::MAX);
    *world.resource_mut::<Flights>() = Flights { top, depth };
}
