//! Who sees whom: a line between their spaces that nothing of full height stops (EDG-GRID-13).

use bevy::prelude::World;

use super::super::data::{Obstacle, conditions::*};
use crate::battle::*;
use crate::grid::{Edge, Footprint, LineRule, Point, Square, line};
use crate::rule;

/// What the objects in a square are to lines.
pub(super) fn obstacles<'w>(world: &'w World, lay: &'w Lay, at: Square) -> impl Iterator<Item = &'w Obstacle> + 'w {
    let screen = lay.screens.get(at).copied();
    let things = screen.into_iter().flat_map(|screen| lay.things_of(screen));
    things.filter_map(|thing| world.part::<Obstacle>(thing))
}

/// Whether a square is of full height: a wall, what lies off the map, or an object that is.
pub(super) fn is_full(world: &World, lay: &Lay, at: Square) -> bool {
    lay.screens.get(at).is_none_or(|screen| screen.wall) || obstacles(world, lay, at).any(|obstacle| obstacle.full)
}

/// What of full height stops a line between two spaces first; nothing in the spaces themselves does (EDG-GRID-12), nor do the heights of
/// floors (EDG-GRID-19).
pub(crate) fn stops(world: &World, ends: [Footprint; 2], from: Point, to: Point) -> Option<line::Obstacle> {
    let lay = lay(world).1;
    let full = |at: Square| !ends.iter().any(|end| end.contains(at)) && is_full(world, lay, at);
    let wall = |edge: Edge| lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
    line::obstacle_or_edge(from, to, LineRule::SolidUnion, full, wall)
}

/// Whether a line of sight leads from one creature to another.
fn line_leads(world: &World, from: Id, to: Id) -> bool {
    let ends = [space(world, from), space(world, to)];
    let [from, to] = ends.map(|space| space.squares().flat_map(Point::corners).collect::<Vec<_>>());
    ends[0] == ends[1] || from.iter().any(|&a| to.iter().any(|&b| stops(world, ends, a, b).is_none()))
}

/// Whether a line leads from a space to a square that nothing of full height stops.
pub(crate) fn reaches(world: &World, own: Footprint, at: Square) -> bool {
    let corners: Vec<Point> = own.squares().flat_map(Point::corners).collect();
    let there = Footprint::single(at);
    let free = |&end: &Point| corners.iter().any(|&from| stops(world, [own, there], from, end).is_none());
    own.contains(at) || Point::corners(at).iter().any(free)
}

/// EDG-HIDE-17: creatures that a finder has come upon are known to its side from now on.
pub(crate) fn find(world: &mut World, finder: Id, unknown: Vec<Id>) {
    let side = side_of(world, finder);
    for other in unknown {
        hiding::reveal(world, other, Some(side), HIDDEN, rule!("EDG-HIDE-17"));
    }
}

/// Whether a creature sees another: it has eyes for it, its side knows of it, and a line leads there.
pub(crate) fn sees(world: &World, viewer: Id, other: Id) -> bool {
    let blind = [UNCONSCIOUS, BLINDED].iter().any(|key| has_condition(world, viewer, key));
    !blind
        && is_on_map(world, viewer)
        && is_on_map(world, other)
        && !has_condition(world, other, INVISIBLE)
        && knows(world, side_of(world, viewer), other)
        && line_leads(world, viewer, other)
}
