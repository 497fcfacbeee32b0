//! Dash: as far again as its speed (EDG-ACT-2).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::TurnUsage;
use super::super::ruleset::Edge;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct Dash;

const KIND: ActionKind = ActionKind {
    icon: "run",
    purpose: Purpose::Move,
    ..ActionKind::new("dash", "Dash", "Moves as far again as its speed this turn.")
};

impl Solo for Dash {
    type Rules = Edge;
    const KIND: &'static ActionKind = &KIND;

    fn done(world: &mut World, id: Id) {
        let before = who::metres_left(world, id);
        world.the_mut::<TurnUsage>(id).dashes += 1;
        let change = (before, who::metres_left(world, id));
        world.tell(Event::resource(id, "half-metres", change).by(rule!("EDG-ACT-2")));
    }
}
