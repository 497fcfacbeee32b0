//! Stabilizing after tumbling in free fall (ESS-ZG-9).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::stats::*;
use super::super::fight::harm;
use super::super::ruleset::Essence;
use super::doer::{Doer, needs, told};
use crate::battle::*;
use crate::rule;

/// Coming to rest.
pub(super) struct Stabilize;

const KIND: ActionKind = ActionKind {
    family: Some("Posture"),
    purpose: Purpose::Move,
    ..ActionKind::new("stabilize", "Stabilize", "Stops tumbling.")
};

impl Solo for Stabilize {
    type Rules = Essence;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(doer: &Doer<'_>) -> bool {
        who::weightless(doer.world)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        needs(doer.has(condition::DESTABILISED), rule!("ESS-ZG-9"), "It is steady.")
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, "Stabilize", None, rule!("ESS-ZG-9"));
        harm::lose(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
    }
}
