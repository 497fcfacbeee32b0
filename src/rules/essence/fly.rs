//! Flying: Fly actions, rising and sinking, and the least one must fly (ESS-FLY rows).

use bevy::prelude::World;

use super::{bonds, fall, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::Length;
use crate::rule;

/// ESS-FLY-6: a Fly action is over; a flyer that covered too little falls.
pub fn end_action(world: &mut World, id: Id) {
    let Some(aired) = world.the_mut::<Deeds>(id).aired.take() else {
        return;
    };
    let profile = who::profile(world, id);
    let plain = profile.flight == Some(Wings::Plain);
    let least = who::speed(world, id).value;
    if plain && aired < least && world.the::<Stance>(id).aloft && !who::weightless(world) {
        who::note(world, id, "flew less than its Speed", rule!("ESS-FLY-6"));
        fall::lose_hold(world, id);
    } else if !plain {
        who::note(world, id, "hovers", rule!("ESS-FLY-8"));
    }
}

/// Begins a Fly action: takes wing if it stood.
pub fn begin_action(world: &mut World, id: Id) {
    end_action(world, id);
    who::pay(world, id, 1, rule!("ESS-FLY-1"));
    let speed = who::speed(world, id).value;
    {
        let mut stance = world.the_mut::<Stance>(id);
        if !stance.aloft {
            stance.heading = None;
        }
        stance.aloft = true;
    }
    let mut deeds = world.the_mut::<Deeds>(id);
    deeds.run = 2 * speed;
    deeds.flew = true;
    deeds.aired = Some(0);
}

/// ESS-FLY-4, ESS-FLY-5, ESS-FLY-8: what rising (or, below 0, sinking) so many feet costs.
pub fn vertical_cost(world: &World, id: Id, feet: Feet) -> Trace {
    let improved = who::profile(world, id).flight == Some(Wings::Improved);
    if feet >= 0 {
        let (cost, rule) = if improved {
            (feet, rule!("ESS-FLY-8"))
        } else {
            (2 * feet, rule!("ESS-FLY-4"))
        };
        Trace::new("rising", cost).by(rule)
    } else {
        Trace::new("sinking", (-feet + 5) / 10 * 5).by(rule!("ESS-FLY-5"))
    }
}

/// Rises or sinks.
pub fn change_height(world: &mut World, id: Id, feet: Feet) {
    let cost = vertical_cost(world, id, feet);
    {
        let mut deeds = world.the_mut::<Deeds>(id);
        deeds.run -= cost.value;
        if let Some(aired) = &mut deeds.aired {
            *aired += cost.value;
        }
    }
    let before = *world.the::<Position>(id);
    let floor = fall::floor_under(world, id);
    let height = Length(before.height.0 + Length::feet(feet).0).max(floor);
    bonds::go(world, id, Position { at: before.at, height }, Going::ByItself);
    let event = Event::new(What::Step {
        from: before.at,
        to: before.at,
        height: (before.height, height),
        motion: Motion::Fly,
        how: "fly".into(),
    })
    .actor(id)
    .trace(cost)
    .by(rule!("ESS-FLY-10"));
    let event = if feet < 0 { event.by(rule!("ESS-FALL-9")) } else { event };
    world.tell(event);
}

/// Comes to stand on the ground below its feet.
pub fn alight(world: &mut World, id: Id) {
    let mut stance = world.the_mut::<Stance>(id);
    stance.aloft = false;
    stance.heading = None;
    world.the_mut::<Deeds>(id).aired = None;
    fall::settle(world, id);
}
