//! Moved bodily, one square at a time: what stands in the way, and what a square brings about.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::terrain;
use super::{bonds, descent, room, square_effects};
use crate::battle::*;
use crate::grid::{Direction, Footprint, Length, Square};

/// What stands in the way of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Nothing.
    Free,
    /// A wall or something solid.
    Hard,
    /// A creature.
    Body,
}

/// ESS-GRID-4, ESS-LOE-2: whether a step leads between two walls that touch at a corner, where not even a line leads.
pub(crate) fn closed_corner(world: &World, from: Footprint, to: Footprint) -> bool {
    if from.at.x == to.at.x || from.at.y == to.at.y {
        return false;
    }
    let lines = cover::Sightlines::new(world);
    let side = from.side.min(to.side);
    let walled = |at: Square| {
        let swept = Footprint { at, side };
        let beside = |&at: &Square| !from.contains(at) && !to.contains(at);
        swept.squares().filter(beside).any(|at| lines.total(at))
    };
    walled(Square::new(from.at.x, to.at.y)) && walled(Square::new(to.at.x, from.at.y))
}

/// What stands in the way of a creature moved bodily to a place, some who are no hindrance left out; those who share its space come
/// along.
pub(crate) fn way_past(world: &World, id: Id, to: Footprint, past: &[Id]) -> Way {
    way_at(world, id, to, past, world.the::<Position>(id).height)
}

/// As [`way_past`], of one who goes there by itself: over something low between squares it steps (ESS-EDGE-2).
pub(crate) fn way_by_itself(world: &World, id: Id, to: Footprint, past: &[Id]) -> Way {
    let feet = creature::steps_up(world.the::<Position>(id).height);
    // Nothing is as high as the next step.
    way_at(world, id, to, past, Length(Length::feet(5 * (feet + 1)).0 - 1))
}

/// As [`way_past`]; what stands between squares bars it from what is higher than so much.
fn way_at(world: &World, id: Id, to: Footprint, past: &[Id], over: Length) -> Way {
    let lines = cover::Sightlines::new(world);
    let along = creature::along(world, id);
    // Those who share its space are one with it (ESS-GRAP-18): the widest of them needs room, too.
    let here = space(world, id);
    let (dx, dy) = (to.at.x - here.at.x, to.at.y - here.at.y);
    let moved = |own: Footprint| (own, own.offset(dx, dy));
    let along = along.iter().map(|&other| moved(space(world, other)));
    let all: Vec<(Footprint, Footprint)> = along.chain([(here, to)]).collect();
    let stopped = |&(own, to): &(Footprint, Footprint)| {
        bars_the_way(world, own, to.at, over) || closed_corner(world, own, Footprint { at: to.at, ..own })
    };
    let height = world.the::<Position>(id).height;
    let high = |at: Square| creature::steps_up(world.resource::<Map>().ground(at)) > creature::steps_up(height);
    let solid = |at: Square| lines.total(at) || barred(world, at) || high(at);
    if all.iter().any(stopped) || all.iter().flat_map(|(_, to)| to.squares()).any(solid) {
        return Way::Hard;
    }
    let mut places = all.iter().map(|&(_, space)| Place { space, height });
    let met = places.any(|place| room::others_in(world, id, place).any(|other| !past.contains(&other)));
    if met { Way::Body } else { Way::Free }
}

/// Moves a creature one square in a direction by no power of its own, some who are no hindrance left out; what it enters may strike it.
pub(crate) fn slide_past(world: &mut World, id: Id, direction: Direction, how: Motion, rule: Rule, past: &[Id]) -> Way {
    let here = space(world, id);
    let to = here.step(direction);
    let way = way_past(world, id, to, past);
    if way != Way::Free {
        return way;
    }
    let before = *world.the::<Position>(id);
    let after = Position { at: to.at, ..before };
    let (from, along) = bonds::comes(world, id, after, MoveKind::Carried, (how, how.word()), rule);
    // Those who wait for it hear of the whole way, from whatever moves it.
    arrive(world, id, Arrival { going: None, ..Arrival::carried(from, along) });
    // Moved by another, a climber has lost what it held on to.
    if world.the::<Stance>(id).climbing {
        descent::lose_hold(world, id);
    }
    square_effects::entered(world, id);
    Way::Free
}

/// ESS-SWIM-2: where the water carries it, and how far on each Turn; nothing where none does.
pub(crate) fn current(world: &World, id: Id) -> Option<(Direction, Feet)> {
    let at = world.the::<Position>(id).at;
    terrain::current_at(world, at).filter(|_| in_water(world, id))
}

/// Whether the water has it: it is on the map still, and neither ashore nor falling.
pub(crate) fn in_water(world: &World, id: Id) -> bool {
    is_on_map(world, id) && terrain::water_at(world, id) && !room::above_water(world, id)
}
