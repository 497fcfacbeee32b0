//! Dropping to the ground, for nothing (VIG-PRONE-9).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::conditions::PRONE;
use super::super::ruleset::Vigor;
use super::doer::Doer;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct DropProne;

const KIND: ActionKind = ActionKind {
    icon: "crawl",
    groups: &[Group::Free],
    purpose: Purpose::Move,
    price: Price::Free,
    ..ActionKind::new(
        "drop_prone",
        "Drop prone",
        "Lies down, for nothing: harder to shoot at, slow to move and to dodge.",
    )
};

impl Solo for DropProne {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(doer: &Doer<'_>) -> bool {
        !has_condition(doer.world, doer.id, PRONE)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) {
            Ok(())
        } else {
            Err(Refusal::new("already", "It lies there already."))
        }
    }

    fn done(world: &mut World, id: Id) {
        who::gain(world, id, PRONE, Lasts::UntilEnded, rule!("VIG-PRONE-9"));
    }
}
