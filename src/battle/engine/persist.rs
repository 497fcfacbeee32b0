//! The battle as data: snapshots that restore to an equal battle, their hash, and their JSON.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{flight, memory};
use crate::battle::board::Map;
use crate::battle::values::{ById, Id, Ids, Outbox, StableHasher};
use crate::dice::{Dice, DiceState};

/// What a component or resource must be able to do to be part of the battle's state.
pub trait Saved: Clone + PartialEq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + PartialEq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> Saved for T {}

/// A saved column of components or a saved resource, of any type.
trait Store: Any + Send + Sync {
    fn feed(&self, hasher: &mut StableHasher);
    fn json(&self) -> Value;
    fn any(&self) -> &dyn Any;
}

impl<T: Saved> Store for T {
    fn feed(&self, hasher: &mut StableHasher) {
        self.hash(hasher);
    }

    fn json(&self) -> Value {
        serde_json::to_value(self).expect("the state of a battle should serialise")
    }

    fn any(&self) -> &dyn Any {
        self
    }
}

/// How one type of component or resource is taken and put back.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    take: fn(&World, &[(Id, Entity)]) -> Arc<dyn Store>,
    put: fn(&mut World, &dyn Store),
    keep: fn(&mut World) -> Box<dyn memory::Column>,
}

/// The name under which the state of rounds and turns is registered.
pub(in crate::battle) const FLOW: &str = "flow";

/// Everything that is state. Types not registered here do not survive a snapshot.
#[derive(Resource, Clone, Default)]
pub struct Registry {
    columns: Vec<Column>,
}

impl Registry {
    /// Registers a component.
    pub fn component<T: Saved + Component>(&mut self, name: &'static str) {
        self.columns.push(Column {
            name,
            take: |world, alive| {
                let rows: Vec<(Id, T)> = alive
                    .iter()
                    .filter_map(|&(id, entity)| world.get::<T>(entity).map(|part| (id, part.clone())))
                    .collect();
                Arc::new(rows)
            },
            put: |world, store| {
                let rows: &Vec<(Id, T)> = store.any().downcast_ref().expect("a column should hold its own type");
                let alive = alive(world);
                let mut next = rows.iter().peekable();
                for (id, entity) in alive {
                    match next.peek() {
                        Some((row, part)) if *row == id => {
                            world.entity_mut(entity).insert(part.clone());
                            next.next();
                        }
                        _ => {
                            if world.get::<T>(entity).is_some() {
                                world.entity_mut(entity).remove::<T>();
                            }
                        }
                    }
                }
            },
            keep: memory::rows::<T>,
        });
    }

    /// Registers a resource.
    pub fn resource<T>(&mut self, name: &'static str)
    where
        T: Saved + Resource + Component<Mutability = Mutable>,
    {
        self.resource_kept::<T>(name, memory::whole::<T>);
    }

    /// As [`Registry::resource`], for what is remembered in a way of its own.
    pub(in crate::battle) fn resource_kept<T>(
        &mut self,
        name: &'static str,
        keep: fn(&mut World) -> Box<dyn memory::Column>,
    ) where
        T: Saved + Resource + Component<Mutability = Mutable>,
    {
        self.columns.push(Column {
            name,
            take: |world, _| Arc::new(world.resource::<T>().clone()),
            put: |world, store| {
                let value: &T = store.any().downcast_ref().expect("a column should hold its own type");
                *world.resource_mut::<T>() = value.clone();
            },
            keep,
        });
    }
}

/// Every thing with an identity, in order.
fn alive(world: &World) -> Vec<(Id, Entity)> {
    let given = (0..world.resource::<Ids>().next()).map(Id);
    given.filter_map(|id| world.entity_of(id).map(|entity| (id, entity))).collect()
}

/// The whole battle at one moment.
#[derive(Clone)]
pub struct Snapshot {
    next: u32,
    alive: Vec<Id>,
    chain: Vec<Id>,
    dice: DiceState,
    told: u32,
    columns: Vec<Arc<dyn Store>>,
}

/// A snapshot as it stands in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SnapshotFile {
    next: u32,
    alive: Vec<Id>,
    chain: Vec<Id>,
    dice: DiceState,
    told: u32,
    columns: std::collections::BTreeMap<String, Value>,
}

impl SnapshotFile {
    /// Whether dice that are not forced are an error. Playing the orders again does not set it, so it is taken from the save.
    pub(in crate::battle) fn is_strict(&self) -> bool {
        self.dice.is_strict()
    }

