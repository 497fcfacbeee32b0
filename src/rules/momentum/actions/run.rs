//! Move: as far again as its Basic Movement (MOM-ACT-9).

use bevy::prelude::World;

use super::super::body::who::{self, METRES};
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct Run;

const KIND: ActionKind = ActionKind {
    icon: "walk",
    groups: &[Group::Move],
    purpose: Purpose::Sprint,
    ..ActionKind::new("move", "Move", "Has as much more movement as its Basic Movement.")
};

impl Solo for Run {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-9"));

    fn done(world: &mut World, id: Id) {
        let more = who::profile(world, id).basic_movement;
        who::change(world, id, METRES, more, [rule!("MOM-ACT-9")]);
    }
}
