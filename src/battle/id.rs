//! Stable identities. Entities come and go with snapshots; an [`Id`] stays.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The stable number of a creature, an object or a thing in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub u32);

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A side's place in the level's list of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

/// From identity to entity, and the next free number.
#[derive(Resource, Default)]
pub struct Ids {
    entities: Vec<Option<Entity>>,
}

impl Ids {
    /// The entity that bears `id` now.
    pub fn entity(&self, id: Id) -> Option<Entity> {
        self.entities.get(id.0 as usize).copied().flatten()
    }

    /// The number the next thing will get.
    pub fn next(&self) -> u32 {
        u32::try_from(self.entities.len()).expect("fewer than four billion things in a battle")
    }

    pub(super) fn truncate(&mut self, next: u32) {
        self.entities.resize(next as usize, None);
    }

    pub(super) fn set(&mut self, id: Id, entity: Option<Entity>) {
        let at = id.0 as usize;
        if self.entities.len() <= at {
            self.entities.resize(at + 1, None);
        }
        self.entities[at] = entity;
    }
}

/// What rules code asks of the world by identity.
pub trait ById {
    /// The entity that bears `id`, if it still exists.
    fn entity_of(&self, id: Id) -> Option<Entity>;
    /// The thing with this identity, when more than one component of it is asked for.
    fn look(&self, id: Id) -> Option<EntityRef<'_>>;
    /// A component of the thing with this identity.
    fn part<T: Component>(&self, id: Id) -> Option<&T>;
    /// A component that the thing must have; panics on a broken invariant.
    fn the<T: Component>(&self, id: Id) -> &T;
    /// A component, to be changed.
    fn part_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Option<Mut<'_, T>>;
    /// A component that the thing must have, to be changed.
    fn the_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Mut<'_, T>;
    /// Spawns a thing with the next identity.
    fn spawn_with_id(&mut self, bundle: impl Bundle) -> Id;
    /// Removes a thing; its number is never given again in this battle.
    fn despawn_id(&mut self, id: Id);
}

impl ById for World {
    fn entity_of(&self, id: Id) -> Option<Entity> {
        self.resource::<Ids>().entity(id)
    }

    fn look(&self, id: Id) -> Option<EntityRef<'_>> {
        self.get_entity(self.entity_of(id)?).ok()
    }

    fn part<T: Component>(&self, id: Id) -> Option<&T> {
        self.get::<T>(self.entity_of(id)?)
    }

    fn the<T: Component>(&self, id: Id) -> &T {
        self.part(id)
            .expect("a thing named by rules code should exist and have the part asked for")
    }

    fn part_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Option<Mut<'_, T>> {
        let entity = self.entity_of(id)?;
        self.get_mut::<T>(entity)
    }

    fn the_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Mut<'_, T> {
        self.part_mut(id)
            .expect("a thing named by rules code should exist and have the part asked for")
    }

    fn spawn_with_id(&mut self, bundle: impl Bundle) -> Id {
        let id = Id(self.resource::<Ids>().next());
        let entity = self.spawn((id, bundle)).id();
        self.resource_mut::<Ids>().set(id, Some(entity));
        id
    }

    fn despawn_id(&mut self, id: Id) {
        if let Some(entity) = self.entity_of(id) {
            self.despawn(entity);
            self.resource_mut::<Ids>().set(id, None);
        }
    }
}
