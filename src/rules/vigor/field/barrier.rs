//! What squares and the edges between them are to lines and ways (VIG-COVER-1, VIG-COVER-25, VIG-GRID-8, VIG-GRID-13).

use bevy::prelude::World;

use super::super::data::{Barrier, Fixture, SQUARE};
use crate::battle::*;
use crate::grid::{Edge, Footprint, Length, Square};
use crate::level::Door;
use crate::rule;

/// VIG-GRID-9, VIG-COVER-25: what an edge is to lines and ways.
pub(crate) fn barrier_of(world: &World, edge: Edge) -> Barrier {
    let Some(between) = &lay(world).1.between else {
        return Barrier::Nothing;
    };
    let here = between.at(edge);
    let door = here.thing.filter(|&thing| {
        let door = world.part::<DoorState>(thing);
        door.is_some_and(|door| door.0 != Door::Open)
    });
    // VIG-ACT-25: a closed door is what its level makes of it.
    if let Some(fixture) = door.and_then(|door| world.part::<Fixture>(door)) {
        return fixture.barrier;
    }
    let over = |top: Length, feet: i32| top.0 >= here.ground.0.saturating_add(Length::feet(feet).0);
    if here.kind == 0 {
        Barrier::Nothing
    } else if over(here.shots, SQUARE) {
        Barrier::Tall
    } else if over(here.some_shots, 2) || over(here.step, 2) {
        Barrier::Low
    } else if over(here.sight, 2) {
        Barrier::Foliage
    } else {
        Barrier::Nothing
    }
}

/// VIG-GRID-9: what an edge is to ways: bars that let a shot through stop whoever would go through them all the same.
pub(crate) fn way_over(world: &World, edge: Edge) -> Barrier {
    let found = barrier_of(world, edge);
    let between = lay(world).1.between.as_ref();
    let here = between.map(|between| between.at(edge)).filter(|here| here.kind > 0);
    let high = here.is_some_and(|here| here.step.0 >= here.ground.0.saturating_add(Length::feet(SQUARE).0));
    if high && matches!(found, Barrier::Nothing | Barrier::Foliage | Barrier::Low) { Barrier::Tall } else { found }
}

/// VIG-ADJ-3: whether something at an edge keeps those on both sides of it from each other.
pub(crate) fn parts(world: &World, edge: Edge) -> bool {
    barrier_of(world, edge).is_obstacle()
}

/// VIG-GRID-8, VIG-GRID-9, VIG-GRID-13: whether the way between two neighbouring squares is clear. `open` says what of the squares at
/// a corner is.
pub(crate) fn clear_way(world: &World, one: Square, other: Square, open: impl Fn(Square) -> bool) -> Result<(), Rule> {
    let (dx, dy) = ((other.x - one.x).signum(), (other.y - one.y).signum());
    if Edge::passed(Footprint::single(one), other).any(|edge| parts(world, edge)) {
        return Err(if dx == 0 || dy == 0 { rule!("VIG-GRID-9") } else { rule!("VIG-GRID-13") });
    }
    let corner = dx == 0 || dy == 0 || (open(one.offset(dx, 0)) && open(one.offset(0, dy)));
    if corner { Ok(()) } else { Err(rule!("VIG-GRID-8")) }
}

/// VIG-COVER-1: what a square is to lines.
pub(crate) fn barrier_at(world: &World, at: Square) -> Barrier {
    barrier_on(world, lay(world), at)
}

/// The same for those who ask for many squares, with the ground looked up.
pub(crate) fn barrier_on(world: &World, (map, lay): (&Map, &Lay), at: Square) -> Barrier {
    let Some(&screen) = lay.screens.get(at).filter(|screen| !screen.wall) else {
        return Barrier::Tall;
    };
    let things = lay.things_of(screen).filter_map(|thing| world.part::<Fixture>(thing));
    let ground = || {
        let terrain = map.terrain(at)?;
        let written = terrain.rules.get("vigor").and_then(|table| table.get("foliage")?.as_bool());
        written.unwrap_or(terrain.key == "brush").then_some(Barrier::Foliage)
    };
    things.map(|fixture| fixture.barrier).max().or_else(ground).unwrap_or(Barrier::Nothing)
}

/// What a square is to ways, with the ground looked up: as it is to lines, but for a wall, a closed door or a thing up to the ceiling,
/// which nobody passes.
pub(crate) fn stands_on(world: &World, ground: (&Map, &Lay), at: Square) -> Barrier {
    match ground.1.footing.get(at) {
        None => Barrier::Tall,
        Some(there) if there.solid => Barrier::Tall,
        Some(_) => barrier_on(world, ground, at),
    }
}

/// VIG-MOVE-9: whether nobody may stop in a square, whatever it costs to pass.
pub(crate) fn obstacle(world: &World, at: Square) -> bool {
    stands_on(world, lay(world), at).is_obstacle()
}
