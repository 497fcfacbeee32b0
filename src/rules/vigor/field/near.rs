//! Distance, adjacency and reach, in squares of 6 ft (VIG-GRID, VIG-ADJ).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{Attack, Barrier, SQUARE};
use super::cover;
use crate::battle::*;
use crate::grid::{Length, Square};
use crate::rule;

/// The squares that something takes up: one space of a creature, all squares of an object.
pub fn squares_of(world: &World, id: Id) -> Vec<Square> {
    match world.part::<Thing>(id) {
        Some(thing) => thing.squares.clone(),
        None => space(world, id).squares().collect(),
    }
}

/// VIG-GRID-2: squares between two, nearest to nearest.
pub fn distance(world: &World, a: Id, b: Id) -> i32 {
    let (here, there) = (squares_of(world, a), squares_of(world, b));
    let all = here
        .iter()
        .flat_map(|&one| there.iter().map(move |&other| one.steps_to(other)));
    all.min().unwrap_or(i32::MAX)
}

/// VIG-FALL-4: how many squares one stands above the other.
fn levels_apart(world: &World, a: Id, b: Id) -> i32 {
    let height = |id: Id| world.the::<Position>(id).height.0;
    (height(a) - height(b)).abs() / Length::feet(SQUARE).0
}

/// VIG-ADJ-1, VIG-GRID-8: within a square, and nothing at the corner that they share.
fn adjacent(world: &World, a: Id, b: Id) -> bool {
    let (here, there) = (squares_of(world, a), squares_of(world, b));
    let open = |at: Square| matches!(cover::barrier_at(world, at), Barrier::Nothing | Barrier::Foliage);
    let corner = |at: Square| here.contains(&at) || there.contains(&at) || open(at);
    let clear = |one: Square, other: Square| {
        let (dx, dy) = ((other.x - one.x).signum(), (other.y - one.y).signum());
        let straight = dx == 0 || dy == 0;
        one.steps_to(other) <= 1 && (straight || (corner(one.offset(dx, 0)) && corner(one.offset(0, dy))))
    };
    here.iter().any(|&one| there.iter().any(|&other| clear(one, other)))
}

/// VIG-GRID-6, VIG-GRID-7: how many squares somebody reaches with a weapon.
pub fn reach(world: &World, id: Id, attack: &Attack) -> i32 {
    who::profile(world, id).size.reach().max(attack.reach_ft / SQUARE)
}

/// Whether somebody reaches another hand to hand (VIG-ADJ-4, VIG-ADJ-5).
///
/// # Errors
/// The rule that stands against it.
pub fn reaches(world: &World, id: Id, attack: &Attack, target: Id) -> Result<(), Refusal> {
    let (far, reach) = (distance(world, id, target), reach(world, id, attack));
    if far > reach || levels_apart(world, id, target) > reach {
        let message = format!(
            "{} ft away; it reaches {} ft.",
            far.saturating_mul(SQUARE),
            reach * SQUARE
        );
        return Err(Refusal::by(rule!("VIG-ADJ-4"), "range", message));
    }
    if reach <= 1 && !adjacent(world, id, target) {
        return Err(Refusal::by(
            rule!("VIG-GRID-8"),
            "corner",
            "Something stands at the corner between them.",
        ));
    }
    // It takes a line that no wall crosses.
    if reach > 1 && cover::between(world, id, target).step() == CoverStep::Full {
        return Err(Refusal::by(rule!("VIG-ADJ-5"), "no_line", "No line leads there."));
    }
    Ok(())
}
