//! Whether anything is new to those who wait for an enemy to come in sight (SOL-ACT-6): they look at everybody, which takes long, at
//! every rest of the battle, and mostly nothing is other than the last time.

use std::sync::{Mutex, PoisonError};

use bevy::ecs::change_detection::{DetectChanges, Tick};
use bevy::prelude::*;

use super::super::data::stats::*;
use crate::battle::*;

/// Everything about a creature that tells whom it sees, who sees it, and what it could do about that.
type Everything = (
    Ref<'static, Position>,
    Ref<'static, Body>,
    Ref<'static, Conditions>,
    Ref<'static, Stats>,
    Ref<'static, Wounds>,
    Ref<'static, TurnUsage>,
    Ref<'static, Stance>,
    Ref<'static, Hiding>,
    Ref<'static, Held>,
);

/// When they last looked around. It is no part of the state: what is put back counts as new.
#[derive(Resource)]
pub(super) struct Lookout(Mutex<Looked>);

struct Looked {
    at: Option<Tick>,
    /// Who was on the map then.
    present: Vec<Id>,
    creatures: QueryState<Everything>,
}

impl Lookout {
    /// Of those who have not looked yet.
    pub(super) fn new(world: &mut World) -> Self {
        Self(Mutex::new(Looked {
            at: None,
            present: Vec::new(),
            creatures: QueryState::new(world),
        }))
    }

    /// Whether anything has changed since they last looked: somebody's place, posture, condition, arms or doings, who is there, the
    /// ground and the things on it.
    pub(super) fn has_news(world: &World) -> bool {
        let mut looked = lock(world);
        let Some(last) = looked.at else { return true };
        let now = world.read_change_tick();
        let newer = |tick: Tick| tick.is_newer_than(last, now);
        let ground = world.get_resource_ref::<Map>();
        let items = world.get_resource_ref::<Floor<Attack>>();
        ground.is_none_or(|ground| newer(ground.last_changed()))
            || items.is_none_or(|items| newer(items.last_changed()))
            || looked.present != world.resource::<Ids>().present()
            || looked.creatures.iter(world).any(|everything| {
                let (place, body, conditions, stats, wounds, done, stance, hiding, held) = everything;
                let ticks = [
                    place.last_changed(),
                    body.last_changed(),
                    conditions.last_changed(),
                    stats.last_changed(),
                    wounds.last_changed(),
                    done.last_changed(),
                    stance.last_changed(),
                    hiding.last_changed(),
                    held.last_changed(),
                ];
                ticks.into_iter().any(newer)
            })
    }

    /// They have looked: what changes from here on is new.
    pub(super) fn looked(world: &mut World) {
        let now = world.increment_change_tick();
        let mut looked = lock(world);
        looked.at = Some(now);
        looked.present.clear();
        looked.present.extend(world.resource::<Ids>().present());
    }
}

fn lock(world: &World) -> std::sync::MutexGuard<'_, Looked> {
    let lookout = world.resource::<Lookout>();
    lookout.0.lock().unwrap_or_else(PoisonError::into_inner)
}
