//! Stable identities. Entities come and go with snapshots; an [`Id`] stays.

use bevy::ecs::entity::EntityIndex;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::components::{Body, Conditions, Creature, Position, footprint};
use crate::grid::{Footprint, Length};

/// The stable number of a creature, an object or a thing in flight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Id(pub u32);

impl Id {
    /// Stands for a creature of which the viewer knows nothing else; identities of the battle count from 1.
    pub const SOMEBODY: Self = Self(0);

    /// The place of its entity among all entities: nothing has to be looked up to get from an identity to its entity. What has none, such
    /// as resources, gets its place from Bevy's allocator, which counts from 0 and never comes as far as [`Id::FIRST`].
    #[inline]
    fn index(self) -> Option<EntityIndex> {
        EntityIndex::from_raw_u32(Self::FIRST.saturating_add(self.0))
    }

    /// Far more than there are resources.
    pub(in crate::battle) const FIRST: u32 = 1024;
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A side's place in the level's list of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// No side: the game master, to whom a question can be put ([`Flow::presided`](crate::battle::Flow)).
    pub const TABLE: Self = Self(u8::MAX);
}

/// Where every creature stands, which creatures have conditions, and the next free number.
///
/// Rules ask all the time where every creature is. Hooks of the components from which it is derived keep this index, so that no answer
/// needs a component looked up.
#[derive(Resource, Default)]
pub struct Ids {
    slots: Vec<Slot>,
    present: Vec<Id>,
    /// What has ceased to exist, or exists again, since the last call that took this list: the oldest first, with whether it existed
    /// before.
    turned: Vec<(Id, bool)>,
}

/// What is known of one identity.
#[derive(Clone, Copy, Default)]
struct Slot {
    stand: Option<Placement>,
    on_map: bool,
    ails: bool,
}

/// Where a creature stands, or would if it were on the map, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its squares.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
    /// Its side.
    pub side: SideId,
}

impl Ids {
    /// The number the next thing will get.
    pub fn next(&self) -> u32 {
        u32::try_from(self.slots.len()).expect("fewer than four billion things in a battle")
    }

    /// Where a creature stands; `None` for what is none.
    #[inline]
    pub fn stand(&self, id: Id) -> Option<Placement> {
        self.slots.get(id.0 as usize)?.stand
    }

    /// The creatures on the map, by identity.
    pub fn present(&self) -> &[Id] {
        &self.present
    }

    /// The creatures on the map with where they stand, by identity, known to a side or not.
    pub fn all_stands(&self) -> impl Iterator<Item = (Id, Placement)> + '_ {
        let present = self.present.iter();
        present.filter_map(|&id| self.stand(id).map(|stand| (id, stand)))
    }

    /// Whether a creature is on the map.
    #[inline]
    pub fn is_present(&self, id: Id) -> bool {
        self.slots.get(id.0 as usize).is_some_and(|slot| slot.on_map)
    }

    /// Whether a creature has any condition at all.
    #[inline]
    pub fn has_conditions(&self, id: Id) -> bool {
        self.slots.get(id.0 as usize).is_some_and(|slot| slot.ails)
    }

    /// Whether a creature has a condition.
    pub fn has_condition(&self, world: &World, id: Id, key: &str) -> bool {
        self.has_conditions(id) && world.part::<Conditions>(id).is_some_and(|conditions| conditions.has(key))
    }

    /// Whether it is a creature of a side.
    pub fn is_of(&self, id: Id, side: SideId) -> bool {
        self.stand(id).is_some_and(|stand| stand.side == side)
    }

    /// The side of a creature.
    pub fn side(&self, id: Id) -> SideId {
        self.stand(id).expect("a creature should exist and have a place").side
    }

    pub(in crate::battle) fn truncate(&mut self, next: u32) {
        // Numbers that were given once and are free again: a creature that gets one of them anew was not there before.
        let given = (next..self.next()).map(Id);
        self.turned.extend(given.map(|id| (id, false)));
        self.slots.resize(next as usize, Slot::default());
    }

    fn comes(&mut self, id: Id) {
        if (id.0 as usize) < self.slots.len() {
            self.turned.push((id, false));
        } else {
            self.slot(id);
        }
    }

    fn goes(&mut self, id: Id) {
        *self.slot(id) = Slot::default();
        self.turned.push((id, true));
    }

    /// What has ceased to exist or exists again since this was last asked, and whether it existed before.
    pub(in crate::battle) fn take_turned(&mut self) -> Vec<(Id, bool)> {
        std::mem::take(&mut self.turned)
    }

    fn slot(&mut self, id: Id) -> &mut Slot {
        let at = id.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, Slot::default());
        }
        &mut self.slots[at]
    }
}

/// Hook of place and body: the index follows.
pub(in crate::battle) fn stands(mut world: DeferredWorld, context: HookContext) {
    let who = world.entity(context.entity);
    let (Some(&id), Some(creature)) = (who.get::<Id>(), who.get::<Creature>()) else {
        return;
    };
    let (Some(position), Some(body)) = (who.get::<Position>(), who.get::<Body>()) else {
        return;
    };
    let stand = Placement { space: footprint(position, body), height: position.height, side: creature.side };
    world.resource_mut::<Ids>().slot(id).stand = Some(stand);
}

