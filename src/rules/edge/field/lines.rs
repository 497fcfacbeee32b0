//! Lines over the ground: what of full height stops them, and what only eyes do not get through (EDG-GRID-13, EDG-VIS-3).

use bevy::prelude::World;

use super::super::data::Obstacle;
use crate::battle::*;
use crate::grid::{Edge, Footprint, Length, LineRule, Point, Square, line};

/// What a line is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// A body, a shot, or a sense that is none of the eyes: what is of full height stops it.
    Shots,
    /// Eyes and light: fog stops them, too.
    Eyes,
    /// The warmth of a body: what is thin lets it through (EDG-SENSE-3).
    Warmth,
}

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

/// Whether everything of full height in a square is thin.
fn is_thin(world: &World, lay: &Lay, at: Square) -> bool {
    let mut full = obstacles(world, lay, at).filter(|obstacle| obstacle.full).peekable();
    full.peek().is_some() && full.all(|obstacle| obstacle.thin)
}

/// What of full height stops a line between two spaces first; nothing in the spaces themselves does (EDG-GRID-12), nor do the heights of
/// floors (EDG-GRID-19).
pub(crate) fn stops(world: &World, ends: [Footprint; 2], from: Point, to: Point) -> Option<line::Obstacle> {
    stops_for(world, For::Shots, ends, from, to)
}

/// What stops a line first, by what it is drawn for.
fn stops_for(world: &World, what: For, ends: [Footprint; 2], from: Point, to: Point) -> Option<line::Obstacle> {
    let lay = lay(world).1;
    let map = world.resource::<Map>();
    let stops = |at: Square| {
        let full = is_full(world, lay, at);
        match what {
            For::Shots => full,
            For::Eyes => full || map.cell(at).is_some_and(|cell| cell.fog),
            For::Warmth => full && !is_thin(world, lay, at),
        }
    };
    let full = |at: Square| !ends.iter().any(|end| end.contains(at)) && stops(at);
    let Some(between) = &lay.between else {
        return line::obstacle(from, to, LineRule::SolidUnion, full).map(line::Obstacle::Square);
    };
    let wall = |edge: Edge| {
        let there = between.at(edge);
        let thin = || there.thing.and_then(|thing| world.part::<Obstacle>(thing)).is_some_and(|thing| thing.thin);
        match what {
            For::Shots => there.is_wall(),
            For::Eyes => there.sight == CEILING,
            For::Warmth => there.is_wall() && !thin(),
        }
    };
    line::obstacle_or_edge(from, to, LineRule::SolidUnion, full, wall)
}

/// Whether a line leads from a corner of one space to a corner of another (EDG-GRID-13).
pub(crate) fn lead(world: &World, what: For, from: Footprint, to: Footprint) -> bool {
    if from.overlaps(to) {
        return true;
    }
    let leads = |what: For| {
        let [starts, ends] = [from, to].map(|space| space.squares().flat_map(Point::corners).collect::<Vec<_>>());
        let free = |&a: &Point| ends.iter().any(|&b| stops_for(world, what, [from, to], a, b).is_none());
        starts.iter().any(free)
    };
    // Creatures stop no line, so that it holds for as long as the lay does; heights tell apart what it is drawn for.
    let lay = lay(world).1;
    let found = |height: i32| lay.remember((from, to, Length::metres(height)), || leads(what));
    match what {
        For::Shots => found(0),
        For::Warmth => found(1),
        // Fog is no part of the lay.
        For::Eyes if has_fog_between(world, from, to) => leads(what),
        For::Eyes => found(2),
    }
}

/// Whether there is fog anywhere in the rectangle around two spaces, which no line between them leaves, or beside it.
fn has_fog_between(world: &World, from: Footprint, to: Footprint) -> bool {
    let map = world.resource::<Map>();
    let (a, b, c, d) = (from.at, from.far_corner(), to.at, to.far_corner());
    let (columns, rows) = (a.x.min(c.x) - 1..=b.x.max(d.x) + 1, a.y.min(c.y) - 1..=b.y.max(d.y) + 1);
    rows.flat_map(|y| columns.clone().map(move |x| Square::new(x, y)))
        .any(|at| map.cell(at).is_some_and(|cell| cell.fog))
}
