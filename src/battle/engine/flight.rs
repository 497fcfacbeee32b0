//! Things in flight: an attack, a move, a fall, a harm being resolved. An interrupt is another one that suspends the one before it.

use crate::battle::values::{ById, Id, Stage, ToldIn};
use bevy::ecs::component::ComponentId;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Marks a thing in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InFlight;

/// Marks a thing in flight that takes its turn only after everything launched on top of it, such as owners of readied actions. Until its
/// turn begins, events are not counted as part of it. So no viewer can tell from an event whether an owner is waiting.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ComesAfter;

/// Marks a thing in flight upon which others were launched before anything of it was resolved: the next of several that are resolved one
/// after the other, such as the targets of a blast. What is told meanwhile is no part of it. So no viewer can tell from an event how many
/// others, perhaps unknown ones, have their turn before it or after it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Queued;

/// What is in flight, each suspended by the one after it; the last one is being resolved.
#[derive(Resource, Default)]
pub struct Flights {
    chain: Vec<(Id, Entity)>,
    /// So many of them, counted from the bottom, were there when the system that is running began. The others have yet to begin.
    seen: usize,
    /// How often something has taken flight, an order was taken in, or the battle was put back to another moment. What was found out
    /// about things as they were before that may be stale.
    pub(in crate::battle) happened: u64,
    /// The stage that is running.
    pub(in crate::battle) stage: Stage,
    /// The path of the system that is running; empty while an order is taken in.
    pub(in crate::battle) system: &'static str,
}

impl Flights {
    /// The thing that is being resolved now.
    pub fn top(&self) -> Option<Id> {
        self.chain.last().map(|&(id, _)| id)
    }

    /// Its entity.
    pub fn top_entity(&self) -> Option<Entity> {
        self.chain.last().map(|&(_, entity)| entity)
    }
}

/// The stage and the system that are running, and how many things in flight have begun.
pub(in crate::battle) fn under_way(world: &World) -> (ToldIn, u8) {
    let flights = world.resource::<Flights>();
    let begun = |&&(_, entity): &&(Id, Entity)| {
        world.get::<ComesAfter>(entity).is_none() && world.get::<Queued>(entity).is_none()
    };
    let depth = flights.chain.iter().filter(begun).count();
    (ToldIn(Some(flights.stage), flights.system), u8::try_from(depth).unwrap_or(u8::MAX))
}

/// A system begins: what is in flight now is not of its making. If it resolves what is on top, the turn of that has come.
pub(super) fn system_begins(world: &mut World, resolves: bool) {
    let mut flights = world.resource_mut::<Flights>();
    flights.seen = flights.chain.len();
    let queued = flights.top_entity().filter(|_| resolves).filter(|&top| world.get::<Queued>(top).is_some());
    if let Some(top) = queued {
        world.entity_mut(top).remove::<Queued>();
    }
}

/// Begins a thing in flight that came after others.
pub fn begin(world: &mut World, flight: Id) {
    if let Some(entity) = world.entity_of(flight) {
        world.entity_mut(entity).remove::<ComesAfter>();
    }
}

/// Whether a thing in flight comes after others and has not begun.
pub(in crate::battle) fn comes_after(world: &World, flight: Id) -> bool {
    world.part::<ComesAfter>(flight).is_some()
}

/// The kinds of things in flight that are resolved piece by piece, such as a move in steps. Between two pieces everything above is done.
/// A thing of any other kind is resolved completely before anything else is looked at.
#[derive(Resource, Default)]
pub struct Pieces(Vec<ComponentId>);

impl Pieces {
    pub(in crate::battle) fn add(&mut self, part: ComponentId) {
        self.0.push(part);
    }
}

/// Whether everything that must be resolved in one go has been. Then nothing is in flight, or only what goes piece by piece. The end of a
/// fight is tested at such moments.
pub fn between_pieces(world: &World) -> bool {
    settled(world, |_| false) == world.resource::<Flights>().chain.len()
}

