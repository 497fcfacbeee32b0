//! Sprint: four times its Basic Movement more (MOM-ACT-10).

use bevy::prelude::World;

use super::super::body::who::{self, METRES};
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct Sprint;

const KIND: ActionKind = ActionKind {
    icon: "run",
    groups: &[Group::Move],
    purpose: Purpose::Sprint,
    price: Price::Points(3),
    ..ActionKind::new("sprint", "Sprint", "Has four times its Basic Movement more.")
};

impl Solo for Sprint {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-10"));

    fn done(world: &mut World, id: Id) {
        let more = 4 * who::profile(world, id).basic_movement;
        who::change(world, id, METRES, more, [rule!("MOM-ACT-10")]);
    }
}
