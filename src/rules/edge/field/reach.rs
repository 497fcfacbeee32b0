//! Distance and reach in half-metres (EDG-GRID-4 to EDG-GRID-9).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Attack, Class, HalfMetres, SQUARE, STEP, conditions::UNCONSCIOUS};
use crate::battle::*;
use crate::grid::Length;

/// EDG-GRID-4: so many columns and rows apart.
fn apart(columns: i32, rows: i32) -> HalfMetres {
    let (more, less) = (columns.max(rows), columns.min(rows));
    SQUARE * (more - less) + STEP[1] * less
}

/// EDG-GRID-6: the larger, and a third of the smaller.
fn combined(one: HalfMetres, other: HalfMetres) -> HalfMetres {
    one.max(other) + one.min(other) / 3
}

/// Half-metres, rounded down.
fn halves(length: Length) -> HalfMetres {
    length.whole(Length(Length::METRE.0 / 2))
}

/// EDG-GRID-5: the distance between two, nearest square to nearest, heights counted in.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> HalfMetres {
    let (a, b) = (stand(world, a), stand(world, b));
    let (columns, rows) = a.space.gap(b.space);
    combined(apart(columns, rows), halves((a.height - b.height).abs()))
}

/// EDG-GRID-8, EDG-GRID-17: the gap between two at some places: whole squares between them, and height above the lower one's head.
fn gap(world: &World, (a, one): (Id, Place), (b, other): (Id, Place)) -> HalfMetres {
    let (columns, rows) = one.space.gap(other.space);
    let between = |offset: i32| (offset - 1).max(0);
    let lower = if one.height < other.height { a } else { b };
    let tall = halves(world.the::<Body>(lower).tall);
    let up = (halves((one.height - other.height).abs()) - tall).max(0);
    combined(apart(between(columns), between(rows)), up)
}

/// How far somebody reaches with something, or with its body alone.
pub(crate) fn reach(world: &World, id: Id, with: Option<&Attack>) -> HalfMetres {
    creature::profile(world, id).size.reach() + 2 * with.map_or(0, |with| with.reach_bonus_m)
}

/// EDG-GRID-8: whether a target is within somebody's reach with something.
pub(crate) fn reaches(world: &World, id: Id, with: &Attack, target: Id) -> bool {
    threatens_with(world, id, with, target, Place::of(world, target))
}

/// EDG-RE-6: whether somebody could strike at whoever stands somewhere, with anything it has.
pub(crate) fn threatens(world: &World, id: Id, target: Id, place: Place) -> bool {
    strikes(world, id).any(|with| threatens_with(world, id, with, target, place))
}

/// Likewise with one thing.
pub(crate) fn threatens_with(world: &World, id: Id, with: &Attack, target: Id, place: Place) -> bool {
    let own = Place::of(world, id);
    gap(world, (id, own), (target, place)) < reach(world, id, Some(with)) && !parted(world, own.space, place.space)
}

/// What somebody strikes with hand to hand.
pub(crate) fn strikes(world: &World, id: Id) -> impl Iterator<Item = &Attack> {
    let attacks = creature::profile(world, id).attacks.iter();
    attacks.filter(|with| with.class == Class::Melee)
}

/// EDG-RNG-5: an enemy that sees the shooter and within whose reach it stands; one of which its side knows before one of which it does not.
pub(crate) fn hemmed_in(world: &World, id: Id) -> Option<Id> {
    let here = Place::of(world, id);
    let near = |&other: &Id| {
        let sees = !has_condition(world, other, UNCONSCIOUS) && knows(world, side_of(world, other), id);
        creature::hostile(world, id, other) && sees && threatens(world, other, id, here)
    };
    let known = known_to(world, id).map(|(other, _)| other).find(near);
    known.or_else(|| on_map(world).find(near))
}
