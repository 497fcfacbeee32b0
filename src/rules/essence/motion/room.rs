//! Where a creature has room, which others are in its way, and which must make way (ESS-OCC, ESS-MOVE-11).

use bevy::prelude::*;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::terrain;
use super::bonds;
use super::support::air_under;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// Whether it is above the water rather than in it.
pub(crate) fn above_water(world: &World, id: Id) -> bool {
    let stance = world.the::<Stance>(id);
    stance.aloft || stance.climbing || stance.tumbling || air_under(world, id) > 0
}

/// ESS-FIRE-3: a body of water puts a fire out.
pub(crate) fn douse_in_water(world: &mut World, id: Id) {
    if has_condition(world, id, condition::ON_FIRE) && terrain::water_at(world, id) && !above_water(world, id) {
        lose(world, id, condition::ON_FIRE, [rule!("ESS-FIRE-3")]);
    }
}

/// Whether a place is free for a creature: nothing solid, nobody else as high as that.
pub(crate) fn free_for(world: &World, id: Id, to: Place) -> bool {
    open(world, to.space) && nobody_else(world, id, to)
}

/// Whether a creature may set out for a place. Creatures of whom its side does not know do not count: it finds them when it gets there.
pub(crate) fn may_go(world: &World, id: Id, to: Place) -> bool {
    open(world, to.space) && nobody_known(world, id, to)
}

/// The place of a creature in a space: on its floor, or at the given height if that is higher.
pub(crate) fn place_in(world: &World, space: Footprint, height: Length) -> Place {
    let height = floor_of(world, space).max(height);
    Place { space, height }
}

/// Whether a creature is in the way of one that would be in a place: who flies above or digs below is not (ESS-GRID-10).
pub(crate) fn is_in(world: &World, other: Id, place: Place) -> bool {
    creature::collide(place, Place::of(world, other))
}

/// Everybody in a place but a creature and those who go along with it.
pub(crate) fn others_in(world: &World, id: Id, place: Place) -> impl Iterator<Item = Id> {
    let along = creature::along(world, id);
    on_map(world).filter(move |&other| other != id && !along.contains(&other) && is_in(world, other, place))
}

/// Whether nothing solid is in a space or divides it.
fn open(world: &World, to: Footprint) -> bool {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let blocks = |thing: Id| world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none();
    let free = |at: Square| map.contains(at) && !lines.total(at) && !thing_at(world, at).is_some_and(blocks);
    !divided(world, to) && to.squares().all(free)
}

/// Whether nobody of whom its side knows is in a place but a creature and those who go along with it.
pub(crate) fn nobody_known(world: &World, id: Id, to: Place) -> bool {
    let side = side_of(world, id);
    !others_in(world, id, to).any(|other| knows(world, side, other))
}

/// ESS-HID-8: a mover that would come into a place with a creature unknown to its side finds that creature instead.
pub(crate) fn finds_in(world: &mut World, id: Id, to: Place) -> bool {
    let met = strangers(world, side_of(world, id), |other, _| is_in(world, other, to));
    found(world, id, &met)
}

/// As [`finds_in`], of those in a square, however high: what fills all of it meets them all.
pub(crate) fn finds_throughout(world: &mut World, id: Id, at: Square) -> bool {
    let met = strangers(world, side_of(world, id), |_, stand| stand.space.contains(at));
    found(world, id, &met)
}

fn found(world: &mut World, id: Id, met: &[Id]) -> bool {
    for &other in met {
        super::super::field::sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
    }
    !met.is_empty()
}

/// Whether nobody is in a place but a creature and those who go along with it.
fn nobody_else(world: &World, id: Id, to: Place) -> bool {
    others_in(world, id, to).next().is_none()
}

/// The free place nearest to a space; a flying creature stays as high as it is. A nearer place may hold a creature unknown to the mover's
/// side: it is found there (ESS-HID-8) and keeps its place.
pub(crate) fn room_for(world: &mut World, id: Id, here: Footprint) -> Option<Place> {
    let aloft = world.the::<Stance>(id).aloft.then(|| world.the::<Position>(id).height);
    while is_on_map(world, id) {
        let at = *environment::free_places_known(world, id, here.at, here.side, aloft).first()?;
        let place = place_in(world, Footprint { at, ..here }, aloft.unwrap_or(Length(i32::MIN)));
        if !finds_in(world, id, place) {
            return Some(place);
        }
    }
    None
}

/// Whether a creature is where it cannot stay: in something solid, or in a place with another that it does not grapple.
pub(crate) fn stuck(world: &World, id: Id) -> bool {
    let here = Place::of(world, id);
    let lines = cover::Sightlines::new(world);
    // A creature that hangs on the edge of a hole leaves room for others in it.
    let hangs = |id: Id| world.the::<Stance>(id).climbing;
    divided(world, here.space)
        || here.space.squares().any(|at| lines.total(at))
        || others_in(world, id, here).any(|other| hangs(other) == hangs(id))
}

/// Puts a creature that is stuck on the nearest free place; true when it was moved.
pub(crate) fn out_of_the_way(world: &mut World, id: Id, rule: &Rule) -> bool {
    if !is_on_map(world, id) || !stuck(world, id) {
        return false;
    }
    let here = space(world, id);
    let Some(place) = room_for(world, id, here) else {
        return false;
    };
    let told = (Motion::Pushed, "displaced");
    let (from, along) = bonds::comes(world, id, place.position(), MoveKind::Carried, told, rule.clone());
    arrive(world, id, Arrival::carried(from, along));
    true
}

/// Whether nobody it knows of stands where its feet would go, and nothing solid; what must be climbed may be there.
pub(crate) fn free_for_feet(world: &World, id: Id, to: Place) -> bool {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let open = |at: Square| map.contains(at) && !lines.total(at);
    to.space.squares().all(open) && nobody_known(world, id, to)
}
