//! Flying: Fly actions, rising and sinking, and the least one must fly (ESS-FLY rows).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::descent;
use crate::battle::*;
use crate::rule;

/// ESS-FLY-6: a Fly action is over; a flyer that covered too little falls.
pub(crate) fn end_action(world: &mut World, id: Id) {
    let Some(aired) = world.the_mut::<TurnUsage>(id).aired.take() else {
        return;
    };
    let profile = creature::profile(world, id);
    let plain = profile.flight == Some(Wings::Plain);
    let least = creature::speed(world, id).value;
    if plain && aired < least && world.the::<Stance>(id).aloft && !creature::weightless(world) {
        world.note(id, "flew less than its Speed", rule!("ESS-FLY-6"));
        descent::lose_hold(world, id);
    } else if !plain {
        world.note(id, "hovers", rule!("ESS-FLY-8"));
    }
}

/// ESS-FLY-4, ESS-FLY-5, ESS-FLY-8: what rising (or, below 0, sinking) so many feet costs.
pub(crate) fn vertical_cost(world: &World, id: Id, feet: Feet) -> Trace {
    let improved = creature::profile(world, id).flight == Some(Wings::Improved);
    let (label, cost, rule) = match feet {
        0.. if improved => ("rising", feet, rule!("ESS-FLY-8")),
        0.. => ("rising", 2 * feet, rule!("ESS-FLY-4")),
        _ => ("sinking", (-feet + 5) / 10 * 5, rule!("ESS-FLY-5")),
    };
    Trace::new(label, cost).by(rule)
}
