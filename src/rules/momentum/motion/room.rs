//! A creature that has come to a halt where it may not stop, and where it goes then (MOM-OCC-13).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::fight::ride;
use super::super::ruleset::Momentum;
use super::ground;
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::rule;

/// The last place on a creature's way where it could have stopped, and the place to which it went on from there (MOM-OCC-13).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Foothold(Option<(Place, Place)>);

/// Where a creature could have stopped last, if it is still on that way.
fn foothold(world: &World, id: Id) -> Option<Place> {
    let &Foothold(known) = world.part::<Foothold>(id)?;
    let (foothold, to) = known?;
    (to == Place::of(world, id)).then_some(foothold)
}

/// Whether a creature may stop where it is.
pub(crate) fn may_stay(world: &World, id: Id) -> bool {
    let (ground, walker) = Momentum::set_out(world, id);
    ride::host(world, id).is_some() || (!divided(world, walker.space) && ground.stop(&walker).is_ok())
}

/// Remembers, as a creature goes on from a place, where it could have stopped.
pub(crate) fn goes_on(world: &mut World, id: Id, to: Place) {
    let last = if may_stay(world, id) { Some(Place::of(world, id)) } else { foothold(world, id) };
    world.put(id, Foothold(last.map(|last| (last, to))));
}

/// Forgets where it could have stopped: it came here by no way of its own.
pub(crate) fn forget_way(world: &mut World, id: Id) {
    world.put(id, Foothold(None));
}

/// A creature that has come to a halt where it may not stop goes to where it may.
pub(crate) fn settle(world: &mut World, id: Id) {
    if is_on_map(world, id) && !may_stay(world, id) {
        launch(world, Settling(id));
    }
}

/// MOM-OCC-13: a creature that stands where it may not, until it has made room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Settling(Id);

impl Settling {
    /// The last place of its way where it may stop, if it still may; else the nearest one.
    fn place(self, world: &mut World) -> Option<Place> {
        let Self(id) = self;
        let from = Place::of(world, id);
        if let Some(back) = foothold(world, id)
            && as_if_at(world, id, back, |world| may_stay(world, id) && !ground::would_fall(world, id))
        {
            return Some(back);
        }
        let at = environment::free_place(world, id, from.space.at, from.space.side)?;
        let space = Footprint { at, ..from.space };
        Some(Place { space, height: ground::height_in(world, id, space, from.height) })
    }
}

impl Later for Settling {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if !is_on_map(world, id) || may_stay(world, id) {
            return;
        }
        let Some(place) = self.place(world) else { return };
        let from = Place::of(world, id);
        let to = place.position();
        forget_way(world, id);
        let along = move_with_attached(world, id, to, MoveKind::Carried);
        let event = Event::step(id, from.position(), to, Motion::Pushed, Motion::Pushed.word());
        world.tell(event.by(rule!("MOM-OCC-13")));
        arrive(world, id, Arrival::carried(from, along));
    }
}
