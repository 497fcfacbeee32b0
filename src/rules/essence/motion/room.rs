//! Where a creature has room, which others are in its way, and which must make way (ESS-OCC, ESS-MOVE-11).

use bevy::prelude::*;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::terrain;
use super::super::field::tunnels;
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
    open(world, to) && nobody_else(world, id, to)
}

/// Whether a creature may set out for a place. Creatures of whom its side does not know do not count: it finds them when it gets there.
pub(crate) fn may_go(world: &World, id: Id, to: Place) -> bool {
    open(world, to) && nobody_known(world, id, to)
}

/// The place of a creature in a space: on its floor, or at the given height if that is higher.
pub(crate) fn place_in(world: &World, space: Footprint, height: Length) -> Place {
    let height = floor_of(world, space).max(height);
    Place { space, height }
}

/// The place of a creature that is put into a space beside its own: as deep in the earth as it is (ESS-BURROW-2), or no lower than it is.
pub(crate) fn place_beside(world: &World, id: Id, space: Footprint) -> Place {
    match tunnels::depth(world, id) {
        0 => place_in(world, space, world.the::<Position>(id).height),
        deep => Place { space, height: tunnels::height(world, space.at, deep) },
    }
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

/// Whether nothing solid is in a place or divides it; in the earth, whether all of it is tunnel.
fn open(world: &World, Place { space: to, height }: Place) -> bool {
    let deep = tunnels::depth_at(world, to.at, height);
    if deep > 0 {
        return tunnels::hollows(to, deep).into_iter().all(|hollow| tunnels::open(world, hollow));
    }
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

/// ESS-HID-8: a creature finds these.
///
/// Whether there are any.
pub(crate) fn found(world: &mut World, id: Id, met: &[Id]) -> bool {
    for &other in met {
        super::super::field::sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
    }
    !met.is_empty()
}

/// Whether nobody is in a place but a creature and those who go along with it.
fn nobody_else(world: &World, id: Id, to: Place) -> bool {
    others_in(world, id, to).next().is_none()
}

/// The ways of a creature that is brought out of a space: past no wall and nothing between squares that stops steps (ESS-EDGE-1), and in
/// the earth through tunnels alone.
pub(crate) fn ways_out(world: &World, id: Id, from: Footprint, most: u16) -> Ways {
    let side = from.side.min(creature::profile(world, id).size.edge());
    let height = world.the::<Position>(id).height;
    let deep = tunnels::depth(world, id);
    if deep == 0 {
        return ways_from(world, id, from, side, Some(height), most);
    }
    let dug =
        |at: Square| open(world, Place { space: Footprint { at, side }, height: tunnels::height(world, at, deep) });
    Ways::new(world.resource::<Map>(), from.squares().collect(), most, |_, to| dug(to))
}

/// Whether a creature gets straight into the space of another, or is drawn there (ESS-EDGE-1).
///
/// # Errors
/// Something between squares bars it.
pub(crate) fn check_way_into(world: &World, id: Id, other: Id) -> Result<(), Refusal> {
    let (here, there) = (space(world, id), space(world, other));
    if cover::buried(world, id) {
        return Ok(());
    }
    let side = here.side.min(creature::profile(world, id).size.edge());
    // Wherever in the other's space it begins and ends.
    let far = here.steps(there) + i32::from(here.side) + i32::from(there.side);
    let ways = ways_out(world, id, here, u16::try_from(far).unwrap_or(Ways::ANY));
    let nearest = there.nested(side).map(|to| ways.apart(to.at)).min();
    let straight = |to: Footprint| Some(ways.apart(to.at)) == nearest && ways.is_straight(to.at);
    needs_way(there.nested(side).any(straight))
}

/// Whether a creature gets straight out of a space to a place beside it (ESS-EDGE-1).
///
/// # Errors
/// Something between squares bars it.
pub(crate) fn check_way_beside(world: &World, id: Id, from: Footprint, to: Square) -> Result<(), Refusal> {
    needs_way(ways_out(world, id, from, u16::from(from.side) + 1).is_straight(to))
}

fn needs_way(leads: bool) -> Result<(), Refusal> {
    let text = "Something it cannot get through stands between.";
    leads.then_some(()).ok_or_else(|| Refusal::by(rule!("ESS-EDGE-1"), "between", text))
}

/// How high a flying creature stays when it makes room.
fn aloft(world: &World, id: Id) -> Option<Length> {
    world.the::<Stance>(id).aloft.then(|| world.the::<Position>(id).height)
}

/// The place of a creature that makes room: a flying one stays as high as it is, one in the earth as deep.
pub(crate) fn place_in_room(world: &World, id: Id, at: Square) -> Place {
    let space = Footprint { at, ..space(world, id) };
    if cover::buried(world, id) { place_beside(world, id, space) } else { on_the_ground(world, id, space) }
}

fn on_the_ground(world: &World, id: Id, space: Footprint) -> Place {
    place_in(world, space, aloft(world, id).unwrap_or(Length(i32::MIN)))
}

/// The places nearest to a creature that are free as far as its side knows, all equally near; in the earth those in tunnels as deep.
pub(crate) fn nearest(world: &World, id: Id) -> Vec<Square> {
    let here = space(world, id);
    if !cover::buried(world, id) {
        return environment::free_places_known(world, id, here.at, here.side, aloft(world, id));
    }
    let ways = ways_out(world, id, here, Ways::ANY);
    let all = world.resource::<Map>().cells().squares();
    let free: Vec<Square> =
        all.filter(|&at| ways.steps(at).is_some() && may_go(world, id, place_in_room(world, id, at))).collect();
    let nearest = free.iter().filter_map(|&at| ways.steps(at)).min();
    free.into_iter().filter(|&at| ways.steps(at) == nearest).collect()
}

/// The first of the nearest free places of a creature. A nearer place may hold a creature unknown to the mover's side: it is found there
/// (ESS-HID-8) and keeps its place.
fn room_for(world: &mut World, id: Id) -> Option<Place> {
    while is_on_map(world, id) {
        let place = place_in_room(world, id, *nearest(world, id).first()?);
        if !finds_in(world, id, place) {
            return Some(place);
        }
    }
    None
}

/// The same for one that is brought up out of the earth, to the ground.
pub(crate) fn room_above(world: &mut World, id: Id) -> Option<Place> {
    let here = space(world, id);
    while is_on_map(world, id) {
        let at = *environment::free_places_known(world, id, here.at, here.side, None).first()?;
        let place = on_the_ground(world, id, Footprint { at, ..here });
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
    let solid = || divided(world, here.space) || here.space.squares().any(|at| lines.total(at));
    // What stands on the ground is not in the way below it.
    (!cover::buried(world, id) && solid()) || others_in(world, id, here).any(|other| hangs(other) == hangs(id))
}

/// Puts a creature that is stuck on the nearest free place; true when it was moved.
pub(crate) fn out_of_the_way(world: &mut World, id: Id, rule: &Rule) -> bool {
    if !is_on_map(world, id) || !stuck(world, id) {
        return false;
    }
    let Some(place) = room_for(world, id) else {
        return false;
    };
    gives_way(world, id, place, rule.clone());
    true
}

/// What a creature meets where it has come: in the earth nothing of the ground above it.
pub(crate) fn meets(world: &World, id: Id, above: Meets) -> Meets {
    if cover::buried(world, id) { Meets::Nothing } else { above }
}

/// A creature goes to where it has room.
pub(crate) fn gives_way(world: &mut World, id: Id, place: Place, rule: Rule) {
    let told = (Motion::Pushed, "displaced");
    let (from, along) = bonds::comes(world, id, place.position(), MoveKind::Carried, told, rule);
    arrive(world, id, Arrival::carried(from, along).meeting(meets(world, id, Meets::NewSquares)));
}

/// Whether nobody it knows of stands where its feet would go, and nothing solid; what must be climbed may be there.
pub(crate) fn free_for_feet(world: &World, id: Id, to: Place) -> bool {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let open = |at: Square| map.contains(at) && !lines.total(at);
    to.space.squares().all(open) && nobody_known(world, id, to)
}
