//! Being carried along: pushes, currents, drifting in free fall. One square at a time.

use bevy::prelude::World;

use super::{cover, moves, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Square};
use crate::rule;

/// What stands in the way of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing.
    Free,
    /// A wall or something solid.
    Hard,
    /// A creature.
    Body,
}

/// What stands in the way of a creature moved bodily to a place; those who share its space come along.
pub fn way(world: &World, id: Id, to: Footprint) -> Way {
    let lines = cover::Sightlines::new(world);
    let along = who::partner(world, id);
    let solid = |at: Square| {
        lines.total(at)
            || closed_door_at(world, at)
            || thing_at(world, at)
                .is_some_and(|thing| world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none())
    };
    if to.squares().any(solid) {
        return Way::Hard;
    }
    let height = who::steps_up(world.the::<Position>(id).height);
    if to
        .squares()
        .any(|at| who::steps_up(world.resource::<Map>().ground(at)) > height)
    {
        return Way::Hard;
    }
    let met = on_map(world).any(|other| {
        other != id
            && Some(other) != along
            && who::steps_up(world.the::<Position>(other).height) == height
            && space(world, other).overlaps(to)
    });
    if met { Way::Body } else { Way::Free }
}

/// Moves a creature one square in a direction by no power of its own; what it enters may strike it.
pub fn slide(world: &mut World, id: Id, direction: Direction, how: &'static str, rule: Rule) -> Way {
    let here = space(world, id);
    let to = here.step(direction);
    let way = way(world, id, to);
    if way != Way::Free {
        return way;
    }
    let before = *world.the::<Position>(id);
    carry(world, id, to.at);
    world.tell(
        Event::new(What::Step {
            from: before.at,
            to: to.at,
            height: (before.height, before.height),
            how: how.into(),
        })
        .actor(id)
        .by(rule),
    );
    environment::entered(world, id);
    moves::ground_harm(world, id);
    moves::entered(world, id);
    Way::Free
}

/// Puts a creature on a square at its height, with whom it grapples.
pub fn carry(world: &mut World, id: Id, at: Square) {
    world.the_mut::<Position>(id).at = at;
    if let Some(other) = who::partner(world, id) {
        let height = world.the::<Position>(id).height;
        *world.the_mut::<Position>(other) = Position { at, height };
        who::note(world, other, "is carried along", rule!("ESS-GRAP-18"));
    }
}

/// ESS-SWIM-2, ESS-SWIM-3: what the water does at the start of a Turn.
pub fn current(world: &mut World, id: Id) {
    let at = world.the::<Position>(id).at;
    if !moves::water_at(world, id) || moves::above_water(world, id) {
        return;
    }
    let Some((direction, feet)) = moves::current_at(world, at) else {
        return;
    };
    for _ in 0..feet / 5 {
        match slide(world, id, direction, "drifts", rule!("ESS-SWIM-2")) {
            Way::Free => {}
            Way::Hard | Way::Body => {
                who::note(world, id, "the drift stops", rule!("ESS-SWIM-3"));
                return;
            }
        }
    }
}

/// ESS-ZG-3, ESS-ZG-5: drifting goes on at the start of a Turn until it meets something.
pub fn carry_on(world: &mut World, id: Id) {
    let Some((direction, feet)) = world.the::<Stance>(id).drift else {
        return;
    };
    if !who::weightless(world) {
        world.the_mut::<Stance>(id).drift = None;
        return;
    }
    float(world, id, direction, feet);
}

/// Floats so far in a line; ends the drift when something is in the way.
pub fn float(world: &mut World, id: Id, direction: Direction, feet: Feet) {
    for _ in 0..feet / 5 {
        if slide(world, id, direction, "drifts", rule!("ESS-ZG-3")) != Way::Free {
            world.the_mut::<Stance>(id).drift = None;
            who::note(world, id, "runs into something and stops", rule!("ESS-ZG-8"));
            break;
        }
    }
    moves::steady(world, id);
}
