//! Who may have something to say to what others do: an index, so that not everybody is asked at every step.
//!
//! Whoever stands in it may have no more to say by now; whoever does not has nothing.

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

use super::stats::*;
use crate::battle::Id;

/// Derived from profiles, deeds and hiding; kept by their hooks and by whoever changes them in place.
#[derive(Resource, Default)]
pub struct ReactionIndex {
    /// Owners of reactions to an enemy's steps.
    guards: Vec<Id>,
    /// Owners of reactions to the attacks on others, and to what they suffer.
    friends: Vec<Id>,
    /// Those who have readied something, and what it waits for.
    ready: Vec<(Id, ReadyTrigger)>,
    /// Those hidden from somebody.
    hidden: Vec<Id>,
}

impl ReactionIndex {
    /// Whether a creature may react to steps.
    pub fn guards(&self, id: Id) -> bool {
        self.guards.contains(&id)
    }

    /// Whether nobody reacts to steps.
    pub fn nobody_guards(&self) -> bool {
        self.guards.is_empty()
    }

    /// Whether a creature may react to what befalls others.
    pub fn helps(&self, id: Id) -> bool {
        self.friends.contains(&id)
    }

    /// Whether nobody has anything ready for this.
    pub fn nobody_waits(&self, trigger: ReadyTrigger) -> bool {
        !self.ready.iter().any(|&(_, other)| other == trigger)
    }

    /// Whether a creature may have something ready for this.
    pub fn waits(&self, id: Id, trigger: ReadyTrigger) -> bool {
        self.ready.contains(&(id, trigger))
    }

    /// Those who may be hidden.
    pub fn hidden(&self) -> &[Id] {
        &self.hidden
    }

    /// Notes what somebody has something ready for, if it has.
    pub fn readies(&mut self, id: Id, trigger: Option<ReadyTrigger>) {
        self.ready.retain(|&(owner, _)| owner != id);
        self.ready.extend(trigger.map(|trigger| (id, trigger)));
    }

    /// Notes whether somebody is hidden.
    pub fn hides(&mut self, id: Id, hidden: bool) {
        note(&mut self.hidden, id, hidden);
    }
}

fn note(list: &mut Vec<Id>, id: Id, there: bool) {
    match list.binary_search(&id) {
        Err(at) if there => list.insert(at, id),
        Ok(at) if !there => {
            list.remove(at);
        }
        _ => {}
    }
}

/// Hook of [`Stats`].
pub fn profiled(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(stats)) = (world.get::<Id>(context.entity), world.get::<Stats>(context.entity)) else {
        return;
    };
    let answers = |to: [Trigger; 2]| stats.0.reactions.iter().any(|reaction| to.contains(&reaction.trigger));
    let guards = answers([Trigger::EnemyLeavesReach, Trigger::EnemyEntersReach]);
    let friends = answers([Trigger::AllyAttacked, Trigger::AllyDamaged]);
    let mut vigil = world.resource_mut::<ReactionIndex>();
    note(&mut vigil.guards, id, guards);
    note(&mut vigil.friends, id, friends);
}

/// Hook of [`Done`].
pub fn did(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(done)) = (world.get::<Id>(context.entity), world.get::<TurnUsage>(context.entity)) else {
        return;
    };
    let ready = done.ready.as_ref().map(|ready| ready.trigger);
    world.resource_mut::<ReactionIndex>().readies(id, ready);
}

/// Hook of [`Hiding`].
pub fn hid(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(hiding)) = (world.get::<Id>(context.entity), world.get::<Hiding>(context.entity)) else {
        return;
    };
    let hidden = !hiding.from.is_empty();
    world.resource_mut::<ReactionIndex>().hides(id, hidden);
}
