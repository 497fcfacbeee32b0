//! Whom something can be aimed at (MOM-ATK-3).

use bevy::prelude::World;

use super::super::data::{Attack, Class, Durability, Leaning, conditions::effects, moment::Moment};
use super::cover::{self, View};
use super::distance::Extent;
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// An object that can be broken (MOM-ATK-5).
pub(crate) fn is_breakable(world: &World, thing: Id) -> bool {
    is_there(world, thing) && world.part::<Durability>(thing).is_some_and(|left| left.now > 0)
}

/// How far a creature is from a target in a space: also from where it leans (MOM-LEAN-6).
pub(crate) fn reaches(world: &World, id: Id, there: Extent) -> i32 {
    let own = Extent::of(world, id);
    let leans = View::of(world, id).leans_to;
    let leaning = leans.map(|at| Extent { space: Footprint::single(at), ..own }.to(there));
    own.to(there).min(leaning.unwrap_or(i32::MAX))
}

/// MOM-ATK-3, MOM-ATK-15, MOM-FULL-1: whether a creature can aim this at a creature or object in a space.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, with: &Attack, target: Id, there: Footprint) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    let creature = world.part::<Creature>(target).is_some();
    let known = if creature {
        is_on_map(world, target) && knows(world, side_of(world, id), target)
    } else {
        is_breakable(world, target)
    };
    if !known {
        return Err(Refusal::by(rule!("MOM-ATK-3"), "gone", "There is nobody to attack."));
    }
    let melee = with.class == Class::Melee;
    let extent = Extent { space: there, ..Extent::of(world, target) };
    let far = reaches(world, id, extent);
    if far > with.range_m {
        let leans = world.part::<Leaning>(target).and_then(|leaning| leaning.0).filter(|_| melee);
        if leans.is_some_and(|at| reaches(world, id, Extent { space: at.into(), ..extent }) <= with.range_m) {
            return Err(Refusal::by(rule!("MOM-LEAN-6"), "range", "It leans within range, but it stands beyond."));
        }
        if space(world, id).steps(there) <= with.range_m {
            let words = format!("Out of range ({} m): it stands {far} m higher or lower.", with.range_m);
            return Err(Refusal::by(rule!("MOM-TERR-13"), "range", words));
        }
        let rule = if melee { rule!("MOM-ATK-14") } else { rule!("MOM-ATK-15") };
        return Err(Refusal::by(rule, "range", format!("Out of range ({} m).", with.range_m)));
    }
    if far > 1 {
        within_sight(world, id, matches!(with.class, Class::Effect | Class::Aid))?;
    }
    if cover::seen(world, View::of(world, id).hand_to_hand(melee), (target, there)).full.is_some() {
        return Err(Refusal::by(rule!("MOM-FULL-1"), "no_line", "It has full cover."));
    }
    Ok(())
}

/// MOM-STAT-13, MOM-STAT-25: whether a creature can pick out others from afar.
fn within_sight(world: &World, id: Id, effect: bool) -> Result<(), Refusal> {
    let Some(blind) = effects().first(world, id, Moment::Sees) else { return Ok(()) };
    let rule = if effect { rule!("MOM-STAT-25") } else { blind.rule.clone() };
    Err(Refusal::by(rule, "sees_nobody", "It sees nobody farther off than 1 m."))
}

/// MOM-AREA-1, MOM-AREA-2, MOM-HIDE-6: whether a creature can aim this at a square.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at_square(world: &World, id: Id, with: &Attack, at: Square) -> Result<(), Refusal> {
    if !world.resource::<Map>().contains(at) || world.resource::<Map>().solid(at) {
        return Err(Refusal::new("off_map", "Nothing can be there."));
    }
    if with.line_m > 0 {
        if space(world, id).contains(at) {
            return Err(Refusal::by(rule!("MOM-AREA-2"), "no_line", "Name a square that the line goes through."));
        }
        return Ok(());
    }
    let there = Extent::ground(world, Footprint::single(at));
    if reaches(world, id, there) > with.range_m {
        return Err(Refusal::by(rule!("MOM-ATK-15"), "range", format!("Out of range ({} m).", with.range_m)));
    }
    if cover::square_behind(world, View::of(world, id), at).is_some() {
        return Err(Refusal::by(rule!("MOM-FULL-1"), "no_line", "Something solid stands between."));
    }
    Ok(())
}
