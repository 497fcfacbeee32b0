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
        // What stands between two squares is as near as the nearer one.
        Some(thing) if thing.squares.is_empty() => {
            edge_of(world, id).map_or_else(Vec::new, |edge| edge.squares().to_vec())
        }
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
pub fn levels_apart(world: &World, a: Id, b: Id) -> i32 {
    let height = |id: Id| world.part::<Position>(id).map_or(0, |position| position.height.0);
    let apart = (height(a) - height(b)).abs();
    let square = Length::feet(SQUARE).0;
    (apart + square - 1) / square
}

/// VIG-ADJ-1, VIG-ADJ-3: within a square, and a clear path between.
///
/// # Errors
/// The rule that stands against it.
pub fn adjacent(world: &World, a: Id, b: Id) -> Result<(), Rule> {
    let (here, there) = (squares_of(world, a), squares_of(world, b));
    if edge_of(world, b).is_some() && distance(world, a, b) == 0 {
        return Ok(());
    }
    let open = |at: Square| matches!(cover::barrier_at(world, at), Barrier::Nothing | Barrier::Foliage);
    let corner = |at: Square| here.contains(&at) || there.contains(&at) || open(at);
    let mut why = rule!("VIG-ADJ-1");
    for &one in &here {
        for &other in there.iter().filter(|other| one.steps_to(**other) <= 1) {
            match cover::clear_way(world, one, other, corner) {
                Ok(()) => return Ok(()),
                // VIG-ADJ-3: what stands between two squares side by side parts those in them.
                Err(rule) if rule == rule!("VIG-GRID-9") => why = rule!("VIG-ADJ-3"),
                Err(rule) => why = rule,
            }
        }
    }
    Err(why)
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
    let refuse = |rule, key: &'static str, message: String| Err(Refusal::by(rule, key, message));
    if far > reach {
        let rule = if reach == 0 {
            rule!("VIG-GRID-6")
        } else {
            rule!("VIG-ADJ-4")
        };
        let message = format!(
            "{} ft away; it reaches {} ft.",
            far.saturating_mul(SQUARE),
            reach * SQUARE
        );
        return refuse(rule, "range", message);
    }
    if levels_apart(world, id, target) > reach.max(1) {
        return refuse(rule!("VIG-FALL-4"), "level", "It stands too high or too low.".into());
    }
    if reach <= 1 {
        return match adjacent(world, id, target) {
            Ok(()) => Ok(()),
            Err(rule) => refuse(rule, "corner", "Something stands between them.".into()),
        };
    }
    // It takes a line that no wall crosses.
    if cover::between(world, id, target).step() == CoverStep::Full {
        return refuse(rule!("VIG-ADJ-5"), "no_line", "No line leads there.".into());
    }
    Ok(())
}
