//! Pushing off what does not give way, and holding on to it, where nothing has weight (EDG-GRAV-11 to EDG-GRAV-13).

use super::super::body::gravity;
use super::super::data::SQUARE;
use super::super::data::gravity::Adrift;
use super::super::motion::drift;
use super::super::motion::push::{self, Push};
use super::doer::*;
use crate::grid::Square;

/// Pushing itself off.
pub(super) struct PushOff;

const RISE: Key = Key::new(
    "rise",
    Takes::Number(-60..=60),
    "How many times 1.5 m straight up, or down below nothing; over its own square.",
);

impl Action for PushOff {
    type Rules = Edge;
    type Plan = Push;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Points(1),
        aimed: &[AimedAt::Square],
        options: &[RISE],
        ..ActionKind::new(
            "push_off",
            "Push off",
            "To a square in one of eight directions, or straight up or down; then as far again on each turn, until it is stopped.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "edge.pushes_off", push::push_off);

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Minor
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        gravity::only_drifts(doer.world, doer.id)
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let act = |(at, rise): (Square, i32)| {
            let act = base.clone().to(at);
            if rise == 0 { act } else { act.set(RISE.key, rise) }
        };
        push::all(doer.world, doer.id).into_iter().map(act).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Push, Refusal> {
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square to push itself to."))?;
        push::push(doer.world, doer.id, at, act.number(RISE.key).unwrap_or(0))
    }

    fn way_words(&self, _doer: &Doer<'_>, act: &Act) -> Option<String> {
        let rise = act.number(RISE.key)?;
        let far = creature::metres(SQUARE * rise.abs());
        Some(if rise > 0 { format!("{far} up") } else { format!("{far} down") })
    }
}

/// Holding on to what it touches, so that it drifts no more.
pub(super) struct HoldOn;

impl Action for HoldOn {
    type Rules = Edge;
    type Plan = ();
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        price: Price::Points(1),
        ..ActionKind::new("hold_on", "Hold on", "Stops its drift at what it touches.")
    };

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Minor
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.world.part::<Adrift>(doer.id).is_some()
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        drift::may_hold_on(doer.world, doer.id)
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        drift::hold_on(world, id);
    }
}
