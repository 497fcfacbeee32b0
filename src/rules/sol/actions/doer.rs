//! What a creature has to act with, and what all kinds of actions have in common: how they are paid, how a row of the bar is made, what is
//! told.

use std::cell::OnceCell;

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::super::body::creature;
use super::super::body::pool;
pub(super) use super::super::data::stats::*;
use super::super::fight::reactions;
use super::super::motion::{self, Mode, Mover, Tiles};
pub(super) use super::super::ruleset::Sol;
pub(super) use crate::battle::*;
pub(super) use crate::grid::Square;
pub(super) use crate::rule;

/// What a creature has to act with, looked up once for a whole list.
pub struct Doer<'w> {
    pub world: &'w World,
    pub id: Id,
    pub profile: &'w Profile,
    pub done: &'w TurnUsage,
    /// Why it can use no action at all.
    pub barred: Option<Refusal>,
    pub dice: i32,
    pub ground: OnceCell<(Mover, Tiles<'w>)>,
}

impl<'w> Doer<'w> {
    pub fn of(world: &'w World, id: Id) -> Self {
        let who = world.look(id).expect("whoever acts should exist");
        let conditions: &Conditions = who.get().expect("a creature should have conditions or none");
        let surprised = conditions.has(condition::SURPRISED);
        let barred = if surprised {
            let message = "Surprised: no actions on this turn.";
            Some(Refusal::by(rule!("SOL-SURP-5"), "surprised", message))
        } else {
            motion::stranded(world, id)
        };
        Self {
            world,
            id,
            profile: &who.get::<Stats>().expect("a creature should have a profile").0,
            done: who.get().expect("a creature should have done something or nothing"),
            barred,
            dice: who.get::<Pool>().expect("a creature should have dice").dice(),
            ground: OnceCell::new(),
        }
    }

    /// The creature on its way, and the ground around it.
    pub fn ground(&self) -> (&Mover, &Tiles<'w>) {
        let (mover, tiles) = self.ground.get_or_init(|| {
            let mover = Mover::of(self.world, self.id);
            let tiles = Tiles::of(self.world, &mover);
            (mover, tiles)
        });
        (mover, tiles)
    }

    /// Whether it can use actions at all, and this one for its dice; under its key, where it can be used only once a turn.
    pub fn pay(&self, once: Option<&str>, dice: i32) -> Result<(), Refusal> {
        if let Some(refusal) = &self.barred {
            return Err(refusal.clone());
        }
        if once.is_some_and(|key| self.done.actions.contains(key)) {
            return Err(Refusal::by(rule!("SOL-TURN-5"), "used", "Used on this turn already."));
        }
        if self.dice < dice {
            let rule = if self.dice == 0 { rule!("SOL-TURN-2") } else { rule!("SOL-POOL-3") };
            let message = format!("It costs {}; {} left.", reactions::dice_text(dice), reactions::dice_text(self.dice));
            return Err(Refusal::by(rule, "dice", message));
        }
        Ok(())
    }

    /// SOL-MOVE-1: whether feet of its movement are left for a change of posture or the way out.
    pub fn pay_feet(&self, feet: Feet, rule: Rule) -> Result<(), Refusal> {
        let (mover, _) = self.ground();
        let limit = mover.limit(Mode::Walk);
        if mover.moved + feet > limit {
            let left = (limit - mover.moved).max(0);
            let message = format!("It costs {feet} ft; {left} ft are left.");
            return Err(Refusal::by(rule, "speed", message));
        }
        Ok(())
    }
}

/// What changes of posture and the way out cost (SOL-POST-4, SOL-FLOW-7).
pub(super) const CHANGE: Feet = 5;

/// A row of the bar with its cost.
pub(super) fn row(kind: &ActionKind) -> Offer {
    let mut offer = kind.offer();
    offer.cost = match kind.price {
        Price::Points(dice) => reactions::dice_text(dice.into()),
        Price::Way => format!("{CHANGE} ft"),
        Price::Free => String::new(),
    };
    offer
}

/// Charges feet; the number as the log shows it.
pub(super) fn charge(world: &mut World, id: Id, rule: Rule) -> Trace {
    let cost = Trace::new("movement", CHANGE).by(rule);
    world.the_mut::<TurnUsage>(id).moved += cost.value;
    cost
}

pub(super) fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let mut event = Event::new(What::Action { name: name.into() }).actor(id).by(rule).by(rule!("SOL-ACT-1"));
    event.target = target;
    world.tell(event);
}

pub(super) fn spend(world: &mut World, id: Id, key: &str, dice: i32) {
    world.the_mut::<TurnUsage>(id).actions.insert(key.to_string());
    pool::pay(world, id, dice);
}

pub(super) fn nothing(message: &'static str, rule: Rule) -> Refusal {
    Refusal::by(rule, "nothing", message)
}

/// SOL-EDGE-7: what is near enough, and yet not to hand.
pub(super) fn out_of_hand() -> Refusal {
    Refusal::by(rule!("SOL-EDGE-7"), "out_of_hand", "Something that hands do not get through stands between them.")
}
