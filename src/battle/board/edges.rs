//! What stands between squares now: walls, windows, doors and curtains. Each states the height up to which it stops movement, sight or
//! shots.
//!
//! A level without any has none of this, and callers find that out at once.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::board_index::{laid_at, lay};
use super::map::Map;
use crate::battle::values::{ById, DoorState, Id, Thing};
use crate::grid::{Edge, Edges, Footprint, Grid, Length, Point, Square, line};
use crate::level::{Door, Shots};

/// What stands at an edge: its kind, counted from 1 with 0 for nothing; and the object, if it is one, such as a door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EdgeObject(pub u8, pub Option<Id>);

/// Lower than anything.
const NOTHING: Length = Length(i32::MIN);

/// Higher than anything: up to the ceiling.
pub const CEILING: Length = Length(i32::MAX);

/// What stands at an edge and how high it stops what, above the level's zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The kind, counted from 1; 0 where nothing stands.
    pub kind: u8,
    /// The thing it is, if it is one of its own.
    pub thing: Option<Id>,
    /// The higher of the two grounds.
    pub ground: Length,
    /// A creature whose feet are lower does not go through, only over it.
    pub step: Length,
    /// A viewer does not see through below this height.
    pub sight: Length,
    /// All that flies is stopped below this,
    pub shots: Length,
    /// and some of it below this.
    pub some_shots: Length,
    /// Nothing is heard through below this.
    pub sound: Length,
    /// The run it belongs to, as far as it hides anything; see [`Between::runs`].
    pub run: u32,
}

impl Default for Partition {
    fn default() -> Self {
        Self {
            kind: 0,
            thing: None,
            ground: Length::ZERO,
            step: NOTHING,
            sight: NOTHING,
            shots: NOTHING,
            some_shots: NOTHING,
            sound: NOTHING,
            run: 0,
        }
    }
}

impl Partition {
    /// Whether it stops something that flies, at some height.
    #[inline]
    pub fn hides(&self) -> bool {
        self.some_shots > NOTHING
    }

    /// Whether no hand gets through, however high: what stops all that flies, or what lets neither a body nor a sound through,
    /// such as a pane of glass. Bars let hands through.
    pub fn stops_hands(&self) -> bool {
        self.is_wall() || (self.step == CEILING && self.sound == CEILING)
    }

    /// Whether it stops all that flies, however high.
    #[inline]
    pub fn is_wall(&self) -> bool {
        self.shots == CEILING
    }
}

/// Edges that meet end to end and hide alike: for cover they are one.
#[derive(Clone, Debug)]
pub struct EdgeRun {
    /// The edges, in order.
    pub edges: Vec<Edge>,
    /// What flies is stopped below this,
    pub shots: Length,
    /// and some of it below this.
    pub some_shots: Length,
    /// The kind of the first, counted from 1.
    pub kind: u8,
    /// The thing that the first is.
    pub thing: Option<Id>,
}

impl EdgeRun {
    /// Whether it is a side of some square of a space.
    pub fn bounds(&self, space: Footprint) -> bool {
        self.edges.iter().any(|edge| edge.bounds(space))
    }
}

/// What stands between the squares of a map, and what is derived from it.
#[derive(Debug)]
pub struct Between {
    edges: Edges<Partition>,
    /// What hides, in runs of edges that meet and are alike. Walls up to the ceiling have one together with the wall squares they
    /// touch; see [`Between::walls`].
    pub runs: Vec<EdgeRun>,
    /// The group of each wall square, counted from 1: those that touch each other, and those that wall edges join.
    pub walls: Grid<u32>,
    /// Whether a creature may step over something here.
    pub low: bool,
}

impl Between {
    /// What stands at an edge.
    #[inline]
    pub fn at(&self, edge: Edge) -> Partition {
        self.edges.get(edge).copied().unwrap_or_default()
    }

    /// How high what a space passes with a step stands in its way: the top of the highest; `None` where nothing does at that
    /// height.
    pub fn before(&self, from: Footprint, to: Square, feet: Length) -> Option<Length> {
        let tops = Edge::passed(from, to).map(|edge| self.at(edge).step);
        tops.max().filter(|&top| top > feet)
    }

    /// Whether something up to the ceiling stands between squares of a space: no creature stands across that.
    pub fn divides(&self, space: Footprint) -> bool {
        space.side > 1 && Edge::inside(space).any(|edge| self.at(edge).step == CEILING)
    }

    /// Whether something up to the ceiling stops a line. With `sight` that is what cannot be seen through, else what stops all that
    /// flies.
    pub fn walls_off(&self, from: Point, to: Point, sight: bool) -> bool {
        self.stops_line(from, to, |here| if sight { here.sight == CEILING } else { here.shots == CEILING })
    }

