//! Dropping prone: free, on its own turn (EDG-PRONE-1).

use bevy::prelude::World;

use super::super::body::life;
use super::super::data::conditions::PRONE;
use super::super::ruleset::Edge;
use super::doer::Doer;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub struct DropProne;

const KIND: ActionKind = ActionKind {
    icon: "crawl",
    groups: &[Group::Free],
    purpose: Purpose::Move,
    price: Price::Free,
    ..ActionKind::new("drop_prone", "Drop prone", "Lies down, for nothing.")
};

impl Action for DropProne {
    type Rules = Edge;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !has_condition(doer.world, doer.id, PRONE)
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        if Action::concerns(self, doer) {
            Ok(doer.id)
        } else {
            Err(Refusal::new("already", "It lies there already."))
        }
    }

    fn begin(&self, world: &mut World, id: Id) {
        life::knock_down(world, id, rule!("EDG-PRONE-1"));
    }
}
