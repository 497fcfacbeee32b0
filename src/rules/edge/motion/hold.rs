//! What holds up those who have nothing under their feet, and what comes of its end (EDG-FLY-1, EDG-FLY-4, EDG-MOVE-16).

use bevy::prelude::World;

use super::super::body::{creature, gravity};
use super::super::data::conditions::{HANGING, PRONE};
use super::drift::Floating;
use super::fall::{self, Falling};
use super::ground;
use super::jump::Leaping;
use super::room;
use crate::battle::*;
use crate::rule;

/// Those whom nothing holds up any more come down; what gravity makes of everybody has come first.
pub(crate) fn test(world: &mut World) {
    gravity::settle_all(world);
    let ids = world.resource::<Ids>();
    let hangs = |&id: &Id| ids.has_conditions(id) && has_condition(world, id, HANGING);
    let slips = |&id: &Id| has_condition(world, id, PRONE) || creature::able(world, id).is_err();
    let slipping: Vec<Id> = on_map(world).filter(hangs).filter(slips).collect();
    for &id in &slipping {
        lose(world, id, HANGING, [rule!("EDG-MOVE-16")]);
    }
    let lets_go = |id: Id| slipping.contains(&id) && ground::is_aloft(world, id) && !ground::is_held_up(world, id);
    let drops = |&id: &Id| ground::would_fall(world, id) || lets_go(id);
    let all: Vec<Id> =
        on_map(world).filter(drops).filter(|&id| !fall::is_falling(world, id) && !leaps(world, id)).collect();
    for id in all {
        if creature::profile(world, id).fly_m > 0 {
            world.note(id, "cannot keep itself in the air", rule!("EDG-FLY-1"));
        }
        launch(world, Falling(id));
    }
    let active = world.resource::<Flow>().active();
    if let Some(id) = active.filter(|&id| !fall::is_falling(world, id) && !leaps(world, id)) {
        room::test(world, id);
    }
}

/// Whether a creature floats or leaps just now.
fn leaps(world: &World, id: Id) -> bool {
    let floats = all_in_flight::<Floating>(world).any(|(_, float)| float.mover == id);
    floats || all_in_flight::<Leaping>(world).any(|(_, leap)| leap.mover == id)
}