    /// Whether a line runs into something between squares of which this holds.
    fn stops_line(&self, from: Point, to: Point, stops: impl Fn(&Partition) -> bool) -> bool {
        let stops = |edge: Edge| stops(&self.at(edge));
        let mut met = false;
        line::edges_met(from, to, |meeting| {
            met = meeting.stopped_by(&|_| false, &stops).is_some();
            met
        });
        met
    }
}

/// Works out what stands between squares; nothing where a map knows no such thing.
pub(in crate::battle) fn survey(world: &World, map: &Map, tops: impl Fn(Edge) -> Length) -> Option<Between> {
    let uprights = map.edges()?;
    let mut low = false;
    let mut edges: Edges<Partition> = uprights.map(|edge, &EdgeObject(kind, thing)| {
        let Some(is) = map.kind_of_edge(kind) else {
            return Partition::default();
        };
        let door = thing.and_then(|thing| world.part::<DoorState>(thing));
        if door.is_some_and(|door| door.0 == Door::Open) {
            return Partition { kind, thing, ..Partition::default() };
        }
        let ground = tops(edge);
        let top = is.height.map_or(CEILING, |height| Length(ground.0 + height.0));
        let sill = if is.sill.0 > 0 { Length(ground.0 + is.sill.0) } else { NOTHING };
        let up_to = |stops: bool| if stops { top } else { sill };
        let here = Partition {
            kind,
            thing,
            ground,
            step: up_to(is.stops.step),
            sight: up_to(is.stops.sight),
            shots: up_to(is.stops.shots == Shots::All),
            some_shots: up_to(is.stops.shots >= Shots::Some),
            sound: up_to(is.stops.sound),
            run: 0,
        };
        low |= here.step > NOTHING && here.step < CEILING;
        here
    });
    let walls = join_walls(map, &mut edges);
    let runs = join_runs(&mut edges);
    Some(Between { edges, runs, walls, low })
}

/// Numbers wall squares and walls between squares, those alike that touch: squares by side or corner, walls between squares by
/// their ends.
fn join_walls(map: &Map, edges: &mut Edges<Partition>) -> Grid<u32> {
    let (width, height) = map.size();
    let mut squares: Grid<u32> = Grid::filled(width, height, 0);
    // Everything of one group is tied together by the corners it touches.
    let mut corners: Grid<u32> = Grid::filled(width + 1, height + 1, 0);
    let is_wall = |edges: &Edges<Partition>, edge: Edge| edges.get(edge).is_some_and(Partition::is_wall);
    let mut latest = 0;
    let starts: Vec<Square> = corners.squares().collect();
    for start in starts {
        if corners[start] != 0 {
            continue;
        }
        let touching = |edges: &Edges<Partition>, corner: Square| {
            let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| corner.offset(dx, dy));
            let solid = around.into_iter().filter(|&at| map.contains(at) && map.solid(at));
            let walls = Edge::meeting(corner).into_iter().filter(|&edge| is_wall(edges, edge));
            (solid.collect::<Vec<_>>(), walls.collect::<Vec<_>>())
        };
        let (solid, walls) = touching(edges, start);
        if solid.is_empty() && walls.is_empty() {
            continue;
        }
        latest += 1;
        corners[start] = latest;
        let mut open = vec![start];
        while let Some(corner) = open.pop() {
            let (solid, walls) = touching(edges, corner);
            let mut next = Vec::new();
            for square in solid {
                squares[square] = latest;
                next.extend([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| square.offset(dx, dy)));
            }
            for wall in walls {
                if let Some(here) = edges.get_mut(wall) {
                    here.run = latest;
                }
                next.extend(wall.ends());
            }
            for corner in next {
                if corners[corner] == 0 {
                    corners[corner] = latest;
                    open.push(corner);
                }
            }
        }
    }
    squares
}

/// Numbers what hides less than a wall, edges alike that meet at their ends; the number is the place in the list.
fn join_runs(edges: &mut Edges<Partition>) -> Vec<EdgeRun> {
    let low: Vec<Edge> =
        edges.iter().filter(|(_, here)| here.hides() && !here.is_wall()).map(|(edge, _)| edge).collect();
    let alike = |one: Partition, other: Partition| {
        (one.kind, one.shots, one.some_shots) == (other.kind, other.shots, other.some_shots)
    };
    let mut runs: Vec<EdgeRun> = Vec::new();
    for start in low {
        let first = edges.get(start).copied().unwrap_or_default();
        if first.run != 0 {
            continue;
        }
        let number = u32::try_from(runs.len() + 1).expect("there should be few runs");
        let mut run = Vec::new();
        let mut open = vec![start];
        while let Some(edge) = open.pop() {
            let Some(here) = edges.get_mut(edge) else { continue };
            if here.run != 0 || !here.hides() || here.is_wall() || !alike(*here, first) {
                continue;
            }
            here.run = number;
            run.push(edge);
            open.extend(edge.ends().into_iter().flat_map(Edge::meeting));
        }
        run.sort_unstable();
        runs.push(EdgeRun {
            edges: run,
            shots: first.shots,
            some_shots: first.some_shots,
            kind: first.kind,
            thing: first.thing,
        });
    }
    runs
}

