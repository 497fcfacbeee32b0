//! Who is on whose back: it stands in a square of its host and goes where that goes (MOM-CLIMB).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
pub(crate) use super::super::body::ties::{Riding, host, riders};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// MOM-CLIMB-4, MOM-CLIMB-14: the squares of a host that a climber can take, the one nearest to it first.
pub(crate) fn seats(world: &World, climber: Id, host: Id) -> Vec<Square> {
    let own = space(world, climber);
    // Those of quite another size share a square.
    let size = |id: Id| creature::profile(world, id).size;
    let shares = |id: Id| size(id).above(size(climber)).abs() >= 2;
    let others = riders(world, host).into_iter().filter(|&id| id != climber && !shares(id));
    let taken: Vec<Footprint> = others.map(|id| space(world, id)).collect();
    let fits = |at: &Square| {
        let there = Footprint { at: *at, ..own };
        there.squares().all(|square| space(world, host).contains(square))
            && !taken.iter().any(|other| other.overlaps(there))
    };
    let mut all: Vec<Square> = space(world, host).squares().filter(fits).collect();
    all.sort_by_key(|at| (own.steps((*at).into()), at.y, at.x));
    all
}

/// It is up there now.
fn mount(world: &mut World, climber: Id, host: Id, at: Square) {
    let before = Place::of(world, climber);
    let to = Position { at, height: world.the::<Position>(host).height };
    world.put(climber, Riding(Some(host)));
    move_with_attached(world, climber, to, MoveKind::Carried);
    let event = Event::step(climber, before.position(), to, Motion::Climb, "climbs up");
    world.tell(event.target(host).by(rule!("MOM-CLIMB-4")));
    arrive(world, climber, Arrival::carried(before, Vec::new()).meeting(Meets::NoMore));
}

/// The free squares next to a host, the nearest to its rider first; if there are none, the nearest free ones (MOM-CLIMB-13).
pub(crate) fn ground_beside(world: &World, rider: Id, host: Id) -> Vec<Square> {
    let own = space(world, rider);
    let beside = |at: &Square| space(world, host).steps(Footprint { at: *at, ..own }) == 1;
    let mut free = environment::free_places(world, rider, own.at, own.side);
    let near: Vec<Square> = free.iter().copied().filter(beside).collect();
    if !near.is_empty() {
        free = near;
    }
    free
}

/// A climber on its way up.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Mounting {
    pub climber: Id,
    pub host: Id,
    pub at: Square,
}

impl Later for Mounting {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        if is_on_map(world, self.climber) && is_on_map(world, self.host) {
            mount(world, self.climber, self.host, self.at);
        }
    }
}

/// Why a rider comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Descent {
    /// It gets off (MOM-CLIMB-10).
    ByItself,
    /// It is shaken off (MOM-CLIMB-7).
    Shaken,
    /// It or its host can do nothing (MOM-CLIMB-11).
    Felled,
}

/// A rider on its way down.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dismounting {
    pub rider: Id,
    pub to: Square,
    pub why: Descent,
}

impl Later for Dismounting {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let rule = match self.why {
            Descent::ByItself => rule!("MOM-CLIMB-10"),
            Descent::Shaken => rule!("MOM-CLIMB-7"),
            Descent::Felled => rule!("MOM-CLIMB-11"),
        };
        if is_on_map(world, self.rider) {
            dismount(world, self.rider, self.to, rule);
        }
    }
}

/// It rides no more, and stands on a square beside (MOM-CLIMB-7, MOM-CLIMB-10).
fn dismount(world: &mut World, rider: Id, to: Square, rule: Rule) {
    let before = Place::of(world, rider);
    world.put(rider, Riding(None));
    let there = Footprint { at: to, ..before.space };
    let position = Position { at: to, height: floor_of(world, there) };
    move_with_attached(world, rider, position, MoveKind::Carried);
    let event = Event::step(rider, before.position(), position, Motion::Climb, "gets off");
    world.tell(event.by(rule));
    arrive(world, rider, Arrival::carried(before, Vec::new()));
}

/// MOM-CLIMB-11, MOM-CLIMB-13: the climb is over where the rider is in no square of its host any more, or one of them can do nothing.
pub(crate) fn test(world: &mut World) {
    let all: Vec<Id> =
        on_map(world).filter(|&id| world.part::<Riding>(id).is_some_and(|riding| riding.0.is_some())).collect();
    for rider in all {
        let Some(riding) = world.part::<Riding>(rider).and_then(|riding| riding.0) else { continue };
        if !is_on_map(world, riding) {
            world.put(rider, Riding(None));
            world.note(rider, "stands where what it rode has been", rule!("MOM-CLIMB-11"));
            let floor = floor_of(world, space(world, rider));
            lift_to(world, rider, floor);
        } else if !space(world, rider).overlaps(space(world, riding)) {
            world.put(rider, Riding(None));
            world.note(rider, "is on its back no more", rule!("MOM-CLIMB-13"));
        } else if !creature::conscious(world, rider) || !creature::conscious(world, riding) {
            let to = ground_beside(world, rider, riding).first().copied();
            let begun = all_in_flight::<Dismounting>(world).any(|(_, down)| down.rider == rider);
            if let Some(to) = to.filter(|_| !begun) {
                launch(world, Dismounting { rider, to, why: Descent::Felled });
            }
        }
    }
}
