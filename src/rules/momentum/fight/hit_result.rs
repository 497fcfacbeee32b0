//! What an attack or Ability has hit and what it will do, from the dice until it is dealt.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::harm::{Blow, Dose};
use crate::battle::*;

/// One creature or object that it strikes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hit {
    /// Whom.
    pub target: Id,
    /// With what.
    pub blow: Blow,
    /// A collision that was kept a hit of its own.
    pub apart: Option<Dose>,
}

impl Hit {
    /// A hit on its way.
    pub(crate) const fn new(target: Id, blow: Blow) -> Self {
        Self { target, blow, apart: None }
    }

    /// The blow together with the damage of a collision, which is part of the same hit (MOM-PUSH-7).
    pub(crate) fn joined(&self, collision: Dose) -> Blow {
        let mut blow = self.blow.clone();
        match blow.doses.iter_mut().find(|dose| dose.damage_type == collision.damage_type) {
            Some(dose) => dose.amount.push(collision.amount),
            None => blow.doses.push(collision),
        }
        blow
    }
}

/// All whom it strikes in the end, by Initiative, on the attack until it is over.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Struck(pub Vec<Hit>);

impl Struck {
    /// What it does to one of them.
    pub(crate) fn hit(&self, target: Id) -> Option<&Hit> {
        self.0.iter().find(|hit| hit.target == target)
    }

    /// Likewise.
    pub(crate) fn hit_mut(&mut self, target: Id) -> Option<&mut Hit> {
        self.0.iter_mut().find(|hit| hit.target == target)
    }
}

/// Those who have chosen to fail what an Ability or a contest asks of them (MOM-DICE-12, MOM-DR-4), on what is in flight.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Yields(pub Vec<Id>);
