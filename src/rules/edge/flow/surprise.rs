//! Before the first round: who hides, who notices it, and who is caught off guard (EDG-SURP).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::*;
use super::super::data::options::{self, Pace};
use super::super::fight::stealth;
use crate::battle::*;
use crate::rule;

/// Goes through all of it.
pub(super) fn begin(world: &mut World) {
    hiding::hide_at_start(world, "edge", HIDDEN, &rule!("EDG-HIDE-4"));
    let level = world.resource::<LevelRes>().0.clone();
    for id in level_start::named(world, &level.start_hidden) {
        // EDG-CAMP-5: only at a slow pace one goes by stealth.
        if options::pace(world, id).is_some_and(|pace| pace != Pace::Slow) {
            world.note(id, "travels too fast to go by stealth", rule!("EDG-CAMP-5"));
            continue;
        }
        stealth::ambush(world, id);
    }
    for id in level_start::named(world, &level.surprised) {
        surprise(world, id);
    }
    // EDG-SURP-1: where nobody begins by stealth nobody is surprised.
    if !level.start_hidden.is_empty() {
        by_ambush(world);
    }
}

/// EDG-SURP-3, EDG-SURP-4: each creature by itself is caught off guard where it has noticed no enemy at all.
fn by_ambush(world: &mut World) {
    let unaware = |id: Id, _: Placement| {
        let mut enemies = on_map(world).filter(|&other| creature::hostile(world, id, other)).peekable();
        creature::conscious(world, id)
            && enemies.peek().is_some()
            && enemies.all(|enemy| hiding::hides_from(world, enemy, id))
    };
    for id in in_order(world, unaware) {
        surprise(world, id);
    }
}

/// EDG-SURP-5: until its first turn ends.
fn surprise(world: &mut World, id: Id) {
    gain(world, id, SURPRISED, Lasts::TurnEnd(id), [rule!("EDG-SURP-3"), rule!("EDG-SURP-4"), rule!("EDG-SURP-5")]);
}
