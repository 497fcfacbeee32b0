//! Defend: attacks against it have disadvantage until its next turn (EDG-ACT-3, EDG-ACT-4).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::conditions::DEFENDING;
use super::super::ruleset::Edge;
use super::doer::Doer;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub struct Defend;

const KIND: ActionKind = ActionKind {
    icon: "shield",
    purpose: Purpose::Guard,
    ..ActionKind::new(
        "defend",
        "Defend",
        "Until its next turn attacks against it have disadvantage, and it has advantage on Dexterity saves.",
    )
};

impl Action for Defend {
    type Rules = Edge;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        Ok(doer.id)
    }

    fn begin(&self, world: &mut World, id: Id) {
        who::gain(world, id, DEFENDING, Lasts::TurnStart(id), rule!("EDG-ACT-3"));
    }
}
