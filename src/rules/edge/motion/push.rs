//! Pushes off what does not give way: how far they carry, and which can be made (EDG-GRAV-11 to EDG-GRAV-13).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, gravity};
use super::super::data::gravity::{Adrift, Heading};
use super::super::data::{HalfMetres, MIGHT, SQUARE, STEP};
use super::drift;
use super::surface::surface;
use crate::battle::{Event, *};
use crate::grid::{Direction, Square};
use crate::rule;

/// A push that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Push {
    /// Which way it leads.
    pub heading: Heading,
    /// How far at once, and on each turn after.
    pub far: HalfMetres,
}

/// EDG-GRAV-12: how far a push carries a creature at most, in metres.
pub(crate) fn strength_of_push(world: &World, id: Id) -> Trace {
    let profile = creature::profile(world, id);
    let mut out = Trace::new("a push, in metres", 0).by(rule!("EDG-GRAV-12"));
    out.push(Trace::new("twice its Strength", 2 * profile.strength));
    if let Some(&might) = profile.skills.get(MIGHT) {
        out.push(if gravity::is_at_ease(world, id) {
            Trace::new("twice its Might", 2 * might)
        } else {
            Trace::refused("Might", 2 * might, "no G-Zero").by(rule!("EDG-GRAV-10"))
        });
    }
    out.value = out.value.max(0);
    out
}

/// Why a creature can push itself off nothing, if so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_push(world: &World, id: Id) -> Result<(), Refusal> {
    creature::moves(world, id)?;
    if !gravity::only_drifts(world, id) {
        return Err(Refusal::by(rule!("EDG-GRAV-11"), "weight", "It goes about by itself here."));
    }
    if creature::speed(world, id) == 0 {
        return Err(Refusal::by(rule!("EDG-GRAV-11"), "held", "It is held where it is."));
    }
    if surface(world, id).is_none() {
        return Err(Refusal::by(rule!("EDG-GRAV-11"), "no_surface", "Nothing that it touches stands firm."));
    }
    Ok(())
}

/// A push to a square in one of eight directions, or so many storeys straight up or down.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn push(world: &World, id: Id, to: Square, rise: i32) -> Result<Push, Refusal> {
    may_push(world, id)?;
    let here = Place::of(world, id);
    let (dx, dy) = (i32::from(to.x) - i32::from(here.space.at.x), i32::from(to.y) - i32::from(here.space.at.y));
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let heading = match (rise.signum(), Direction::towards(dx, dy).filter(|_| straight)) {
        (1, None) if (dx, dy) == (0, 0) => Some(Heading::Up),
        (-1, None) if (dx, dy) == (0, 0) => Some(Heading::Down),
        (0, level) => level.map(Heading::Level),
        _ => None,
    };
    let heading = heading.ok_or_else(|| {
        let words = "A push goes in one of eight directions, or straight up or down.";
        Refusal::by(rule!("EDG-GRAV-12"), "not_straight", words)
    })?;
    let side = side_of(world, id);
    let free = drift::next(world, here, heading)
        .filter(|(to, _)| drift::stops(world, id, (here, *to), |other| knows(world, side, other)).is_none());
    let Some((_, step)) = free else {
        return Err(Refusal::by(rule!("EDG-GRAV-13"), "blocked", "Something is in the way at once."));
    };
    let far = step * dx.abs().max(dy.abs()).max(rise.abs());
    let most = 2 * strength_of_push(world, id).value;
    if far > most {
        let words = format!("It pushes itself {} at most.", creature::metres(most));
        return Err(Refusal::by(rule!("EDG-GRAV-12"), "far", words));
    }
    Ok(Push { heading, far })
}

/// Every push that can be made, as a square and so many storeys: the farthest of each way first.
pub(crate) fn all(world: &World, id: Id) -> Vec<(Square, i32)> {
    if may_push(world, id).is_err() {
        return Vec::new();
    }
    let (own, most) = (space(world, id).at, 2 * strength_of_push(world, id).value);
    let mut out = Vec::new();
    for direction in Direction::ALL {
        let (dx, dy) = direction.delta();
        let far = most / STEP[usize::from(dx != 0 && dy != 0)];
        let to = |steps: i32| own.offset(dx * steps as i16, dy * steps as i16);
        let onto = (1..=far).map(|steps| (to(steps), 0)).filter(|(at, _)| world.resource::<Map>().contains(*at));
        out.extend(onto.filter(|&(at, rise)| push(world, id, at, rise).is_ok()));
    }
    let straight = (1..=most / SQUARE).flat_map(|storeys| [(own, storeys), (own, -storeys)]);
    out.extend(straight.filter(|&(at, rise)| push(world, id, at, rise).is_ok()));
    out
}

/// EDG-GRAV-13: it pushes itself off, goes so far at once, and drifts on.
pub(crate) fn push_off(world: &mut World, id: Id, push: Push) {
    let Some((what, rule)) = surface(world, id) else {
        return world.note(id, "touches nothing any more", rule!("EDG-GRAV-11"));
    };
    let event = Event::note(format!("pushes itself off {what}")).actor(id).by(rule);
    world.tell(event.by(rule!("EDG-GRAV-11")));
    let strength = strength_of_push(world, id);
    world.tell(Event::number(id, strength).by(rule!("EDG-GRAV-12")));
    world.put(id, Adrift { heading: push.heading, far: push.far });
    drift::float(world, id, push.far, true);
}
