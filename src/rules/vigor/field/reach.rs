//! Adjacency and reach, in squares of 6 ft (VIG-GRID, VIG-ADJ).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Attack, Barrier, SQUARE};
use super::barrier::{barrier_at, clear_way};
use super::cover;
use super::distance::{levels, levels_apart, on_the_level, squares_of};
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// VIG-ADJ-1, VIG-ADJ-3: within a square, and a clear path between.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn adjacent(world: &World, a: Id, b: Id) -> Result<(), Rule> {
    let (here, there) = (squares_of(world, a), squares_of(world, b));
    if edge_of(world, b).is_some() && on_the_level(world, a, b) == 0 {
        return Ok(());
    }
    // VIG-FALL-4: nobody is beside somebody more than a square higher or lower.
    if levels_apart(world, a, b) > 1 {
        return Err(rule!("VIG-FALL-4"));
    }
    clear_between(world, &here, &there)
}

/// VIG-ATK-18, VIG-ACT-19: whether hands get to what lies in a square: its own, or an adjacent one.
pub(crate) fn to_hand(world: &World, id: Id, at: Square) -> bool {
    let height = world.the::<Position>(id).height;
    levels(height, floor_of(world, Footprint::single(at))) <= 1
        && clear_between(world, &squares_of(world, id), &[at]).is_ok()
}

/// Whether some square of one lies beside some square of another with a clear path between.
fn clear_between(world: &World, here: &[Square], there: &[Square]) -> Result<(), Rule> {
    let open = |at: Square| matches!(barrier_at(world, at), Barrier::Nothing | Barrier::Foliage);
    let corner = |at: Square| here.contains(&at) || there.contains(&at) || open(at);
    let mut why = rule!("VIG-ADJ-4");
    for &one in here {
        for &other in there.iter().filter(|other| one.steps_to(**other) <= 1) {
            match clear_way(world, one, other, corner) {
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
pub(crate) fn reach(world: &World, id: Id, attack: &Attack) -> i32 {
    creature::profile(world, id).size.reach().max(attack.reach_ft / SQUARE)
}

/// Whether somebody reaches another hand to hand (VIG-ADJ-4, VIG-ADJ-5).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn reaches(world: &World, id: Id, attack: &Attack, target: Id) -> Result<(), Refusal> {
    within(world, id, reach(world, id, attack), target)
}

/// Whether somebody reaches another over so many squares.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn within(world: &World, id: Id, reach: i32, target: Id) -> Result<(), Refusal> {
    let far = on_the_level(world, id, target);
    let refuse = |rule, key: &'static str, message: String| Err(Refusal::by(rule, key, message));
    if far > reach {
        let rule = if reach == 0 { rule!("VIG-GRID-6") } else { rule!("VIG-ADJ-4") };
        let message = format!("{} ft away; it reaches {} ft.", far.saturating_mul(SQUARE), reach * SQUARE);
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
