//! Flights to a height: of the metres along and up the larger number counts (MOM-TERR-12).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::Metres;
use super::super::ruleset::Momentum;
use super::ground;
use super::moves::{self, Bound};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A flight that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flight {
    /// The squares of the way, the next one last.
    pub rest: Vec<Square>,
    /// The height of its feet at the end.
    pub height: Length,
}

fn no(code: &'static str, words: impl Into<String>) -> Refusal {
    Refusal::by(rule!("MOM-TERR-12"), code, words.into())
}

/// A flight to a square, so many metres above the ground there.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn flight(world: &World, id: Id, to: Square, above: Metres) -> Result<Flight, Refusal> {
    moves::may_move(world, id)?;
    if !ground::keeps_aloft(world, id) {
        return Err(no("grounded", "It cannot fly now."));
    }
    let own = Place::of(world, id);
    let there = Footprint { at: to, ..own.space };
    let height = Length(floor_of(world, there).0.saturating_add(above.saturating_mul(Length::METRE.0)));
    let (ground, walker) = Momentum::set_out(world, id);
    let way = if to == own.space.at { Some(Vec::new()) } else { Momentum::gets_to(world, id).path(to) };
    let way = way.ok_or_else(|| no("out_of_reach", "It does not get there."))?;
    let (end, _) = ground.go(OpenWalker { bound: Some(height), ..walker }, &way)?;
    let more = ground::started((height.0 - end.height.0).abs());
    if end.gone + more > walker.left {
        return Err(no("spent", format!("It costs {} m; {} left.", end.gone + more, walker.left)));
    }
    if way.is_empty() && more == 0 {
        return Err(no("no_move", "It is there already."));
    }
    ground.stop(&OpenWalker { height, ..end }).map_err(Into::<Refusal>::into)?;
    Ok(Flight { rest: way.into_iter().rev().collect(), height })
}

/// It sets out.
pub(crate) fn set_out(world: &mut World, id: Id, flight: Flight) {
    let Flight { rest, height } = flight;
    world.put(id, Bound(Some(height)));
    // What is launched last comes first: the way, then what is left to go up or down.
    launch(world, Levels { id, height });
    if !rest.is_empty() {
        launch(world, Moving { creature: id, rest, stride: StepPhase::Ready });
    }
}

/// The end of a flight: what is still to go up or down.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Levels {
    id: Id,
    height: Length,
}

impl Later for Levels {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self { id, height } = self;
        world.put(id, Bound(None));
        if !is_on_map(world, id) || !ground::keeps_aloft(world, id) || !creature::may_act(world, id) {
            return;
        }
        let from = Place::of(world, id);
        let left = creature::points(world, id).metres;
        let more = height.0 - from.height.0;
        let goes = more.clamp(-left * Length::METRE.0, left * Length::METRE.0);
        let goes = goes.max(floor_of(world, from.space).0 - from.height.0);
        if goes == 0 {
            return;
        }
        let rise = Trace::new("up or down", ground::started(goes.abs())).by(rule!("MOM-TERR-12"));
        let cost = Momentum::costs().with(rise);
        moves::pay(world, id, cost.value);
        let after = Position { at: from.space.at, height: Length(from.height.0 + goes) };
        let along = move_with_attached(world, id, after, MoveKind::ByItself);
        let event = Event::step(id, from.position(), after, Motion::Fly, Motion::Fly.word());
        world.tell(event.trace(cost));
        arrive(world, id, Arrival::by_itself(from, along).meeting(Meets::Ground));
    }
}
