//! An object that is moved: square by square straight away, into what stands there, or down where there is no floor (MOM-OBJ-1,
//! MOM-PUSH-18).

use bevy::prelude::*;

use super::super::data::{Durability, Metres, Shell};
use super::super::field::distance::{self, Extent};
use super::collision::Meeting;
use super::harm::{Dose, Wound};
use super::straight::away;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// An object that an attack or Ability moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// Who moves it.
    pub by: Id,
    /// The object.
    pub thing: Id,
    /// How far it would go.
    pub metres: Metres,
    /// The attack or Ability.
    pub attack: Id,
    /// The middle of the area that moves it, where it is one.
    pub centre: Option<Square>,
}

/// Whether an object can be moved: it can be broken, and is no door, no device, nothing between squares, and not fixed.
fn is_loose(world: &World, thing: Id) -> bool {
    let fixed = world.part::<Shell>(thing).is_some_and(|shell| shell.fixed);
    let built_in = edge_of(world, thing).is_some()
        || world.part::<DoorState>(thing).is_some()
        || world.part::<Device>(thing).is_some();
    world.part::<Durability>(thing).is_some() && !fixed && !built_in
}

/// Sets an object going, straight away from what moves it.
pub(super) fn begin(world: &mut World, slide: Slide) {
    let Slide { by, thing, metres, centre, .. } = slide;
    if !is_loose(world, thing) {
        let text = format!("{} stays where it is: it is fixed", world.resource::<Names>().name(thing));
        let event = Event::note(text).target(thing);
        return world.tell(event.by(rule!("MOM-OBJ-1")));
    }
    let origin = centre.map_or_else(|| space(world, by), Footprint::single);
    let step = away(origin, distance::seen_from(world, by, thing));
    if step == (0, 0) {
        return;
    }
    let name = world.resource::<Names>().name(thing);
    let event = Event::note(format!("moves {name} up to {metres} m")).actor(by).target(thing);
    world.tell(event.by(rule!("MOM-OBJ-1")).by(rule!("MOM-PUSH-14")));
    let left: Vec<Square> = world.the::<Thing>(thing).squares.clone();
    slide.go(world, step);
    world.resource::<Rules>().0.ground_changed(world, &left);
}

impl Slide {
    /// Moves it on, until it has gone all the way, something stops it, or it falls.
    fn go(self, world: &mut World, (dx, dy): (i16, i16)) {
        let Self { by, thing, metres, attack, .. } = self;
        let from = world.the::<Position>(thing).at;
        for _ in 0..metres {
            let met = Meeting::before(world, thing, (dx, dy));
            if !met.is_nothing() {
                self.tell_of_its_way(world, from);
                let text = format!("{} is stopped there", world.resource::<Names>().name(thing));
                world.tell(Event::note(text).target(thing).by(rule!("MOM-PUSH-6")));
                return met.crash(world, by, thing, metres, Some(attack));
            }
            let Position { at, height } = *world.the::<Position>(thing);
            let floor = floor_under(world, thing, (dx, dy)).unwrap_or(height);
            world.put(thing, Position { at, height: floor });
            spawn::shift(world, thing, dx, dy);
            let extent = Extent::of(world, thing);
            if 2 * (height.0 - floor.0) > extent.high.0 - extent.low.0 {
                self.tell_of_its_way(world, from);
                return self.fall(world, Length(height.0 - floor.0));
            }
        }
        self.tell_of_its_way(world, from);
    }

    fn tell_of_its_way(self, world: &mut World, from: Square) {
        let at = world.the::<Position>(self.thing).at;
        if at != from {
            let name = world.resource::<Names>().name(self.thing);
            let text = format!("{name} is moved from {},{} to {},{}", from.x, from.y, at.x, at.y);
            world.tell(Event::note(text).target(self.thing).by(rule!("MOM-PUSH-1")));
        }
    }

    /// It has no floor within half its height: it comes down, and that ends the way (MOM-PUSH-12, MOM-TERR-9, MOM-TERR-10).
    fn fall(self, world: &mut World, distance: Length) {
        let Self { by, thing, .. } = self;
        let metres: Metres = distance.0 / Length::METRE.0;
        world.tell(Event::new(What::Falls { distance }).target(thing).by(rule!("MOM-PUSH-12")));
        let met = Meeting::under(world, thing, world.the::<Position>(thing).height);
        if !met.is_nothing() {
            return met.crash(world, by, thing, metres, None);
        }
        let amount = Trace::new("fall", metres).by(rule!("MOM-TERR-9"));
        launch(world, Wound::plain(thing, vec![Dose::physical(amount)]));
    }
}

/// The highest ground that an object would come to stand on by a step.
fn floor_under(world: &World, thing: Id, (dx, dy): (i16, i16)) -> Option<Length> {
    let map = world.resource::<Map>();
    world.the::<Thing>(thing).squares.iter().map(|at| map.ground(at.offset(dx, dy))).max()
}
