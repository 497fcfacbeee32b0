//! Standing up: an action, and an opening for whoever stands near (VIG-ACT-21, VIG-PRONE-4).

use bevy::prelude::World;

use super::super::data::conditions::PRONE;
use super::super::fight::exposed;
use super::super::ruleset::Vigor;
use super::doer::Doer;
use crate::battle::*;

/// Doing so.
pub struct Stand;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Move,
    ..ActionKind::new(
        "stand",
        "Stand up",
        "Gets up from the ground. Opens it to those near it.",
    )
};

impl Solo for Stand {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) {
            Ok(())
        } else {
            Err(Refusal::new("already", "It stands."))
        }
    }

    fn done(world: &mut World, id: Id) {
        exposed::declare(world, id, exposed::Act::Stand);
    }
}