/// How many things in flight, counted from the bottom of the stack, go piece by piece; counting stops at one for which `ends` is true.
/// What is launched above them comes as soon as everything that must be resolved in one go is resolved.
pub(in crate::battle) fn settled(world: &World, ends: impl Fn(EntityRef<'_>) -> bool) -> usize {
    let flights = &world.resource::<Flights>().chain;
    let pieces = &world.resource::<Pieces>().0;
    let goes_in_pieces = |&&(_, entity): &&(Id, Entity)| {
        let flight = world.entity(entity);
        pieces.iter().any(|&part| flight.contains_id(part)) && !ends(flight)
    };
    flights.iter().take_while(goes_in_pieces).count()
}

/// Ends everything in flight: nothing of it goes on.
pub(in crate::battle) fn land_all(world: &mut World) {
    while world.resource::<Flights>().top().is_some() {
        land(world);
    }
}

/// Puts a new thing in flight on top of the stack; the one below waits for it.
pub fn launch(world: &mut World, bundle: impl Bundle) -> Id {
    let flights = world.resource::<Flights>();
    let below = flights.top_entity().filter(|_| flights.chain.len() > flights.seen);
    if let Some(entity) = below {
        world.entity_mut(entity).insert(Queued);
    }
    put_on_top(world, bundle)
}

/// As [`launch`], of something that begins once the running system is over: what that system still tells is no part of it.
pub fn launch_after(world: &mut World, bundle: impl Bundle) -> Id {
    launch(world, (Queued, bundle))
}

fn put_on_top(world: &mut World, bundle: impl Bundle) -> Id {
    let id = world.spawn_with_id((InFlight, bundle));
    let entity = world.entity_of(id).expect("what was just spawned should exist");
    let mut flights = world.resource_mut::<Flights>();
    flights.chain.push((id, entity));
    flights.happened += 1;
    id
}

/// Lets something take flight above so many others, below what was launched upon these.
pub(in crate::battle) fn launch_at(world: &mut World, depth: usize, bundle: impl Bundle) -> Id {
    let id = put_on_top(world, bundle);
    let mut flights = world.resource_mut::<Flights>();
    if let Some(above) = flights.chain.get_mut(depth..) {
        above.rotate_right(1);
    }
    flights.seen += usize::from(depth < flights.seen);
    id
}

/// Ends the topmost thing in flight; what it suspended goes on.
pub fn land(world: &mut World) {
    let mut flights = world.resource_mut::<Flights>();
    let top = flights.chain.pop();
    flights.seen = flights.seen.min(flights.chain.len());
    if let Some((id, _)) = top {
        world.despawn_id(id);
    }
}

/// The topmost thing in flight, when more than one component of it is asked for.
pub fn top(world: &World) -> Option<(Id, EntityRef<'_>)> {
    let &(id, entity) = world.resource::<Flights>().chain.last()?;
    Some((id, world.get_entity(entity).ok()?))
}

/// The topmost thing in flight, if it has this component.
pub fn topmost<T: Component>(world: &World) -> Option<(Id, &T)> {
    let &(id, entity) = world.resource::<Flights>().chain.last()?;
    Some((id, world.get::<T>(entity)?))
}

/// The uppermost thing in flight that has this component, even if others are above it.
pub fn uppermost<T: Component>(world: &World) -> Option<(Id, &T)> {
    all_in_flight(world).next()
}

/// Everything in flight that has this component, the uppermost first.
pub fn all_in_flight<T: Component>(world: &World) -> impl Iterator<Item = (Id, &T)> {
    let chain = world.resource::<Flights>().chain.iter().rev();
    chain.filter_map(|&(id, entity)| Some((id, world.get::<T>(entity)?)))
}

/// The first thing in flight that has this component.
pub(in crate::battle) fn lowermost<T: Component>(world: &World) -> Option<Id> {
    let mut chain = world.resource::<Flights>().chain.iter();
    chain.find_map(|&(id, entity)| world.get::<T>(entity).map(|_| id))
}

/// The chain from the first to the topmost, as it is saved.
pub(in crate::battle) fn chain(world: &World) -> Vec<Id> {
    world.resource::<Flights>().chain.iter().map(|&(id, _)| id).collect()
}

/// Whether this is the chain as it is linked now, apart from things that have ceased to exist.
pub(in crate::battle) fn is_tied(world: &World, chain: &[Id]) -> bool {
    let tied = &world.resource::<Flights>().chain;
    let same = |(&(id, entity), known): (&(Id, Entity), &Id)| id == *known && world.entity_of(id) == Some(entity);
    tied.len() == chain.len() && tied.iter().zip(chain).all(same)
}

/// Ties the chain again after a restore.
pub(in crate::battle) fn tie(world: &mut World, chain: &[Id]) {
    let tied = chain.iter().map(|&id| {
        let entity = world.entity_of(id);
        (id, entity.expect("a saved thing in flight should have been restored"))
    });
    let tied: Vec<_> = tied.collect();
    let mut flights = world.resource_mut::<Flights>();
    flights.seen = tied.len();
    flights.chain = tied;
}
