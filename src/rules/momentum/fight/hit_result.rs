//! What an attack has hit and what it will do, from the dice until it is dealt.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::harm::Dose;
use crate::battle::*;

/// Whom it has struck in the end, and what with, on the attack until it is over.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Struck {
    /// Whom.
    pub target: Id,
    /// How much.
    pub doses: Vec<Dose>,
    /// Whether a Defense Roll leaves half of it.
    pub saved: bool,
    /// How much Armor it ignores.
    pub ignores: i32,
    /// A collision that was kept a hit of its own.
    pub apart: Option<Dose>,
}

impl Struck {
    /// Its damage with that of a collision, which is part of the same hit (MOM-PUSH-7).
    pub(crate) fn joined(&self, collision: Dose) -> Vec<Dose> {
        let mut doses = self.doses.clone();
        match doses.iter_mut().find(|dose| dose.damage_type == collision.damage_type) {
            Some(dose) => dose.amount.push(collision.amount),
            None => doses.push(collision),
        }
        doses
    }
}
