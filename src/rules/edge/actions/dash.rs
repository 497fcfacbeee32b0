//! Dash: as far again as its speed (EDG-ACT-2).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::TurnUsage;
use super::super::ruleset::Edge;
use super::doer::Doer;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub struct Dash;

const KIND: ActionKind = ActionKind {
    icon: "run",
    purpose: Purpose::Move,
    ..ActionKind::new("dash", "Dash", "Moves as far again as its speed this turn.")
};

impl Action for Dash {
    type Rules = Edge;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        Ok(doer.id)
    }

    fn begin(&self, world: &mut World, id: Id) {
        let before = who::metres_left(world, id);
        world.the_mut::<TurnUsage>(id).dashes += 1;
        let what = What::Resource {
            name: "half-metres".into(),
            change: (before, who::metres_left(world, id)),
        };
        world.tell(Event::new(what).actor(id).by(rule!("EDG-ACT-2")));
    }
}
