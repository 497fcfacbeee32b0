//! Who sees whom: a line between their spaces that nothing of full height stops (EDG-GRID-13).

use bevy::prelude::World;

use super::super::data::{Obstacle, conditions::*};
use crate::battle::*;
use crate::grid::{Edge, LineRule, Point, Square, line};

/// Whether a line of sight leads from one creature to another.
pub(crate) fn line_leads(world: &World, from: Id, to: Id) -> bool {
    let (from, to) = (space(world, from), space(world, to));
    let lay = lay(world).1;
    let own = |at: Square| from.contains(at) || to.contains(at);
    let full = |at: Square| {
        let screen = lay.screens.get(at).filter(|screen| !screen.wall);
        !own(at)
            && screen.is_none_or(|&screen| {
                lay.things_of(screen).any(|thing| world.part::<Obstacle>(thing).is_some_and(|obstacle| obstacle.full))
            })
    };
    let wall = |edge: Edge| lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
    let corners = |space: crate::grid::Footprint| space.squares().flat_map(Point::corners).collect::<Vec<_>>();
    let ends = corners(to);
    let free = |a: Point, b: Point| line::obstacle_or_edge(a, b, LineRule::SolidUnion, full, wall).is_none();
    from == to || corners(from).into_iter().any(|a| ends.iter().any(|&b| free(a, b)))
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
