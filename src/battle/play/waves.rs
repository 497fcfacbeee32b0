//! Creatures that an event of the level makes: once, or anew each time the event comes.

use bevy::prelude::World;

use super::latecomers::bring_in;
use super::spawn;
use crate::battle::engine::Roster;
use crate::battle::values::{Arrives, ById, Event, Names, Tell};
use crate::level::{Creature, MOST_CREATURES, without_number};

/// Makes the creatures of a `spawn` and brings them in. An event that comes again and again makes new ones each time, numbered on; any
/// other makes each of them once.
pub(super) fn spawn_all(world: &mut World, creatures: &[Creature], again: bool) {
    for spec in creatures {
        if !again && let Some(there) = world.resource::<Names>().find(&spec.name) {
            let text = match world.part::<Arrives>(there) {
                Some(_) => "has yet to come, and does not come twice",
                None => "came before, and does not come again",
            };
            world.tell(Event::note(text).actor(there));
            continue;
        }
        if world.resource::<Roster>().0.len() >= MOST_CREATURES {
            world.tell(Event::note(format!("Nobody else comes: a fight has room for {MOST_CREATURES} creatures.")));
            return;
        }
        let spec = Creature { name: free_name(world, &spec.name), ..spec.clone() };
        match spawn::creature(world, &spec) {
            Ok(id) => bring_in(world, id),
            Err(message) => world.tell(Event::note(message)),
        }
    }
}

/// A name that nobody and nothing has: the wanted one, or else its words with the next number. After `Hound 1` comes `Hound 2`.
pub(super) fn free_name(world: &World, wanted: &str) -> String {
    let names = world.resource::<Names>();
    if names.find(wanted).is_none() {
        return wanted.to_owned();
    }
    let base = without_number(wanted);
    let mut number = 2;
    loop {
        let name = format!("{base} {number}");
        if names.find(&name).is_none() {
            return name;
        }
        number += 1;
    }
}
