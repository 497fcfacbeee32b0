//! Areas by their squares and heights: what is inside, what walls cut off, around which squares one can come about (EDG-AOE, EDG-BLAST-3).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use bevy::prelude::World;

use super::super::data::{Attack, Band, Class, HalfMetres, SQUARE, STEP};
use super::super::field::{reach, sight};
use crate::battle::*;
use crate::grid::{Direction, LineRule, Point, Square, area};
use crate::rule;

/// The square of the user that lies nearest, as the crow flies, to where the area goes. Of a large user's squares that is one alone.
fn origin(world: &World, user: Id, towards: Square) -> Square {
    let squares = space(world, user).squares();
    squares.min_by_key(|at| at.distance_squared(towards)).unwrap_or(towards)
}

/// Whether a square, so far from the origin, is in a shape that goes in a direction (EDG-AOE-4, EDG-AOE-6 to EDG-AOE-8).
fn inside(with: &Attack, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
    let length = with.length();
    // So far along the way and beside it, in lengths of the direction.
    let (along, beside) = (dx * x + dy * y, (dx * y - dy * x).abs());
    let square = x * x + y * y;
    let reaches = along > 0 && (SQUARE * along).pow(2) <= length.pow(2) * square;
    match with.class {
        Class::Cone => reaches && 2 * beside <= along,
        Class::Line => reaches && (2 * beside).pow(2) <= with.across.pow(2) * square,
        Class::Cube => {
            let n = with.across;
            let axis = |toward: i32, aside: i32, offset: i32| {
                if 2 * toward.abs() < aside.abs() {
                    // Across the way it lies around the origin.
                    let low = -(n - 1) / 2;
                    (low..low + n).contains(&offset)
                } else {
                    (1..=n).contains(&(offset * toward.signum()))
                }
            };
            axis(x, y, dx) && axis(y, x, dy)
        }
        _ => across((dx, dy)) <= length,
    }
}

/// Whether feet so far above or below the origin are in it, in a square of it (EDG-AOE-4, EDG-AOE-5, EDG-AOE-8, EDG-AOE-13).
pub(super) fn inside_upright(with: &Attack, (x, y): (i32, i32), (dx, dy): (i32, i32), up: HalfMetres) -> bool {
    let level = 2;
    match with.class {
        Class::Cone => {
            let along = dx * x + dy * y;
            up.abs() <= level || (SQUARE * along).pow(2) >= (2 * up).pow(2) * (x * x + y * y)
        }
        Class::Line => up.abs() <= level.max(SQUARE * with.across / 2),
        Class::Cube => (0..SQUARE * with.across).contains(&up),
        Class::Cylinder => (0..=2 * with.high_m).contains(&up),
        _ => reach::combined(across((dx, dy)), up.abs()) <= with.length(),
    }
}

/// From which square an area goes out.
pub(super) fn from(world: &World, user: Id, with: &Attack, towards: Square) -> Square {
    if with.is_put_down() { towards } else { origin(world, user, towards) }
}

/// So many columns and rows from one square to another.
pub(super) fn off(at: Square, from: Square) -> (i32, i32) {
    (i32::from(at.x - from.x), i32::from(at.y - from.y))
}

/// How far that is.
fn across((dx, dy): (i32, i32)) -> HalfMetres {
    reach::apart(dx.abs(), dy.abs())
}

/// How far a square is from a creature, heights counted in (EDG-GRID-6).
pub(crate) fn distance(world: &World, id: Id, at: Square) -> HalfMetres {
    let level = reach::between_spaces(space(world, id), at.into());
    reach::combined(level, reach::height_between(world, id, at))
}

/// Whether nothing gets into a square, or it lies off the map.
pub(super) fn is_solid(lay: &Lay, at: Square) -> bool {
    lay.footing.get(at).is_none_or(|there| there.solid)
}

/// The squares of an area, and whether something keeps it from others (EDG-AOE-2). A thrown charge has its origin where it bursts.
pub(crate) fn squares(world: &World, user: Id, with: &Attack, towards: Square) -> (Vec<Square>, bool) {
    let from = from(world, user, with, towards);
    let way = off(towards, from);
    let map = world.resource::<Map>();
    let all = map.cells().squares().filter(|&at| inside(with, way, off(at, from))).collect();
    cut(world, from, all)
}

/// EDG-AOE-9: the squares within so many half-metres of a creature.
pub(crate) fn around(world: &World, id: Id, halves: HalfMetres) -> Vec<Square> {
    let of_one = |from: Square| cut(world, from, within(world, from, halves)).0;
    space(world, id).squares().flat_map(of_one).collect()
}

/// The squares within so many half-metres of a square.
fn within(world: &World, from: Square, halves: HalfMetres) -> Vec<Square> {
    world.resource::<Map>().cells().squares().filter(|&at| across(off(at, from)) <= halves).collect()
}

