//! A hit: harm at one target, in flight.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover;
use crate::battle::*;
use crate::grid::Square;

/// One blow of harm at one target, in flight. The trace runs along: total, cover, dodge, resistance.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hit {
    /// Who or what is hit.
    pub target: Id,
    /// Who attacks, when somebody does.
    pub by: Option<Id>,
    /// What comes of it so far.
    pub total: Trace,
    /// As much as came at the target, before anything was taken off.
    pub came: i32,
    /// What was taken off since.
    pub taken_off: Vec<TakenOff>,
    /// Its type.
    pub damage_type: DamageType,
    /// The spot it comes from; an attack comes from the attacker.
    pub spot: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it cannot be dodged.
    pub no_dodge: bool,
    /// Whether a knock-out is meant.
    pub knock_out: bool,
    /// What else the attack does.
    pub rider: Option<Rider>,
    /// The attack's name; empty for an event, a fall, an override.
    pub name: String,
    /// A cover level set by the game master.
    pub cover_override: Option<cover::Level>,
    /// Those the attacker was hidden from when it attacked.
    pub unseen_by: Vec<Id>,
}

impl Hit {
    /// Notes that something has brought the total from one number to another.
    pub(crate) fn took(&mut self, before: i32, after: i32, by: Protection) {
        let amount = before.max(0) - after.max(0);
        if amount != 0 {
            self.taken_off.push(TakenOff { by, amount });
        }
    }

    /// What is left of it, of which kind, and what was taken off on the way.
    pub(crate) fn part(&self) -> DamagePart {
        DamagePart {
            kind: self.damage_type.kind(),
            came: self.came.max(0),
            taken_off: self.taken_off.clone(),
            amount: self.total.value.max(0),
        }
    }
}

/// How far a hit has come.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) enum Progress {
    /// The total stands, and cover has been taken off; those who may react are asked.
    Covered,
    /// Nobody reacts any more; resistance and damage come next.
    Defended,
    /// The damage is done; those who may react to it are asked.
    Dealt,
    /// Everything is done.
    Done,
}

/// What a hit came to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Taken(pub i32);

/// The topmost hit, if it has come exactly so far.
pub(super) fn at(world: &World, progress: Progress) -> Option<Id> {
    let (id, &far) = topmost::<Progress>(world)?;
    (far == progress).then_some(id)
}

/// Whether a hit comes to nothing since its attacker is not there any more or not awake; a blast goes on without it.
pub(super) fn comes_to_nothing(world: &World, hit: &Hit) -> bool {
    hit.spot.is_none() && hit.by.is_some_and(|by| !creature::awake(world, by))
}
