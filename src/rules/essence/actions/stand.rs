//! Standing up (ESS-PRONE-4).

use bevy::prelude::World;

use super::super::ruleset::Essence;
use super::super::{stats::*, walk};
use super::doer::{Doer, needs};
use crate::battle::*;
use crate::rule;

/// Getting up.
pub struct Stand;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    family: Some("Posture"),
    purpose: Purpose::Move,
    readied: true,
    ..ActionKind::new("stand", "Stand up", "Ends Prone.")
};

impl Action for Stand {
    type Rules = Essence;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        needs(doer.has(condition::PRONE), rule!("ESS-PRONE-4"), "It stands.")?;
        Ok(doer.id)
    }

    fn begin(&self, world: &mut World, id: Id) {
        walk::stand_up(world, id);
    }
}
