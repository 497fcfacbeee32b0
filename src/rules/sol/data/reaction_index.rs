//! Who may have something to say to what others do: an index, so that not everybody is asked at every step.
//!
//! Whoever stands in it may have no more to say by now; whoever does not has nothing.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::Id;

/// What a readied thing may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadyTrigger {
    /// An enemy becomes a legal target with less than full cover.
    EnemyInSight,
    /// An enemy has finished an attack.
    EnemyAttacked,
}

/// Derived from profiles, turn and hiding; kept by their hooks and by whoever changes them in place.
#[derive(Resource, Default)]
pub(crate) struct ReactionIndex {
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
    pub(crate) fn guards(&self, id: Id) -> bool {
        self.guards.contains(&id)
    }

    /// Whether nobody reacts to steps.
    pub(crate) fn nobody_guards(&self) -> bool {
        self.guards.is_empty()
    }

    /// Whether a creature may react to what befalls others.
    pub(crate) fn helps(&self, id: Id) -> bool {
        self.friends.contains(&id)
    }

    /// Whether nobody has anything ready for this.
    pub(crate) fn nobody_waits(&self, trigger: ReadyTrigger) -> bool {
        !self.ready.iter().any(|&(_, other)| other == trigger)
    }

    /// Whether a creature may have something ready for this.
    pub(crate) fn waits(&self, id: Id, trigger: ReadyTrigger) -> bool {
        self.ready.contains(&(id, trigger))
    }

    /// Those who may be hidden.
    pub(crate) fn hidden(&self) -> &[Id] {
        &self.hidden
    }

    /// Notes to what somebody has reactions.
    pub(crate) fn reacts(&mut self, id: Id, to_steps: bool, to_friends: bool) {
        note(&mut self.guards, id, to_steps);
        note(&mut self.friends, id, to_friends);
    }

    /// Notes what somebody has something ready for, if it has.
    pub(crate) fn readies(&mut self, id: Id, trigger: Option<ReadyTrigger>) {
        self.ready.retain(|&(owner, _)| owner != id);
        self.ready.extend(trigger.map(|trigger| (id, trigger)));
    }

    /// Notes whether somebody is hidden.
    pub(crate) fn hides(&mut self, id: Id, hidden: bool) {
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
