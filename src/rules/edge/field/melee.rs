//! Who fights whom hand to hand: enemies about a shooter, allies about a target (EDG-ATK-11, EDG-RNG-5, EDG-RNG-6).

use bevy::prelude::World;

use super::super::body::creature;
use super::reach::threatens;
use super::sight;
use crate::battle::*;
use crate::grid::Footprint;

/// EDG-RNG-5: an enemy that sees the shooter and within whose reach it stands; one of which its side knows before one of which it does not.
pub(crate) fn hemmed_in(world: &World, id: Id) -> Option<Id> {
    let here = Place::of(world, id);
    // The test that most creatures fail comes first.
    let near = |&other: &Id| {
        other != id
            && threatens(world, other, id, here)
            && creature::hostile(world, id, other)
            && creature::able(world, other).is_ok()
            && sight::sees(world, other, id)
    };
    let mut enemies = on_map(world).filter(near);
    let first = enemies.next()?;
    let side = side_of(world, id);
    Some([first].into_iter().chain(enemies).find(|&enemy| knows(world, side, enemy)).unwrap_or(first))
}

/// Whether two creatures fight each other hand to hand: each can act and knows of the other, and one is within the other's reach (R37).
pub(crate) fn engaged(world: &World, one: Id, other: Id) -> bool {
    let there = |id: Id| Place::of(world, id);
    let aware = |id: Id, of: Id| creature::able(world, id).is_ok() && knows(world, side_of(world, id), of);
    (threatens(world, one, other, there(other)) || threatens(world, other, one, there(one)))
        && creature::hostile(world, one, other)
        && aware(one, other)
        && aware(other, one)
}

/// EDG-ATK-11: whether the segment between two middles goes through opposite sides, or opposite corners, of a space.
fn is_between(one: Footprint, other: Footprint, target: Footprint) -> bool {
    // In half squares.
    let corner = |space: Footprint| (2 * i32::from(space.at.x), 2 * i32::from(space.at.y));
    let middle = |space: Footprint| {
        let (x, y) = corner(space);
        (x + i32::from(space.side), y + i32::from(space.side))
    };
    let (low, side) = (corner(target), 2 * i32::from(target.side));
    let high = (low.0 + side, low.1 + side);
    let crosses = |a: (i32, i32), b: (i32, i32), low: (i32, i32), high: (i32, i32)| {
        let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        let along = b.0 - a.0;
        // Where it is on the one axis, times `along`, when it is at a place of the other.
        let at = |place: i32| a.1 * along + (place - a.0) * (b.1 - a.1);
        let inside = |place: i32| (low.1 * along..=high.1 * along).contains(&at(place));
        along > 0 && a.0 <= low.0 && b.0 >= high.0 && inside(low.0) && inside(high.0)
    };
    let turned = |point: (i32, i32)| (point.1, point.0);
    let (a, b) = (middle(one), middle(other));
    crosses(a, b, low, high) || crosses(turned(a), turned(b), turned(low), turned(high))
}

/// EDG-ATK-11, EDG-ATK-12: the ally by whom an attacker that sees its target flanks it. Two of those who fight the target and see it stand
/// opposite each other. Of several pairs it is the one that most sides know of.
pub(crate) fn flanks(world: &World, attacker: Id, target: Id) -> Option<Id> {
    let fights = |&id: &Id| engaged(world, id, target) && sight::sees(world, id, target);
    if !fights(&attacker) {
        return None;
    }
    let known = known_to(world, attacker).map(|(other, _)| other);
    let allies = known.filter(|&other| sides::allied(world, attacker, other)).filter(fights);
    let all: Vec<(Id, Footprint)> = allies.chain([attacker]).map(|id| (id, space(world, id))).collect();
    let its = space(world, target);
    let pairs = all.iter().enumerate().flat_map(|(place, &one)| all[..place].iter().map(move |&other| [one, other]));
    // The ally of a pair that fewer sides know of.
    let strange = |[one, other]: [(Id, Footprint); 2]| {
        let allies = [one.0, other.0].into_iter().filter(|&id| id != attacker);
        allies.map(|id| (strangers_to(world, id).len(), id)).max()
    };
    let opposite = pairs.filter(|[one, other]| is_between(one.1, other.1, its));
    opposite.filter_map(strange).min().map(|(_, ally)| ally)
}

/// EDG-RNG-6, EDG-RNG-7: an ally of the shooter that fights the target hand to hand and is not so much smaller than it. It fights it
/// where each can act, knows of the other, and one is within the other's reach (R37).
pub(crate) fn ally_in_the_way(world: &World, shooter: Id, target: Id) -> Option<Id> {
    let size = |id: Id| creature::profile(world, id).size as i32;
    let fights = |&ally: &Id| sides::allied(world, shooter, ally) && engaged(world, ally, target);
    let mut allies = known_to(world, shooter).map(|(other, _)| other).filter(fights);
    // All of them must be so much smaller that the target stands out among them.
    allies.find(|&ally| size(target) - size(ally) < 2)
}
