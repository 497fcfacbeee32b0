//! What follows upon an event of the level: creatures that it calls, events right after it, events some rounds later.

use std::collections::BTreeSet;

use bevy::prelude::World;

use super::ground_events::{Due, Happening, launch_all};
use super::latecomers;
use super::occurrences::{self, Occurrence};
use crate::battle::board::LevelRes;
use crate::battle::engine::{Flow, all_in_flight};
use crate::battle::values::{Arrives, ById, Event, Names, Tell, What};
use crate::level::{self, Effect, Trigger};

/// What follows when an event has come about: creatures that it calls, events right after it, events so many rounds after it.
pub(super) fn came_about(world: &mut World, index: usize) {
    let level = world.resource::<LevelRes>().0.clone();
    let id = &level.events[index].id;
    let round = world.resource::<Flow>().round;
    occurrences::follow(world, id, round);
    for call in level.called.iter().filter(|call| call.event == *id) {
        let mut told = call.text.is_empty();
        for name in &call.creatures {
            let waiting = |id: &_| world.part::<Arrives>(*id).is_some_and(Arrives::waits_for_a_call);
            let Some(creature) = world.resource::<Names>().find(name).filter(waiting) else {
                continue;
            };
            if !told {
                told = true;
                world.tell(Event::new(What::Says { text: call.text.clone().into(), portent: false }));
            }
            latecomers::bring_in(world, creature);
        }
    }
    let due = occurrences::due(world, &Occurrence::Comes(index));
    launch_all(world, &due);
}

/// Whether an event that is being resolved, or is due, brings creatures: so long no side has fallen for want of any.
pub(super) fn brings_somebody(world: &World) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let mut open: Vec<usize> = all_in_flight::<Happening>(world).map(|(_, happening)| happening.event).collect();
    open.extend(all_in_flight::<Due>(world).flat_map(|(_, due)| due.0.iter().copied()));
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    while let Some(index) = open.pop() {
        if !seen.insert(index) {
            continue;
        }
        let event = &level.events[index];
        let spawns = event.do_.iter().any(|effect| matches!(effect, Effect::Spawn { .. }));
        if spawns || level.called.iter().any(|call| call.event == event.id) {
            return true;
        }
        let all = level.events.iter().enumerate();
        let follows = |other: &level::Event| {
            event.sets_off(other) > 0 || other.when.any(&|part: &Trigger| part.is_right_after(event))
        };
        open.extend(all.filter(|(_, other)| follows(other)).map(|(place, _)| place));
    }
    false
}
