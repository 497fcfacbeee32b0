//! The squares of a burst or a line, and whom it finds there (MOM-AREA).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::Attack;
use super::cover::{self, View};
use crate::battle::*;
use crate::grid::area::MAX_REACH;
use crate::grid::line::squares_crossed;
use crate::grid::{Footprint, Point, Square};

/// The squares that an Ability covers: of a burst around a square, of a line from its user through it.
pub(crate) fn squares(world: &World, user: Id, with: &Attack, at: Square) -> Vec<Square> {
    let map = world.resource::<Map>();
    if with.burst_m > 0 {
        return burst(world, user, at, with.burst_m);
    }
    line(world, user, at, with.line_m).into_iter().filter(|&at| map.contains(at)).collect()
}

/// MOM-AREA-1: what no full cover cuts off from the centre.
fn burst(world: &World, user: Id, at: Square, radius: i32) -> Vec<Square> {
    let map = world.resource::<Map>();
    let view = View::origin(at, user);
    let open = |&square: &Square| !map.solid(square) && cover::square_behind(world, view, square).is_none();
    map.cells().within(at, radius).filter(open).collect()
}

/// The square from which a creature's line begins: one that it stands in, or the one it leans towards (MOM-LEAN-9). It is the nearest as the
/// crow flies to the square that the line is aimed through.
fn begins(world: &World, user: Id, at: Square) -> Square {
    let View { from, leans_to, .. } = View::of(world, user);
    let leaning = leans_to.filter(|&leaning| leaning != at).map(|leaning| (leaning, false));
    let all = from.squares().map(|own| (own, true)).chain(leaning);
    let nearest = all.min_by_key(|&(own, stands)| (own.distance_squared(at), stands));
    nearest.expect("a space should have squares").0
}

/// MOM-AREA-2: what the ray crosses, up to a wall.
fn line(world: &World, user: Id, at: Square, length: i32) -> Vec<Square> {
    let own = space(world, user);
    let from = begins(world, user, at);
    if from == at {
        return Vec::new();
    }
    // A point of the ray that is further than the line is long.
    let times = i16::try_from(length.clamp(0, MAX_REACH.into()) / from.steps_to(at) + 1).unwrap_or(1);
    let beyond = |from: i16, at: i16| from.saturating_add(at.saturating_sub(from).saturating_mul(times));
    let far = Square::new(beyond(from.x, at.x), beyond(from.y, at.y));
    let view = View::origin(from, user);
    let ray = squares_crossed(Point::centre(from), Point::centre(far)).skip(1);
    let near = ray.take_while(|square| from.steps_to(*square) <= length);
    let open = |square: &Square| !world.resource::<Map>().solid(*square);
    near.take_while(open)
        .filter(|square| !own.contains(*square) && cover::square_behind(world, view, *square).is_none())
        .collect()
}

/// From where an area comes at those in it (MOM-COV-6).
pub(crate) fn origin(world: &World, user: Id, with: &Attack, at: Square) -> Square {
    if with.burst_m > 0 { at } else { begins(world, user, at) }
}

/// MOM-AREA-3, MOM-FULL-2, MOM-HIDE-5, MOM-DR-14: creatures with a square in an area that are not in full cover from its origin, each once,
/// by Initiative; then the objects there that can be broken.
pub(crate) fn caught(world: &World, user: Id, with: &Attack, at: Square, squares: &[Square]) -> Vec<Id> {
    let view = View::origin(origin(world, user, with, at), user);
    let inside = |space: Footprint| squares.iter().any(|&at| space.contains(at));
    let own_line = |id: Id| id == user && with.line_m > 0;
    let hit = all_stands(world).filter(|(id, stand)| {
        inside(stand.space) && !own_line(*id) && cover::seen(world, view, (*id, stand.space)).full.is_none()
    });
    let mut all = creature::by_initiative(world, hit.map(|(id, _)| id));
    let things = laid(world).iter().filter(|laid| inside(laid.space));
    all.extend(things.map(|laid| laid.id).filter(|&id| super::aim::is_breakable(world, id)));
    all
}
