//! Distance and reach in half-metres (EDG-GRID-4 to EDG-GRID-9).

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Attack, Class, HalfMetres, SQUARE, STEP};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};

/// EDG-GRID-4: so many columns and rows apart.
pub(crate) fn apart(columns: i32, rows: i32) -> HalfMetres {
    let (more, less) = (columns.max(rows), columns.min(rows));
    SQUARE * (more - less) + STEP[1] * less
}

/// EDG-GRID-6: the larger, and a third of the smaller.
pub(crate) fn combined(one: HalfMetres, other: HalfMetres) -> HalfMetres {
    one.max(other) + one.min(other) / 3
}

/// Half-metres, rounded down.
pub(crate) fn halves(length: Length) -> HalfMetres {
    length.whole(Length(Length::METRE.0 / 2))
}

/// EDG-GRID-4: the distance between two spaces, nearest square to nearest, heights aside.
pub(crate) fn between_spaces(one: Footprint, other: Footprint) -> HalfMetres {
    let (columns, rows) = one.gap(other);
    apart(columns, rows)
}

/// EDG-GRID-5, EDG-GRID-6: the distance between two places, heights counted in.
pub(crate) fn between_places(one: Place, other: Place) -> HalfMetres {
    combined(between_spaces(one.space, other.space), halves((one.height - other.height).abs()))
}

/// The same between two creatures.
pub(crate) fn distance(world: &World, a: Id, b: Id) -> HalfMetres {
    between_places(Place::of(world, a), Place::of(world, b))
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

/// EDG-GRID-8, EDG-SIZE-2: whether another is so near, or in the same space, with nothing between that stops a hand.
fn is_within(world: &World, one: (Id, Place), other: (Id, Place), reach: HalfMetres) -> bool {
    let far = gap(world, one, other);
    let shares = far == 0 && one.1.space.overlaps(other.1.space);
    (far < reach || shares) && !parted(world, one.1.space, other.1.space)
}

/// EDG-GRID-17: whether nothing but the height keeps a target out of the reach of an attack.
pub(crate) fn is_too_high(world: &World, id: Id, with: &Attack, target: Id) -> bool {
    let (own, its) = (Place::of(world, id), Place::of(world, target));
    let level = Place { height: own.height, ..its };
    let reaches = |place: Place| is_within(world, (id, own), (target, place), reach(world, id, Some(with)));
    !reaches(its) && reaches(level)
}

/// EDG-FLY-5: whether the feet of one of two bodies are no lower than the other's head.
pub(crate) fn is_clear_of(world: &World, (a, one): (Id, Place), (b, other): (Id, Place)) -> bool {
    let head = |id: Id, place: Place| Length(place.height.0.saturating_add(world.the::<Body>(id).tall.0));
    one.height >= head(b, other) || other.height >= head(a, one)
}

/// How far a creature reaches with an attack, or with its body alone.
pub(crate) fn reach(world: &World, id: Id, with: Option<&Attack>) -> HalfMetres {
    let profile = creature::profile(world, id);
    let own = profile.reach_m.map_or_else(|| profile.size.reach(), |metres| 2 * metres);
    own + 2 * with.map_or(0, |with| with.reach_bonus_m)
}

/// EDG-GRID-8: whether a target is within a creature's reach with an attack.
pub(crate) fn reaches(world: &World, id: Id, with: &Attack, target: Id) -> bool {
    threatens_with(world, id, with, target, Place::of(world, target))
}

/// EDG-RE-6: whether a creature could strike at a target in a place, with any of its attacks.
pub(crate) fn threatens(world: &World, id: Id, target: Id, place: Place) -> bool {
    // Most are too far away for anything that they have.
    let between = SQUARE * (space(world, id).steps(place.space) - 1);
    let longest = creature::profile(world, id).attacks.iter().map(|with| with.reach_bonus_m).fold(0, i32::max);
    if between > 0 && between >= reach(world, id, None) + 2 * longest {
        return false;
    }
    strikes(world, id).any(|with| threatens_with(world, id, with, target, place))
}

/// Likewise with one thing.
pub(crate) fn threatens_with(world: &World, id: Id, with: &Attack, target: Id, place: Place) -> bool {
    let own = Place::of(world, id);
    is_within(world, (id, own), (target, place), reach(world, id, Some(with)))
}

/// Whether a target is within the reach of a creature's body alone (EDG-GRAP-1).
pub(crate) fn naturally_reaches(world: &World, id: Id, target: Id) -> bool {
    let (own, its) = (Place::of(world, id), Place::of(world, target));
    is_within(world, (id, own), (target, its), reach(world, id, None))
}

/// What a creature could strike with hand to hand at once: with its body, or with what its hands hold (EDG-RE-6).
pub(crate) fn strikes(world: &World, id: Id) -> impl Iterator<Item = &Attack> {
    let attacks = creature::profile(world, id).attacks.iter();
    attacks.filter(move |with| with.class == Class::Melee && hands::is_ready(world, id, with))
}

/// Whether a thing stands beside a creature, with nothing between that stops a hand (R25).
pub(crate) fn to_hand(world: &World, id: Id, thing: Id) -> bool {
    let own = space(world, id);
    match edge_of(world, thing) {
        Some(edge) => edge.bounds(own),
        None => world.part::<Thing>(thing).is_some_and(|thing| {
            let beside = |&at: &Square| own.steps(at.into()) <= 1 && !parted(world, own, at.into());
            thing.squares.iter().any(beside)
        }),
    }
}

/// How far the floor of a square is above or below a creature's feet.
pub(crate) fn height_between(world: &World, id: Id, at: Square) -> HalfMetres {
    halves((stand(world, id).height - floor_of(world, at.into())).abs())
}

/// EDG-GRID-6: whether two stand at different heights.
pub(crate) fn on_another_height(world: &World, a: Id, b: Id) -> bool {
    halves((stand(world, a).height - stand(world, b).height).abs()) > 0
}

/// EDG-ATK-13: whether an attacker's feet are 1.5 m or more above the target's.
pub(crate) fn is_elevated(world: &World, attacker: Id, target: Id) -> bool {
    halves(stand(world, attacker).height - stand(world, target).height) >= SQUARE
}

/// EDG-ATK-14: whether an attacker rides on a mount that is larger than its target.
pub(crate) fn rides_above(world: &World, attacker: Id, target: Id) -> bool {
    let size = |id: Id| creature::profile(world, id).size;
    creature::mount_of(world, attacker).is_some_and(|mount| mount != target && size(target) < size(mount))
}
