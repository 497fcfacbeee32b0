//! Flights to a height over open ground: by as many steps as lead there, rising or sinking with each, then straight up or down.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::arrival::{Arrival, Meets, arrive};
use super::carried::move_with_attached;
use super::movement::{Moving, StepPhase};
use super::open_ground::OpenGround;
use super::open_rules::OpenRules;
use super::open_step::OpenWalker;
use super::walking::{OnFoot, Walking};
use crate::battle::board::{floor_of, is_on_map};
use crate::battle::engine::{Later, launch};
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Event, Id, Motion, MoveKind, Place, Position, Refusal, Rule, Stage, Tell, Trace};
use crate::grid::{Length, Square};

/// What a ruleset says of flights.
pub(crate) trait FlightRules: OpenRules + for<'w> OnFoot<Ground<'w> = OpenGround<'w, Self>> {
    /// The rule of a flight to a height.
    const FLIGHT: Rule;

    /// Whether a creature keeps itself in the air now.
    fn stays_up(world: &World, id: Id) -> bool;

    /// What it costs to go so far straight up or down, in the ruleset's unit; the length is not negative.
    fn straight(length: Length) -> i32;

    /// How far that leads for so much.
    fn straight_for(cost: i32) -> Length;

    /// Takes what a flight costs off what a creature has left; the event of its step tells of that.
    fn pay_for_flight(world: &mut World, id: Id, cost: i32);
}

/// A flight that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flight {
    /// The squares of the way, the next one last.
    rest: Vec<Square>,
    /// The height of its feet at the end.
    height: Length,
}

/// The height to which a flyer is on its way.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct FlightBound(pub Option<Length>);

/// The height to which a creature is on its way, if it flies to one.
pub(crate) fn bound(world: &World, id: Id) -> Option<Length> {
    world.part::<FlightBound>(id).and_then(|bound| bound.0)
}

/// How much a walker has left to fly with.
fn left(walker: &OpenWalker) -> i32 {
    walker.left + walker.farther.by(Motion::Fly)
}

/// A flight of a creature that may move to a square, at so many lengths above the level's zero.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn plan<R: FlightRules>(world: &World, id: Id, to: Square, height: Length) -> Result<Flight, Refusal> {
    let no = |code: &'static str, words: String| Refusal::by(R::FLIGHT, code, words);
    if !R::stays_up(world, id) {
        return Err(no("grounded", "It cannot fly now.".to_owned()));
    }
    let own = Place::of(world, id);
    let (ground, walker) = R::set_out(world, id);
    let walker = OpenWalker { flies: true, ..walker };
    let way = if to == own.space.at { Some(Vec::new()) } else { ground.reach(world, id, walker).path(to) };
    let way = way.ok_or_else(|| no("out_of_reach", "It does not get there.".to_owned()))?;
    let (end, _) = ground.go(OpenWalker { bound: Some(height), ..walker }, &way)?;
    let more = R::straight((height - end.height).abs());
    let (cost, left) = (end.gone + more, left(&walker));
    if cost > left {
        return Err(no("spent", format!("It costs {}; {} left.", R::words(cost), R::words(left.max(0)))));
    }
    if way.is_empty() && height == own.height {
        return Err(no("no_move", "It is there already.".to_owned()));
    }
    ground.stop(&OpenWalker { height, ..end }).map_err(Into::<Refusal>::into)?;
    Ok(Flight { rest: way.into_iter().rev().collect(), height })
}

/// It sets out.
pub(crate) fn set_out<R: FlightRules>(world: &mut World, id: Id, flight: Flight) {
    let Flight { rest, height } = flight;
    world.put(id, FlightBound(Some(height)));
    // What is launched last comes first: the way, then what is left to go up or down.
    launch(world, Levels::<R> { id, height, rules: PhantomData });
    if !rest.is_empty() {
        launch(world, Moving { creature: id, rest, stride: StepPhase::Ready });
    }
}

/// The end of a flight: what is still to go up or down.
#[derive(Component, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Levels<R: FlightRules> {
    id: Id,
    height: Length,
    #[serde(skip)]
    rules: PhantomData<fn() -> R>,
}

impl<R: FlightRules> Clone for Levels<R> {
    fn clone(&self) -> Self {
        Self { id: self.id, height: self.height, rules: PhantomData }
    }
}

impl<R: FlightRules> PartialEq for Levels<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.height) == (other.id, other.height)
    }
}

impl<R: FlightRules> Hash for Levels<R> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.id, self.height).hash(hasher);
    }
}

impl<R: FlightRules> Later for Levels<R> {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self { id, height, .. } = self;
        world.put(id, FlightBound(None));
        let able = is_on_map(world, id) && world.resource::<Rules>().0.may_act(world, id);
        if !able || !R::stays_up(world, id) {
            return;
        }
        let from = Place::of(world, id);
        let most = {
            let (_, walker) = R::set_out(world, id);
            R::straight_for(left(&walker).max(0)).0
        };
        let goes = (height.0 - from.height.0).clamp(-most, most).max(floor_of(world, from.space).0 - from.height.0);
        if goes == 0 {
            return;
        }
        let rise = Trace::new("up or down", R::straight(Length(goes.abs()))).by(R::FLIGHT);
        let cost = R::costs().with(rise);
        R::pay_for_flight(world, id, cost.value);
        let after = Position { at: from.space.at, height: Length(from.height.0 + goes) };
        let along = move_with_attached(world, id, after, MoveKind::ByItself);
        let event = Event::step(id, from.position(), after, Motion::Fly, Motion::Fly.word());
        world.tell(event.trace(cost));
        arrive(world, id, Arrival::by_itself(from, along).meeting(Meets::Ground));
    }
}
