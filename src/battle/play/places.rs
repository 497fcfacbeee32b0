//! Where there is room for a creature: the free places nearest to a square.

use crate::level::Door;
use bevy::prelude::*;

use super::carried::company;
use super::ways::{Ways, ways_from};
use crate::battle::board::positions::objects_at;
use crate::battle::board::{Map, divided, floor_of, on_map, side_of};
use crate::battle::ruleset::{Rules, knows};
use crate::battle::values::{ById, DoorState, Id, MoveKind, Place, Position, Thing};
use crate::grid::{Length, Square};

/// The free place for a space of this edge nearest to a square, in reading order among the equally near.
pub fn free_place(world: &World, who: Id, wanted: Square, side: u8) -> Option<Square> {
    free_places(world, who, wanted, side).first().copied()
}

/// The free places for a space of this edge that are nearest to a square, equally near all of them, in reading order.
pub fn free_places(world: &World, who: Id, wanted: Square, side: u8) -> Vec<Square> {
    nearest_places(world, who, wanted, side, None, |_| true)
}

/// Whether there is room for a space of this edge anywhere on the map.
pub fn has_room(world: &World, side: u8) -> bool {
    let ruleset = world.resource::<Rules>().0;
    let taken: Vec<Place> = on_map(world).map(|id| Place::of(world, id)).collect();
    world.resource::<Map>().cells().squares().any(|at| {
        let space = crate::grid::Footprint { at, side };
        let height = floor_of(world, space);
        is_open(world, space) && !taken.iter().any(|&other| ruleset.collide(Place { space, height }, other))
    })
}

/// Whether the ground lets a creature stand in a space, other creatures aside.
fn is_open(world: &World, space: crate::grid::Footprint) -> bool {
    let map = world.resource::<Map>();
    !divided(world, space)
        && space.squares().all(|square| map.contains(square) && !map.solid(square) && !barred(world, square))
}

/// As [`free_places`], as far as its side knows: a creature unknown to the side may stand there. A flying creature stays as high as it
/// is.
pub fn free_places_known(world: &World, who: Id, wanted: Square, side: u8, aloft: Option<Length>) -> Vec<Square> {
    let of = side_of(world, who);
    nearest_places(world, who, wanted, side, aloft, |id| knows(world, of, id))
}

fn nearest_places(
    world: &World,
    who: Id,
    wanted: Square,
    side: u8,
    aloft: Option<Length>,
    counts: impl Fn(Id) -> bool,
) -> Vec<Square> {
    let map = world.resource::<Map>();
    let ruleset = world.resource::<Rules>().0;
    let along = company(world, who, MoveKind::Carried);
    let taken: Vec<Place> = on_map(world)
        .filter(|&id| id != who && !along.iter().any(|(known, _)| *known == id) && counts(id))
        .map(|id| Place::of(world, id))
        .collect();
    let stands = |space: crate::grid::Footprint| {
        let floor = floor_of(world, space);
        aloft.map_or(floor, |aloft| floor.max(aloft))
    };
    let fits = |at: Square| {
        let space = crate::grid::Footprint { at, side };
        let open = is_open(world, space);
        if !open || !taken.iter().any(|other| other.space.overlaps(space)) {
            return open;
        }
        let height = stands(space);
        !taken.iter().any(|&other| ruleset.collide(Place { space, height }, other))
    };
    let mut places: Vec<Square> = map.cells().squares().filter(|&at| fits(at)).collect();
    let place = |at: Square, height: Length| Place { space: crate::grid::Footprint::single(at), height };
    let from = place(wanted, world.the::<Position>(who).height);
    let ways = ways_from(world, who, crate::grid::Footprint { at: wanted, side }, side, aloft, Ways::ANY);
    // A way round makes it as much farther. Only where no other place is left, it may be one that no way leads to. Where heights make
    // several equally far, those that are nearer on the ground come first.
    let far = |at: Square| {
        let height = stands(crate::grid::Footprint { at, side });
        let (apart, steps) = (ruleset.apart(place(at, height), from), at.steps_to(wanted));
        let round = ways.steps(at).map(|way| Length(apart.0 + ruleset.square().0 * (way - steps)));
        (round.is_none(), round.unwrap_or(apart), steps)
    };
    let nearest = places.iter().map(|&at| far(at)).min();
    places.retain(|&at| Some(far(at)) == nearest);
    places
}

/// Whether something stands in a square that stops a body which does not climb: a closed door, or what must be climbed.
pub fn barred(world: &World, at: Square) -> bool {
    let ruleset = world.resource::<Rules>().0;
    let stops = |id: Id| match world.part::<DoorState>(id) {
        Some(door) => door.0 != Door::Open,
        None => world.the::<Thing>(id).blocks,
    };
    objects_at(world, at).any(|id| stops(id) && ruleset.is_solid(world, id))
}