/// EDG-BLAST-10: those whom a burst around a square takes in.
pub(super) fn burst(world: &World, at: Square, halves: HalfMetres) -> Vec<Id> {
    let (area, _) = cut(world, at, within(world, at, halves));
    let floor = floor_of(world, at.into());
    let takes_in = |stand: Placement, one: Square| {
        let up = reach::halves((stand.height - floor).abs());
        area.contains(&one) && reach::combined(across(off(one, at)), up) <= halves
    };
    in_order(world, |_, stand| stand.space.squares().any(|one| takes_in(stand, one)))
}

/// What is left of squares where something of full height keeps them from their origin.
fn cut(world: &World, from: Square, mut all: Vec<Square>) -> (Vec<Square>, bool) {
    let (_, lay) = lay(world);
    let solid = |at: Square| is_solid(lay, at);
    let wall = |edge| lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
    let centre = Point::centre(from);
    all.retain(|&at| !solid(at));
    let whole = all.len();
    area::cut_by_walls(centre, &mut all, LineRule::SolidUnion, Point::corners, solid, wall);
    let cut = all.len() < whole;
    (all, cut)
}

/// EDG-BLAST-3: how far a charge flies to each square within Short range, round corners and not through what is solid.
fn flights(world: &World, user: Id) -> BTreeMap<Square, HalfMetres> {
    let (_, lay) = lay(world);
    let solid = |at: Square| is_solid(lay, at);
    let most = Band::Short.limit();
    let mut best: BTreeMap<Square, HalfMetres> = space(world, user).squares().map(|at| (at, 0)).collect();
    let mut open: BinaryHeap<Reverse<(HalfMetres, Square)>> = best.keys().map(|&at| Reverse((0, at))).collect();
    while let Some(Reverse((far, at))) = open.pop() {
        if best.get(&at).is_some_and(|&known| known < far) {
            continue;
        }
        for (dx, dy) in Direction::ALL.map(Direction::delta) {
            let next = at.offset(dx, dy);
            let askew = dx != 0 && dy != 0;
            let corner = askew && (solid(at.offset(dx, 0)) || solid(at.offset(0, dy)));
            let far = far + STEP[usize::from(askew)];
            let shorter = best.get(&next).is_none_or(|&known| far < known);
            let free = far <= most && shorter && !solid(next) && !corner;
            if free && !parted(world, at.into(), next.into()) {
                best.insert(next, far);
                open.push(Reverse((far, next)));
            }
        }
    }
    best
}

/// The squares to which a charge can be thrown, each with how far that is, heights counted in (EDG-BLAST-1 to EDG-BLAST-3,
/// EDG-BLAST-11).
pub(crate) fn targets(world: &World, user: Id) -> BTreeMap<Square, HalfMetres> {
    let all = flights(world, user).into_iter();
    let combined = |(at, far): (Square, HalfMetres)| (at, reach::combined(far, reach::height_between(world, user, at)));
    all.map(combined).filter(|&(_, far)| far <= Band::Short.limit()).collect()
}

/// R44: the squares around which something can come about: those in sight, within its band.
fn in_sight(world: &World, user: Id, with: &Attack) -> BTreeMap<Square, HalfMetres> {
    let own = space(world, user);
    let (map, lay) = lay(world);
    let open = map.cells().squares().filter(|&at| !is_solid(lay, at));
    let all = open.map(|at| (at, distance(world, user, at)));
    all.filter(|&(at, far)| far <= with.band.limit() && sight::reaches(world, own, at)).collect()
}

/// The squares around which something can burst or come about, each with how far that is.
pub(crate) fn origins(world: &World, user: Id, with: &Attack) -> BTreeMap<Square, HalfMetres> {
    if with.class == Class::Blast { targets(world, user) } else { in_sight(world, user, with) }
}

/// How far a charge is thrown to a square.
///
/// # Errors
/// No way within Short range leads there.
pub(crate) fn throws_to(world: &World, user: Id, to: Square) -> Result<HalfMetres, Refusal> {
    let refused = || Refusal::by(rule!("EDG-BLAST-3"), "range", "No way within Short range leads there.");
    targets(world, user).get(&to).copied().ok_or_else(refused)
}

/// Whether something can burst or come about around a square.
///
/// # Errors
/// It lies too far away, or no way or sight leads there.
pub(crate) fn may_be_at(world: &World, user: Id, with: &Attack, at: Square) -> Result<(), Refusal> {
    if with.class == Class::Blast {
        return throws_to(world, user, at).map(drop);
    }
    let there = in_sight(world, user, with).contains_key(&at);
    there.then_some(()).ok_or_else(|| Refusal::by(rule!("EDG-AOE-5"), "range", "Not in sight, or too far away."))
}