    /// Compares what came with what was saved.
    ///
    /// # Errors
    /// The first part that differs, as the end of a sentence.
    pub(in crate::battle) fn compare(&self, saved: &Self) -> Result<(), String> {
        let parts = [
            (self.next != saved.next || self.alive != saved.alive, "its list of things is not as it was saved"),
            (self.chain != saved.chain, "what is in flight is not as it was saved"),
            (self.dice != saved.dice, "its dice are not as they were saved"),
            (self.told != saved.told, "its log is not as long as its state says"),
        ];
        if let Some((_, why)) = parts.iter().find(|(differs, _)| *differs) {
            return Err((*why).into());
        }
        let differs = |name: &&String| self.columns.get(*name) != saved.columns.get(*name);
        match self.columns.keys().chain(saved.columns.keys()).find(differs) {
            Some(name) => Err(format!("its `{name}` is not as it was saved")),
            None => Ok(()),
        }
    }
}

/// Everything that is state, as a memory keeps it.
pub(in crate::battle) fn kept(world: &mut World) -> Vec<Box<dyn memory::Column>> {
    let columns = world.resource::<Registry>().columns.clone();
    columns.iter().map(|column| (column.keep)(world)).collect()
}

/// Takes a snapshot.
pub(in crate::battle) fn take(world: &World) -> Snapshot {
    let alive = alive(world);
    let registry = world.resource::<Registry>();
    Snapshot {
        next: world.resource::<Ids>().next(),
        chain: flight::chain(world),
        dice: world.resource::<Dice>().state(),
        told: world.resource::<Outbox>().next,
        columns: registry.columns.iter().map(|column| (column.take)(world, &alive)).collect(),
        alive: alive.into_iter().map(|(id, _)| id).collect(),
    }
}

/// Puts a world back to a snapshot.
pub(in crate::battle) fn put(world: &mut World, snapshot: &Snapshot) {
    for (id, _) in alive(world) {
        if snapshot.alive.binary_search(&id).is_err() {
            world.despawn_id(id);
        }
    }
    world.resource_mut::<Ids>().truncate(snapshot.next);
    for &id in &snapshot.alive {
        if world.entity_of(id).is_none() {
            world.spawn_as(id, ());
        }
    }
    let columns = world.resource::<Registry>().columns.clone();
    let words = world.resource::<Map>().clone();
    for (column, store) in columns.iter().zip(&snapshot.columns) {
        (column.put)(world, store.as_ref());
    }
    let map = world.resource::<Map>().clone().with_words_of(&words);
    *world.resource_mut::<Map>() = map;
    world.resource_mut::<Dice>().restore(&snapshot.dice);
    let mut outbox = world.resource_mut::<Outbox>();
    outbox.next = snapshot.told;
    outbox.events.clear();
    flight::tie(world, &snapshot.chain);
}

/// The hash of the state: everything but the log.
pub(in crate::battle) fn hash(world: &World) -> u64 {
    let snapshot = take(world);
    let mut hasher = StableHasher::default();
    (snapshot.next, &snapshot.alive, &snapshot.chain, &snapshot.dice).hash(&mut hasher);
    for column in &snapshot.columns {
        column.feed(&mut hasher);
    }
    hasher.finish()
}

/// The hash of what a round leaves behind: the state and how far the dice have come. Left out are the round's number, whose turn it is
/// and the identities given so far.
pub(in crate::battle) fn hash_but_time(world: &World) -> u64 {
    let alive = alive(world);
    let mut hasher = StableHasher::default();
    world.resource::<Dice>().state().hash(&mut hasher);
    let columns = world.resource::<Registry>().columns.iter();
    for column in columns.filter(|column| column.name != FLOW) {
        (column.take)(world, &alive).feed(&mut hasher);
    }
    hasher.finish()
}

/// A snapshot for a file.
pub(in crate::battle) fn to_file(world: &World, snapshot: &Snapshot) -> SnapshotFile {
    let registry = world.resource::<Registry>();
    SnapshotFile {
        next: snapshot.next,
        alive: snapshot.alive.clone(),
        chain: snapshot.chain.clone(),
        dice: snapshot.dice.clone(),
        told: snapshot.told,
        columns: registry
            .columns
            .iter()
            .zip(&snapshot.columns)
            .map(|(column, store)| (column.name.to_string(), store.json()))
            .collect(),
    }
}
