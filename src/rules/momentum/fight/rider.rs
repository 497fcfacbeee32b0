//! A Status Effect that rides on an attack or Ability, once that has struck. Damage of its type alone brings none (MOM-STAT-4).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{self, Roll};
use super::super::body::status::{self, Affliction};
use super::super::data::StatKind;
use crate::battle::*;
use crate::rule;

/// MOM-STAT-5, MOM-STAT-6: a Status Effect that rides on what has struck; an attack's has a Defense Roll of its own.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Rides {
    /// Whom it struck.
    pub target: Id,
    /// Which, and how hard it is to resist.
    pub with: Affliction,
    /// Whether it has a Defense Roll of its own.
    pub resisted: bool,
    /// What cover joins to that (MOM-COV-4).
    #[serde(default)]
    pub cover: Vec<Trace>,
}

impl Later for Rides {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { target, with, resisted, cover } = self;
        if !is_there(world, target) {
            return;
        }
        if resisted && creature::is_present(world, target) {
            let dr = with.dr.or(with.status.shaken_off_by()).unwrap_or(StatKind::Con);
            let roll = Roll::defense(world, target, dr, cover);
            if roll::defends(world, roll, with.power, rule!("MOM-STAT-6")) {
                return;
            }
        }
        status::afflict(world, target, with, rule!("MOM-STAT-5"));
    }
}