/// Hook of [`Conditions`]: the index follows.
pub(in crate::battle) fn ails(mut world: DeferredWorld, context: HookContext) {
    let who = world.entity(context.entity);
    let (Some(&id), Some(conditions)) = (who.get::<Id>(), who.get::<Conditions>()) else {
        return;
    };
    let ails = !conditions.0.is_empty();
    world.resource_mut::<Ids>().slot(id).ails = ails;
}

/// Hook of [`OnMap`](crate::battle::OnMap): a creature comes onto the map.
pub(in crate::battle) fn comes(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<Id>(context.entity) else {
        return;
    };
    let mut ids = world.resource_mut::<Ids>();
    ids.slot(id).on_map = true;
    if let Err(at) = ids.present.binary_search(&id) {
        ids.present.insert(at, id);
    }
}

/// Hook of [`OnMap`](crate::battle::OnMap): a creature leaves the map.
pub(in crate::battle) fn goes(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<Id>(context.entity) else {
        return;
    };
    let mut ids = world.resource_mut::<Ids>();
    ids.slot(id).on_map = false;
    ids.present.retain(|&present| present != id);
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
    /// Changes a component whose hooks must see the change; `None` for a thing that has none of the type.
    fn change<T: Component, R>(&mut self, id: Id, change: impl FnOnce(&mut T) -> R) -> Option<R>;
    /// Gives a thing a component, in place of the one of this type that it has.
    fn put<T: Component>(&mut self, id: Id, part: T);
    /// Spawns a thing with the next identity.
    fn spawn_with_id(&mut self, bundle: impl Bundle) -> Id;
    /// Lets a thing exist, or exist again, that has this identity.
    fn spawn_as(&mut self, id: Id, bundle: impl Bundle);
    /// Removes a thing; its number is never given again in this battle.
    fn despawn_id(&mut self, id: Id);
}

/// The entity in the place of an identity, whether it exists now or not.
#[inline]
fn last_at(world: &World, id: Id) -> Option<Entity> {
    Some(world.entities().resolve_from_index(id.index()?))
}

impl ById for World {
    fn entity_of(&self, id: Id) -> Option<Entity> {
        last_at(self, id).filter(|&entity| self.entities().contains_spawned(entity))
    }

    fn look(&self, id: Id) -> Option<EntityRef<'_>> {
        self.get_entity(last_at(self, id)?).ok()
    }

    fn part<T: Component>(&self, id: Id) -> Option<&T> {
        self.get::<T>(last_at(self, id)?)
    }

    fn the<T: Component>(&self, id: Id) -> &T {
        self.part(id).expect("a thing named by rules code should exist and have the part asked for")
    }

    fn part_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Option<Mut<'_, T>> {
        let entity = last_at(self, id)?;
        self.get_mut::<T>(entity)
    }

    fn the_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self, id: Id) -> Mut<'_, T> {
        self.part_mut(id).expect("a thing named by rules code should exist and have the part asked for")
    }

    fn change<T: Component, R>(&mut self, id: Id, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let entity = self.entity_of(id)?;
        self.entity_mut(entity).modify_component(change)
    }

    fn put<T: Component>(&mut self, id: Id, part: T) {
        let entity = self.entity_of(id).expect("a thing named by rules code should exist");
        self.entity_mut(entity).insert(part);
    }

    fn spawn_with_id(&mut self, bundle: impl Bundle) -> Id {
        let id = Id(self.resource::<Ids>().next());
        self.spawn_as(id, bundle);
        id
    }

    fn spawn_as(&mut self, id: Id, bundle: impl Bundle) {
        let entity = last_at(self, id).expect("fewer than four billion things in a battle");
        self.spawn_at(entity, (id, bundle)).expect("a thing that is to exist should not exist yet");
        self.resource_mut::<Ids>().comes(id);
    }

    fn despawn_id(&mut self, id: Id) {
        if let Some(entity) = self.entity_of(id) {
            // Its place among the entities stays its own.
            self.despawn_no_free(entity);
            self.resource_mut::<Ids>().goes(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exists_again_has_its_place_whatever_was_made_meanwhile() {
        #[derive(Resource, Default)]
        struct Late;

        let mut world = World::new();
        world.init_resource::<Ids>();
        world.resource_mut::<Ids>().truncate(1);
        let first = world.spawn_with_id(());
        let second = world.spawn_with_id(Conditions::default());
        world.despawn_id(first);
        assert_eq!(world.entity_of(first), None);
        world.init_resource::<Late>();
        let third = world.spawn_with_id(());
        world.spawn_as(first, Conditions::default());
        for id in [first, second, third] {
            assert_eq!(world.part::<Id>(id), Some(&id));
        }
        assert!(world.part::<Conditions>(first).is_some());
        assert!(world.part::<Conditions>(third).is_none());
        assert_eq!(world.entity_of(Id::SOMEBODY), None);
    }
}