/// Where a thing stands that stands between two squares.
pub fn edge_of(world: &World, thing: Id) -> Option<Edge> {
    laid_at(world, thing)?.edge
}

/// The ground that something at an edge stands on: the higher of those on either side, walls aside where one is none.
pub fn ground_at(map: &Map, edge: Edge) -> Length {
    let beside = || edge.squares().into_iter().filter(|&at| map.contains(at));
    let open = beside().filter(|&at| !map.solid(at)).map(|at| map.ground(at)).max();
    open.or_else(|| beside().map(|at| map.ground(at)).max()).unwrap_or_default()
}

/// The squares of the map that lie beside edges, each once.
pub fn beside(world: &World, edges: &[Edge]) -> Vec<Square> {
    let map = world.resource::<Map>();
    let mut squares: Vec<Square> = edges.iter().flat_map(|edge| edge.squares()).collect();
    squares.retain(|&at| map.contains(at));
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The squares that something stands in, or between which it stands.
pub fn squares_about(world: &World, thing: Id) -> Vec<Square> {
    match edge_of(world, thing) {
        Some(edge) => beside(world, &[edge]),
        None => world.the::<Thing>(thing).squares.clone(),
    }
}

/// The edge at which a line enters a square past something that hides; nothing where none does.
pub fn edge_in_line(world: &World, from: Point, to: Point, square: Square) -> Option<Edge> {
    let between = lay(world).1.between.as_ref()?;
    let hides = |edge: Edge| between.at(edge).hides();
    let mut found = None;
    line::edges_met(from, to, |meeting| {
        let met = meeting.stopped_by(&|_| true, &hides).map(|(edge, _)| edge);
        found = met.filter(|edge| edge.squares().contains(&square));
        found.is_some()
    });
    found
}

/// What is shown to people as standing at an edge.
pub fn edge_name(world: &World, edge: Edge) -> Option<&str> {
    let map = world.resource::<Map>();
    map.edge_kind(edge).map(|kind| kind.name.as_str())
}

/// What is shown to people as what hides, by the number of its run.
pub fn run_name(world: &World, run: u32) -> Option<&str> {
    let (map, lay) = lay(world);
    let run = lay.between.as_ref()?.runs.get(run.checked_sub(1)? as usize)?;
    map.kind_of_edge(run.kind).map(|kind| kind.name.as_str())
}

/// Whether a step is barred to a pushed creature whose feet are at this height: no creature is pushed over an edge object.
pub fn bars_the_way(world: &World, from: Footprint, to: Square, feet: Length) -> bool {
    let between = &lay(world).1.between;
    between.as_ref().is_some_and(|between| {
        let side = from.side;
        between.before(from, to, feet).is_some() || between.divides(Footprint { at: to, side })
    })
}

/// Whether a wall or a closed door stands in every line between the squares of two spaces. Then no creature reaches across.
pub fn parted(world: &World, one: Footprint, other: Footprint) -> bool {
    shut_off(world, one, other, |here| here.shots == CEILING)
}

/// Whether every line between the squares of two spaces is stopped by something that `stops` is true of.
fn shut_off(world: &World, one: Footprint, other: Footprint, stops: impl Fn(&Partition) -> bool) -> bool {
    let Some(between) = &lay(world).1.between else { return false };
    let shut = |from: Square, to: Square| between.stops_line(Point::centre(from), Point::centre(to), &stops);
    one.squares().all(|from| other.squares().all(|to| shut(from, to)))
}

/// Whether something up to the ceiling stands between squares of a space.
pub fn divided(world: &World, space: Footprint) -> bool {
    let between = &lay(world).1.between;
    between.as_ref().is_some_and(|between| between.divides(space))
}

/// Whether something that no hand gets through stands in every line between the squares of two spaces: a wall, a closed door, a pane.
pub fn out_of_hands(world: &World, one: Footprint, other: Footprint) -> bool {
    shut_off(world, one, other, Partition::stops_hands)
}
