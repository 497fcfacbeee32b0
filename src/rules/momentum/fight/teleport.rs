//! Teleporting a creature: where to, and what comes of a place that is taken (MOM-TELE).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{DamageType, Durability, Metres, conditions::HIDDEN};
use super::super::field::cover::{self, View};
use super::super::motion::ground;
use super::asking;
use super::harm::{Dose, Wound};
use super::straight::stops;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question where to.
pub(crate) const WHERE: &str = "teleport";

/// An Ability that teleports, until its user has said where to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aiming {
    /// The Ability in flight.
    pub attack: Id,
    /// Its user.
    pub by: Id,
    /// Whom it teleports.
    pub target: Id,
    /// How far at most.
    pub metres: Metres,
}

/// The square that was said, on the Ability.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Destination(pub Square);

impl Aiming {
    /// MOM-TELE-6: the squares that its user sees.
    fn squares(self, world: &World) -> Vec<Square> {
        let from = space(world, self.target).at;
        let map = world.resource::<Map>();
        let view = View::of(world, self.by);
        let all = map.cells().within(from, self.metres);
        all.filter(|&at| at != from && !map.solid(at))
            .filter(|&at| cover::square_behind(world, view, at).is_none())
            .collect()
    }
}

impl Asks for Aiming {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &aiming = world.the::<Self>(flight);
        let place = |at: Square| Choice::place(at, "To", rule!("MOM-TELE-6")).to(Purpose::Control);
        let choices: Vec<Choice> = aiming.squares(world).into_iter().map(place).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        let prompt = format!("Where is {} teleported to?", world.resource::<Names>().name(aiming.target));
        let decision = Decision::new(world, aiming.by, WHERE, prompt, choices).against(Some(aiming.target));
        Question::inquiry(decision, [rule!("MOM-TELE-6")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let aiming = *world.the::<Self>(flight);
        let chosen = asking::square_named(aiming.squares(world), word);
        land(world);
        if let Some(at) = chosen {
            world.put(aiming.attack, Destination(at));
        }
    }
}

/// Whom and what a body meets in a space: creatures with which it cannot share it, and things (MOM-TELE-7, MOM-TELE-8).
fn occupants(world: &World, id: Id, there: Footprint) -> (Vec<Id>, bool) {
    let met = all_stands(world).filter(|(other, stand)| *other != id && stand.space.overlaps(there));
    let here = Place { space: there, height: floor_of(world, there) };
    let meets = |other: Id| !ground::may_share(world, id, other) && !ground::passes_by(world, id, here, other);
    let met = met.filter(|(other, _)| meets(*other)).map(|(other, _)| other);
    let mut all = creature::by_initiative(world, met);
    let things = there.squares().filter_map(|at| thing_at(world, at));
    let mut things: Vec<Id> = things.filter(|&thing| stops(world, thing)).collect();
    things.dedup();
    let map = world.resource::<Map>();
    let solid = !things.is_empty() || there.squares().any(|at| !map.contains(at) || map.solid(at));
    things.retain(|&thing| world.part::<Durability>(thing).is_some());
    all.extend(things);
    let taken = solid || !all.is_empty();
    (all, taken)
}

/// A creature that an Ability teleports.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Teleporting {
    pub by: Id,
    pub target: Id,
    pub to: Square,
}

impl Later for Teleporting {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        teleport(world, self.by, self.target, self.to);
    }
}

/// MOM-TELE-1 to MOM-TELE-5: it comes there, or everything in the way is torn by as much as the way is long, and it is back.
fn teleport(world: &mut World, by: Id, target: Id, to: Square) {
    if !is_on_map(world, target) {
        return;
    }
    let before = Place::of(world, target);
    let there = Footprint { at: to, ..before.space };
    let metres = before.space.at.steps_to(to);
    let (met, taken) = occupants(world, target, there);
    if taken {
        let event = Event::note("is thrown back: the place is taken").actor(target);
        let several = (met.len() > 1 || met.iter().any(|&id| world.part::<Creature>(id).is_none()))
            .then_some(rule!("MOM-TELE-7"));
        world.tell(event.by(rule!("MOM-TELE-2")).by(rule!("MOM-TELE-5")).by_all(several));
        let own = side_of(world, by);
        for &other in &met {
            if is_on_map(world, other) && !knows(world, own, other) {
                hiding::reveal(world, other, None, HIDDEN, rule!("MOM-TELE-6"));
            }
        }
        // What is launched last comes first.
        for id in [target].into_iter().chain(met.into_iter().rev()) {
            let amount = Trace::new("teleported into a taken place", metres).by(rule!("MOM-TELE-1"));
            let doses = vec![Dose { amount, damage_type: DamageType::Reality }];
            // MOM-TELE-3: no Armor, but what it lacks counts.
            launch(world, Wound { target: id, doses, ignores: i32::MAX, most: Some(100) });
        }
        return;
    }
    // MOM-TELE-8: over a gap it comes to the height of the ground around, and falls.
    let brim = |at: Square| world.resource::<Map>().cell(at).map(|cell| cell.elevation);
    let gap = there.squares().all(|at| world.resource::<Map>().terrain(at).is_some_and(|ground| ground.pit.0 > 0));
    let floor = floor_of(world, there);
    let height = there.squares().filter_map(brim).max().filter(|_| gap).unwrap_or(floor);
    let shares = all_stands(world).any(|(other, stand)| other != target && stand.space.overlaps(there));
    let position = Position { at: to, height };
    let along = move_with_attached(world, target, position, MoveKind::Carried);
    let event = Event::step(target, before.position(), position, Motion::Pushed, "teleported");
    world.tell(event.by(rule!("MOM-TELE-1")).by_all((gap || shares).then_some(rule!("MOM-TELE-8"))));
    arrive(world, target, Arrival::carried(before, along));
    world.resource::<Rules>().0.displaced(world, target);
}
