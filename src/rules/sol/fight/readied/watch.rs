//! Whether anything is new to those who wait for an enemy to come in sight (SOL-ACT-6): they look at everybody, which takes long, at
//! every rest of the battle, and mostly nothing is other than the last time.

use std::sync::{Mutex, PoisonError};

use bevy::ecs::change_detection::{DetectChanges, Tick};
use bevy::prelude::*;

use super::super::super::data::stats::*;
use crate::battle::*;

/// Everything about a creature that tells whom it sees and who sees it.
type Everything = (
    &'static Id,
    Ref<'static, Position>,
    Ref<'static, Body>,
    Ref<'static, Conditions>,
    Ref<'static, Stats>,
    Ref<'static, Stance>,
    Ref<'static, Hiding>,
    Has<Lamp>,
);

/// What is other than when they last looked.
pub(crate) enum News {
    /// Perhaps anything: the ground, who is there, what is lit.
    Anything,
    /// These creatures, by identity, and nothing else: only what they see and whether they are seen can be another, since nobody is out of
    /// sight behind a creature (SOL-COVER-20).
    Of(Vec<Id>),
}

impl News {
    /// Whom somebody who waits has to look at.
    pub(crate) fn to(&self, world: &World, owner: Id) -> Vec<Id> {
        match self {
            Self::Of(creatures) if !creatures.contains(&owner) => creatures.clone(),
            _ => on_map(world).filter(|&other| other != owner).collect(),
        }
    }

    /// Whether there is none.
    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::Of(creatures) if creatures.is_empty())
    }
}

/// When they last looked around. It is no part of the state: what is put back counts as new.
#[derive(Resource)]
pub(crate) struct Lookout(Mutex<Looked>);

struct Looked {
    at: Option<Tick>,
    /// Who was on the map then.
    present: Vec<Id>,
    /// Whom all have looked at since, and when, without looking at anybody else.
    since: Vec<(Id, Tick)>,
    creatures: QueryState<Everything>,
}

impl Lookout {
    /// Of those who have not looked yet.
    pub(crate) fn new(world: &mut World) -> Self {
        Self(Mutex::new(Looked { at: None, present: Vec::new(), since: Vec::new(), creatures: QueryState::new(world) }))
    }

    /// What has changed since they last looked: somebody's place, posture or condition, who is there, the ground. What a creature has done
    /// or holds is none of it: no enemy becomes a target by that (R57).
    pub(crate) fn news(world: &World) -> News {
        let mut looked = lock(world);
        let Some(last) = looked.at else {
            return News::Anything;
        };
        let now = world.read_change_tick();
        let newer = |tick: Tick, last: Tick| tick.is_newer_than(last, now);
        let (ids, ground) = (world.resource::<Ids>(), world.get_resource_ref::<Map>());
        if ground.is_none_or(|ground| newer(ground.last_changed(), last)) || looked.present != ids.present() {
            return News::Anything;
        }
        let mut creatures = Vec::new();
        let looked = &mut *looked;
        for (&id, place, body, conditions, stats, stance, hiding, shines) in looked.creatures.iter(world) {
            let since = looked.since.iter().find(|&&(seen, _)| seen == id);
            let last = since.map_or(last, |&(_, tick)| tick);
            let moved = newer(place.last_changed(), last) || newer(body.last_changed(), last);
            let ticks = [conditions.last_changed(), stats.last_changed(), stance.last_changed(), hiding.last_changed()];
            if !ids.is_present(id) || !(moved || ticks.into_iter().any(|tick| newer(tick, last))) {
                continue;
            }
            // Its lamp goes where it goes.
            if shines && moved {
                return News::Anything;
            }
            creatures.push(id);
        }
        creatures.sort_unstable();
        News::Of(creatures)
    }

    /// They have looked: what changes from here on is new.
    pub(crate) fn looked(world: &mut World) {
        let now = world.increment_change_tick();
        let mut looked = lock(world);
        looked.at = Some(now);
        looked.since.clear();
        looked.present.clear();
        looked.present.extend(world.resource::<Ids>().present());
    }

    /// All who wait have looked at this one, which has taken a step, and it at everybody: that is no news any more, unless others are seen
    /// by its light.
    pub(crate) fn looked_at(world: &mut World, mover: Id) {
        let now = world.increment_change_tick();
        if world.part::<Lamp>(mover).is_none() {
            let mut looked = lock(world);
            looked.since.retain(|&(seen, _)| seen != mover);
            looked.since.push((mover, now));
        }
    }
}

fn lock(world: &World) -> std::sync::MutexGuard<'_, Looked> {
    let lookout = world.resource::<Lookout>();
    lookout.0.lock().unwrap_or_else(PoisonError::into_inner)
}
